"""The theme builds palette, style sheet and fonts, and follows the user's choices."""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.gui.common.theme import ContrastChoice, SchemeChoice, Theme
from app.gui.common.tokens import SchemeName, contrast_ratio
from app.gui.common.typography import TextRole

ROLE, GROUP = QPalette.ColorRole, QPalette.ColorGroup


def test_light_and_dark_reach_the_palette_of_the_application(
    theme: Theme, qapp: QApplication, qtbot: QtBot
) -> None:
    assert theme.tokens.scheme is SchemeName.LIGHT
    assert qapp.palette().color(ROLE.Base).name() == theme.color("surface").name()
    light = theme.color("surface").name()
    with qtbot.waitSignal(theme.changed):
        theme.set_scheme(SchemeChoice.DARK)
    assert theme.dark
    assert theme.color("surface").name() != light
    assert qapp.palette().color(ROLE.Base).name() == theme.color("surface").name()
    assert theme.color("surface").name() in qapp.styleSheet().lower()


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize(
    ("fore", "back"),
    [
        (ROLE.Text, ROLE.Base),
        (ROLE.WindowText, ROLE.Window),
        (ROLE.ButtonText, ROLE.Button),
        (ROLE.PlaceholderText, ROLE.Base),
        (ROLE.ToolTipText, ROLE.ToolTipBase),
        (ROLE.Link, ROLE.Base),
        (ROLE.LinkVisited, ROLE.Base),
        (ROLE.HighlightedText, ROLE.Highlight),
    ],
)
def test_palette_text_can_be_read(
    theme: Theme, scheme: SchemeChoice, fore: QPalette.ColorRole, back: QPalette.ColorRole
) -> None:
    theme.set_scheme(scheme)
    for group in (GROUP.Active, GROUP.Inactive):
        palette = theme.palette()
        first, second = palette.color(group, fore), palette.color(group, back)
        assert contrast_ratio(first.name(), second.name()) >= 4.5


def test_palette_names_every_role(theme: Theme) -> None:
    palette = theme.palette()
    skipped = {ROLE.NoRole, ROLE.NColorRoles}
    for role in ROLE:
        if role not in skipped:
            assert palette.isBrushSet(GROUP.Active, role), role


def test_disabled_text_differs_from_other_text(theme: Theme) -> None:
    palette = theme.palette()
    for role in (ROLE.Text, ROLE.WindowText, ROLE.ButtonText, ROLE.Link):
        assert palette.color(GROUP.Disabled, role).name() == theme.color("disabled").name()


def test_style_sheet_has_no_place_left_to_fill(theme: Theme) -> None:
    assert "$" not in theme.style_sheet()


def test_all_braces_of_the_style_sheet_close(theme: Theme) -> None:
    sheet = theme.style_sheet()
    assert sheet.count("{") == sheet.count("}")
    for block in re.findall(r"\{([^}]*)\}", sheet):
        for declaration in filter(None, (part.strip() for part in block.split(";"))):
            assert re.fullmatch(r"[a-z-]+: [^:{}]+", declaration), declaration


def test_text_size_reaches_fonts_heights_and_labels(
    theme: Theme, qapp: QApplication, qtbot: QtBot
) -> None:
    label = QLabel("Text")
    label.setProperty("textRole", "title")
    qtbot.addWidget(label)
    label.ensurePolished()
    assert label.font().pixelSize() == 15
    theme.set_text_factor(2.0)
    assert qapp.font().pixelSize() == 26
    assert theme.font(TextRole.ANSWER).pixelSize() == 30
    assert theme.line_height(TextRole.ANSWER) == 48
    assert theme.scaled(32) == 64
    label.ensurePolished()
    assert label.font().pixelSize() == 30


@pytest.mark.parametrize(("asked", "got"), [(0.1, 0.9), (1.25, 1.25), (9.0, 2.0)])
def test_text_size_stays_in_bounds(theme: Theme, asked: float, got: float) -> None:
    theme.set_text_factor(asked)
    assert theme.text_factor == got


def test_same_choice_changes_nothing(theme: Theme, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(theme.changed):
        theme.set_scheme(SchemeChoice.LIGHT)
        theme.set_text_factor(1.0)


def test_system_without_a_scheme_is_light(qapp: QApplication, theme: Theme) -> None:
    theme.set_scheme(SchemeChoice.DARK)
    theme.set_scheme(SchemeChoice.SYSTEM)
    assert not theme.dark
    assert theme.scheme_choice is SchemeChoice.SYSTEM


def test_system_change_is_followed(theme: Theme, qapp: QApplication, qtbot: QtBot) -> None:
    theme.set_contrast(ContrastChoice.HIGH)
    with qtbot.assertNotEmitted(theme.changed):
        qapp.styleHints().colorSchemeChanged.emit(qapp.styleHints().colorScheme())
    assert theme.color("line").name() == theme.color("control").name()


def test_high_contrast_reaches_the_style_sheet(theme: Theme) -> None:
    line = theme.color("line").name().upper()
    assert line in theme.style_sheet().upper()
    theme.set_contrast(ContrastChoice.HIGH)
    assert theme.high_contrast
    assert line not in theme.style_sheet().upper()


def test_theme_made_without_a_font_takes_the_applications(qapp: QApplication) -> None:
    font = QFont(qapp.font())
    font.setPixelSize(17)
    qapp.setFont(font)
    theme = Theme(qapp, scheme=SchemeChoice.LIGHT)
    assert theme.font(TextRole.CONTROL).pixelSize() == 17
    assert not theme.reduced_motion
    assert theme.fixed_font().pixelSize() == 16
    assert theme.chart_color("ocr").isValid()
    qapp.setStyleSheet("")
    qapp.setPalette(QPalette())

"""Panes, headers, cards and empty states."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.gui.common.frames import Ground
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.common.widgets import (
    Button,
    Card,
    Divider,
    ElidedLabel,
    EmptyState,
    IconButton,
    PaneHeader,
    Surface,
    TextLabel,
)
from tests.gui.common.looking import colors_in, show

TITLE = "Employee Handbook 2026, revised edition with all its annexes"


@pytest.mark.parametrize("ground", ["window", "sidebar", "surface", "raised", "sunken"])
@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
def test_surface_has_its_ground(
    theme: Theme, qtbot: QtBot, ground: Ground, scheme: SchemeChoice
) -> None:
    theme.set_scheme(scheme)
    surface = Surface(ground, edge="right")
    surface.setFixedSize(20, 20)
    show(qtbot, surface)
    image = surface.grab().toImage()
    assert image.pixelColor(5, 5).name() == theme.color(ground).name()
    assert image.pixelColor(19, 5).name() == theme.color("line").name()


def test_header_cuts_its_title_and_keeps_its_actions(theme: Theme, qtbot: QtBot) -> None:
    header = PaneHeader(theme, TITLE, icon="file")
    close = IconButton(theme, "close", "Close the page")
    header.add_action(close)
    show(qtbot, header)
    assert header.height() == 48
    header.resize(160, 48)
    QApplication.processEvents()
    label = header.findChild(ElidedLabel)
    assert isinstance(label, ElidedLabel)
    assert label.is_elided()
    assert label.toolTip() == header.title() == TITLE
    assert header.rect().contains(close.geometry())
    header.set_title("Page")
    assert header.title() == "Page"
    assert not label.is_elided()


def test_header_grows_with_the_text(theme: Theme, qtbot: QtBot) -> None:
    header = PaneHeader(theme, "Library")
    qtbot.addWidget(header)
    theme.set_text_factor(2.0)
    assert header.minimumHeight() == 96


def test_card_shows_that_it_is_open_and_under_the_pointer(theme: Theme, qtbot: QtBot) -> None:
    card = Card(interactive=True)
    card.setFixedSize(60, 40)
    show(qtbot, card)
    assert not card.is_selected()
    # The pointer may rest anywhere when a test begins.
    QApplication.sendEvent(card, QEvent(QEvent.Type.Leave))
    assert theme.color("line2").name() in colors_in(card)
    spot = QPointF(5, 5)
    QApplication.sendEvent(card, QEnterEvent(spot, spot, spot))
    assert theme.color("control").name() in colors_in(card)
    QApplication.sendEvent(card, QEvent(QEvent.Type.Leave))
    assert theme.color("control").name() not in colors_in(card)
    card.set_selected(True)
    assert card.is_selected()
    assert {theme.color("tint").name(), theme.color("accent").name()} <= colors_in(card)


def test_card_at_rest_ignores_the_pointer(theme: Theme, qtbot: QtBot) -> None:
    card = Card()
    card.setFixedSize(60, 40)
    show(qtbot, card)
    spot = QPointF(5, 5)
    QApplication.sendEvent(card, QEnterEvent(spot, spot, spot))
    assert theme.color("control").name() not in colors_in(card)


def test_divider_is_one_line(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    layout = QVBoxLayout(window)
    lying, standing = Divider(), Divider(vertical=True)
    layout.addWidget(lying)
    layout.addWidget(standing)
    show(qtbot, window)
    assert (lying.height(), standing.width()) == (1, 1)
    assert colors_in(lying) == {theme.color("line").name()}


def test_empty_state_says_what_to_do(theme: Theme, qtbot: QtBot) -> None:
    add = Button(theme, "Add…")
    state = EmptyState(theme, "eye", "No pages yet.", "Add a document first.", buttons=(add,))
    show(qtbot, state)
    words = [label.text() for label in state.findChildren(TextLabel) if label.isVisible()]
    assert words == ["No pages yet.", "Add a document first."]
    assert add.isVisible()
    middles = {label.geometry().center().x() for label in state.findChildren(TextLabel)}
    assert max(middles) - min(middles) <= 1
    state.set_text("Choose a passage.")
    words = [label.text() for label in state.findChildren(TextLabel) if label.isVisible()]
    assert words == ["Choose a passage."]
    assert all(
        label.alignment() & Qt.AlignmentFlag.AlignHCenter for label in state.findChildren(TextLabel)
    )

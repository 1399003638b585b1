"""Labels show plain text in their role's size, cut where room ends, for eyes and readers."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible, QKeySequence
from pytestqt.qtbot import QtBot

from app.gui.common.labels import as_tip
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import TextRole
from app.gui.common.widgets import (
    ElidedLabel,
    IconLabel,
    KeyHint,
    SectionLabel,
    TextLabel,
    native_key,
)
from tests.gui.common.looking import colors_in, role_of, show

LONG = "Full-time employees may carry over up to ten unused working days into the following year."


@pytest.mark.parametrize("role", TextRole)
def test_label_has_the_font_and_height_of_its_role(
    theme: Theme, qtbot: QtBot, role: TextRole
) -> None:
    label = show(qtbot, TextLabel(theme, "Qgjy", role=role))
    assert label.font().pixelSize() == theme.font(role).pixelSize()
    assert label.font().weight() == theme.font(role).weight()
    assert label.sizeHint().height() >= theme.line_height(role)


@pytest.mark.parametrize("tone", ["text", "text2", "text3", "accent", "ok", "warn", "bad"])
def test_label_has_the_color_of_its_tone(theme: Theme, qtbot: QtBot, tone: TokenName) -> None:
    label = TextLabel(theme, "■■■", role=TextRole.WELCOME)
    label.set_tone(tone)
    show(qtbot, label)
    assert theme.color(tone).name() in colors_in(label)


@pytest.mark.parametrize("wrap", [False, True])
def test_text_is_never_mark_up(theme: Theme, qtbot: QtBot, wrap: bool) -> None:
    text = "<b>R&D</b> & more"
    label = TextLabel(theme, text, wrap=wrap)
    qtbot.addWidget(label)
    assert label.text() == text
    assert role_of(label) == (QAccessible.Role.StaticText, text)
    label.setText("1 < 2")
    assert role_of(label)[1] == "1 < 2"


def test_wrapped_lines_have_the_line_height(theme: Theme, qtbot: QtBot) -> None:
    label = TextLabel(theme, "\n".join(["Line"] * 4), role=TextRole.ANSWER, wrap=True)
    qtbot.addWidget(label)
    assert label.heightForWidth(400) == 4 * theme.line_height(TextRole.ANSWER)
    theme.set_text_factor(2.0)
    assert label.heightForWidth(400) == 4 * 48


def test_role_can_change(theme: Theme, qtbot: QtBot) -> None:
    label = show(qtbot, TextLabel(theme, "Text", wrap=True))
    label.set_role(TextRole.QUESTION)
    assert label.font().pixelSize() == 18
    assert label.heightForWidth(400) == 26


def test_section_label_keeps_its_words_for_readers(theme: Theme, qtbot: QtBot) -> None:
    label = show(qtbot, SectionLabel(theme, "Collections"))
    assert role_of(label)[1] == "Collections"
    assert label.font().capitalization() == label.font().Capitalization.AllUppercase


def test_elided_label_shows_all_in_its_tool_tip(theme: Theme, qtbot: QtBot) -> None:
    label = show(qtbot, ElidedLabel(theme, LONG))
    label.resize(label.sizeHint())
    assert not label.is_elided()
    assert label.toolTip() == ""
    label.resize(120, label.height())
    assert label.is_elided()
    assert label.toolTip() == LONG
    label.setText("Short")
    assert label.toolTip() == ""
    assert label.minimumSizeHint().width() < 80


def test_elided_text_stays_inside(theme: Theme, qtbot: QtBot) -> None:
    label = show(qtbot, ElidedLabel(theme, LONG, tone="accent"))
    label.resize(100, label.height())
    assert theme.color("accent").name() in colors_in(label)
    assert role_of(label)[1] == LONG


@pytest.mark.parametrize("key", ["Ctrl+L", "F3", "Ctrl+Shift+F"])
def test_keys_are_written_as_the_system_does(theme: Theme, qtbot: QtBot, key: str) -> None:
    native = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
    assert native_key(key) == native_key(QKeySequence(key)) == native
    hint = KeyHint(theme, key)
    qtbot.addWidget(hint)
    assert hint.text() == native


def test_icon_label_changes_and_grows(theme: Theme, qtbot: QtBot) -> None:
    label = show(qtbot, IconLabel(theme, "state-ready", "ok", size=24))
    assert label.sizeHint().width() == 24
    assert theme.color("ok").name() in colors_in(label)
    label.set_icon("state-failed", "bad")
    assert theme.color("bad").name() in colors_in(label)
    label.set_icon("state-warning")
    assert theme.color("bad").name() in colors_in(label)
    label.setEnabled(False)
    assert theme.color("disabled").name() in colors_in(label)
    theme.set_text_factor(2.0)
    assert label.sizeHint().width() == 48


@pytest.mark.parametrize("text", ["A & B", "plain", "&amp;"])
def test_tips_of_ordinary_text_are_the_text(text: str) -> None:
    assert as_tip(text) == text


def test_tips_of_long_text_are_broken_into_lines() -> None:
    text = "How many days of unused leave can an employee carry over? " * 5 + "W" * 200
    lines = as_tip(text).splitlines()
    assert max(map(len, lines)) <= 100
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_tips_that_look_like_mark_up_are_escaped() -> None:
    assert "&lt;b&gt;bold" in as_tip("<b>bold</b> & more")

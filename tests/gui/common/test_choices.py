"""Choosing by key and by pointer, and what screen readers hear of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton
from pytestqt.qtbot import QtBot

from app.gui.common.keyboard_focus import has_keyboard_focus
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.common.widgets import (
    Button,
    CheckBox,
    RadioButton,
    Segmented,
    Select,
    Stepper,
    Surface,
    Switch,
)
from tests.gui.common.looking import colors_in, role_of, show, value_of

TEXT = QAccessible.Text
OPTIONS = [("written", "Written"), ("quotes", "Quotes"), ("both", "Both")]


def test_segments_move_with_arrows_and_are_one_tab_stop(theme: Theme, qtbot: QtBot) -> None:
    window = Surface()
    layout = QHBoxLayout(window)
    before, segmented = Button(theme, "Before"), Segmented(theme, OPTIONS, "Answer style")
    after = Button(theme, "After")
    for widget in (before, segmented, after):
        layout.addWidget(widget)
    show(qtbot, window)
    before.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(before, Qt.Key.Key_Tab)
    assert segmented.segment("written").hasFocus()
    with qtbot.waitSignal(segmented.value_changed) as change:
        QTest.keyClick(segmented.segment("written"), Qt.Key.Key_Right)
    assert change.args == ["quotes"]
    assert segmented.segment("quotes").hasFocus()
    assert has_keyboard_focus(segmented.segment("quotes"))
    QTest.keyClick(segmented.segment("quotes"), Qt.Key.Key_Tab)
    assert after.hasFocus()
    QTest.keyClick(after, Qt.Key.Key_Backtab)
    assert segmented.segment("quotes").hasFocus()


def test_segment_answers_the_pointer_and_the_program(theme: Theme, qtbot: QtBot) -> None:
    segmented = show(qtbot, Segmented(theme, OPTIONS, "Answer style"))
    assert segmented.value() == "written"
    QTest.mouseClick(segmented.segment("both"), Qt.MouseButton.LeftButton)
    assert segmented.value() == "both"
    with qtbot.waitSignal(segmented.value_changed):
        segmented.set_value("quotes")
    assert segmented.value() == "quotes"
    segmented.setFocus(Qt.FocusReason.ShortcutFocusReason)
    assert segmented.segment("quotes").hasFocus()
    with pytest.raises(KeyError):
        segmented.set_value("neither")


def test_segments_are_named_radio_buttons(theme: Theme, qtbot: QtBot) -> None:
    segmented = show(qtbot, Segmented(theme, OPTIONS, "Answer style"))
    segment = segmented.segment("quotes")
    assert role_of(segment) == (QAccessible.Role.RadioButton, "Quotes")
    assert segment.accessibleDescription() == "Answer style"
    assert segmented.accessibleName() == "Answer style"


def test_segments_do_not_move_when_the_choice_does(theme: Theme, qtbot: QtBot) -> None:
    segmented = show(qtbot, Segmented(theme, OPTIONS, "Answer style"))
    before = [segmented.segment(value).geometry() for value, _ in OPTIONS]
    segmented.set_value("both")
    QApplication.processEvents()
    assert [segmented.segment(value).geometry() for value, _ in OPTIONS] == before


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_switch_turns_by_key(theme: Theme, qtbot: QtBot, key: Qt.Key) -> None:
    switch = show(qtbot, Switch(theme, "Claim filter"))
    with qtbot.waitSignal(switch.toggled):
        QTest.keyClick(switch, key)
    assert switch.isChecked()


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
def test_switch_shows_its_state(theme: Theme, qtbot: QtBot, scheme: SchemeChoice) -> None:
    theme.set_scheme(scheme)
    switch = show(qtbot, Switch(theme, "Claim filter"))
    corner = QPoint(switch.width() - 2, 2)
    assert theme.color("control").name() in colors_in(switch)
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton, pos=corner)
    assert switch.isChecked()
    assert theme.color("accentfill").name() in colors_in(switch)
    switch.setEnabled(False)
    assert theme.color("track").name() in colors_in(switch)


def test_switch_is_named_and_checkable(theme: Theme, qtbot: QtBot) -> None:
    switch = show(qtbot, Switch(theme, "Claim filter"))
    assert role_of(switch) == (QAccessible.Role.CheckBox, "Claim filter")
    switch.setChecked(True)
    assert QAccessible.queryAccessibleInterface(switch).state().checked
    with pytest.raises(ValueError, match="name"):
        Switch(theme, "")


def test_switch_has_a_ring_on_keyboard_focus(theme: Theme, qtbot: QtBot) -> None:
    switch = show(qtbot, Switch(theme, "Claim filter"))
    switch.clearFocus()
    switch.setFocus(Qt.FocusReason.TabFocusReason)
    assert theme.color("focus").name() in colors_in(switch)
    switch.clearFocus()
    assert theme.color("focus").name() not in colors_in(switch)


def test_check_box_shows_its_tick(theme: Theme, qtbot: QtBot) -> None:
    box = show(qtbot, CheckBox(theme, "Remember"))
    assert theme.color("accentfill").name() not in colors_in(box)
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert box.isChecked()
    assert {theme.color("accentfill").name(), theme.color("onaccent").name()} <= colors_in(box)
    ticked = colors_in(box)
    box.setCheckState(Qt.CheckState.PartiallyChecked)
    assert theme.color("accentfill").name() in colors_in(box)
    assert colors_in(box) != ticked
    assert role_of(box) == (QAccessible.Role.CheckBox, "Remember")


def test_radio_buttons_have_a_ring_and_a_role(theme: Theme, qtbot: QtBot) -> None:
    radio = show(qtbot, RadioButton(theme, "Start without a model"))
    radio.clearFocus()
    radio.setFocus(Qt.FocusReason.TabFocusReason)
    assert theme.color("focus").name() in colors_in(radio)
    QTest.keyClick(radio, Qt.Key.Key_Space)
    assert radio.isChecked()
    assert theme.color("accentfill").name() in colors_in(radio)
    assert role_of(radio) == (QAccessible.Role.RadioButton, "Start without a model")


def buttons_of(stepper: Stepper) -> tuple[QPushButton, QPushButton]:
    minus, plus = stepper.findChildren(QPushButton)
    return minus, plus


def test_stepper_counts_by_pointer_key_and_digit(theme: Theme, qtbot: QtBot) -> None:
    stepper = show(qtbot, Stepper(theme, "Passages", 1, 12, value=6))
    minus, plus = buttons_of(stepper)
    with qtbot.waitSignal(stepper.value_changed) as change:
        QTest.mouseClick(plus, Qt.MouseButton.LeftButton)
    assert change.args == [7]
    QTest.mouseClick(minus, Qt.MouseButton.LeftButton)
    QTest.keyClick(stepper.spin_box(), Qt.Key.Key_Up)
    assert stepper.value() == 7
    stepper.spin_box().selectAll()
    QTest.keyClicks(stepper.spin_box(), "9")
    assert stepper.value() == 9


def test_stepper_stops_at_its_bounds(theme: Theme, qtbot: QtBot) -> None:
    stepper = show(qtbot, Stepper(theme, "Passages", 1, 3))
    minus, plus = buttons_of(stepper)
    assert stepper.value() == 1
    assert not minus.isEnabled()
    stepper.set_value(99)
    assert stepper.value() == 3
    assert minus.isEnabled()
    assert not plus.isEnabled()


def test_stepper_speaks_its_number(theme: Theme, qtbot: QtBot) -> None:
    stepper = show(qtbot, Stepper(theme, "Passages", 1, 12, value=6, suffix=" %"))
    assert role_of(stepper.spin_box()) == (QAccessible.Role.SpinBox, "Passages")
    assert value_of(stepper.spin_box()) == "6 %"
    minus, plus = buttons_of(stepper)
    assert (role_of(minus)[1], role_of(plus)[1]) == ("Passages: less", "Passages: more")


def test_stepper_shows_its_number_and_its_focus(theme: Theme, qtbot: QtBot) -> None:
    stepper = show(qtbot, Stepper(theme, "Passages", 1, 12, value=6))
    assert stepper.spin_box().contentsRect().width() >= 24
    text = stepper.spin_box().fontMetrics().horizontalAdvance("12")
    assert stepper.spin_box().width() > text
    stepper.setFocus(Qt.FocusReason.TabFocusReason)
    assert stepper.spin_box().hasFocus()
    assert theme.color("focus").name() in colors_in(stepper)


def test_select_is_named_and_turns_by_key(theme: Theme, qtbot: QtBot) -> None:
    select = Select(theme, "Answer length")
    select.addItems(["Short", "Medium"])
    show(qtbot, select)
    assert role_of(select)[0] is QAccessible.Role.ComboBox
    interface = QAccessible.queryAccessibleInterface(select)
    texts = [interface.text(part) for part in (TEXT.Name, TEXT.Description, TEXT.Value)]
    assert "Answer length" in texts
    assert "Short" in texts
    select.setFocus(Qt.FocusReason.TabFocusReason)
    assert theme.color("focus").name() in colors_in(select)
    QTest.keyClick(select, Qt.Key.Key_Down)
    assert select.currentText() == "Medium"
    select.setEnabled(False)
    assert theme.color("disabled").name() in colors_in(select)

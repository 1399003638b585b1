"""Buttons: names for screen readers, keys, focus ring, and what they show."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QColor, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.gui.common.keyboard_focus import has_keyboard_focus
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.common.widgets import Button, ButtonVariant, IconButton, Surface, native_key
from tests.gui.common.looking import colors_in, role_of, show


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_keys_press_a_button(theme: Theme, qtbot: QtBot, key: Qt.Key) -> None:
    button = Button(theme, "Ask")
    qtbot.addWidget(button)
    with qtbot.waitSignal(button.clicked):
        QTest.keyClick(button, key)


def test_switched_off_button_ignores_keys(theme: Theme, qtbot: QtBot) -> None:
    button = Button(theme, "Ask")
    qtbot.addWidget(button)
    button.setEnabled(False)
    with qtbot.assertNotEmitted(button.clicked):
        enter = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(button, enter)


def test_names_and_roles(theme: Theme, qtbot: QtBot) -> None:
    ask = Button(theme, "Ask", key_hint="Ctrl+K")
    close = IconButton(theme, "close", "Close the page", key="Esc")
    find = IconButton(theme, "search", "Find on pages", checkable=True)
    for button in (ask, close, find):
        qtbot.addWidget(button)
    assert role_of(ask) == (QAccessible.Role.Button, "Ask")
    assert role_of(close) == (QAccessible.Role.Button, "Close the page")
    assert role_of(find) == (QAccessible.Role.CheckBox, "Find on pages")
    assert close.toolTip() == f"Close the page ({native_key('Esc')})"
    assert find.toolTip() == "Find on pages"


@pytest.mark.parametrize("name", ["", "  "])
def test_icon_button_needs_a_name(theme: Theme, name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        IconButton(theme, "close", name)


@pytest.mark.parametrize(
    ("variant", "fill"),
    [(ButtonVariant.PRIMARY, "accentfill"), (ButtonVariant.PLAIN, "raised")],
)
@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
def test_variant_has_its_ground(
    theme: Theme, qtbot: QtBot, variant: ButtonVariant, fill: str, scheme: SchemeChoice
) -> None:
    theme.set_scheme(scheme)
    button = show(qtbot, Button(theme, "Ask", variant=variant))
    image = button.grab().toImage()
    expected = QColor(theme.tokens.colors[fill])  # type: ignore[index]
    assert image.pixelColor(6, image.height() // 2).name() == expected.name()


@pytest.mark.parametrize(
    ("variant", "token"),
    [
        (ButtonVariant.PRIMARY, "onaccent"),
        (ButtonVariant.PLAIN, "text"),
        (ButtonVariant.GHOST, "text2"),
        (ButtonVariant.LINK, "accent"),
        (ButtonVariant.DANGER, "bad"),
    ],
)
def test_variant_colors_text_and_icon(
    theme: Theme, qtbot: QtBot, variant: ButtonVariant, token: str
) -> None:
    button = Button(theme, "Erase…", variant=variant, icon="trash")
    show(qtbot, button)
    assert theme.tokens.colors[token].lower() in colors_in(button)  # type: ignore[index]
    button.setEnabled(False)
    grey = "text3" if variant is ButtonVariant.PRIMARY else "disabled"
    assert theme.tokens.colors[grey].lower() in colors_in(button)  # type: ignore[index]


def test_theme_switch_recolors_the_icon(theme: Theme, qtbot: QtBot) -> None:
    button = show(qtbot, IconButton(theme, "trash", "Erase"))
    light = theme.color("text2").name()
    assert light in colors_in(button)
    theme.set_scheme(SchemeChoice.DARK)
    assert theme.color("text2").name() in colors_in(button)
    assert light not in colors_in(button)


@pytest.mark.parametrize("variant", ButtonVariant)
def test_ring_shows_on_keyboard_focus_only(
    theme: Theme, qtbot: QtBot, variant: ButtonVariant
) -> None:
    window = Surface()
    layout = QHBoxLayout(window)
    first, second = Button(theme, "First"), Button(theme, "Second", variant=variant)
    layout.addWidget(first)
    layout.addWidget(second)
    show(qtbot, window)
    middle = QPoint(1, second.height() // 2)
    ring = theme.color("focus").name()

    QTest.mouseClick(second, Qt.MouseButton.LeftButton)
    assert second.hasFocus()
    assert not has_keyboard_focus(second)
    if variant is not ButtonVariant.PRIMARY:
        assert second.grab().toImage().pixelColor(middle).name() != ring

    first.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(first, Qt.Key.Key_Tab)
    assert second.hasFocus()
    assert has_keyboard_focus(second)
    assert second.grab().toImage().pixelColor(middle).name() == ring

    QTest.keyClick(second, Qt.Key.Key_Tab)
    assert not has_keyboard_focus(second)


def test_key_after_a_click_brings_the_ring(theme: Theme, qtbot: QtBot) -> None:
    button = show(qtbot, Button(theme, "Ask"))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not has_keyboard_focus(button)
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert has_keyboard_focus(button)


def test_heights_follow_the_text(theme: Theme, qtbot: QtBot) -> None:
    usual, small = Button(theme, "Ask"), Button(theme, "Ask", compact=True)
    icon = IconButton(theme, "close", "Close", size=32)
    for button in (usual, small, icon):
        qtbot.addWidget(button)
    heights = [button.sizeHint().height() for button in (usual, small, icon)]
    assert heights == [32, 28, 32]
    theme.set_text_factor(2.0)
    heights = [button.sizeHint().height() for button in (usual, small, icon)]
    assert heights == [64, 56, 64]
    assert icon.sizeHint().width() == 64


def test_whole_text_has_room(theme: Theme, qtbot: QtBot) -> None:
    button = Button(theme, "Read pages", icon="state-scan", key_hint="Ctrl+R")
    qtbot.addWidget(button)
    assert button.minimumSizeHint() == button.sizeHint()
    wider = Button(theme, "Read all pages now", icon="state-scan", key_hint="Ctrl+R")
    qtbot.addWidget(wider)
    assert wider.sizeHint().width() > button.sizeHint().width()


def test_elided_button_can_shrink(theme: Theme, qtbot: QtBot) -> None:
    button = Button(theme, "Qwen2.5 Coder 1.5B Instruct", icon="model", elide=True)
    show(qtbot, button)
    assert button.minimumSizeHint().width() < button.sizeHint().width()
    button.resize(button.minimumSizeHint())
    assert theme.color("text").name() in colors_in(button)


def test_menu_adds_an_arrow(theme: Theme, qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    plain, with_menu = (
        Button(theme, "Export", parent=parent),
        Button(theme, "Export", parent=parent),
    )
    with_menu.setMenu(QMenu(with_menu))
    opening = Button(theme, "Export", parent=parent)
    opening.show_chevron()
    assert with_menu.sizeHint().width() > plain.sizeHint().width()
    assert opening.sizeHint() == with_menu.sizeHint()
    assert role_of(with_menu)[0] is QAccessible.Role.ButtonMenu


def test_variant_and_name_can_change(theme: Theme, qtbot: QtBot) -> None:
    button = show(qtbot, Button(theme, "Ask"))
    button.set_variant(ButtonVariant.PRIMARY)
    assert button.variant is ButtonVariant.PRIMARY
    assert theme.color("accentfill").name() in colors_in(button)
    pause = IconButton(theme, "pause", "Pause", key="Ctrl+P")
    qtbot.addWidget(pause)
    pause.set_icon("play")
    pause.set_name("Go on")
    assert role_of(pause)[1] == "Go on"
    assert pause.toolTip() == f"Go on ({native_key('Ctrl+P')})"

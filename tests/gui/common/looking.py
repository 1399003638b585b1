"""How tests look at widgets: shown and active, by the colours in a grab, as a screen reader."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

Shown = TypeVar("Shown", bound=QWidget)


def show(qtbot: QtBot, widget: Shown) -> Shown:
    """Show a widget as the active window and return it."""
    qtbot.addWidget(widget)
    widget.resize(widget.sizeHint())
    with qtbot.waitExposed(widget):
        widget.show()
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow)
    return widget


def colors_in(widget: QWidget) -> set[str]:
    """Return all colours of a grab as ``#rrggbb``."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = set(memoryview(image.constBits()).cast("I"))
    return {f"#{pixel & 0xFFFFFF:06x}" for pixel in pixels}


def role_of(widget: QWidget) -> tuple[QAccessible.Role, str]:
    """Return the role and the name that a screen reader gets."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.role(), interface.text(QAccessible.Text.Name)


def value_of(widget: QWidget) -> str:
    """Return the value that a screen reader gets."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Value)

"""Brings a widget up as the active window, so that focus and rings are real."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot


def bring_up(widget: QWidget, qtbot: QtBot) -> None:
    """Show a widget as the active window and wait until it is."""
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()
    settle()


def settle() -> None:
    """Let layouts come to rest: text that wraps tells its height only once it has a width."""
    for _ in range(4):
        QApplication.sendPostedEvents()
        QApplication.processEvents()

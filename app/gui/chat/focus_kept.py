"""Keeps the focus in the window while what has it goes away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


@contextmanager
def focus_kept(inside: QWidget, instead: QWidget) -> Iterator[None]:
    """Bring a user to `instead` who is on something inside of a widget that goes away meanwhile."""
    focused = QApplication.focusWidget()
    yield
    held = focused is not None and inside.isAncestorOf(focused)
    if held and focused is not None and not focused.isVisible():
        instead.setFocus(Qt.FocusReason.OtherFocusReason)

"""The shape of the pointer over a list whose rows open something."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractItemView


def show_row_cursor(view: QAbstractItemView, event: QMouseEvent) -> None:
    """A hand over a row, an arrow beside them."""
    over = view.indexAt(event.position().toPoint()).isValid()
    shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
    view.viewport().setCursor(shape)

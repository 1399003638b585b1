"""Keys that work in every pane (the viewer and the conversation bind their own)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget


def bind_keys(window: QWidget, actions: Mapping[str, Callable[[], object]]) -> None:
    """Bind portable key names, such as "Ctrl+K", to actions for the whole window."""
    for keys, action in actions.items():
        QShortcut(QKeySequence(keys), window).activated.connect(action)

"""The keys of the conversation pane, wherever in it the user is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

Action = Callable[[], Callable[[], None] | None]
"""Gives what a key does now; None where it does nothing and belongs to others."""


class PanelKeys(QObject):
    """Takes keys that nothing inside the pane wanted. They are claimed before the window's, so
    that the window may bind the same keys for when another pane is used."""

    def __init__(self, pane: QWidget, keys: Mapping[str, Action]) -> None:
        super().__init__(pane)
        self._actions = {QKeySequence(name): action for name, action in keys.items()}
        pane.installEventFilter(self)

    def _action(self, event: QKeyEvent) -> Callable[[], None] | None:
        key = QKeySequence(event.keyCombination())
        found = next((act for known, act in self._actions.items() if known == key), None)
        return found() if found is not None else None

    # Qt override

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent):
            return False
        action = self._action(event)
        if action is None:
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() is QEvent.Type.KeyPress:
            action()
            return True
        return False

"""Where the window was and what was dragged or closed in it, from one start to the next."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow

from app.gui.pane_layout import PaneChoice, PaneLayout

FIRST_SIZE = (1440, 900)
_FRAME = "window"
_LIBRARY_WIDTH, _VIEWER_WIDTH, _CLOSED = "library_width", "viewer_width", "library_closed"
_INSPECTOR_WIDTH = "inspector_width"


class WindowMemory:
    """Keeps geometry only; settings have a file of their own. Without a store, nothing is kept."""

    def __init__(self, store: QSettings | None, window: QMainWindow, panes: PaneLayout) -> None:
        self._store = store
        self._window = window
        self._panes = panes

    def restore(self) -> None:
        """Bring back what was kept; a first window is as large as the design, or as the screen."""
        store = self._store
        frame = store.value(_FRAME) if store is not None else None
        if not isinstance(frame, QByteArray) or not self._window.restoreGeometry(frame):
            room = self._window.screen().availableSize()
            self._window.resize(min(FIRST_SIZE[0], room.width()), min(FIRST_SIZE[1], room.height()))
        if store is not None:
            self._panes.restore(
                PaneChoice(
                    _whole(store.value(_LIBRARY_WIDTH)),
                    _whole(store.value(_VIEWER_WIDTH)),
                    _whole(store.value(_INSPECTOR_WIDTH)),
                    _whole(store.value(_CLOSED)) > 0,
                )
            )

    def keep(self) -> None:
        """Keep what there is now."""
        if self._store is not None:
            choice = self._panes.choice
            self._store.setValue(_FRAME, self._window.saveGeometry())
            self._store.setValue(_LIBRARY_WIDTH, choice.library_width)
            self._store.setValue(_VIEWER_WIDTH, choice.viewer_width)
            self._store.setValue(_INSPECTOR_WIDTH, choice.inspector_width)
            self._store.setValue(_CLOSED, int(choice.library_closed))


def _whole(value: object) -> int:
    """A number as the store gives it back: as itself, as text, or not at all."""
    text = str(value)
    return int(text) if text.isdecimal() else 0

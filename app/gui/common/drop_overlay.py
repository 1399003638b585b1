"""Dropping documents: the dashed zone, and the overlay that makes the whole window one.

Children of a window that take text would get a dragged file first. So the overlay watches the
native window: when a drag with files enters, it covers everything before Qt looks for a receiver.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.gui.common.frames import EmptyState
from app.gui.common.theme import Theme
from app.gui.common.typography import RADIUS_CARD, SPACE_6, TextRole

_TITLE = "Drop a folder or PDF files here"
_SENTENCE = (
    "Every PDF in a folder and its subfolders is read, and the folder becomes a collection. "
    "Your files stay where they are and are not changed."
)


def dropped_paths(data: QMimeData) -> tuple[Path, ...]:
    """Return the local files and folders that are dragged, in their order."""
    return tuple(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())


class DropZone(QFrame):
    """The dashed frame that says what to drop, perhaps with buttons that do the same."""

    def __init__(
        self, theme: Theme, *, buttons: Sequence[QWidget] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        layout = QVBoxLayout(self)
        layout.addWidget(
            EmptyState(
                theme,
                "files",
                _TITLE,
                _SENTENCE,
                buttons=buttons,
                title_role=TextRole.TITLE,
                title_tone="text",
            )
        )

    # Qt override

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self._theme.color("control"), 2, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.setBrush(self._theme.color("window"))
        inside = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(inside, RADIUS_CARD, RADIUS_CARD)


class DropOverlay(QWidget):
    """Covers ``window`` while files are dragged over it.

    Emits ``dropped`` with a tuple of paths. Whether they are PDFs is for the reader to say:
    folders are walked off the GUI thread.
    """

    dropped = Signal(object)

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self._window = window
        self.setAcceptDrops(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_6, SPACE_6, SPACE_6, SPACE_6)
        layout.addWidget(DropZone(theme, parent=self))
        self.hide()
        window.setAcceptDrops(True)
        window.installEventFilter(self)
        self._watch_native_window()

    def cover(self) -> None:
        """Show the zone over the whole window."""
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()

    def _watch_native_window(self) -> None:
        handle = self._window.windowHandle()
        if handle is not None:
            handle.removeEventFilter(self)
            handle.installEventFilter(self)

    # Qt overrides

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._window and kind in (QEvent.Type.Show, QEvent.Type.WinIdChange):
            self._watch_native_window()
        elif watched is self._window and kind is QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self._window.rect())
        elif kind is QEvent.Type.DragEnter and isinstance(event, QDragEnterEvent):
            if dropped_paths(event.mimeData()):
                self.cover()
                event.acceptProposedAction()
        elif kind is QEvent.Type.DragLeave and watched is not self._window:
            self.hide()
        return False

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_paths(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.hide()
        paths = dropped_paths(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.dropped.emit(paths)

    def paintEvent(self, event: QPaintEvent) -> None:
        ground = self._theme.color("surface")
        # Lets the window shine through a little, so it is clear where one is.
        ground.setAlphaF(0.94)
        QPainter(self).fillRect(self.rect(), ground)

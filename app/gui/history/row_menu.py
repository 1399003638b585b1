"""What can be done with the conversation that is chosen in the list."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget


class RowMenu(QMenu):
    """Signals: `open_requested`, `rename_requested`, `delete_requested`."""

    open_requested = Signal()
    rename_requested = Signal()
    delete_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        opens = self.addAction("Open")
        rename = self.addAction("Rename")
        self.addSeparator()
        delete = self.addAction("Delete…")
        # The list takes the keys; here they are only shown.
        for action, key in (
            (opens, Qt.Key.Key_Return),
            (rename, Qt.Key.Key_F2),
            (delete, Qt.Key.Key_Delete),
        ):
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        opens.triggered.connect(self._open)
        rename.triggered.connect(self._rename)
        delete.triggered.connect(self._delete)

    def _open(self) -> None:
        self.open_requested.emit()

    def _rename(self) -> None:
        self.rename_requested.emit()

    def _delete(self) -> None:
        self.delete_requested.emit()

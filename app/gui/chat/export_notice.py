"""Says, above the question field, what became of an export."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.errors import PinciteError
from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme
from app.gui.common.widgets import Notice, NoticeKind

SAVED, NOT_SAVED = "Exported.", "Nothing was exported."


class ExportNotice(Notice):
    """Signals: `show_requested` (Path of the file that was written), `again_requested`."""

    show_requested = Signal(object)
    again_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, NoticeKind.INFO, NOT_SAVED, closable=True, parent=parent)
        self._path: Path | None = None
        self.action.connect(self._press)
        self.hide()

    def tell_saved(self, path: Path) -> str:
        """Say where the export is; returns what is said."""
        self._path = path
        where = f"“{one_line(path.name)}” is in the folder “{one_line(path.parent.name)}”."
        self.set_content(NoticeKind.INFO, SAVED, where, button="Show in folder")
        self.button().setAccessibleDescription(self.text())
        self.show()
        return self.text()

    def tell_failed(self, error: PinciteError) -> None:
        """Say why nothing was written, and offer to try again."""
        self._path = None
        self.set_content(NoticeKind.ERROR, NOT_SAVED, error.message, button="Export again")
        self.button().setAccessibleDescription(self.text())
        self.show()

    def _press(self) -> None:
        path = self._path
        self.hide()
        if path is not None:
            self.show_requested.emit(path)
        else:
            self.again_requested.emit()

"""Where the list shows the file that is being read: in a row of its own, or in the row it has."""

from __future__ import annotations

from pathlib import Path

from app.gui.common.formats import Formats
from app.gui.library.document_model import DocumentListModel
from app.gui.library.document_rows import DocumentRow, read_again_row, reading_row
from app.services.events import (
    FileFailed,
    FileFinished,
    FileStarted,
    IngestEvent,
    PageRead,
    RecognitionProgress,
)


class ReadingRow:
    """Puts one file at a time into a model, and takes it out again. Of several that are read at
    once it stays with the one that it shows until that is done."""

    def __init__(self, model: DocumentListModel) -> None:
        self._model = model
        self._formats = Formats()
        # The row that a document had before its file began to be read again.
        self._before: DocumentRow | None = None
        self._shown: Path | None = None

    def report(self, event: IngestEvent) -> None:
        """Follow an event of the ingest service."""
        match event:
            case FileStarted() if self._shown is None:
                self.show(event.path, 0, 0)
            case PageRead() if self._shown in (None, event.path):
                self.show(event.path, event.page, event.pages)
            case FileStarted() | PageRead():
                pass  # another file than the one that is shown
            case FileFinished() | FileFailed() if self._shown not in (None, event.path):
                pass
            case RecognitionProgress():
                self.show(event.document.path, event.page, event.document.pages)
            case _:
                self.hide()

    def show(self, path: Path, page: int, pages: int) -> None:
        """A file is being read, and is so far."""
        self._shown = path
        reading = reading_row(path.stem, page, pages, self._formats)
        known = self._model.row_of_path(path)
        if known is None:
            self._model.show_reading(reading)
        else:
            self._before = self._before or known
            self._model.put(read_again_row(self._before, reading))

    def hide(self) -> None:
        """No file is being read; a document says again what it said before."""
        self._shown = None
        self._model.show_reading(None)
        if self._before is not None:
            self._model.put(self._before)
            self._before = None

    def forget(self) -> None:
        """All rows are made anew; what was said before is not true any more."""
        self._before = self._shown = None

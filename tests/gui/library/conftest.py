"""The library pane over scripted reading and a real library file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.adapters.sqlite.collection_store import SqliteCollections
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.gui.common.announce import Announcer
from app.gui.common.theme import Theme
from app.gui.library.collection_model import CollectionRow
from app.gui.library.panel import LibraryPanel
from app.services.collections import CollectionService
from app.services.library import LibraryService
from app.workers.collections import CollectionWorker
from app.workers.ingest import IngestWorker
from app.workers.library import LibraryWorker
from tests.fakes.removals import NotedRemovals
from tests.fakes.vector_index import ExactVectorIndex
from tests.gui.chat.windows import bring_up, settle
from tests.gui.scripted_services import ScriptedIngest
from tests.viewed_documents import Shelf, StatedFiles


class Pane:
    """A shown panel, what stands behind it, and what it reports."""

    def __init__(self, theme: Theme, qtbot: QtBot, folder: Path) -> None:
        self.qtbot = qtbot
        self.theme = theme
        self.folder = folder
        database = Database(folder / "library.db")
        self.library = SqliteLibrary(database)
        self.collections = CollectionService(SqliteCollections(database), self.library)
        self.shelf = Shelf(self.library, folder / "PDFs")
        self.states = StatedFiles()
        self.vectors = ExactVectorIndex()
        self.ingest = ScriptedIngest()
        self.reading = IngestWorker(self.ingest, report_ms=0)
        self.listing = LibraryWorker(
            LibraryService(self.library, self.vectors, self.states, NotedRemovals())
        )
        self.collecting = CollectionWorker(self.collections)
        self._window = QWidget()
        qtbot.addWidget(self._window)
        announcer = Announcer(self._window)
        self.panel = LibraryPanel(theme, self.listing, self.reading, self.collecting, announcer)
        qtbot.addWidget(self.panel)
        self.panel.resize(264, 900)

    def show(self) -> LibraryPanel:
        """List what was put into the library, and show the panel as the active window."""
        with self.qtbot.waitSignals([self.listing.listed, self.collecting.listed]):
            self.listing.refresh()
        bring_up(self.panel, self.qtbot)
        return self.panel

    @property
    def count(self) -> int:
        """How many documents the panel says there are in all."""
        row = self.panel.collections.model.index(0).data(0x0100)
        assert isinstance(row, CollectionRow)
        return row.documents

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Title and second line of each row that is shown, from the top."""
        model = self.panel.list.model()
        rows = [model.index(i, 0).data(0x0100) for i in range(model.rowCount())]
        return [(row.title, row.line) for row in rows]

    def choose(self, *rows: int) -> None:
        """Select rows."""
        view = self.panel.list
        view.clearSelection()
        for row in rows:
            index = view.model().index(row, 0)
            view.selectionModel().select(index, view.selectionModel().SelectionFlag.Select)
        if rows:
            view.selectionModel().setCurrentIndex(
                view.model().index(rows[0], 0), view.selectionModel().SelectionFlag.NoUpdate
            )

    def settle(self) -> None:
        """Let layouts come to rest."""
        settle()

    def wait_idle(self) -> None:
        """Wait until nothing is being read and the list was made anew."""
        with self.qtbot.waitSignal(self.listing.listed):
            pass
        settle()

    def close(self) -> None:
        """Join the lanes."""
        self.reading.close()
        self.listing.close()
        self.collecting.close()
        QApplication.processEvents()
        self.library.close()


@pytest.fixture
def pane(theme: Theme, qtbot: QtBot, tmp_path: Path) -> Iterator[Pane]:
    pane = Pane(theme, qtbot, tmp_path)
    yield pane
    pane.close()

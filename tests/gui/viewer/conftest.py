"""A library with documents to look at, a renderer that draws plain colours, and the panel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.answer import Citation
from app.core.domain.document import Document
from app.gui.common.theme import Theme
from app.gui.viewer.panel import ViewerPanel
from app.services.passwords import Passwords
from app.services.viewing import ViewingService
from app.workers.pages import PageWorker
from tests.viewed_documents import PaintedPages, Shelf, StatedFiles

OpenPanel = Callable[..., ViewerPanel]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SqliteLibrary]:
    library = SqliteLibrary(Database(tmp_path / "library.db"))
    yield library
    library.close()


@pytest.fixture
def shelf(library: SqliteLibrary, tmp_path: Path) -> Shelf:
    """Puts documents into the library."""
    return Shelf(library, tmp_path)


@pytest.fixture
def renderer() -> Iterator[PaintedPages]:
    renderer = PaintedPages()
    yield renderer
    renderer.let_go()


@pytest.fixture
def states() -> StatedFiles:
    return StatedFiles()


@pytest.fixture
def passwords() -> Passwords:
    return Passwords()


@pytest.fixture
def worker(
    qapp: QApplication,
    library: SqliteLibrary,
    renderer: PaintedPages,
    states: StatedFiles,
    passwords: Passwords,
) -> Iterator[PageWorker]:
    worker = PageWorker(ViewingService(library, renderer, states, passwords))
    yield worker
    renderer.let_go()
    worker.close()


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, worker: PageWorker) -> ViewerPanel:
    """A panel of the pictured size, shown and active."""
    panel = ViewerPanel(theme, worker)
    qtbot.addWidget(panel)
    panel.resize(536, 900)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    return panel


@pytest.fixture
def handbook(shelf: Shelf) -> Document:
    """64 pages with labels; page 14 holds the passage that `cite` cites."""
    return shelf.handbook()


@pytest.fixture
def cite(shelf: Shelf, handbook: Document) -> Callable[..., Citation]:
    """Makes a citation of the handbook."""

    def make(**changes: object) -> Citation:
        return shelf.citation(handbook, **changes)

    return make

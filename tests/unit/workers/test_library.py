"""The library lane: lists, removes, and says what went wrong."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.document import FileState
from app.core.errors import NotFound
from app.services.library import LibraryService, ListedDocument
from app.workers.library import LibraryWorker
from tests.fakes.removals import NotedRemovals
from tests.fakes.vector_index import ExactVectorIndex
from tests.stored_documents import new_document
from tests.unit.workers.listener import Listener
from tests.viewed_documents import StatedFiles


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SqliteLibrary]:
    library = SqliteLibrary(Database(tmp_path / "library.db"))
    yield library
    library.close()


@pytest.fixture
def states() -> StatedFiles:
    return StatedFiles()


@pytest.fixture
def worker(
    qapp: QApplication, library: SqliteLibrary, states: StatedFiles
) -> Iterator[LibraryWorker]:
    worker = LibraryWorker(LibraryService(library, ExactVectorIndex(), states, NotedRemovals()))
    yield worker
    worker.close()


def test_documents_are_listed_with_the_state_of_their_files(
    worker: LibraryWorker, library: SqliteLibrary, states: StatedFiles, qtbot: QtBot
) -> None:
    lease = library.save_document(new_document("lease.pdf", ["Rent."]))
    atlas = library.save_document(new_document("atlas.pdf", ["Maps."]))
    states.stated[lease.id] = FileState.MISSING
    listener = Listener()
    listener.listen("listed", worker.listed)
    worker.refresh()
    qtbot.waitUntil(lambda: len(listener.heard) == 2)
    assert listener.values("listed") == [
        (ListedDocument(atlas, None), ListedDocument(lease, None)),
        (ListedDocument(atlas, FileState.UNCHANGED), ListedDocument(lease, FileState.MISSING)),
    ]


def test_documents_are_removed(worker: LibraryWorker, library: SqliteLibrary, qtbot: QtBot) -> None:
    lease = library.save_document(new_document("lease.pdf", ["Rent."]))
    with qtbot.waitSignal(worker.removed) as signal:
        worker.remove([lease.id])
    assert signal.args == [(lease,)]
    assert library.documents() == []


def test_what_is_not_there_is_a_fault_and_the_lane_goes_on(
    worker: LibraryWorker, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    listener = Listener()
    listener.listen("failed", worker.failed)
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(worker.failed):
        worker.remove([7])
    [error] = listener.values("failed")
    assert isinstance(error, NotFound)
    with qtbot.waitSignal(worker.listed):
        worker.refresh()

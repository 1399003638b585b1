"""Closing: no engine that hangs holds the window up for more than some seconds."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.adapters import inference_process
from app.adapters.inference_process import LlamaChatModel
from app.adapters.picked_files import PickedFiles
from app.adapters.process.client import ChildProcess
from app.adapters.sqlite.collection_store import SqliteCollections
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.adapters.sqlite.reading_report_store import SqliteReadingReport
from app.adapters.written_files import WrittenFiles
from app.core.domain.answer import AnswerStyle
from app.core.domain.cancel import CancelToken
from app.core.domain.collection import ALL_DOCUMENTS, ScopeChoice
from app.gui.window_workers import WindowWorkers
from app.services.collections import CollectionService
from app.services.conversations import ConversationService
from app.services.embedded import EmbeddedService
from app.services.events import AnswerEvent, ModelLoading
from app.services.library import LibraryService
from app.services.passwords import Passwords
from app.services.preferences import Preferences
from app.services.reading_report import ReadingReportService
from app.services.schemas import SchemaService
from app.services.unlocking import UnlockingService
from app.services.viewing import ViewingService
from app.workers.answers import AnswerWorker
from app.workers.collections import CollectionWorker
from app.workers.conversations import ConversationWorker
from app.workers.embedded import EmbeddedWorker
from app.workers.erasing import EraseWorker
from app.workers.exports import ExportWorker
from app.workers.extractions import ExtractionWorker
from app.workers.folders import FolderWorker
from app.workers.ingest import IngestWorker
from app.workers.library import LibraryWorker
from app.workers.models import ModelWorker
from app.workers.pages import PageWorker
from app.workers.passwords import PasswordWorker
from app.workers.report import ReportWorker
from app.workers.schemas import SchemaWorker
from app.workers.searches import SearchWorker
from tests.fakes.conversation_store import MemoryConversations
from tests.fakes.embedded_files import FakeEmbeddedFiles
from tests.fakes.extraction_store import MemoryExtractions
from tests.fakes.file_source import FakeFileSource
from tests.fakes.removals import NotedRemovals
from tests.fakes.vector_index import ExactVectorIndex
from tests.gui.scripted_erasing import ScriptedErasing
from tests.gui.scripted_extractions import ScriptedRuns, ScriptedTables
from tests.gui.scripted_folders import ScriptedFolders
from tests.gui.scripted_searches import ScriptedSearches
from tests.gui.scripted_services import ScriptedIngest, ScriptedModels
from tests.viewed_documents import PaintedPages, StatedFiles
from tests.workbench import KeptSettings

# The engines would hang for a minute.
SOME_SECONDS = 15.0


class Stalled:
    """Answers that wait for an engine and get no further."""

    def __init__(self, wait: Callable[[CancelToken], object]) -> None:
        self._wait = wait

    def ask(
        self,
        question: str,
        *,
        scope: ScopeChoice,
        style: AnswerStyle,
        cancel: CancelToken,
        earlier: Sequence[str],
        claim_filter: bool | None,
    ) -> Iterator[AnswerEvent]:
        yield ModelLoading("Tiny")
        self._wait(cancel)


def hang(*_arguments: object) -> object:
    """Stands in for an engine that never stands. Runs in the child."""
    threading.Event().wait(60)
    return None


@pytest.fixture
def open_lanes(
    qapp: QApplication, library_dir: Path
) -> Iterator[Callable[[Stalled, Callable[[], object]], WindowWorkers]]:
    """Makes the lanes of a window, with these answers and this way to end engines."""
    database = Database(library_dir / "library.db")
    library = SqliteLibrary(database)
    collections = CollectionService(SqliteCollections(database), library)
    conversations = ConversationService(MemoryConversations(), Preferences(KeptSettings()))
    states, tables = StatedFiles(), ScriptedTables()

    def make(answers: Stalled, end_engines: Callable[[], object]) -> WindowWorkers:
        return WindowWorkers(
            answers=AnswerWorker(answers),
            ingest=IngestWorker(ScriptedIngest()),
            library=LibraryWorker(
                LibraryService(library, ExactVectorIndex(), states, NotedRemovals())
            ),
            models=ModelWorker(ScriptedModels()),
            pages=PageWorker(ViewingService(library, PaintedPages(), states, Passwords())),
            embedded=EmbeddedWorker(
                EmbeddedService(library, FakeEmbeddedFiles(), states, Passwords())
            ),
            passwords=PasswordWorker(
                UnlockingService(library, PaintedPages(), FakeFileSource(), Passwords())
            ),
            searches=SearchWorker(ScriptedSearches()),
            collections=CollectionWorker(collections),
            conversations=ConversationWorker(conversations),
            exports=ExportWorker(WrittenFiles()),
            extractions=ExtractionWorker(tables, ScriptedRuns(tables)),
            folders=FolderWorker(ScriptedFolders(), lambda: False),
            schemas=SchemaWorker(SchemaService(MemoryExtractions()), PickedFiles()),
            table_exports=ExportWorker(WrittenFiles()),
            schema_exports=ExportWorker(WrittenFiles()),
            report=ReportWorker(ReadingReportService(library, SqliteReadingReport(database))),
            report_exports=ExportWorker(WrittenFiles()),
            erasing=EraseWorker(ScriptedErasing()),
            end_engines=end_engines,
        )

    yield make
    library.close()


def seconds_to_close(lanes: WindowWorkers, qtbot: QtBot, started: Callable[[], bool]) -> float:
    """Ask, wait until the engine is being started, and close."""
    lanes.answers.ask("When?", ALL_DOCUMENTS, AnswerStyle.WRITTEN)
    qtbot.waitUntil(started, timeout=30_000)
    began = time.monotonic()
    lanes.close()
    return time.monotonic() - began


def test_a_model_that_stalls_in_loading(
    open_lanes: Callable[..., WindowWorkers],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    model_paths: Callable[[str], tuple[Path, ...]],
) -> None:
    monkeypatch.setattr(inference_process, "make_engine", hang)
    model = LlamaChatModel(model_paths("tiny")[0], title="Tiny")
    lanes = open_lanes(Stalled(lambda cancel: model.load(cancel=cancel)), lambda: None)
    took = seconds_to_close(lanes, qtbot, lambda: model.process_id is not None)
    assert took < SOME_SECONDS
    assert model.process_id is None


def test_an_engine_that_cannot_be_told_to_stop(
    open_lanes: Callable[..., WindowWorkers], qtbot: QtBot
) -> None:
    engine = ChildProcess("search index", hang)
    lanes = open_lanes(Stalled(lambda _: engine.call("search")), engine.close)
    took = seconds_to_close(lanes, qtbot, lambda: engine.process_id is not None)
    assert took < SOME_SECONDS
    assert engine.process_id is None


def test_engines_that_are_done_are_left_alone(
    open_lanes: Callable[..., WindowWorkers], qtbot: QtBot
) -> None:
    ended: list[str] = []
    reached = threading.Event()
    lanes = open_lanes(Stalled(lambda _: reached.set()), lambda: ended.append("ended"))
    seconds_to_close(lanes, qtbot, reached.is_set)
    assert ended == []

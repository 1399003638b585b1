"""A whole window over scripted services, a real library file and a renderer that draws plainly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.adapters.picked_files import PickedFiles
from app.adapters.sqlite.collection_store import SqliteCollections
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.extraction_store import SqliteExtractions
from app.adapters.sqlite.library import SqliteLibrary
from app.adapters.sqlite.reading_report_store import SqliteReadingReport
from app.adapters.written_files import WrittenFiles
from app.core.domain.answer import Answer, Claim
from app.core.domain.chunk import DraftChunk, Span
from app.core.domain.document import Document, DocumentStatus
from app.core.settings import Settings
from app.gui.common.theme import Theme
from app.gui.main_window import MainWindow
from app.gui.window_workers import WindowWorkers
from app.services.collections import CollectionService
from app.services.conversations import ConversationService
from app.services.embedded import EmbeddedService
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
from tests.fakes.file_source import FakeFileSource
from tests.fakes.removals import NotedRemovals
from tests.fakes.vector_index import ExactVectorIndex
from tests.gui.chat.examples import SUPPORTED, answer
from tests.gui.chat.scripted_answers import ScriptedAnswers
from tests.gui.chat.windows import settle
from tests.gui.scripted_erasing import ScriptedErasing
from tests.gui.scripted_extractions import ScriptedRuns, ScriptedTables
from tests.gui.scripted_folders import NEVER, ScriptedFolders
from tests.gui.scripted_searches import ScriptedSearches
from tests.gui.scripted_services import ScriptedIngest, ScriptedModels
from tests.viewed_documents import PaintedPages, Shelf, StatedFiles, page_text
from tests.workbench import KeptSettings


class Desk:
    """What stands behind a window, and the window itself once it was opened."""

    def __init__(self, theme: Theme, qtbot: QtBot, folder: Path) -> None:
        self.theme = theme
        self.qtbot = qtbot
        self.folder = folder
        folder.mkdir(exist_ok=True)
        database = Database(folder / "library.db")
        self.library = SqliteLibrary(database)
        self.collections = CollectionService(SqliteCollections(database), self.library)
        self.reports = ReadingReportService(
            self.library, SqliteReadingReport(database), lambda: True
        )
        self.shelf = Shelf(self.library, folder / "PDFs")
        self.states = StatedFiles()
        self.answers = ScriptedAnswers()
        self.searches = ScriptedSearches()
        self.kept = MemoryConversations()
        self.conversations = ConversationService(self.kept, Preferences(KeptSettings()))
        self.extractions = SqliteExtractions(database)
        self.tables = ScriptedTables()
        self.runs = ScriptedRuns(self.tables)
        self.ingest = ScriptedIngest()
        self.watching = ScriptedFolders()
        self.folder_timing = NEVER
        self.models = ScriptedModels()
        self.erasing = ScriptedErasing()
        self.renderer = PaintedPages()
        self.passwords = Passwords()
        self.inside = FakeEmbeddedFiles()
        self.files = FakeFileSource()
        self.settings = Settings()
        self.memory: QSettings | None = None
        self._workers: WindowWorkers | None = None
        self._window: MainWindow | None = None

    @property
    def window(self) -> MainWindow:
        """The window."""
        assert self._window is not None
        return self._window

    @property
    def workers(self) -> WindowWorkers:
        """Its lanes."""
        assert self._workers is not None
        return self._workers

    def make(self) -> MainWindow:
        """Make the window, of which nothing is shown yet."""
        service = LibraryService(self.library, ExactVectorIndex(), self.states, NotedRemovals())
        reading = IngestWorker(self.ingest, report_ms=0)
        self._workers = WindowWorkers(
            answers=AnswerWorker(self.answers),
            ingest=reading,
            folders=FolderWorker(self.watching, lambda: reading.busy, timing=self.folder_timing),
            library=LibraryWorker(service),
            models=ModelWorker(self.models),
            pages=PageWorker(
                ViewingService(self.library, self.renderer, self.states, self.passwords)
            ),
            embedded=EmbeddedWorker(
                EmbeddedService(self.library, self.inside, self.states, self.passwords)
            ),
            passwords=PasswordWorker(
                UnlockingService(self.library, self.renderer, self.files, self.passwords)
            ),
            searches=SearchWorker(self.searches),
            collections=CollectionWorker(self.collections),
            conversations=ConversationWorker(self.conversations),
            exports=ExportWorker(WrittenFiles()),
            extractions=ExtractionWorker(self.tables, self.runs, report_ms=0),
            schemas=SchemaWorker(SchemaService(self.extractions), PickedFiles()),
            table_exports=ExportWorker(WrittenFiles()),
            schema_exports=ExportWorker(WrittenFiles()),
            report=ReportWorker(self.reports),
            report_exports=ExportWorker(WrittenFiles()),
            erasing=EraseWorker(self.erasing),
        )
        self._window = MainWindow(
            self.theme, self._workers, self.settings, self.folder, self.memory
        )
        self.qtbot.addWidget(self._window)
        return self._window

    def show(self, width: int = 1440, height: int = 900) -> None:
        """Show the window as the active one, once its library was listed."""
        window = self.window
        self.qtbot.waitUntil(lambda: window.middle.currentIndex() > 0)
        window.resize(width, height)
        with self.qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        settle()

    def open(self, width: int = 1440, height: int = 900) -> MainWindow:
        """Make the window and show it."""
        self.make()
        self.show(width, height)
        return self.window

    def put(
        self,
        title: str,
        pages: int = 1,
        status: DocumentStatus = DocumentStatus.INDEXED,
        sentence: str = "",
    ) -> Document:
        """A document in the library."""
        texts = self.shelf.pages(f"The {title} says so.", pages)
        return self.shelf.put(title, texts, status=status, status_text=sentence)

    def cited_answer(self) -> Answer:
        """An answer of two sentences, each cited from a document in the library."""
        handbook = self.shelf.handbook()
        rent = "The rent is due on the third working day."
        page = page_text(1, rent)
        chunk = DraftChunk(rent, ("2 Rent",), (Span(1, 0, len(rent), 0),), 9)
        lease = self.shelf.put("Lease", [page], chunks=[chunk])
        [stored] = self.library.document_chunks(lease.id)
        first = self.shelf.citation(handbook)
        second = replace(
            first,
            chunk_id=stored.id,
            document_id=lease.id,
            document=lease.title,
            path=lease.path,
            page=1,
            label="",
            heading=stored.heading,
            quote=rent,
            boxes=page.boxes(0, len(rent)),
            passage_boxes=page.boxes(0, len(rent)),
        )
        claims = (
            Claim("Days carried over are to be taken by 31 March.", (0,), SUPPORTED),
            Claim("The rent is due on the third working day.", (1,), SUPPORTED),
        )
        return answer(claims, (first, second), confidence=0.9)

    def wait_idle(self) -> None:
        """Wait until nothing is being read."""
        self.qtbot.waitUntil(lambda: not self.workers.ingest.busy)
        settle()

    def resize(self, width: int, height: int = 900) -> None:
        """Make the window another size."""
        self.window.resize(width, height)
        settle()

    def close(self) -> None:
        """Close everything; may be called more than once."""
        self.renderer.let_go()
        if self._window is not None:
            self._window.close()
        QApplication.processEvents()
        self.library.close()

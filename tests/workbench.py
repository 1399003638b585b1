"""Services over fakes and a real SQLite library, for tests of what the services do in order."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from app.adapters.file_states import LocalFileStates
from app.adapters.library_folder import LibraryFolder
from app.adapters.sqlite.audit import SqliteAudit
from app.adapters.sqlite.collection_store import SqliteCollections
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.conversation_store import SqliteConversations
from app.adapters.sqlite.erasure_store import SqliteErasure
from app.adapters.sqlite.folder_store import SqliteFolders
from app.adapters.sqlite.lexical_index import SqliteLexicalIndex
from app.adapters.sqlite.library import SqliteLibrary
from app.adapters.sqlite.recognition_store import SqliteRecognition
from app.core.domain.cancel import CancelToken
from app.core.settings import Settings
from app.services.embedding import ChunkEmbedding
from app.services.events import IngestEvent
from app.services.filing import Filing
from app.services.folder_memory import FolderMemory
from app.services.folders import FolderService
from app.services.ingest import AfterReading, IngestService
from app.services.ingest_control import PauseSwitch, ToRead
from app.services.passwords import Passwords
from app.services.preferences import Preferences
from app.services.priority import AnswerPriority
from app.services.reading_lanes import LaneReader
from app.services.recognised_documents import RecognisedDocuments
from app.services.recognising import RecognisingService
from app.services.searching import SearchService
from app.services.unlocking import UnlockingExtractor
from app.services.viewing import ViewingService
from tests.fakes.embedder import WordHashEmbedder
from tests.fakes.file_source import FakeFileSource
from tests.fakes.ocr_engine import FakeOcrEngine
from tests.fakes.page_cutter import FakePageCutter
from tests.fakes.page_renderer import FakePageRenderer, FakeSheets
from tests.fakes.text_extractor import SIZE, FakePdf, FakeTextExtractor
from tests.fakes.token_counter import WordCounter
from tests.fakes.vector_index import ExactVectorIndex

FOLDER = Path("/documents")
Event = TypeVar("Event")


class KeptSettings:
    """Settings in memory."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()

    def load(self) -> Settings:
        return self.settings

    def save(self, settings: Settings) -> None:
        self.settings = settings


@dataclass
class Workbench:
    """A library on disk with everything else in memory. Close it at the end."""

    folder: Path
    settings: Settings = field(default_factory=Settings)
    lanes: int = 1
    """How many files are read at once."""

    def __post_init__(self) -> None:
        self.database = Database(LibraryFolder(self.folder).database)
        self.library = SqliteLibrary(self.database)
        self.collections = SqliteCollections(self.database)
        self.conversations = SqliteConversations(self.database)
        self.erasure = SqliteErasure(self.database)
        self.audit = SqliteAudit(self.database)
        self.lexical = SqliteLexicalIndex(self.database)
        self.folders = SqliteFolders(self.database)
        self.files = FakeFileSource()
        self.memory = FolderMemory(self.folders, self.files, self.files, self.collections)
        self.extractor = FakeTextExtractor()
        self.cutter = FakePageCutter()
        self.embedder = WordHashEmbedder()
        self.vectors = ExactVectorIndex()
        self.priority = AnswerPriority()
        self.preferences = Preferences(KeptSettings(self.settings))
        self.recognition = SqliteRecognition(self.database)
        self.ocr = FakeOcrEngine()
        self.ocr_missing = ""
        self.renderer = FakePageRenderer()
        self.clock: Callable[[], float] = time.monotonic
        self.restart()
        self.search = SearchService(
            self.library, self.lexical, self.embedder, self.vectors, self.preferences
        )

    def restart(self) -> None:
        """Forget what only the memory of the program holds."""
        self.passwords = Passwords()
        extractor = UnlockingExtractor(self.extractor, self.passwords)
        embedding = ChunkEmbedding(WordCounter(), self.library, self.embedder, self.vectors)
        states = LocalFileStates(self.files)
        self.recognising = RecognisingService(
            self.recognition,
            self.library,
            RecognisedDocuments(
                self.recognition,
                self.library,
                self.files,
                states,
                extractor,
                WordCounter(),
                embedding,
            ),
            ViewingService(self.library, self.renderer, states, self.passwords),
            self.ocr,
            lambda: self.ocr_missing,
            self.preferences,
            clock=self.clock,
        )
        self.ingest = IngestService(
            self.files,
            [LaneReader(extractor, self.cutter) for _ in range(self.lanes)],
            self.library,
            AfterReading(embedding, self.recognising),
            self.priority,
            Filing(self.collections, self.memory),
            self.preferences,
        )

    def checking(self, clock: Callable[[], float]) -> FolderService:
        """The service that checks watched folders, at a time of the test's own."""
        filing = Filing(self.collections, self.memory)
        return FolderService(
            self.folders, self.files, self.files, filing, self.priority, clock=clock
        )

    def put(self, name: str, pdf: FakePdf, *, data: bytes | None = None, mtime_ns: int = 1) -> Path:
        """Create or replace a file that the extractor can read."""
        path = FOLDER / name
        self.files.put(path, data or f"%PDF {name} {pdf}".encode(), mtime_ns)
        self.extractor.files[path] = pdf
        self.renderer.files[path] = FakeSheets([(SIZE.width, SIZE.height)] * len(pdf.pages))
        return path

    def put_text(self, name: str, *pages: str, title: str = "", mtime_ns: int = 1) -> Path:
        """Create or replace a file with these pages."""
        return self.put(name, FakePdf(pages=pages, title=title), mtime_ns=mtime_ns)

    def read(
        self, *paths: ToRead, cancel: CancelToken | None = None, pause: PauseSwitch | None = None
    ) -> list[IngestEvent]:
        """Ingest paths, by default the whole folder, and return all events."""
        token = cancel or CancelToken()
        return list(self.ingest.run(paths or (FOLDER,), cancel=token, pause=pause))

    def close(self) -> None:
        """Close the library."""
        self.library.close()


def only(events: list[IngestEvent], kind: type[Event]) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]

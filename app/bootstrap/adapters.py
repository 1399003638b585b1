"""What services work with: settings, models, the library, files, and the processes of engines.

It is a part of the composition root and holds the two services that it needs itself.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from enum import Enum, auto
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, TypeVar, cast

from app.adapters.library_folder import LibraryFolder
from app.core.made_once import once

if TYPE_CHECKING:
    from app.adapters.chat_models import InstalledChatModels
    from app.adapters.extractor_pool import ExtractorPool
    from app.adapters.file_source import LocalFiles
    from app.adapters.index_process import IndexProcess
    from app.adapters.sqlite.connection import Database
    from app.core.domain.floor import FloorRecord
    from app.core.domain.model import Manifest
    from app.core.ports import (
        CollectionStore,
        ConversationStore,
        EmbeddedFiles,
        Embedder,
        ErasureStore,
        ExtractionStore,
        FileReader,
        FileSource,
        FileStates,
        FileWriter,
        FolderSource,
        FolderStore,
        LexicalIndex,
        LibraryAudit,
        LibraryStore,
        ModelFiles,
        OcrEngine,
        PageRenderer,
        RecognitionStore,
        TokenCounter,
        VectorIndex,
        WorkbookWriter,
    )
    from app.core.settings import Settings
    from app.services.models import ModelService
    from app.services.preferences import Preferences

T = TypeVar("T")

ANSWERING, INDEXING, RECOGNISING = "chat_models", "_index", "ocr"
"""Names of the parts below that run engines which a window may have to end before they are done."""

EMBEDDER = "embedder"
"""The manifest's name for the built-in embedder."""

OCR = "ocr"
"""The manifest's name for what reads scanned pages."""


class Ownership(Enum):
    """Who may write the vectors: this program, another one, or nobody, as where nothing can be
    written."""

    OURS = auto()
    OF_ANOTHER = auto()
    OF_NOBODY = auto()


class Adapters:
    """Settings, models, files and engines of one open library.

    Args:
        writing: Own the library at once, or fail; otherwise it is only read, and search by
            meaning takes part where no other Pincite owns the library.
        settings: In force instead of the user's own, which are neither read nor written then.

    Raises:
        StorageError: the folder cannot be used; LibraryBusy with `writing`.
    """

    def __init__(self, library: Path, *, writing: bool, settings: Settings | None = None) -> None:
        self._settings = settings
        self.making = RLock()
        self.made: dict[str, object] = {}
        self._stack = ExitStack()
        self.folder = LibraryFolder(library)
        if writing:
            self._stack.enter_context(self.folder.lock())
        self._writing = writing

    def close(self) -> None:
        """Close everything that was opened, last first. May be called more than once."""
        self._stack.close()

    def end_engines(self) -> None:
        """End the processes of models, index and OCR, whatever they are at; who waits for them gets
        Cancelled. May be called from any thread; a later request starts them anew."""
        for name in (ANSWERING, INDEXING, RECOGNISING):
            engine = self.made.get(name)  # without the lock, which a slow start may hold
            if engine is not None:
                cast("InstalledChatModels | IndexProcess | OcrEngine", engine).close()

    def _closing(self, thing: T, close: Callable[[], object]) -> T:
        self._stack.callback(close)
        return thing

    # --- settings and models ----------------------------------------------------------------

    @once
    def preferences(self) -> Preferences:
        """The settings in force."""
        from app.adapters.settings_file import GivenSettings, SettingsFile, default_settings_file
        from app.services.preferences import Preferences

        if self._settings is not None:
            return Preferences(GivenSettings(self._settings))
        return Preferences(SettingsFile(default_settings_file()))

    @once
    def manifest(self) -> Manifest:
        """All models that the program knows."""
        from app.adapters.manifest_file import load_manifest

        return load_manifest()

    @once
    def floors(self) -> FloorRecord:
        """From where on what was found is enough for an answer, as it was measured."""
        from app.adapters.floor_file import load_floors

        return load_floors()

    @once
    def model_files(self) -> ModelFiles:
        """The models folder."""
        from app.adapters.model_folder import ModelFolder, default_models_folder

        return ModelFolder(default_models_folder())

    @once
    def models(self) -> ModelService:
        """Listing, fetching and checking models."""
        from app.services.models import ModelService

        return ModelService(self.manifest, self.model_files)

    @once
    def chat_models(self) -> InstalledChatModels:
        """The language models that can be used now."""
        from app.adapters.chat_models import InstalledChatModels

        models = InstalledChatModels(
            self.manifest, self.model_files, lambda: self.preferences.current.models
        )
        return self._closing(models, models.close)

    # --- the library ------------------------------------------------------------------------

    @once
    def _database(self) -> Database:
        from app.adapters.sqlite.connection import Database

        database = Database(self.folder.database)
        return self._closing(database, database.close)

    @once
    def library(self) -> LibraryStore:
        """Documents, pages and chunks."""
        from app.adapters.sqlite.library import SqliteLibrary

        return SqliteLibrary(self._database)

    @once
    def erasure(self) -> ErasureStore:
        """Erasing in the database."""
        from app.adapters.sqlite.erasure_store import SqliteErasure

        return SqliteErasure(self._database)

    @once
    def conversation_store(self) -> ConversationStore:
        """Conversations."""
        from app.adapters.sqlite.conversation_store import SqliteConversations

        return SqliteConversations(self._database)

    @once
    def audit(self) -> LibraryAudit:
        """Looking for what should not be there."""
        from app.adapters.sqlite.audit import SqliteAudit

        return SqliteAudit(self._database)

    @once
    def collections(self) -> CollectionStore:
        """Named sets of documents."""
        from app.adapters.sqlite.collection_store import SqliteCollections

        return SqliteCollections(self._database)

    @once
    def folder_store(self) -> FolderStore:
        """Watched folders, what was left out there, and what the user took out."""
        from app.adapters.sqlite.folder_store import SqliteFolders

        return SqliteFolders(self._database)

    @once
    def extraction_store(self) -> ExtractionStore:
        """Schemas of the user, and what was read out of documents by them."""
        from app.adapters.sqlite.extraction_store import SqliteExtractions

        return SqliteExtractions(self._database)

    @once
    def recognition(self) -> RecognitionStore:
        """Which pages OCR is to look at, and what it found."""
        from app.adapters.sqlite.recognition_store import SqliteRecognition

        return SqliteRecognition(self._database)

    @once
    def lexical(self) -> LexicalIndex:
        """Full-text search."""
        from app.adapters.sqlite.lexical_index import SqliteLexicalIndex

        return SqliteLexicalIndex(self._database)

    @once
    def counter(self) -> TokenCounter:
        """The embedder's tokenizer. The rest of the embedder may be missing: reading and search
        by words need no more than this."""
        from app.adapters.hf_tokenizer import HfTokenCounter

        entry = self.models.entry(EMBEDDER)
        return HfTokenCounter(self.model_files.path(entry, entry.files[1].name))

    @once
    def _owns(self) -> bool:
        """Whether the vectors are this program's to open. Found out once, and before the index
        is made: what is opened last is closed first, and the library is free after its index."""
        return self._ownership is Ownership.OURS

    @once
    def _ownership(self) -> Ownership:
        from app.core.errors import LibraryBusy, StorageError

        if not self._writing:
            try:
                self._stack.enter_context(self.folder.lock())
            except LibraryBusy:
                return Ownership.OF_ANOTHER
            except StorageError:
                return Ownership.OF_NOBODY
        return Ownership.OURS

    @once
    def _index(self) -> IndexProcess:
        from app.adapters.index_handler import IndexPlan
        from app.adapters.index_process import IndexProcess
        from app.core.domain.model import EmbedderIdentity

        _ = self._owns  # the lock, where it can be had, is given back after the index is closed
        entry = self.models.entry(EMBEDDER)
        model, tokenizer = entry.files
        plan = IndexPlan(
            vectors=self.folder.vectors,
            model=self.model_files.path(entry, model.name),
            tokenizer=self.model_files.path(entry, tokenizer.name),
            identity=EmbedderIdentity(entry.title, entry.dimensions or 0, model.sha256),
            threads=self.preferences.current.models.threads,
            expected=entry.files,
        )
        index = IndexProcess(plan)
        return self._closing(index, index.close)

    @once
    def embedder(self) -> Embedder:
        """Text to vectors, in the index process."""
        from app.adapters.index_process import IndexProcessEmbedder

        return IndexProcessEmbedder(self._index)

    @once
    def vectors(self) -> VectorIndex:
        """Vectors of the library, in the index process; only one program may open them."""
        from app.adapters.index_process import IndexProcessVectors
        from app.adapters.locked_vectors import LockedVectorIndex

        if not self._owns:
            return LockedVectorIndex(only_read=self._ownership is Ownership.OF_NOBODY)
        return IndexProcessVectors(self._index)

    # --- files and pages --------------------------------------------------------------------

    @once
    def _local_files(self) -> LocalFiles:
        from app.adapters.file_source import LocalFiles

        return LocalFiles()

    @once
    def files(self) -> FileSource:
        """The user's files."""
        return self._local_files

    @once
    def folder_files(self) -> FolderSource:
        """The user's folders."""
        return self._local_files

    @once
    def file_states(self) -> FileStates:
        """Whether files are still what was read."""
        from app.adapters.file_states import LocalFileStates

        return LocalFileStates()

    @once
    def file_writer(self) -> FileWriter:
        """Writing files that the user asks for."""
        from app.adapters.written_files import WrittenFiles

        return WrittenFiles()

    @once
    def file_reader(self) -> FileReader:
        """Reading small files that the user picks."""
        from app.adapters.picked_files import PickedFiles

        return PickedFiles()

    @once
    def workbooks(self) -> WorkbookWriter:
        """Making files for spreadsheet programs."""
        from app.adapters.xlsx_workbook import XlsxWorkbooks

        return XlsxWorkbooks()

    @once
    def extractors(self) -> ExtractorPool:
        """Read PDFs, each in a process of its own."""
        from app.adapters.extractor_pool import ExtractorPool

        _ = self.counter  # a missing tokenizer is told before anything is read
        entry = self.models.entry(EMBEDDER)
        pool = ExtractorPool(self.model_files.path(entry, entry.files[1].name))
        return self._closing(pool, pool.close)

    @once
    def embedded_files(self) -> EmbeddedFiles:
        """Takes files out of PDFs in a process of its own."""
        from app.adapters.embedded_process import EmbeddedFilesProcess

        embedded = EmbeddedFilesProcess()
        return self._closing(embedded, embedded.close)

    @once
    def renderer(self) -> PageRenderer:
        """Draws pages in a process of its own."""
        from app.adapters.extractor_process import RendererProcess

        renderer = RendererProcess()
        return self._closing(renderer, renderer.close)

    @once
    def scan_renderer(self) -> PageRenderer:
        """Draws pages for OCR, in a process of its own, so that the viewer's is free."""
        from app.adapters.extractor_process import RendererProcess

        renderer = RendererProcess()
        return self._closing(renderer, renderer.close)

    @once
    def ocr(self) -> OcrEngine:
        """Reads pictures of pages in a process of its own."""
        from app.adapters.ocr_process import OcrPlan, OcrProcess

        entry = self.models.entry(OCR)
        finding, reading = (self.model_files.path(entry, file.name) for file in entry.files)
        engine = OcrProcess(OcrPlan(finding, reading, self.preferences.current.models.threads))
        return self._closing(engine, engine.close)

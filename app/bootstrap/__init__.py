"""The composition root: from folders and settings to services. No Qt.

Everything is made when it is first asked for, so that `pincite list` opens a database and no
engine, and everything that was made is closed in one place, in the opposite order.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.adapters.library_folder import default_library
from app.bootstrap.adapters import EMBEDDER, INDEXING, OCR, Adapters
from app.core.made_once import once

if TYPE_CHECKING:
    from app.adapters.password_file import PasswordFile
    from app.services.answering import AnswerService
    from app.services.collections import CollectionService
    from app.services.conversations import ConversationService
    from app.services.diagnosis import DoctorService
    from app.services.embedded import EmbeddedService
    from app.services.embedding import ChunkEmbedding
    from app.services.erasing import EraseService
    from app.services.extracting import ExtractionService
    from app.services.extraction_tables import ExtractionTables
    from app.services.filing import Filing
    from app.services.folder_memory import FolderMemory
    from app.services.folders import FolderService
    from app.services.ingest import IngestService
    from app.services.library import LibraryService
    from app.services.passage_list import PassageListService
    from app.services.passwords import Passwords
    from app.services.priority import AnswerPriority
    from app.services.reading_report import ReadingReportService
    from app.services.recognising import RecognisingService
    from app.services.schemas import SchemaService
    from app.services.searching import SearchService
    from app.services.unlocking import UnlockingExtractor, UnlockingService
    from app.services.verifying import VerifyingService
    from app.services.viewing import ViewingService

__all__ = [
    "EMBEDDER",
    "INDEXING",
    "Application",
    "library_path",
    "open_application",
    "password_file",
]


def library_path(chosen: str | None) -> Path:
    """`--library`, else PINCITE_LIBRARY, else the user's own."""
    given = chosen or os.environ.get("PINCITE_LIBRARY")
    return Path(given).expanduser() if given else default_library()


def password_file(path: Path) -> PasswordFile:
    """A file of passwords that the user named."""
    from app.adapters.password_file import PasswordFile

    return PasswordFile(path)


class Application(Adapters):
    """The services of one open library, and, inherited, all that they work with."""

    @once
    def priority(self) -> AnswerPriority:
        """Answers come first."""
        from app.services.priority import AnswerPriority

        return AnswerPriority()

    @once
    def embedding(self) -> ChunkEmbedding:
        """Making vectors."""
        from app.services.embedding import ChunkEmbedding

        return ChunkEmbedding(self.counter, self.library, self.embedder, self.vectors)

    @once
    def ingest(self) -> IngestService:
        """Reading files into the library."""
        from app.services.ingest import AfterReading, IngestService
        from app.services.reading_lanes import LaneReader
        from app.services.unlocking import UnlockingExtractor

        return IngestService(
            self.files,
            [
                LaneReader(UnlockingExtractor(extractor, self.passwords), extractor)
                for extractor in self.extractors.extractors
            ],
            self.library,
            AfterReading(self.embedding, self.recognising),
            self.priority,
            self.filing,
            self.preferences,
        )

    @once
    def unlocking_extractor(self) -> UnlockingExtractor:
        """Extracting files, with a password where they need one that is known."""
        from app.services.unlocking import UnlockingExtractor

        return UnlockingExtractor(self.extractors.extractors[0], self.passwords)

    @once
    def recognising(self) -> RecognisingService:
        """Reading scanned pages by OCR."""
        from app.services.recognised_documents import RecognisedDocuments
        from app.services.recognising import RecognisingService
        from app.services.viewing import ViewingService

        documents = RecognisedDocuments(
            self.recognition,
            self.library,
            self.files,
            self.file_states,
            self.unlocking_extractor,
            self.counter,
            self.embedding,
        )
        pages = ViewingService(self.library, self.scan_renderer, self.file_states, self.passwords)
        return RecognisingService(
            self.recognition,
            self.library,
            documents,
            pages,
            self.ocr,
            self._ocr_missing,
            self.preferences,
        )

    def _ocr_missing(self) -> str:
        """Why scanned pages cannot be read, and what to do; "" where they can."""
        from app.core.domain.model import ModelState

        if self.models.status(OCR).state is ModelState.INSTALLED:
            return ""
        return f"To have them read, fetch the model for it with: pincite models fetch {OCR}"

    @once
    def filing(self) -> Filing:
        """Putting what is read into collections."""
        from app.services.filing import Filing

        return Filing(self.collections, self.folder_memory)

    @once
    def folder_memory(self) -> FolderMemory:
        """What reading tells of folders and files, for the next check of them."""
        from app.services.folder_memory import FolderMemory

        return FolderMemory(self.folder_store, self.files, self.folder_files, self.collections)

    @once
    def folders(self) -> FolderService:
        """Folders that stay in the library, and what changed in them."""
        from app.services.folders import FolderService

        return FolderService(
            self.folder_store, self.files, self.folder_files, self.filing, self.priority
        )

    @once
    def passwords(self) -> Passwords:
        """The passwords that were given since the program was started."""
        from app.services.passwords import Passwords

        return Passwords()

    @once
    def embedded(self) -> EmbeddedService:
        """Taking embedded PDFs out of documents."""
        from app.services.embedded import EmbeddedService

        return EmbeddedService(self.library, self.embedded_files, self.file_states, self.passwords)

    @once
    def unlocking(self) -> UnlockingService:
        """Taking passwords for documents."""
        from app.services.unlocking import UnlockingService

        return UnlockingService(self.library, self.renderer, self.files, self.passwords)

    @once
    def search(self) -> SearchService:
        """Finding passages."""
        from app.services.searching import SearchService

        return SearchService(
            self.library, self.lexical, self.embedder, self.vectors, self.preferences
        )

    @once
    def passage_lists(self) -> PassageListService:
        """Search for people who read what was found."""
        from app.services.passage_list import PassageListService

        return PassageListService(self.search, self.collection_service, self.preferences)

    @once
    def answers(self) -> AnswerService:
        """Answering questions."""
        from app.services.answering import AnswerService, Safeguards
        from app.services.focusing import CommonWords

        return AnswerService(
            self.search,
            self.library,
            self.embedder,
            self.chat_models,
            self.preferences,
            self.priority,
            Safeguards(self.floors, common_words=CommonWords(lambda: self.counter)),
        )

    @once
    def library_service(self) -> LibraryService:
        """Listing and removing documents."""
        from app.services.library import LibraryService

        return LibraryService(self.library, self.vectors, self.file_states, self.folder_memory)

    @once
    def erasing(self) -> EraseService:
        """Leaving no byte of documents."""
        from app.services.erasing import EraseService

        return EraseService(
            self.library,
            self.vectors,
            self.conversation_store,
            self.erasure,
            self.folder_memory,
            self.priority,
        )

    @once
    def reading_reports(self) -> ReadingReportService:
        """Reporting on what was read."""
        from app.adapters.sqlite.reading_report_store import SqliteReadingReport
        from app.services.reading_report import ReadingReportService

        store = SqliteReadingReport(self._database)
        return ReadingReportService(self.library, store, lambda: not self._ocr_missing())

    @once
    def collection_service(self) -> CollectionService:
        """Making collections, filling them, and looking in them."""
        from app.services.collections import CollectionService

        return CollectionService(self.collections, self.library)

    @once
    def schemas(self) -> SchemaService:
        """Which fields can be looked for in documents."""
        from app.services.schemas import SchemaService

        return SchemaService(self.extraction_store)

    @once
    def extractions(self) -> ExtractionService:
        """Reading fields out of documents."""
        from app.services.extracting import ExtractionService

        return ExtractionService(
            self.library,
            self.search,
            self.chat_models,
            self.extraction_store,
            self.schemas,
            self.priority,
        )

    @once
    def extraction_tables(self) -> ExtractionTables:
        """Tables of what was read out of documents, and what people say of it."""
        from app.services.extraction_tables import ExtractionTables

        return ExtractionTables(
            self.library,
            self.collection_service,
            self.extraction_store,
            self.schemas,
            self.workbooks,
        )

    @once
    def conversations(self) -> ConversationService:
        """Keeping conversations, and finding them again."""
        from app.services.conversations import ConversationService

        return ConversationService(self.conversation_store, self.preferences)

    @once
    def viewing(self) -> ViewingService:
        """Showing pages."""
        from app.services.viewing import ViewingService

        return ViewingService(self.library, self.renderer, self.file_states, self.passwords)

    @once
    def doctor(self) -> DoctorService:
        """Checking that everything works."""
        from app.services.diagnosis import DoctorService

        return DoctorService(
            self.library, self.vectors, self.models, self.file_states, self.verifying
        )

    @once
    def verifying(self) -> VerifyingService:
        """Proving that the library is whole."""
        from app.services.verifying import VerifyingService

        return VerifyingService(self.library, self.audit, self.vectors, self.erasure)


@contextmanager
def open_application(library: str | None, *, writing: bool = True) -> Iterator[Application]:
    """Open a library for the length of a `with` block.

    Args:
        library: The folder, or None for PINCITE_LIBRARY or the user's own.
    """
    application = Application(library_path(library), writing=writing)
    try:
        yield application
    finally:
        application.close()

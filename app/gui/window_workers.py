"""The lanes of one window, opened and closed together."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

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

PATIENCE_SECONDS = 2.0
"""How long the engines may take to notice that the window is closed. What they do can be ended at
any moment: everything that is stored is stored whole."""


@dataclass(frozen=True, slots=True)
class WindowWorkers:
    """Every thread that the window has. `end_engines` ends, from any thread, the processes that
    they may be waiting for."""

    answers: AnswerWorker
    ingest: IngestWorker
    library: LibraryWorker
    models: ModelWorker
    pages: PageWorker
    passwords: PasswordWorker
    searches: SearchWorker
    collections: CollectionWorker
    conversations: ConversationWorker
    exports: ExportWorker
    extractions: ExtractionWorker
    folders: FolderWorker
    schemas: SchemaWorker
    table_exports: ExportWorker
    schema_exports: ExportWorker
    report: ReportWorker
    report_exports: ExportWorker
    erasing: EraseWorker
    embedded: EmbeddedWorker
    end_engines: Callable[[], object] | None = None

    def close(self) -> None:
        """Stop all work and join all threads, answers first, since they may hold up reading."""
        # A start or a request that cannot be stopped by itself must not hold up the end.
        late = threading.Timer(PATIENCE_SECONDS, self.end_engines or _nothing)
        late.start()
        try:
            self.answers.close()
            self.searches.close()
            self.models.close()
            self.extractions.close()
            self.folders.close()
            self.erasing.close()
            self.embedded.close()
            self.ingest.close()
            self.pages.close()
            self.passwords.close()
            self.library.close()
            self.collections.close()
            self.conversations.close()
            self.schemas.close()
            self.exports.close()
            self.table_exports.close()
            self.schema_exports.close()
            self.report_exports.close()
            self.report.close()
        finally:
            late.cancel()
            late.join()


def _nothing() -> None:
    """There is nothing to end."""

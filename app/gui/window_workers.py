"""The lanes of one window, opened and closed together."""

from __future__ import annotations

from dataclasses import dataclass

from app.workers.answers import AnswerWorker
from app.workers.ingest import IngestWorker
from app.workers.library import LibraryWorker
from app.workers.models import ModelWorker
from app.workers.pages import PageWorker


@dataclass(frozen=True, slots=True)
class WindowWorkers:
    """Every thread that the window has."""

    answers: AnswerWorker
    ingest: IngestWorker
    library: LibraryWorker
    models: ModelWorker
    pages: PageWorker

    def close(self) -> None:
        """Stop all work and join all threads, answers first, since they may hold up reading."""
        self.answers.close()
        self.models.close()
        self.ingest.close()
        self.pages.close()
        self.library.close()

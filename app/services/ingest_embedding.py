"""The third step of ingest: embed what has no vector yet, so that it can be searched by meaning."""

from __future__ import annotations

import logging
from collections.abc import Generator

from app.core.errors import PinciteError, StorageError
from app.core.ports import LibraryStore
from app.services.embedding import ChunkEmbedding
from app.services.events import EmbedProgress, IngestEvent
from app.services.ingest_run import IngestRun

log = logging.getLogger(__name__)

EMBED_BATCH = 16
"""Texts per embedding call: small, so that a question waits for one call at most."""
VECTOR_ROWS = 96
"""Rows per write to the vector index, which must not take more than 100 at once."""


class IngestEmbedding:
    """Embeds all that the library holds without a vector."""

    def __init__(self, library: LibraryStore, embedding: ChunkEmbedding) -> None:
        self._library = library
        self._embedding = embedding

    def embed_all(self, run: IngestRun) -> Generator[IngestEvent, None, str]:
        """Embed every chunk that has no vector, or as many as there are before something else is
        to be read; return why that is not possible, or ""."""
        self._embedding.reconcile()
        total, done = self._library.count_chunks()
        try:
            if total and self._embedding.begin():
                done = 0
            if done >= total:
                return ""
            yield EmbedProgress(done, total)
            while chunks := self._library.unembedded(VECTOR_ROWS):
                for start in range(0, len(chunks), EMBED_BATCH):
                    yield from run.wait()
                    if run.inbox.waiting:
                        return ""
                    batch = chunks[start : start + EMBED_BATCH]
                    self._embedding.embed(batch)
                    done += len(batch)
                    yield EmbedProgress(done, total)
        except StorageError:
            raise
        except PinciteError as error:
            log.warning("embedding stopped: %s %s", error.code, error.detail)
            return error.message
        return ""

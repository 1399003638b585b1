"""The third step of ingest: embed what has no vector yet, so that it can be searched by meaning."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator, Sequence

import numpy as np

from app.core.domain.chunk import Chunk
from app.core.errors import PinciteError, StorageError
from app.core.ports import LibraryStore, Vectors
from app.services.embedding import ChunkEmbedding
from app.services.events import EmbedProgress, IngestEvent
from app.services.ingest_run import IngestRun

log = logging.getLogger(__name__)

TOKENS_PER_CALL = 4000
"""Of text that are embedded at a time: so few that a question, which waits for one call at most,
waits for less than half a second on two cores (12,000 tokens a second)."""
TEXTS_PER_CALL = 48
"""The same for short texts, of which each costs something whatever its length."""
VECTOR_ROWS = 96
"""Rows per write to the vector index, which must not take more than 100 at once."""


def calls(chunks: Sequence[Chunk]) -> Iterator[list[Chunk]]:
    """Divide chunks into those that are embedded together, of like length as far as possible."""
    batch: list[Chunk] = []
    tokens = 0
    for chunk in sorted(chunks, key=lambda one: one.tokens):
        full = len(batch) == TEXTS_PER_CALL or tokens + chunk.tokens > TOKENS_PER_CALL
        if batch and full:
            yield batch
            batch, tokens = [], 0
        batch.append(chunk)
        tokens += chunk.tokens
    if batch:
        yield batch


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
                done = yield from self._embed(chunks, done, total, run)
                if run.inbox.waiting:
                    return ""
        except StorageError:
            raise
        except PinciteError as error:
            log.warning("embedding stopped: %s %s", error.code, error.detail)
            return error.message
        return ""

    def _embed(
        self, chunks: Sequence[Chunk], done: int, total: int, run: IngestRun
    ) -> Generator[IngestEvent, None, int]:
        """Embed and store chunks, or as many as there are before something else is to be read;
        return how many of all have a vector now."""
        made: list[Chunk] = []
        vectors: list[Vectors] = []
        for batch in calls(chunks):
            yield from run.wait()
            if run.inbox.waiting:
                break
            vectors.append(self._embedding.vectors_of(batch))
            made += batch
            if len(made) == len(chunks):
                break
            yield EmbedProgress(done + len(made), total)
        if made:
            yield from run.wait()  # erasing may hold the library meanwhile
            self._embedding.store(made, np.concatenate(vectors))
            yield EmbedProgress(done + len(made), total)
        return done + len(made)

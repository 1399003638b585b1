"""Vectors for the chunks of the library, and their agreement with what the library holds."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from app.core.chunking.context import ContextBound
from app.core.domain.chunk import Chunk
from app.core.errors import PinciteError
from app.core.ports import Embedder, LibraryStore, TokenCounter, VectorIndex, Vectors

log = logging.getLogger(__name__)


class ChunkEmbedding:
    """Embeds chunks with the title and headings above them, and stores the vectors."""

    def __init__(
        self,
        counter: TokenCounter,
        library: LibraryStore,
        embedder: Embedder,
        vectors: VectorIndex,
    ) -> None:
        self._context = ContextBound(counter)
        self._library = library
        self._embedder = embedder
        self._vectors = vectors
        self._titles: dict[int, str | None] = {}

    def reconcile(self) -> None:
        """Make the library's marks agree with the vectors that are really there.

        An index that was damaged is replaced by an empty one; without this its chunks would count
        as embedded for ever. A program that was killed between two stores leaves vectors without
        a chunk (I6). Also starts the index, so that the first question need not.
        """
        if self._library.count_chunks()[0] == 0:
            return
        try:
            held = self._vectors.chunk_ids()
            marked = self._library.embedded_chunk_ids()
            if orphans := sorted(held - marked):
                self._vectors.remove_chunks(orphans)
        except PinciteError as error:
            log.warning("the vectors cannot be compared: %s %s", error.code, error.detail)
            return
        if marked - held:
            self._library.reset_embedded(marked & held)

    def begin(self) -> bool:
        """Get ready for a run of :meth:`vectors_of`. A library is embedded by one embedder; with
        another, all vectors are dropped, to be made anew (R4).

        Returns:
            Whether they were dropped.
        """
        self._titles.clear()
        identity = self._embedder.identity
        recorded = self._library.embedder()
        if recorded == identity:
            return False
        if recorded is not None:
            self._library.reset_embedded(set())
            self._vectors.erase()
        self._library.set_embedder(identity)
        return recorded is not None

    def vectors_of(self, chunks: Sequence[Chunk]) -> Vectors:
        """Make the vectors of these chunks, one a row."""
        return self._embedder.embed_passages([self._text(chunk) for chunk in chunks])

    def store(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        """Store the vectors of these chunks."""
        # The user may have erased a document since its text was fetched: nothing of it is written.
        there = self._library.chunks([chunk.id for chunk in chunks])
        rows = [row for row, chunk in enumerate(chunks) if chunk.id in there]
        if not rows:
            return
        chunks, vectors = [chunks[row] for row in rows], vectors[rows]
        ids = [chunk.id for chunk in chunks]
        self._vectors.add(ids, [chunk.document_id for chunk in chunks], vectors)
        # The user may have removed a document meanwhile; its vectors must not outlive it.
        kept = self._library.chunks(ids)
        if gone := [number for number in ids if number not in kept]:
            self._vectors.remove_chunks(gone)
        self._library.mark_embedded(list(kept))

    def drop(self, document_id: int) -> None:
        """Take out vectors whose chunks are gone; what cannot be now is left to `reconcile`."""
        try:
            self._vectors.remove_documents([document_id])
        except PinciteError as error:
            log.warning("vectors were left behind: %s %s", error.code, error.detail)

    def drop_chunks(self, chunk_ids: Sequence[int]) -> None:
        """Take out the vectors of chunks that are gone; as `drop`."""
        if not chunk_ids:
            return
        try:
            self._vectors.remove_chunks(chunk_ids)
        except PinciteError as error:
            log.warning("vectors were left behind: %s %s", error.code, error.detail)

    def _text(self, chunk: Chunk) -> str:
        if chunk.document_id not in self._titles:
            document = self._library.document(chunk.document_id)
            self._titles[chunk.document_id] = document.indexed_title if document else None
        title = self._titles[chunk.document_id]
        if title is None:
            return chunk.text
        return self._context.embedding_text(title, chunk.heading_path, chunk.text)

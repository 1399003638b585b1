"""Both arms of search, and what makes vectors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import RankedChunk, Scope
from app.core.domain.library_check import VectorContents
from app.core.domain.model import EmbedderIdentity

Vectors = NDArray[np.float32]


class TokenCounter(Protocol):
    """Counts tokens as the embedder does, without its special tokens."""

    @property
    def limit(self) -> int:
        """Most tokens of text that the embedder takes without cutting."""
        ...

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text."""
        ...


class Embedder(Protocol):
    """Turns text into unit vectors of float32."""

    @property
    def identity(self) -> EmbedderIdentity:
        """Name, dimension and file hash (R4)."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text, shape (len(texts), dimensions). A text over the limit is split
        and its vectors averaged, never cut (R5). No texts: shape (0, dimensions)."""
        ...

    def embed_query(self, text: str) -> Vectors:
        """One unit vector, shape (dimensions,)."""
        ...

    def close(self) -> None:
        """Free the engine."""
        ...


class VectorIndex(Protocol):
    """Vectors by chunk id, searched by cosine similarity. Rebuildable from the library."""

    def add(self, chunk_ids: Sequence[int], document_ids: Sequence[int], vectors: Vectors) -> None:
        """Store vectors; an id that is there already is replaced."""
        ...

    def search(self, vector: Vectors, k: int, scope: Scope) -> list[RankedChunk]:
        """At most `k` chunks by cosine similarity (1 - distance), highest first, ties by id
        ascending (R2). ValueError for k < 1 or an empty vector (R1)."""
        ...

    def rank(self, vector: Vectors, chunk_ids: Collection[int], k: int) -> list[RankedChunk]:
        """At most `k` of these chunks by cosine similarity, highest first, ties by id ascending;
        those without a vector are left out (R3). ValueError for k < 1 or an empty vector (R1)."""
        ...

    def remove_documents(self, document_ids: Sequence[int]) -> None:
        """Take out all vectors of these documents."""
        ...

    def remove_chunks(self, chunk_ids: Sequence[int]) -> None:
        """Take out the vectors of these chunks; ids without one are left alone."""
        ...

    def chunk_ids(self) -> set[int]:
        """All ids that have a vector."""
        ...

    def look(self) -> set[int]:
        """The same, but nothing is made or replaced, whatever is found.

        Raises:
            StorageError: the vectors are damaged or cannot be opened now.
            LibraryBusy: another program has them open.
        """
        ...

    def examine(self) -> VectorContents:
        """What is in the index, read as a whole and compared; nothing is made or replaced.

        Raises:
            As `look`.
        """
        ...

    def erase(self) -> None:
        """Drop everything so that no vector is left on disk (I8). The index stays usable."""
        ...

    def erase_documents(
        self, document_ids: Collection[int], *, cancel: CancelToken
    ) -> Iterator[tuple[int, int]]:
        """Leave no vector of these documents on disk, nor of any that was taken out before (I8).
        The others are kept, and are found meanwhile. Takes a while; yields (vectors done, vectors
        to do). Where it is left before its end, nothing is erased."""
        ...

    def close(self) -> None:
        """Close files."""
        ...


class LexicalIndex(Protocol):
    """Full-text search over the chunks that the library holds."""

    def search(
        self,
        terms: Sequence[str],
        k: int,
        scope: Scope,
        *,
        required: Sequence[str] = (),
        within: Collection[int] | None = None,
    ) -> list[RankedChunk]:
        """At most `k` chunks that hold any of the terms, best bm25 first, ties by id ascending.
        Terms are plain words or phrases; nothing in them is syntax (R10). No terms: [].

        Args:
            required: Phrases of which each has to occur; they count for the score as well.
            within: Only these chunks.
        """
        ...

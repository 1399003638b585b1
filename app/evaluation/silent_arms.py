"""Parts of search that find nothing, for measuring one arm without the other."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from app.core.domain.evidence import RankedChunk, Scope
from app.core.domain.model import EmbedderIdentity
from app.core.ports import Vectors


class SilentLexicalIndex:
    """Implements :class:`~app.core.ports.LexicalIndex` over nothing."""

    def search(
        self,
        terms: Sequence[str],
        k: int,
        scope: Scope,
        *,
        required: Sequence[str] = (),
        within: Collection[int] | None = None,
    ) -> list[RankedChunk]:
        """See the port."""
        return []


class SilentEmbedder:
    """Implements :class:`~app.core.ports.Embedder` for a search that has no dense arm: it says who
    it stands for, and does no work."""

    def __init__(self, identity: EmbedderIdentity) -> None:
        self._identity = identity

    @property
    def identity(self) -> EmbedderIdentity:
        """See the port."""
        return self._identity

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors that point nowhere."""
        return np.zeros((len(texts), self._identity.dimensions), dtype=np.float32)

    def embed_query(self, text: str) -> Vectors:
        """A vector that points nowhere."""
        return np.zeros(self._identity.dimensions, dtype=np.float32)

    def close(self) -> None:
        """There is nothing to free."""


class SilentVectorIndex:
    """Implements :class:`~app.core.ports.VectorIndex` over nothing."""

    def add(self, chunk_ids: Sequence[int], document_ids: Sequence[int], vectors: Vectors) -> None:
        """Nothing is kept."""

    def search(self, vector: Vectors, k: int, scope: Scope) -> list[RankedChunk]:
        """See the port."""
        return []

    def rank(self, vector: Vectors, chunk_ids: Collection[int]) -> list[RankedChunk]:
        """See the port."""
        return []

    def remove_documents(self, document_ids: Sequence[int]) -> None:
        """There is nothing to remove."""

    def remove_chunks(self, chunk_ids: Sequence[int]) -> None:
        """There is nothing to remove."""

    def chunk_ids(self) -> set[int]:
        """See the port."""
        return set()

    def look(self) -> set[int]:
        """See the port."""
        return set()

    def erase(self) -> None:
        """There is nothing to erase."""

    def close(self) -> None:
        """There is nothing to close."""

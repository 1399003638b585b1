"""What the index process does: embeds, and keeps the vectors. Runs in the child only."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.adapters.checked_files import CheckedFiles
from app.adapters.chroma_vectors import ChromaVectors
from app.adapters.onnx_embedder import UNUSABLE, OnnxEmbedder
from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import RankedChunk, Scope
from app.core.domain.library_check import VectorContents
from app.core.domain.model import EmbedderIdentity, ModelFile
from app.core.errors import ModelUnavailable
from app.core.ports import Vectors


@dataclass(frozen=True, slots=True)
class IndexPlan:
    """Where the index process finds its files. `threads` 0 is one for each core; `expected` is
    what the manifest says of the model's files, which must be so before they are loaded."""

    vectors: Path
    model: Path
    tokenizer: Path
    identity: EmbedderIdentity
    threads: int = 0
    expected: tuple[ModelFile, ...] = ()


class IndexHandler:
    """Answers the requests of :class:`~app.adapters.index_process.IndexProcess`.

    The embedder is loaded when it is needed first, so that vectors can be removed and erased
    where the model is missing.
    """

    def __init__(self, plan: IndexPlan) -> None:
        os.umask(0o077)  # Chroma makes its files readable by all otherwise
        self._plan = plan
        self._vectors = ChromaVectors(plan.vectors, plan.identity)
        self._embedder: OnnxEmbedder | None = None

    def warm_up(self, cancel: CancelToken) -> None:
        """Load the model and open the vectors, so that the first question need not wait."""
        self._loaded().embed_query("")
        if not cancel.cancelled:
            self._vectors.chunk_ids()

    def embed_passages(self, cancel: CancelToken, texts: Sequence[str]) -> Vectors:
        """As the port."""
        return self._loaded().embed_passages(texts)

    def embed_query(self, cancel: CancelToken, text: str) -> Vectors:
        """As the port."""
        return self._loaded().embed_query(text)

    def add(
        self,
        cancel: CancelToken,
        chunk_ids: Sequence[int],
        document_ids: Sequence[int],
        vectors: Vectors,
    ) -> None:
        """As the port."""
        self._vectors.add(chunk_ids, document_ids, vectors)

    def search(
        self, cancel: CancelToken, vector: Vectors, k: int, scope: Scope
    ) -> list[RankedChunk]:
        """As the port."""
        return self._vectors.search(vector, k, scope)

    def rank(
        self, cancel: CancelToken, vector: Vectors, chunk_ids: Sequence[int], k: int
    ) -> list[RankedChunk]:
        """As the port."""
        return self._vectors.rank(vector, chunk_ids, k)

    def remove_documents(self, cancel: CancelToken, document_ids: Sequence[int]) -> None:
        """As the port."""
        self._vectors.remove_documents(document_ids)

    def remove_chunks(self, cancel: CancelToken, chunk_ids: Sequence[int]) -> None:
        """As the port."""
        self._vectors.remove_chunks(chunk_ids)

    def chunk_ids(self, cancel: CancelToken) -> set[int]:
        """As the port."""
        return self._vectors.chunk_ids()

    def look(self, cancel: CancelToken) -> set[int]:
        """As the port."""
        return self._vectors.look()

    def examine(self, cancel: CancelToken) -> VectorContents:
        """As the port."""
        return self._vectors.examine()

    def erase(self, cancel: CancelToken) -> None:
        """As the port."""
        self._vectors.erase()

    def begin_renewal(self, cancel: CancelToken, document_ids: Sequence[int]) -> int:
        """As :class:`~app.adapters.vector_renewal.Renewable`."""
        return self._vectors.begin_renewal(document_ids)

    def renew_some(self, cancel: CancelToken) -> int:
        """As :class:`~app.adapters.vector_renewal.Renewable`."""
        return self._vectors.renew_some()

    def finish_renewal(self, cancel: CancelToken) -> None:
        """As :class:`~app.adapters.vector_renewal.Renewable`."""
        self._vectors.finish_renewal()

    def drop_renewal(self, cancel: CancelToken) -> None:
        """As :class:`~app.adapters.vector_renewal.Renewable`."""
        self._vectors.drop_renewal()

    def close(self) -> None:
        """Close files and free the engine."""
        self._vectors.close()
        if self._embedder is not None:
            self._embedder.close()

    def _loaded(self) -> OnnxEmbedder:
        if self._embedder is None:
            plan = self._plan
            _require_right(plan)
            self._embedder = OnnxEmbedder(
                plan.model, plan.tokenizer, plan.identity, threads=plan.threads
            )
        return self._embedder


def _require_right(plan: IndexPlan) -> None:
    """Refuse a file with other bytes than the manifest's: its vectors would be silently wrong."""
    checked = CheckedFiles(plan.model.parent)
    for file in plan.expected:
        try:
            right = checked.check(file)
        except OSError as error:
            raise ModelUnavailable(UNUSABLE, detail=type(error).__name__) from error
        if not right:
            raise ModelUnavailable(UNUSABLE, detail="sha256")

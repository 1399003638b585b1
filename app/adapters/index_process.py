"""The index process: embedder and vectors in one child, so that the window stays free of both.

Chroma holds the interpreter while it adds rows, and ONNX Runtime may refuse to load beside Qt.
A question goes before ingest: it waits for one batch of texts at most.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from app.adapters.chroma_collection import ROWS_PER_ADD
from app.adapters.chroma_vectors import require_query
from app.adapters.index_handler import IndexHandler, IndexPlan
from app.adapters.process.client import ChildProcess
from app.adapters.vector_renewal import renewed
from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import RankedChunk, Scope
from app.core.domain.library_check import VectorContents
from app.core.domain.model import EmbedderIdentity
from app.core.ports import Vectors

# Most texts in one request of ingest: less than half a second of work on two cores if they are
# short; whoever has long ones asks for fewer.
TEXTS_PER_REQUEST = 48

# No request takes nearly as long; one that does hangs, and its process is replaced.
REQUEST_SECONDS = 300.0


class IndexProcess:
    """The child and the order of its requests. Starts when it is needed; close it at the end."""

    def __init__(self, plan: IndexPlan) -> None:
        self._plan = plan
        self._child = ChildProcess("search index", IndexHandler, plan)
        self._order = QuestionsFirst()

    @property
    def identity(self) -> EmbedderIdentity:
        """The embedder that the process runs."""
        return self._plan.identity

    @property
    def process_id(self) -> int | None:
        """Id of the running process, None where there is none."""
        return self._child.process_id

    def warm_up(self) -> None:
        """Start the process and load what it needs. May be left out: the first request does it.

        Raises:
            ModelUnavailable: the embedding model is missing or damaged.
            WorkerDied: the process ended.
        """
        self.for_ingest("warm_up")

    def for_question(self, method: str, *args: object) -> Any:
        """Call the handler for someone who waits for an answer."""
        with self._order.question():
            return self._child.call(method, *args, timeout=REQUEST_SECONDS)

    def for_ingest(self, method: str, *args: object) -> Any:
        """Call the handler once no question waits."""
        self._order.let_questions_pass()
        return self._child.call(method, *args, timeout=REQUEST_SECONDS)

    def close(self) -> None:
        """End the process. May be called more than once."""
        self._child.close()


class IndexProcessEmbedder:
    """Implements :class:`~app.core.ports.Embedder` in the index process."""

    def __init__(self, process: IndexProcess) -> None:
        self._process = process

    @property
    def identity(self) -> EmbedderIdentity:
        """See the port."""
        return self._process.identity

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """See the port."""
        parts: list[Vectors] = [np.zeros((0, self.identity.dimensions), dtype=np.float32)]
        for start in range(0, len(texts), TEXTS_PER_REQUEST):
            batch = list(texts[start : start + TEXTS_PER_REQUEST])
            parts.append(self._process.for_ingest("embed_passages", batch))
        return np.concatenate(parts)

    def embed_query(self, text: str) -> Vectors:
        """See the port."""
        vector: Vectors = self._process.for_question("embed_query", text)
        return vector

    def close(self) -> None:
        """End the process, which the vectors share; either starts it again when needed."""
        self._process.close()


class IndexProcessVectors:
    """Implements :class:`~app.core.ports.VectorIndex` in the index process."""

    def __init__(self, process: IndexProcess) -> None:
        self._process = process

    def add(self, chunk_ids: Sequence[int], document_ids: Sequence[int], vectors: Vectors) -> None:
        """See the port."""
        if not len(chunk_ids) == len(document_ids) == len(vectors):
            raise ValueError("there must be one chunk id and one document id for each vector")
        for start in range(0, len(chunk_ids), ROWS_PER_ADD):
            rows = slice(start, start + ROWS_PER_ADD)
            self._process.for_ingest(
                "add", list(chunk_ids[rows]), list(document_ids[rows]), vectors[rows]
            )

    def search(self, vector: Vectors, k: int, scope: Scope) -> list[RankedChunk]:
        """See the port."""
        require_query(vector, k)
        found: list[RankedChunk] = self._process.for_question("search", vector, k, scope)
        return found

    def rank(self, vector: Vectors, chunk_ids: Collection[int], k: int) -> list[RankedChunk]:
        """See the port."""
        require_query(vector, k)
        found: list[RankedChunk] = self._process.for_question("rank", vector, list(chunk_ids), k)
        return found

    def remove_documents(self, document_ids: Sequence[int]) -> None:
        """See the port."""
        self._process.for_ingest("remove_documents", list(document_ids))

    def remove_chunks(self, chunk_ids: Sequence[int]) -> None:
        """See the port."""
        self._process.for_ingest("remove_chunks", list(chunk_ids))

    def chunk_ids(self) -> set[int]:
        """See the port."""
        found: set[int] = self._process.for_ingest("chunk_ids")
        return found

    def look(self) -> set[int]:
        """See the port."""
        found: set[int] = self._process.for_ingest("look")
        return found

    def examine(self) -> VectorContents:
        """See the port."""
        found: VectorContents = self._process.for_ingest("examine")
        return found

    def erase(self) -> None:
        """See the port."""
        self._process.for_ingest("erase")

    def erase_documents(
        self, document_ids: Collection[int], *, cancel: CancelToken
    ) -> Iterator[tuple[int, int]]:
        """See the port."""
        return renewed(self, document_ids, cancel)

    def begin_renewal(self, document_ids: Collection[int]) -> int:
        """See :class:`~app.adapters.vector_renewal.Renewable`."""
        return int(self._process.for_ingest("begin_renewal", list(document_ids)))

    def renew_some(self) -> int:
        """See :class:`~app.adapters.vector_renewal.Renewable`."""
        return int(self._process.for_ingest("renew_some"))

    def finish_renewal(self) -> None:
        """See :class:`~app.adapters.vector_renewal.Renewable`."""
        self._process.for_ingest("finish_renewal")

    def drop_renewal(self) -> None:
        """See :class:`~app.adapters.vector_renewal.Renewable`."""
        self._process.for_ingest("drop_renewal")

    def close(self) -> None:
        """End the process, which the embedder shares; either starts it again when needed."""
        self._process.close()


class QuestionsFirst:
    """Holds ingest back while a question waits for its turn or is served. A lock alone would let
    the thread that has just released it take it again."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._questions = 0

    @contextmanager
    def question(self) -> Iterator[None]:
        with self._changed:
            self._questions += 1
        try:
            yield
        finally:
            with self._changed:
                self._questions -= 1
                self._changed.notify_all()

    def let_questions_pass(self) -> None:
        with self._changed:
            self._changed.wait_for(self._none_waits)

    def _none_waits(self) -> bool:
        return self._questions == 0

"""Search: both arms, fused, with everything that is needed to show a hit."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from app.core.domain.chunk import Chunk
from app.core.domain.document import Document
from app.core.domain.evidence import (
    EVERYTHING,
    FusedChunk,
    Passage,
    RankedChunk,
    Scope,
    SearchResult,
)
from app.core.domain.geometry import Box
from app.core.domain.page import PageText
from app.core.errors import EmbedderMismatch, InvalidInput, PinciteError
from app.core.ports import Embedder, LexicalIndex, LibraryStore, VectorIndex
from app.core.retrieval.fusion import fuse
from app.core.text.terms import coverage, matching_words, query_terms
from app.services.preferences import Preferences

log = logging.getLogger(__name__)

MAX_QUESTION_CHARACTERS = 4000
"""A longer question is an error (A1)."""


def checked_question(question: str) -> str:
    """The question without outer white space.

    Raises:
        InvalidInput: over 4,000 characters.
    """
    stripped = question.strip()
    if len(stripped) > MAX_QUESTION_CHARACTERS:
        raise InvalidInput(
            "The question is too long. Shorten it to 4,000 characters.", code="question_too_long"
        )
    return stripped


class SearchService:
    """Finds passages for a question (R1 to R10)."""

    def __init__(
        self,
        library: LibraryStore,
        lexical: LexicalIndex,
        embedder: Embedder,
        vectors: VectorIndex,
        preferences: Preferences,
    ) -> None:
        self._library = library
        self._lexical = lexical
        self._embedder = embedder
        self._vectors = vectors
        self._preferences = preferences

    def search(self, question: str, k: int, scope: Scope = EVERYTHING) -> SearchResult:
        """At most `k` passages, best first. An arm that fails is named in `degraded` (R7).

        Raises:
            InvalidInput: `k` below 1, or an empty or too long question.
            EmbedderMismatch: the library's vectors are of another embedder (R4).
        """
        if k < 1:
            raise InvalidInput("Ask for at least 1 passage.", code="invalid_k")
        question = checked_question(question)
        if not question:
            raise InvalidInput("Write a question first.", code="empty_query")
        documents = {doc.id: doc for doc in self._library.documents() if scope.holds(doc.id)}
        searchable = sum(doc.status.searchable for doc in documents.values())
        degraded: list[str] = []
        lexical = self._lexical_arm(question, scope, degraded)
        dense = self._dense_arm(question, scope, degraded)
        fused = fuse(lexical, dense, k=self._preferences.current.retrieval.rrf_k)
        found = self._stored(fused, documents)
        passages = tuple(self._passage(*entry, question) for entry in found[:k])
        return SearchResult(
            passages=passages,
            degraded=tuple(degraded),
            best_similarity=max(
                (hit.similarity for hit, *_ in found if hit.similarity is not None), default=None
            ),
            coverage=coverage(question, [_searched_text(passage) for passage in passages]),
            searched_documents=searchable,
            query=" ".join(query_terms(question)),
        )

    def occurs(self, word: str, scope: Scope = EVERYTHING) -> bool:
        """Whether any chunk of the scope holds this word as it stands, case and accents aside."""
        return bool(self._lexical.search([word], 1, scope))

    def _lexical_arm(self, question: str, scope: Scope, degraded: list[str]) -> list[RankedChunk]:
        try:
            return self._lexical.search(
                query_terms(question), self._preferences.current.retrieval.candidates, scope
            )
        except PinciteError as error:
            log.warning("lexical arm failed: %s %s", error.code, error.detail)
            degraded.append("lexical_unavailable")
            return []

    def _dense_arm(self, question: str, scope: Scope, degraded: list[str]) -> list[RankedChunk]:
        if self._library.count_chunks()[1] == 0:
            return []
        recorded = self._library.embedder()
        try:
            if recorded is not None and recorded != self._embedder.identity:
                raise EmbedderMismatch(
                    "These documents were prepared for search with another model. "
                    "Prepare them again with `pincite ingest`, or choose that model.",
                )
            vector = self._embedder.embed_query(question)
            return self._vectors.search(
                vector, self._preferences.current.retrieval.candidates, scope
            )
        except EmbedderMismatch:
            raise
        except PinciteError as error:
            log.warning("dense arm failed: %s %s", error.code, error.detail)
            degraded.append("embedding_unavailable")
            return []

    def _stored(
        self, fused: Sequence[FusedChunk], documents: dict[int, Document]
    ) -> list[tuple[FusedChunk, Chunk, Document]]:
        """What the library still holds of the fused list; a vector may outlive its chunk."""
        chunks = self._library.chunks([hit.chunk_id for hit in fused])
        return [
            (hit, chunks[hit.chunk_id], documents[chunks[hit.chunk_id].document_id])
            for hit in fused
            if hit.chunk_id in chunks and chunks[hit.chunk_id].document_id in documents
        ]

    def _passage(self, hit: FusedChunk, chunk: Chunk, document: Document, question: str) -> Passage:
        matches = matching_words(chunk.text, question)
        numbers = list(dict.fromkeys(span.page for span in chunk.spans))
        pages = {page.number: page for page in self._library.pages(document.id, numbers)}
        number = _best_page(chunk, matches)
        return Passage(
            chunk=chunk,
            document_title=document.title,
            path=document.path,
            page=number,
            label=pages[number].label if number in pages else "",
            boxes=chunk_boxes(chunk, pages),
            similarity=hit.similarity,
            lexical_rank=hit.lexical_rank,
            dense_rank=hit.dense_rank,
            terms=tuple(dict.fromkeys(chunk.text[start:end] for start, end in matches)),
            word_boxes=tuple(
                box for start, end in matches for box in chunk_boxes(chunk, pages, start, end)
            ),
        )


def _searched_text(passage: Passage) -> str:
    return f"{passage.document_title}\n{passage.chunk.heading}\n{passage.chunk.text}"


def _best_page(chunk: Chunk, matches: Sequence[tuple[int, int]]) -> int:
    """The page on which most of the matching words stand; the earlier one on a tie."""
    held: dict[int, int] = {span.page: 0 for span in chunk.spans}
    for start, end in matches:
        for page, _, _ in chunk.pieces(start, end):
            held[page] += 1
    return max(held, key=lambda page: (held[page], -page))


def chunk_boxes(
    chunk: Chunk, pages: dict[int, PageText], start: int = 0, end: int | None = None
) -> tuple[Box, ...]:
    """Boxes of the characters [start, end) of a chunk, from the words of its pages."""
    stop = len(chunk.text) if end is None else end
    return tuple(
        box
        for number, first, last in chunk.pieces(start, stop)
        if number in pages
        for box in pages[number].boxes(first, last)
    )

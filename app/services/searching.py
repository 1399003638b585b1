"""Search: both arms, fused, with everything that is needed to show a hit."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from heapq import nsmallest

from app.core.domain.chunk import Chunk
from app.core.domain.document import Document
from app.core.domain.evidence import (
    EVERYTHING,
    FusedChunk,
    RankedChunk,
    Scope,
    SearchResult,
)
from app.core.errors import EmbedderMismatch, InvalidInput, PinciteError
from app.core.ports import Embedder, LexicalIndex, LibraryStore, VectorIndex
from app.core.retrieval.contents import is_contents
from app.core.retrieval.follow_up import MAX_EARLIER, referred
from app.core.retrieval.fusion import fuse
from app.core.retrieval.query import Query, named, parse, terms_of
from app.core.settings import RetrievalSettings
from app.core.text.terms import coverages
from app.services.passages import passage_of, searched_text
from app.services.preferences import Preferences

log = logging.getLogger(__name__)

MAX_QUESTION_CHARACTERS = 4000
"""A longer question is an error (A1)."""

NOT_WORD_FOR_WORD = "No passage holds {phrases} word for word, so other passages are shown."

NO_FILTER = (
    "“{text}” could not be read as a filter, so its words were searched for. Write page:14, "
    "page:10-20 or document:lease, or put words in quotation marks."
)

VECTORS_MISSING = (
    "The index for search by meaning is empty. `pincite ingest` with any path makes it anew; the "
    "window does so when it starts."
)


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


@dataclass(slots=True)
class _Run:
    """One search. `within` are the chunks that filters leave, None where there is no filter."""

    query: Query
    context: str
    terms: tuple[str, ...]
    scope: Scope
    within: set[int] | None = None
    degraded: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What is embedded: the question, after those that it refers to."""
        return f"{self.context}\n{self.query.text}" if self.context else self.query.text

    def goes_without(self, arm: str, why: str) -> None:
        """An arm cannot take part; `why` is the sentence for the user."""
        self.degraded.append(arm)
        self.notes.append(why)


class SearchService:
    """Finds passages for a question (R1 to R10).

    Args:
        vectors: None leaves search by meaning out, for finding out what it is worth.
    """

    def __init__(
        self,
        library: LibraryStore,
        lexical: LexicalIndex,
        embedder: Embedder,
        vectors: VectorIndex | None,
        preferences: Preferences,
    ) -> None:
        self._library = library
        self._lexical = lexical
        self._embedder = embedder
        self._vectors = vectors
        self._preferences = preferences

    def search(
        self, question: str, k: int, scope: Scope = EVERYTHING, earlier: Sequence[str] = ()
    ) -> SearchResult:
        """At most `k` passages, best first. An arm that fails is named in `degraded` (R7), and
        `notes` say why.

        Filters and phrases in the question are understood (see `core.retrieval.query`). Tables
        of contents and indexes come last, as they answer nothing, and after them what is hidden.

        Args:
            earlier: The questions of the conversation so far, the last one last: a follow-up
                question is searched with what it refers to.

        Raises:
            InvalidInput: `k` below 1, an empty or too long question, or a filter that fits no
                document.
            EmbedderMismatch: the library's vectors are of another embedder (R4).
        """
        if k < 1:
            raise InvalidInput("Ask for at least 1 passage.", code="invalid_k")
        question = checked_question(question)
        if not question:
            raise InvalidInput("Write a question first.", code="empty_query")
        run = self._planned(question, scope, earlier)
        lexical = self._lexical_arm(run, k)
        dense = self._dense_arm(run)
        found = self._found(run, lexical, dense)
        passages = tuple(
            passage_of(self._library, *entry, run.text, run.query.pages) for entry in found[:k]
        )
        seen = [passage for passage in passages if not passage.chunk.hidden]
        together, alone = coverages(run.text, map(searched_text, seen))
        return SearchResult(
            passages=passages,
            degraded=tuple(run.degraded),
            best_similarity=max(
                (
                    hit.similarity
                    for hit, chunk, _ in found
                    if hit.similarity is not None and not chunk.hidden
                ),
                default=None,
            ),
            coverage=together,
            passage_coverage=alone,
            searched_documents=self._library.count_searchable(run.scope),
            query=" ".join(run.terms),
            notes=tuple(run.notes),
            question=run.query.text,
            context=run.context,
            scope=run.scope,
        )

    def occurs(self, word: str, scope: Scope = EVERYTHING) -> bool:
        """Whether any chunk of the scope holds this word as it stands, case and accents aside."""
        return bool(self._lexical.search([word], 1, scope))

    @property
    def _settings(self) -> RetrievalSettings:
        return self._preferences.current.retrieval

    # --- planning ---------------------------------------------------------------------------

    def _planned(self, question: str, scope: Scope, earlier: Sequence[str]) -> _Run:
        query = parse(question)
        if not query.text and not query.pages:
            raise InvalidInput("Write what to look for beside the filter.", code="empty_query")
        before = [parse(one) for one in earlier[-MAX_EARLIER:]]
        taken = before[len(before) - referred(query.text, [one.text for one in before]) :]
        query = _with_filters_of(taken, query)
        context = "\n".join(one.text for one in taken)
        terms = tuple(dict.fromkeys([*query.terms, *terms_of(context)]))
        run = _Run(query, context, terms, scope)
        run.notes += [NO_FILTER.format(text=text) for text in query.unread]
        if query.documents:
            run.scope = self._named_documents(query, scope)
        if query.pages:
            run.within = self._library.chunk_ids_on_pages(query.pages, run.scope)
        return run

    def _named_documents(self, query: Query, scope: Scope) -> Scope:
        """The documents of the scope that the filters name."""
        every = [doc for doc in self._library.documents() if scope.holds(doc.id)]
        chosen: set[int] = set()
        for wanted in query.documents:
            fitting = named(wanted, every)
            if not fitting:
                raise InvalidInput(
                    f"No document here is called “{wanted}”. Write a part of its title after "
                    "“document:”, or leave that out.",
                    code="document_not_found",
                )
            chosen.update(fitting)
        return Scope(frozenset(chosen))

    # --- arms -------------------------------------------------------------------------------

    def _lexical_arm(self, run: _Run, k: int) -> list[RankedChunk]:
        """Chunks by words; of pages alone, the first in their order. Where phrases are asked for
        and found, the search is narrowed to what holds them; where no chunk does, it goes on
        without them and says so."""
        if not run.terms and not run.query.phrases and run.within is not None:
            most = max(k, self._settings.candidates)
            return [RankedChunk(chunk_id, 0.0) for chunk_id in nsmallest(most, run.within)]
        try:
            if run.query.phrases:
                found = self._by_words(run, run.query.phrases)
                if found:
                    run.within = {hit.chunk_id for hit in found}
                    return found
            found = self._by_words(run)
            if run.query.phrases and found:
                listed = " and ".join(f"“{phrase}”" for phrase in run.query.phrases)
                run.notes.append(NOT_WORD_FOR_WORD.format(phrases=listed))
            return found
        except PinciteError as error:
            log.warning("lexical arm failed: %s %s", error.code, error.detail)
            run.goes_without("lexical_unavailable", error.message)
            return []

    def _by_words(self, run: _Run, required: Collection[str] = ()) -> list[RankedChunk]:
        return self._lexical.search(
            run.terms or run.query.phrases,
            self._settings.candidates,
            run.scope,
            required=tuple(required),
            within=run.within,
        )

    def _dense_arm(self, run: _Run) -> list[RankedChunk]:
        if run.scope.document_ids == frozenset():
            return []  # not worth the start of an engine
        if self._vectors is None or not run.text or not self._library.has_embedded():
            return []
        recorded = self._library.embedder()
        try:
            if recorded is not None and recorded != self._embedder.identity:
                raise EmbedderMismatch(
                    "These documents were prepared for search with another model. `pincite ingest` "
                    "with any path prepares all of them again; the window does so when it starts.",
                )
            vector = self._embedder.embed_query(run.text)
            candidates = self._settings.candidates
            if run.within is not None:
                return self._vectors.rank(vector, run.within, candidates)
            found = self._vectors.search(vector, candidates, run.scope)
            if not found and self._has_vectors(run.scope):
                run.goes_without("embedding_unavailable", VECTORS_MISSING)
            return found
        except EmbedderMismatch:
            raise
        except PinciteError as error:
            log.warning("dense arm failed: %s %s", error.code, error.detail)
            run.goes_without("embedding_unavailable", error.message)
            return []

    def _has_vectors(self, scope: Scope) -> bool:
        """Whether the library believes that documents of the scope have vectors; it has some."""
        if scope.document_ids is None:
            return True
        return any(
            document.embedded
            for document in self._library.documents_by_id(scope.document_ids).values()
        )

    # --- what was found ---------------------------------------------------------------------

    def _found(
        self, run: _Run, lexical: Sequence[RankedChunk], dense: Sequence[RankedChunk]
    ) -> list[tuple[FusedChunk, Chunk, Document]]:
        """The lists as one, as far as the library still holds their chunks, which a vector may
        outlive; then contents and indexes, and last what nobody can see on its page."""
        settings = self._settings
        chunks = self._library.chunks([hit.chunk_id for hit in (*lexical, *dense)])
        contents: set[int] = set()
        if settings.contents_last:
            contents = {chunk.id for chunk in chunks.values() if is_contents(chunk.text)}
        prose = [hit for hit in lexical if hit.chunk_id in chunks.keys() - contents]
        held = run.query.literal.held_by([chunks[hit.chunk_id].text for hit in prose])
        fused = fuse(
            lexical,
            dense,
            [hit for hit, holds in zip(prose, held, strict=True) if holds],
            k=settings.rrf_k,
            literal_weight=settings.literal_weight,
        )
        documents = self._library.documents_by_id(
            {chunk.document_id for chunk in chunks.values() if run.scope.holds(chunk.document_id)}
        )
        found = [
            (hit, chunks[hit.chunk_id], documents[chunks[hit.chunk_id].document_id])
            for hit in fused
            if hit.chunk_id in chunks and chunks[hit.chunk_id].document_id in documents
        ]
        return sorted(found, key=lambda entry: (entry[1].hidden, entry[1].id in contents))


def _with_filters_of(earlier: Sequence[Query], query: Query) -> Query:
    """A follow-up question without filters keeps those of the question that it refers to."""
    if query.documents or query.pages:
        return query
    for one in reversed(earlier):
        if one.documents or one.pages:
            return replace(query, documents=one.documents, pages=one.pages)
    return query

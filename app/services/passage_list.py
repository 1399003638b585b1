"""Search for people who read what was found: all passages near enough, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from app.core.domain.collection import ALL_DOCUMENTS, ScopeChoice
from app.core.domain.evidence import Passage
from app.core.retrieval.grouping import is_near
from app.services.collections import CollectionService
from app.services.preferences import Preferences
from app.services.searching import SearchService

MOST_LISTED = 50
"""More than this nobody reads; who has as many asks with more words."""
LEAST_SIMILARITY = 0.30
"""Cosine similarity from which a passage is worth a look, though no word of it was asked for. The
floor of answers is higher: a list of passages promises no answer."""


@dataclass(frozen=True, slots=True)
class PassageList:
    """What was found for a question where the user chose to look, best first.

    `more` says that further passages are left out; `degraded` names arms that could not take part
    (R7); `notes` are whole sentences on what was understood otherwise than it was asked; `seconds`
    is the time that the search took.
    """

    question: str
    choice: ScopeChoice
    passages: tuple[Passage, ...]
    more: bool
    degraded: tuple[str, ...]
    notes: tuple[str, ...]
    searched_documents: int
    seconds: float

    @property
    def document_ids(self) -> frozenset[int]:
        """The documents that the passages stand in."""
        return frozenset(passage.chunk.document_id for passage in self.passages)


class PassageListService:
    """Searches without a language model. Safe to call from one thread at a time."""

    def __init__(
        self,
        search: SearchService,
        collections: CollectionService,
        preferences: Preferences,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._search = search
        self._collections = collections
        self._preferences = preferences
        self._clock = clock

    def find(self, question: str, choice: ScopeChoice = ALL_DOCUMENTS) -> PassageList:
        """List the passages that hold a word of the question, or are near it in meaning.

        Search by meaning always finds something; what is less similar than LEAST_SIMILARITY, or
        than the settings say, is no find, and left out where no word was found either.

        Raises:
            InvalidInput: an empty question, one over 4,000 characters, or a filter that fits no
                document.
            NotFound: the chosen collection is not there any more.
            EmbedderMismatch: the library's vectors are of another embedder (R4).
        """
        begin = self._clock()
        scope = self._collections.resolve(choice)
        result = self._search.search(question, MOST_LISTED + 1, scope)
        chosen = self._preferences.current.retrieval.minimum_similarity
        least = LEAST_SIMILARITY if chosen is None else chosen
        near = [passage for passage in result.passages if is_near(passage, least)]
        return PassageList(
            question=question,
            choice=choice,
            passages=tuple(near[:MOST_LISTED]),
            more=len(near) > MOST_LISTED,
            degraded=result.degraded,
            notes=result.notes,
            searched_documents=result.searched_documents,
            seconds=self._clock() - begin,
        )

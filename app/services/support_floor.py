"""Whether what was found is enough to look for an answer in it, before any model is asked (A2)."""

from __future__ import annotations

from app.core.domain.evidence import SearchResult
from app.core.domain.floor import Floor, FloorRecord
from app.core.ports import Embedder
from app.core.retrieval.statement_ranking import Ranked
from app.services.preferences import Preferences

UNMEASURED = (
    "Nobody has measured how similar a question is to its answer for this model of search by "
    "meaning, so only the words of the question decided. `pincite eval floor` measures it."
)


class SupportFloor:
    """The floor of the embedder in use: as it was measured, or as the settings say.

    Args:
        record: What was measured.
    """

    def __init__(self, record: FloorRecord, embedder: Embedder, preferences: Preferences) -> None:
        self._record = record
        self._embedder = embedder
        self._preferences = preferences

    def reached_by(self, result: SearchResult) -> bool:
        """Whether there is enough to look for an answer in."""
        if not result.passages:
            return False
        similarity = result.best_similarity
        return self._floor(similarity).reached_by(similarity, result.passage_coverage)

    def quotes(self, best: Ranked) -> bool:
        """Whether a statement is near enough to the question to be quoted as an answer."""
        return self._floor(best.similarity).quotes(best.similarity, best.share)

    def unmeasured_for(self, result: SearchResult) -> bool:
        """Whether words decide alone although a similarity was seen: nobody knows its scale."""
        similarity = result.best_similarity
        return similarity is not None and self._floor(similarity).similarity is None

    def _floor(self, similarity: float | None) -> Floor:
        """Settings win over what was measured. Without a similarity, or for an embedder that nobody
        measured, the floor for words alone holds: it asks for fewer words, since nothing else can
        speak for a passage then."""
        own = None
        if similarity is not None:
            own = self._record.of(self._embedder.identity)
        own = own or self._record.words_only
        chosen = self._preferences.current.retrieval
        changed = {
            "similarity": chosen.minimum_similarity,
            "coverage": chosen.minimum_coverage,
        }
        return own.model_copy(update={k: v for k, v in changed.items() if v is not None})

"""Evidence: what retrieval found for a question, and how."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from app.core.domain.chunk import Chunk
from app.core.domain.geometry import Box


@dataclass(frozen=True, slots=True)
class Scope:
    """Which documents a question may touch. `None` means all (R9)."""

    document_ids: frozenset[int] | None = None

    def holds(self, document_id: int) -> bool:
        """Whether a document is inside the scope."""
        return self.document_ids is None or document_id in self.document_ids


EVERYTHING = Scope()


@dataclass(frozen=True, slots=True)
class RankedChunk:
    """A chunk in the ranked list of one arm, best first. The score's scale is the arm's own:
    cosine similarity in the dense arm, bm25 (higher is better) in the lexical arm."""

    chunk_id: int
    score: float


@dataclass(frozen=True, slots=True)
class FusedChunk:
    """A chunk after fusion. Ranks count from 1; `None` where the arm did not find it."""

    chunk_id: int
    score: float
    lexical_rank: int | None
    dense_rank: int | None
    similarity: float | None


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk that was found, with all that is needed to show it.

    `page` and `label` are where its best matching words stand; `boxes` surround the whole chunk;
    `terms` are the words of the question that occur in it, as they are written there, and
    `word_boxes` surround them. `ocr_confidence` is None for text of the file itself; of what was
    read off a page's picture it says how sure the engine is of its letters, 0 to 1.
    """

    chunk: Chunk
    document_title: str
    path: Path
    page: int
    label: str
    boxes: tuple[Box, ...]
    similarity: float | None
    lexical_rank: int | None
    dense_rank: int | None
    terms: tuple[str, ...] = ()
    word_boxes: tuple[Box, ...] = ()
    ocr_confidence: float | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Fused passages, best first. `degraded` names arms that could not take part (R7), such as
    "embedding_unavailable" or "lexical_unavailable". `best_similarity` is the highest cosine
    similarity that the dense arm saw; `coverage` the share of the question's content words that
    the best passages hold, from 0 to 1, and `passage_coverage` the highest share that one of them
    holds alone; `query` what was searched for; `notes` whole sentences on what was understood
    otherwise than it was asked; `question` the question without filters, and `context` the earlier
    ones that it was searched with; `scope` what was searched: what was asked for, narrowed by
    filters for documents."""

    passages: tuple[Passage, ...]
    degraded: tuple[str, ...]
    best_similarity: float | None
    coverage: float
    searched_documents: int
    query: str
    notes: tuple[str, ...] = ()
    question: str = ""
    context: str = ""
    scope: Scope = EVERYTHING
    passage_coverage: float = 0.0

    @property
    def seen(self) -> SearchResult:
        """The result without what nobody can see on its page."""
        return replace(self, passages=tuple(p for p in self.passages if not p.chunk.hidden))

"""How sure an answer may look: retrieval, citations and support in one figure (C14).

    cited:   0.2 × retrieval + 0.3 × citations + 0.5 × support
    uncited: 0.65 × retrieval

Retrieval is `retrieval_strength`; citations is the share of the markers a model tried that name a
supplied passage; support is the share of the sentences a model wrote that are shown and borne out
by what they cite, those left out counting against it. Support weighs half, since it alone looks at
what the answer says. Without one validated citation nothing was looked at, so the figure stays at
or below 0.65: never fair, never high.
"""

from __future__ import annotations

from app.core.domain.answer import ConfidenceParts

RETRIEVAL_WEIGHT, CITATIONS_WEIGHT, SUPPORT_WEIGHT = 0.2, 0.3, 0.5
UNCITED_CEILING = 0.65
HIGH, FAIR, LOW = 0.85, 0.70, 0.40
"""At or above HIGH, FAIR and LOW the window says so; below FAIR an answer is hedged, below LOW it
is a refusal."""


def retrieval_strength(similarity: float | None, coverage: float) -> float:
    """From 0 to 1: cosine similarity scaled over 0.2..0.7, where this embedder's scores for
    related text lie, or the coverage of the question's words, whichever is higher."""
    scaled = 0.0 if similarity is None else (similarity - 0.2) / 0.5
    return max(0.0, min(1.0, max(scaled, coverage)))


def confidence_of(parts: ConfidenceParts) -> float:
    """The parts in one figure from 0 to 1, as the module's docstring says."""
    if not parts.citations:
        return round(UNCITED_CEILING * parts.retrieval, 4)
    weighted = (
        RETRIEVAL_WEIGHT * parts.retrieval
        + CITATIONS_WEIGHT * parts.citations
        + SUPPORT_WEIGHT * parts.support
    )
    return round(weighted, 4)

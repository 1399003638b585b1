"""How sure an answer may look: retrieval, citations and support in one figure (C14)."""

from __future__ import annotations

UNCITED_CEILING = 0.65
HIGH, FAIR, LOW = 0.85, 0.70, 0.40
"""At or above HIGH, FAIR and LOW the window says so; below LOW the answer is a refusal."""


def retrieval_strength(similarity: float | None, coverage: float) -> float:
    """From 0 to 1: cosine similarity scaled over 0.2..0.7, where this embedder's scores for
    related text lie, or the coverage of the question's words, whichever is higher."""
    scaled = 0.0 if similarity is None else (similarity - 0.2) / 0.5
    return max(0.0, min(1.0, max(scaled, coverage)))


def confidence(*, retrieval: float, citation_score: float | None, supported_share: float) -> float:
    """Combine the three, each from 0 to 1; without a validated citation at most 0.65.

    Support weighs half, since it alone looks at what the answer says.
    """
    if not citation_score:
        return min(UNCITED_CEILING, 0.65 * retrieval)
    return round(0.2 * retrieval + 0.3 * citation_score + 0.5 * supported_share, 4)

"""Which supplied passage bears a claim.

A small model names the wrong passage at times: where the one that it cites fails a claim, and
another one holds it almost word for word, that one is cited.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.citations.parse import RawClaim
from app.core.citations.quotes import best_quote
from app.core.domain.answer import Support
from app.core.domain.chunk import Chunk
from app.core.ports import SupportChecker

MINIMUM_WINDOW_SHARE = 0.5
"""Share of a claim's content words that its quote must hold to count as the words that bear it."""
ELSEWHERE_SHARE = 0.85
"""Another passage is cited instead only where its best sentences hold this much of the claim."""


@dataclass(frozen=True, slots=True)
class Attribution:
    """A claim with the chunks that bear it, and the verdict. `moved`: the model named others."""

    claim: RawClaim
    support: Support
    moved: bool = False


def attribute(
    claim: RawClaim, passages: Sequence[Chunk], question: str, checker: SupportChecker
) -> Attribution:
    """Judge a claim by the passages it cites; where they fail it, look for it in the others.

    Args:
        claim: With ids of supplied passages only.
        passages: All supplied passages.
    """
    cited = [chunk for chunk in passages if chunk.id in claim.chunk_ids]
    verdict = checker.judge(claim.text, cited, question)
    if verdict.supported:
        return Attribution(claim, verdict)
    others = [chunk for chunk in passages if chunk.id not in claim.chunk_ids]
    nearest = max(others, key=lambda chunk: _share(chunk, claim.text), default=None)
    if nearest is not None and _share(nearest, claim.text) >= ELSEWHERE_SHARE:
        found = checker.judge(claim.text, [nearest], question)
        if found.supported:
            return Attribution(RawClaim(claim.text, (nearest.id,)), found, moved=True)
    return Attribution(claim, verdict)


def _share(chunk: Chunk, text: str) -> float:
    """Share of the words of a text that the best sentences of a chunk hold."""
    quote = best_quote(chunk, text)
    return quote.share if quote is not None else 0.0

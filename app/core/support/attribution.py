"""Which supplied passage bears a claim, judged by neighbouring sentences and not by a whole chunk.

The words of a claim can all occur in a passage and still be gathered from sentences that have
nothing to do with each other. So a claim needs one sentence, or two that follow each other, that
hold most of it and all of its numbers. A small model also names the wrong passage at times: where
another one holds the claim almost word for word, that one is cited.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.citations.parse import RawClaim
from app.core.citations.quotes import Quote, best_quote
from app.core.domain.answer import Support
from app.core.domain.chunk import Chunk
from app.core.support.check import check, known_numbers, numbers, turned_round

MINIMUM_WINDOW_SHARE = 0.5
"""Share of a claim's content words that its best sentences must hold."""
ELSEWHERE_SHARE = 0.85
"""Another passage is cited instead only where its best sentences hold this much of the claim."""
SCATTERED = "Its words stand apart from each other in the passage that it cites."


@dataclass(frozen=True, slots=True)
class Attribution:
    """A claim with the chunks that bear it, and the verdict. `moved`: the model named others."""

    claim: RawClaim
    support: Support
    moved: bool = False


def attribute(claim: RawClaim, passages: Sequence[Chunk], question: str) -> Attribution:
    """Judge a claim by the passages it cites; where they fail it, look for it in the others.

    Args:
        claim: With ids of supplied passages only.
        passages: All supplied passages.
    """
    cited = [chunk for chunk in passages if chunk.id in claim.chunk_ids]
    verdict = _best(claim.text, cited, question)
    if verdict.supported:
        return Attribution(claim, verdict)
    others = [chunk for chunk in passages if chunk.id not in claim.chunk_ids]
    ranked = sorted(others, key=lambda chunk: -_share(best_quote(chunk, claim.text)))
    for chunk in ranked[:1]:
        near = _share(best_quote(chunk, claim.text)) >= ELSEWHERE_SHARE
        if near and (found := _judge(claim.text, chunk, question)).supported:
            return Attribution(RawClaim(claim.text, (chunk.id,)), found, moved=True)
    return Attribution(claim, verdict)


def _best(text: str, chunks: Sequence[Chunk], question: str) -> Support:
    verdicts = [_judge(text, chunk, question) for chunk in chunks]
    for verdict in verdicts:
        if verdict.supported:
            return verdict
    return min(verdicts, key=lambda verdict: len(verdict.missing), default=Support(False))


def _judge(text: str, chunk: Chunk, question: str) -> Support:
    """The lexical check of the whole chunk, then of its best sentences."""
    verdict = check(text, [f"{chunk.heading}\n{chunk.text}"], question)
    if not verdict.supported:
        return verdict
    quote = best_quote(chunk, text)
    if quote is None or quote.share < MINIMUM_WINDOW_SHARE:
        return Support(False, (), SCATTERED)
    near = known_numbers(f"{chunk.heading}\n{_widened(chunk, quote)}") | known_numbers(question)
    if not numbers(text) <= near:
        return Support(False, (), SCATTERED)
    if word := turned_round(text, quote.text):
        return Support(False, (word,), f"Its passage says the opposite about “{word}”.")
    return verdict


def _widened(chunk: Chunk, quote: Quote) -> str:
    """The quote; where it is no whole sentence, as in lists and tables, with what is beside it."""
    if quote.text.rstrip("\"'”’»)]")[-1:] in (".", "!", "?", "。"):
        return quote.text
    return chunk.text[max(0, quote.start - 200) : quote.end + 200]


def _share(quote: Quote | None) -> float:
    return quote.share if quote is not None else 0.0

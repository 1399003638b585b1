"""A support checker that asks only whether every word of a claim stands in one passage."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.domain.answer import Support
from app.core.domain.chunk import Chunk
from app.core.text.terms import words


class WordForWordChecker:
    """Passes a claim when one passage, with its headings, holds each of its words as written."""

    def judge(self, claim: str, passages: Sequence[Chunk], question: str) -> Support:
        """See SupportChecker."""
        if not passages:
            return Support(False, (), "It cites no passage.")
        missing: tuple[str, ...] = ()
        for chunk in passages:
            held = {word.folded for word in words(f"{chunk.heading}\n{chunk.text}\n{question}")}
            missing = tuple(
                claim[word.start : word.end] for word in words(claim) if word.folded not in held
            )
            if not missing:
                return Support(True)
        return Support(False, missing, f"“{missing[0]}” does not occur in what it cites.")

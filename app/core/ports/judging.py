"""Whether what a model wrote is borne out by what it cites."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from app.core.domain.answer import Support
from app.core.domain.chunk import Chunk


class SupportChecker(Protocol):
    """Compares claims with passages (C13). Deterministic: the same is always judged the same."""

    def judge(self, claim: str, passages: Sequence[Chunk], question: str) -> Support:
        """What the passages that a claim cites say for it.

        Args:
            claim: One line of an answer, without markers; it may hold several sentences.
            passages: The cited ones. Without any, the claim is not supported.
            question: What was asked; "" where there was no question. A claim may repeat its words.

        Returns:
            The verdict. One against the claim has a reason, one whole sentence; `missing` are
            words as the claim writes them. A supported claim has neither.
        """
        ...

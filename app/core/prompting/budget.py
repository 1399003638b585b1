"""How many passages fit a model's context, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.domain.answer import DroppedPassage
from app.core.domain.evidence import Passage

MARKER_TOKENS = 12
"""Reserve for a passage's marker and the blank lines around it."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The passages that the model will see, and those that it will not, with the reason."""

    used: tuple[Passage, ...]
    dropped: tuple[DroppedPassage, ...]


def select(
    passages: Sequence[Passage], costs: Sequence[int], *, limit: int, tokens: int
) -> Selection:
    """Take passages in order while they fit.

    Args:
        costs: Tokens of each passage as prompted, without its marker.
        limit: At most so many passages.
        tokens: Tokens that all of them may take together.
    """
    used: list[Passage] = []
    dropped: list[DroppedPassage] = []
    left = tokens
    for passage, cost in zip(passages, costs, strict=True):
        if len(used) >= limit:
            dropped.append(DroppedPassage(passage.chunk.id, "passage_limit"))
        elif cost + MARKER_TOKENS > left:
            dropped.append(DroppedPassage(passage.chunk.id, "token_budget"))
        else:
            used.append(passage)
            left -= cost + MARKER_TOKENS
    return Selection(tuple(used), tuple(dropped))

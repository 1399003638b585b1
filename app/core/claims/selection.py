"""Which passages are set aside: what the rules say, what a model said, and what must remain.

Removal is all that is decided here. Nothing is reordered or rewritten, and the last passage stays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.claims.outcome import ALL_MARKED, UNREADABLE
from app.core.claims.rules import Ruling
from app.core.domain.claim_filter import ScopeSlot


@dataclass(frozen=True, slots=True)
class Mark:
    """That the passage at `place` is set aside, in what respect, and in whose words."""

    place: int
    slot: ScopeSlot
    asked: str = ""
    stated: str = ""


def marked_by_rules(ruled: Sequence[Ruling]) -> list[Mark]:
    """The passages that state another scope."""
    return [
        Mark(place, one.against.slot, one.against.asked, one.against.stated)
        for place, one in enumerate(ruled)
        if one.against is not None
    ]


def readable_odds(raw: Sequence[object], count: int) -> list[float | None]:
    """What a judge gave back for `count` passages, None where it is no finite number.

    `True` is no number. What is missing at the end is None, and what is too much is ignored: valid
    values beside invalid ones still count.
    """
    found: list[float | None] = []
    for value in list(raw)[:count]:
        good = isinstance(value, int | float) and not isinstance(value, bool)
        found.append(float(value) if good and math.isfinite(value) else None)  # type: ignore[arg-type]
    return found + [None] * (count - len(found))


def marked_by_model(
    odds: Sequence[float | None], ruled: Sequence[Ruling], margin: float
) -> list[Mark]:
    """The passages that a model finds less fit than the best one by more than a margin.

    Args:
        odds: For each passage the log-odds that it can be used; None where that is not known.
        ruled: What the rules say: a passage that states the question's scope is not judged.
        margin: In log-odds, as it was measured for the model.
    """
    known = [one for one in odds if one is not None]
    if not known:
        return []
    best = max(known)
    return [
        Mark(place, ScopeSlot.SITUATION)
        for place, one in enumerate(odds)
        if one is not None and best - one > margin and not ruled[place].fits
    ]


def failure_of(odds: Sequence[float | None], marks: Sequence[Mark]) -> str:
    """Why all passages are kept in spite of a judgement; "" where it can be used."""
    if odds and all(one is None for one in odds):
        return UNREADABLE
    if odds and len({mark.place for mark in marks}) == len(odds):
        return ALL_MARKED
    return ""

"""Answers for which the claim filter ran, over the invented handbook."""

from __future__ import annotations

from dataclasses import replace

from app.core.domain.answer import Answer, DroppedPassage
from app.core.domain.claim_filter import (
    ClaimFilterRecord,
    FilterStatus,
    ScopeSlot,
    SetAside,
)
from tests.gui.chat.examples import ANSWER

ONCE = SetAside(43, ScopeSlot.FREQUENCY, "once", "for years of daily use")
CREWS = SetAside(19, ScopeSlot.POPULATION, "full-time employees", "crews at sea")
JUDGED = SetAside(56, ScopeSlot.SITUATION)
COMPARED = (17, 42, 23, 43, 19, 56)


def filtered(
    *removed: SetAside,
    status: FilterStatus = FilterStatus.APPLIED,
    reason: str = "",
    model: str | None = None,
    answer: Answer = ANSWER,
) -> Answer:
    """An answer, or a refusal, without the passages that were removed."""
    ids = tuple(one.chunk_id for one in removed)
    record = ClaimFilterRecord(status, reason, COMPARED, removed, 0.4, model)
    dropped = tuple(DroppedPassage(one, "claim_filter") for one in ids)
    return replace(
        answer,
        sources=tuple(one for one in answer.sources if one.chunk.id not in ids),
        trace=replace(answer.trace, claim_filter=record, dropped=(*dropped, *answer.trace.dropped)),
    )


APPLIED = filtered(ONCE, CREWS)
"""Two passages of two documents were set aside."""
KEPT_ALL = filtered(status=FilterStatus.KEPT_ALL)
SKIPPED = filtered(status=FilterStatus.SKIPPED, reason="no_scope")
FALLBACK = filtered(status=FilterStatus.FALLBACK, reason="time_limit")

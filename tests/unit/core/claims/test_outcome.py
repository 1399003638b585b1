"""What is said of a run of the claim filter."""

from __future__ import annotations

import pytest

from app.core.claims import outcome
from app.core.claims.outcome import reason_of, reason_sentence, summary
from app.core.domain.claim_filter import ClaimFilterRecord, FilterStatus, ScopeSlot, SetAside

ASIDE = SetAside(4, ScopeSlot.TIME, "2024", "2022")


def test_a_reason_names_both_scopes_or_says_that_a_model_judged() -> None:
    said = reason_of(ASIDE)
    assert "“2022”" in said
    assert "“2024”" in said
    assert said.endswith(".")
    assert "model" in reason_of(SetAside(4, ScopeSlot.SITUATION))


@pytest.mark.parametrize("slot", list(ScopeSlot))
def test_every_respect_has_words(slot: ScopeSlot) -> None:
    assert reason_of(SetAside(1, slot, "this", "that")).endswith(").")


@pytest.mark.parametrize(
    "reason",
    [
        outcome.FEW_PASSAGES,
        outcome.TIME_LIMIT,
        outcome.UNREADABLE,
        outcome.ALL_MARKED,
        outcome.NO_MODEL,
        outcome.NOT_MEASURED,
        f"{outcome.FAILED}WorkerDied",
    ],
)
def test_every_reason_is_a_sentence(reason: str) -> None:
    assert reason_sentence(reason).endswith(".")
    assert reason_sentence("") == reason_sentence("unheard of") == ""


def test_what_the_filter_did() -> None:
    one = ClaimFilterRecord(FilterStatus.APPLIED, "", (3, 4), (ASIDE,))
    assert summary(one) == "The claim filter set 1 passage aside."
    two = ClaimFilterRecord(FilterStatus.APPLIED, outcome.NO_MODEL, (3, 4, 5), (ASIDE, ASIDE))
    assert summary(two).startswith("The claim filter set 2 passages aside. Only fixed rules")
    kept = ClaimFilterRecord(FilterStatus.KEPT_ALL, outcome.NOT_MEASURED, (3, 4, 5))
    assert summary(kept) == "The claim filter compared 3 passages and kept all."
    failed = ClaimFilterRecord(FilterStatus.FALLBACK, outcome.TIME_LIMIT, (3, 4))
    assert summary(failed).endswith("all passages were kept. The model took too long.")
    skipped = ClaimFilterRecord(FilterStatus.SKIPPED, outcome.FEW_PASSAGES)
    assert summary(skipped).startswith("The claim filter had nothing to do.")

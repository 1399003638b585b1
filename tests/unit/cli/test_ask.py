"""`pincite ask` for people: what stands beside an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli import main
from app.cli.ask import readable
from app.core.domain.answer import AnswerStatus, RefusalReason, Withheld
from app.core.domain.claim_filter import ClaimFilterRecord, FilterStatus, ScopeSlot, SetAside
from app.core.support.confidence import FAIR
from app.core.support.wording import NO_WORDS_FOUND, ONLY_IN_PART
from app.services.answering import AnswerService
from app.services.events import AnswerFinished
from tests.answers import answered, refused

RENT = answered("Rent is due monthly.")


def test_an_answer_of_low_confidence_is_hedged() -> None:
    low = replace(RENT, confidence=FAIR - 0.01)
    assert readable(low).splitlines()[0] == ONLY_IN_PART
    assert ONLY_IN_PART not in readable(replace(RENT, confidence=FAIR))
    assert ONLY_IN_PART not in readable(refused())


def test_a_citation_whose_words_were_not_found_says_so() -> None:
    (citation,) = RENT.citations
    unsure = replace(RENT, citations=(replace(citation, verified=False),))
    assert NO_WORDS_FOUND in readable(unsure)
    assert NO_WORDS_FOUND not in readable(RENT)


def test_what_is_left_out_and_what_was_not_searched_is_said() -> None:
    shortened = replace(RENT, withheld=Withheld(invalid_citation=2))
    assert "2 sentences were left out because their citations led nowhere." in readable(shortened)
    nothing = replace(refused(RefusalReason.NO_SUPPORT), unsearched=("One scan was not read.",))
    assert nothing.status is AnswerStatus.REFUSED
    assert readable(nothing).endswith("One scan was not read.")


def test_what_the_claim_filter_set_aside_is_told_with_the_reason() -> None:
    aside = SetAside(4, ScopeSlot.VARIANT, "Ward 9", "Ward 4")
    record = ClaimFilterRecord(FilterStatus.APPLIED, evaluated=(3, 4), removed=(aside,))
    text = readable(replace(RENT, trace=replace(RENT.trace, claim_filter=record)))
    assert "The claim filter set 1 passage aside." in text
    assert "[chunk:4]" in text
    assert "“Ward 4”" in text
    assert "--claim-filter off" in text
    assert "claim filter" not in readable(RENT)
    failed = ClaimFilterRecord(FilterStatus.FALLBACK, "time_limit", evaluated=(3, 4))
    text = readable(replace(RENT, trace=replace(RENT.trace, claim_filter=failed)))
    assert "all passages were kept. The model took too long." in text


@pytest.mark.parametrize(
    ("options", "wanted"),
    [([], None), (["--claim-filter", "on"], True), (["--claim-filter", "off"], False)],
)
def test_the_claim_filter_is_switched_for_one_question(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, options: list[str], wanted: bool | None
) -> None:
    asked: list[object] = []

    def ask(_: AnswerService, question: str, **rest: object) -> Iterator[AnswerFinished]:
        asked.append(rest["claim_filter"])
        yield AnswerFinished(RENT)

    monkeypatch.setattr(AnswerService, "ask", ask)
    assert main(["--library", str(tmp_path), "ask", "When is rent due?", *options]) == 0
    assert asked == [wanted]

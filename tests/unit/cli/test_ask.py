"""`pincite ask` for people: what stands beside an answer."""

from __future__ import annotations

from dataclasses import replace

from app.cli.ask import readable
from app.core.domain.answer import AnswerStatus, RefusalReason, Withheld
from app.core.support.confidence import FAIR
from app.core.support.wording import NO_WORDS_FOUND, ONLY_IN_PART
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

"""What every SupportChecker does, run on the lexical one and on the fake."""

from __future__ import annotations

import pytest

from app.core.domain.chunk import Chunk, Span
from app.core.ports import SupportChecker
from app.core.support.check import LexicalSupportChecker
from tests.fakes.support_checker import WordForWordChecker

FERRY = "The ferry leaves at 08:15 from Quay 4."
FARE = "A crossing costs 14 euros for each passenger."


def passage(text: str, *, number: int = 1, heading: str = "Timetable") -> Chunk:
    return Chunk(number, 1, 0, text, (heading,), (Span(1, 0, len(text), 0),), 50)


@pytest.fixture(params=["lexical", "fake"])
def checker(request: pytest.FixtureRequest) -> SupportChecker:
    return LexicalSupportChecker() if request.param == "lexical" else WordForWordChecker()


def test_what_stands_word_for_word_is_supported_without_a_reason(checker: SupportChecker) -> None:
    support = checker.judge(FERRY, [passage(FERRY)], "When does the ferry leave?")
    assert support.supported
    assert (support.missing, support.reason) == ((), "")


def test_one_of_several_passages_is_enough(checker: SupportChecker) -> None:
    assert checker.judge(FERRY, [passage(FARE), passage(FERRY, number=2)], "").supported


def test_words_of_headings_count(checker: SupportChecker) -> None:
    claim = "The summer ferry leaves at 08:15 from Quay 4."
    assert checker.judge(claim, [passage(FERRY, heading="Summer")], "").supported


def test_an_invention_is_named_in_one_whole_sentence(checker: SupportChecker) -> None:
    support = checker.judge("The ferry leaves at 09:40 from Quay 4.", [passage(FERRY)], "")
    assert not support.supported
    assert any("09:40".startswith(missing) for missing in support.missing)
    assert support.reason.endswith(".")
    assert support.reason.count(". ") == 0
    assert support.missing[0] in support.reason


def test_no_passage_supports_nothing(checker: SupportChecker) -> None:
    support = checker.judge(FERRY, [], "")
    assert not support.supported
    assert support.reason.endswith(".")


def test_the_same_is_judged_the_same(checker: SupportChecker) -> None:
    claim = "The ferry leaves at 09:40 and costs 20 euros."
    passages = [passage(FERRY), passage(FARE, number=2)]
    first = checker.judge(claim, passages, "")
    assert all(checker.judge(claim, passages, "") == first for _ in range(3))

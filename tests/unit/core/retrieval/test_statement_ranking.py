"""The order of statements: words and meaning together, and amounts where they are asked for."""

from __future__ import annotations

import pytest

from app.core.domain.chunk import Chunk, Span
from app.core.retrieval.statement_ranking import Ranked, rank
from app.core.retrieval.statements import Statement

Candidate = tuple[Statement, str]


def statement(text: str, *headings: str, title: str = "") -> Candidate:
    chunk = Chunk(1, 1, 0, text, headings, (Span(1, 0, len(text), 0),), 10)
    return Statement(chunk, 0, len(text)), title


def order(ranked: list[Ranked]) -> list[str]:
    return [one.statement.text for one in ranked]


LEAVE = statement("Days of paid leave are granted each year.")
BOATS = statement("Boats are moored at the pier.")
RARE = statement("The parental form is green.")


def test_words_decide_without_meaning() -> None:
    ranked = rank("When are days of paid leave granted?", [BOATS, LEAVE], [None, None])
    assert order(ranked) == [LEAVE[0].text, BOATS[0].text]
    assert [one.similarity for one in ranked] == [None, None]
    assert ranked[0].share == pytest.approx(1.0)
    assert ranked[1].share == 0.0


def test_meaning_decides_between_statements_of_the_same_words() -> None:
    ranked = rank("vacation", [BOATS, LEAVE], [0.1, 0.7])
    assert order(ranked) == [LEAVE[0].text, BOATS[0].text]
    assert ranked[0].score == pytest.approx(0.7)


def test_a_rare_word_counts_more_than_a_frequent_one() -> None:
    many = [statement(f"Leave number {number} is here.") for number in range(6)]
    ranked = rank("parental leave", [*many, RARE], [None] * 7)
    assert ranked[0].statement is RARE[0]


def test_a_word_of_the_heading_counts_half() -> None:
    inside = statement("The harbour closes early.")
    below = statement("It closes early.", "Harbour")
    titled = statement("It closes early.", title="Harbour")
    ranked = rank("harbour", [below, titled, inside], [None] * 3)
    assert [one.share for one in ranked] == pytest.approx([1.0, 0.5, 0.5])
    assert ranked[0].statement is inside[0]


@pytest.mark.parametrize(
    ("question", "ahead"),
    [
        ("How many days of leave are there?", True),
        ("What is the maximum leave?", True),
        ("Wie viele Tage Leave gibt es?", True),
        ("Combien de leave?", True),
        ("Who signs leave?", False),
    ],
)
def test_an_amount_that_is_asked_for_comes_first(question: str, ahead: bool) -> None:
    plain, counted = statement("The leave is granted."), statement("The leave is 27.")
    ranked = rank(question, [plain, counted], [0.5, 0.5])
    assert (ranked[0].statement is counted[0]) is ahead
    assert ranked[0].share == ranked[1].share


def test_a_number_word_is_an_amount_too() -> None:
    plain, counted = statement("The leave is granted."), statement("The leave has ten days.")
    assert rank("How long is the leave?", [plain, counted], [0.5, 0.5])[0].statement is counted[0]


def test_equal_ones_stay_in_their_order() -> None:
    first, second = statement("One boat."), statement("One pier.")
    assert order(rank("zither", [first, second], [0.2, 0.2])) == ["One boat.", "One pier."]


def test_nothing_to_rank() -> None:
    assert rank("boats", [], []) == []

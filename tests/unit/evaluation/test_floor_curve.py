"""Choosing a support floor: what is refused, what is lost, and at which risk."""

from __future__ import annotations

import pytest

from app.core.domain.floor import Floor
from app.evaluation.floor_curve import (
    Searched,
    SearchedSet,
    at_similarity,
    chosen_floor,
    chosen_words_only,
    risk_curve,
)


def yes(similarity: float, coverage: float = 0.0, quote: tuple[float, float] = (1, 1)) -> Searched:
    return Searched(True, similarity, coverage, *quote)


def no(similarity: float, coverage: float = 0.0, quote: tuple[float, float] = (1, 1)) -> Searched:
    return Searched(False, similarity, coverage, *quote)


def set_of(*questions: Searched, name: str = "a") -> SearchedSet:
    return SearchedSet(name, questions)


FAR = [no(0.2, 0.3), no(0.3, 0.1)]
NEAR = [yes(0.6, 0.2), yes(0.7, 0.9)]


def test_the_floor_parts_what_can_be_answered_from_the_rest() -> None:
    mixed = set_of(*FAR, *NEAR)
    floor = chosen_floor([mixed])
    lost, refused = mixed.outcome(floor)
    assert (lost.k, lost.n, refused.k, refused.n) == (0, 2, 2, 2)


def test_of_equal_floors_the_least_is_taken() -> None:
    floor = chosen_floor([set_of(*FAR, *NEAR)])
    assert (floor.similarity, floor.coverage) == (0.31, 0.35)


def test_words_save_what_is_far_in_meaning() -> None:
    mixed = set_of(*FAR, *NEAR, yes(0.1, 0.9))
    floor = chosen_floor([mixed])
    assert mixed.outcome(floor)[0].k == 0
    assert mixed.outcome(floor)[1].k == 2


@pytest.mark.parametrize(("answerable", "refused"), [(49, 0), (50, 1)])
def test_no_more_is_lost_than_the_risk(answerable: int, refused: int) -> None:
    """One of 49 is more than two percent, one of 50 is not."""
    near = [yes(0.9, 0.9)] * (answerable - 1)
    mixed = set_of(yes(0.2, 0.2), no(0.3, 0.2), *near)
    floor = chosen_floor([mixed], risk=0.02)
    assert mixed.outcome(floor)[1].k == refused


def test_each_set_counts_the_same() -> None:
    large = set_of(*[yes(0.9, 0.9)] * 96, *[yes(0.2, 0.2)] * 4)
    small = set_of(yes(0.9, 0.9), no(0.3, 0.2), name="b")
    assert chosen_floor([large, small], risk=0.02).reached_by(0.2, 0.2) is False
    together = set_of(*large.questions, *small.questions)
    assert chosen_floor([together], risk=0.02).reached_by(0.2, 0.2)


def test_nothing_that_can_be_answered_is_lost_unless_a_risk_is_given() -> None:
    mixed = set_of(yes(0.2, 0.2), no(0.3, 0.2), *[yes(0.9, 0.9)] * 999)
    assert mixed.outcome(chosen_floor([mixed]))[0].k == 0


def test_words_alone() -> None:
    mixed = set_of(no(0.9, 0.1), no(0.9, 0.5), yes(0.1, 0.4), yes(0.1, 0.8))
    floor = chosen_words_only([mixed])
    assert floor.similarity is None
    assert floor.coverage == pytest.approx(0.15)
    assert mixed.outcome(floor)[1].k == 1


def test_quotes_have_a_floor_of_their_own() -> None:
    mixed = set_of(yes(0.9, 0.9, (0.6, 0.5)), no(0.9, 0.9, (0.5, 0.2)), no(0.9, 0.9, (0.7, 0.6)))
    floor = chosen_floor([mixed])
    assert floor.quote == pytest.approx(0.72)
    assert mixed.outcome(floor)[1].k == 0
    lost, refused = mixed.outcome(floor, quoted=True)
    assert (lost.k, refused.k) == (0, 1)


def test_nothing_to_choose_on() -> None:
    floor = chosen_floor([set_of(yes(0.4, 0.4))])
    assert floor == Floor(similarity=0.0, coverage=0.0, quote=0.0)


def test_halves() -> None:
    one = set_of(yes(0.1), no(0.2), yes(0.3), no(0.4))
    assert [question.similarity for question in one.half(0).questions] == [0.1, 0.3]
    assert [question.similarity for question in one.half(1).questions] == [0.2, 0.4]


def test_the_curve_goes_from_all_questions_to_the_surest() -> None:
    mixed = set_of(no(0.2), yes(0.4), no(0.6), yes(0.8))
    points = risk_curve(mixed, Floor(similarity=0.5, coverage=1.0))
    assert (points[0].let_through, points[0].risk) == (1.0, 0.5)
    assert (points[50].let_through, points[50].risk) == (0.5, 0.5)
    assert points[-1].similarity == pytest.approx(0.8)
    assert (points[-1].let_through, points[-1].risk) == (0.25, 0.0)


def test_the_least_coverage_stays_on_the_curve() -> None:
    mixed = set_of(yes(0.1, 0.9), no(0.2, 0.1))
    points = risk_curve(mixed, Floor(similarity=0.5, coverage=0.5))
    assert len(points) == 101
    assert (points[-1].let_through, points[-1].risk) == (0.5, 0.0)


def test_another_similarity() -> None:
    floor = Floor(similarity=0.5, coverage=0.4, quote=0.7)
    assert at_similarity(floor, 0.2) == Floor(similarity=0.2, coverage=0.4, quote=0.7)

"""What a support floor costs and what it is worth: pure figures of questions that were searched."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.domain.floor import Floor
from app.evaluation.metrics import Rate

RISK = 0.0
"""The floor may lose none of the answerable questions of its sets. It is the first gate only, and
people ask in fewer words than sets do: with 2 percent, "What does a lost jacket cost?" was lost."""
RISK_QUOTED = 0.05
"""The same for what is quoted: no other gate follows, so it may refuse more."""
STEPS_OF_SIMILARITY = tuple(step / 100 for step in range(81))
STEPS_OF_COVERAGE = tuple(step / 20 for step in range(21))
STEPS_OF_QUOTES = tuple(step / 50 for step in range(101))


@dataclass(frozen=True, slots=True)
class Searched:
    """What search found for one question: its best cosine similarity, the highest share of its
    content words that one passage holds, and both of the statement that would be quoted first. All
    are from 0 to 1."""

    answerable: bool
    similarity: float
    coverage: float
    quote_similarity: float
    quote_share: float

    def reaches(self, floor: Floor, *, quoted: bool = False) -> bool:
        """Whether the floor lets the question through; `quoted`: whether a quote would be shown."""
        if not floor.reached_by(self.similarity, self.coverage):
            return False
        return not quoted or floor.quotes(self.quote_similarity, self.quote_share)


@dataclass(frozen=True, slots=True)
class SearchedSet:
    """The questions of one set."""

    name: str
    questions: tuple[Searched, ...]

    def half(self, rest: int) -> SearchedSet:
        """Every second question: those at even (0) or odd (1) places."""
        return SearchedSet(self.name, self.questions[rest::2])

    def outcome(self, floor: Floor, *, quoted: bool = False) -> tuple[Rate, Rate]:
        """The answerable questions that the floor loses, and the others that it refuses."""
        lost, refused = Rate(), Rate()
        for one in self.questions:
            (lost if one.answerable else refused).add(not one.reaches(floor, quoted=quoted))
        return lost, refused


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """At one least similarity: the share of all questions that are let through, and the share of
    these that nothing answers."""

    similarity: float
    let_through: float
    risk: float


def chosen_floor(sets: Sequence[SearchedSet], risk: float = RISK) -> Floor:
    """The floor that refuses most of what nothing answers and loses at most `risk` of the
    answerable; of equal ones the one that loses least, and asks least. With what is quoted, at most
    RISK_QUOTED may be lost."""
    plain = [
        Floor(similarity=similarity, coverage=coverage)
        for similarity in STEPS_OF_SIMILARITY
        for coverage in STEPS_OF_COVERAGE
    ]
    return _with_quote(sets, _best(sets, risk, plain))


def chosen_words_only(sets: Sequence[SearchedSet], risk: float = RISK) -> Floor:
    """The same for words alone."""
    plain = [Floor(coverage=coverage) for coverage in STEPS_OF_COVERAGE]
    return _with_quote(sets, _best(sets, risk, plain))


def _with_quote(sets: Sequence[SearchedSet], floor: Floor) -> Floor:
    steps = [floor.model_copy(update={"quote": quote}) for quote in STEPS_OF_QUOTES]
    return _best(sets, RISK_QUOTED, steps, quoted=True)


def _best(
    sets: Sequence[SearchedSet], risk: float, floors: Sequence[Floor], *, quoted: bool = False
) -> Floor:
    """The first of the list asks least, and is taken where none keeps the risk."""
    found: list[tuple[float, float, int]] = []
    for place, floor in enumerate(floors):
        outcomes = [one.outcome(floor, quoted=quoted) for one in sets]
        lost = _mean([rate for rate, _ in outcomes])
        if lost <= risk:
            found.append((-_mean([rate for _, rate in outcomes]), lost, place))
    return floors[min(found)[2]] if found else floors[0]


def _mean(rates: Sequence[Rate]) -> float:
    return statistics.fmean([rate.k / rate.n for rate in rates if rate.n] or [0.0])


def at_similarity(floor: Floor, similarity: float) -> Floor:
    """The same floor with another least similarity."""
    return floor.model_copy(update={"similarity": similarity})


def risk_curve(one: SearchedSet, floor: Floor) -> list[CurvePoint]:
    """The risk–coverage curve of a set, from letting everything through on: by least similarity,
    the least coverage staying as it is."""
    points = []
    for step in range(101):
        other = at_similarity(floor, step / 100)
        through = [question for question in one.questions if question.reaches(other)]
        if not through:
            break
        unanswerable = sum(not question.answerable for question in through)
        let_through = len(through) / len(one.questions)
        points.append(CurvePoint(step / 100, let_through, unanswerable / len(through)))
    return points

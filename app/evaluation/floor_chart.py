"""The picture of a support floor: what it refuses, and what that costs."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.domain.floor import Floor
from app.evaluation.floor_curve import SearchedSet, at_similarity, risk_curve
from app.evaluation.line_chart import COLOURS, Chart, Line, Point, svg
from app.evaluation.metrics import Rate

DESCRIPTION = (
    "Left: the share of questions that the floor lets through, and how many of these nothing "
    "answers. Right: what is refused at each similarity, of answerable and of other questions."
)


def floor_chart(sets: Sequence[SearchedSet], floor: Floor) -> str:
    """Both charts as SVG: the risk–coverage curve with the chosen point, and the shares that are
    refused at each similarity. The other threshold of the floor stays where it was chosen."""
    curves, shares = [], []
    for place, one in enumerate(sets):
        colour = place % COLOURS
        answerable = sum(question.answerable for question in one.questions)
        others = len(one.questions) - answerable
        if others:
            curves.append(_curve(one, floor, colour))
            name = f"{one.name}: nothing answers it (n = {others})"
            shares.append(Line(name, _shares(one, floor, answerable=False), colour))
        if answerable:
            name = f"{one.name}: answerable (n = {answerable})"
            shares.append(Line(name, _shares(one, floor, answerable=True), colour, dashes=1))
    charts = [
        Chart(
            "Risk and coverage",
            "questions let through",
            "of these, nothing answers",
            tuple(curves),
        ),
        Chart(
            f"Refused, by least similarity (chosen: {floor.similarity})",
            "least similarity",
            "refused",
            tuple(shares),
            x_percent=False,
            guide=floor.similarity,
        ),
    ]
    return svg(charts, DESCRIPTION)


def _curve(one: SearchedSet, floor: Floor, colour: int) -> Line:
    points = risk_curve(one, floor)
    chosen = floor.similarity or 0.0
    mark = next(
        ((p.let_through, p.risk) for p in points if abs(p.similarity - chosen) < 1e-9), None
    )
    return Line(
        f"{one.name} (n = {len(one.questions)})",
        tuple((point.let_through, point.risk) for point in points),
        colour,
        mark=mark,
    )


def _shares(one: SearchedSet, floor: Floor, *, answerable: bool) -> tuple[Point, ...]:
    found = []
    for step in range(101):
        rates: tuple[Rate, Rate] = one.outcome(at_similarity(floor, step / 100))
        rate = rates[0 if answerable else 1]
        found.append((step / 100, rate.k / rate.n))
    return tuple(found)

from __future__ import annotations

import math

import pytest

from app.evaluation.figures import Figure, Target


@pytest.mark.parametrize(
    ("target", "value", "met"),
    [
        (Target(at_most=2.0), 1.9, True),
        (Target(at_most=2.0), 2.0, True),
        (Target(at_most=2.0), 2.1, False),
        (Target(at_least=0.8), 0.9, True),
        (Target(at_least=0.8), 0.8, True),
        (Target(at_least=0.8), 0.7, False),
        (Target(at_most=2.0), None, False),
        (Target(at_least=0.8), math.nan, False),
        (Target(at_most=2.0), math.nan, False),
    ],
)
def test_whether_a_target_is_met(target: Target, value: float | None, met: bool) -> None:
    assert target.met_by(value) is met


def test_the_record_of_a_figure() -> None:
    figure = Figure("start", "s", Target(at_most=2.0), 1.23456, {"each": [1.0, 1.23]})

    assert figure.record() == {
        "name": "start",
        "target": {"at_most": 2.0},
        "value": 1.235,
        "unit": "s",
        "met": True,
        "details": {"each": [1.0, 1.23]},
    }


def test_what_was_not_measured_is_not_met() -> None:
    record = Figure("start", "s", Target(at_most=2.0), None).record()

    assert (record["value"], record["met"]) == (None, False)

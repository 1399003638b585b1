"""The steps of an answer: what took time is shown, and adds up to the whole."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.domain.answer import AnswerStyle, Timings
from app.gui.inspector.steps import seconds, spoken, steps
from tests.gui.inspector.examples import WRITTEN

WHOLE = replace(WRITTEN.timings, total_s=17.6, weighing_s=2.4)


def test_all_steps_in_their_order() -> None:
    shown = steps(WHOLE, AnswerStyle.WRITTEN)
    assert [step.name for step in shown] == [
        "Search", "Loading the model", "Weighing passages", "Reading passages", "Writing", "Other",
    ]  # fmt: skip
    assert sum(step.seconds for step in shown) == pytest.approx(17.6)


def test_the_claim_filter_is_a_step_of_its_own() -> None:
    shown = steps(replace(WHOLE, total_s=18.0), AnswerStyle.WRITTEN, 0.2)
    assert ("Claim filter", 0.2) in [(step.name, step.seconds) for step in shown]
    assert sum(step.seconds for step in shown) == pytest.approx(18.0)


def test_what_took_no_time_is_left_out() -> None:
    quick = Timings(0.3, 2.0, 4.0, loading_s=0.01, reading_s=1.7, writing_s=2.0)
    assert [step.name for step in steps(quick, AnswerStyle.WRITTEN)] == [
        "Search", "Reading passages", "Writing",
    ]  # fmt: skip


def test_quotes_are_chosen_and_not_written() -> None:
    shown = steps(Timings(0.3, None, 0.5), AnswerStyle.QUOTES)
    assert [step.name for step in shown] == ["Search", "Choosing quotes"]


def test_an_empty_question_took_nothing() -> None:
    assert steps(Timings(0.0, None, 0.0), AnswerStyle.WRITTEN) == ()


@pytest.mark.parametrize(("value", "said"), [(0.04, "0.0 s"), (15.2, "15.2 s"), (-1.0, "0.0 s")])
def test_seconds_to_a_tenth(value: float, said: str) -> None:
    assert seconds(value).replace("\u00a0", " ") == said


def test_a_reader_hears_every_step() -> None:
    heard = spoken(steps(WRITTEN.timings, AnswerStyle.WRITTEN)).replace("\u00a0", " ")
    assert heard.startswith("Search 0.3 s, Loading the model 2.4 s, Reading passages 5.9 s")

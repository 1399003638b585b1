"""The steps of an answer with the seconds that each took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.domain.answer import AnswerStyle, Timings
from app.gui.common.formats import Formats
from app.gui.common.tokens import TokenName

LEAST_SHOWN_S = 0.05
"""A step that would read "0.0 s" is left out."""


@dataclass(frozen=True, slots=True)
class TimeStep:
    """A piece of the bar: `tone` at `strength`, from 0 (the ground) to 1."""

    name: str
    seconds: float
    tone: TokenName = "bar"
    strength: float = 1.0


def steps(timings: Timings, style: AnswerStyle, filter_s: float = 0.0) -> tuple[TimeStep, ...]:
    """The steps in the order in which they took place; what no step accounts for comes last.
    `filter_s` is what the claim filter took."""
    known = (
        TimeStep("Search", timings.retrieve_s, strength=0.65),
        TimeStep("Claim filter", filter_s, "ok", 0.75),
        TimeStep("Loading the model", timings.loading_s or 0.0, "control"),
        TimeStep("Weighing passages", timings.weighing_s or 0.0, "warn", 0.75),
        TimeStep("Reading passages", timings.reading_s or 0.0, strength=0.82),
        TimeStep("Writing", timings.writing_s or 0.0),
    )
    quoted = style is AnswerStyle.QUOTES
    rest = timings.total_s - sum(step.seconds for step in known)
    last = TimeStep("Choosing quotes" if quoted else "Other", rest, "bar" if quoted else "line2")
    return tuple(step for step in (*known, last) if step.seconds >= LEAST_SHOWN_S)


def seconds(value: float) -> str:
    """Seconds to a tenth, however many, so that the steps add up to the whole: ``15.2 s``."""
    return f"{Formats().decimal(max(0.0, value))}\u00a0s"


def spoken(shown: Sequence[TimeStep]) -> str:
    """All steps in words, for screen readers."""
    return ", ".join(f"{step.name} {seconds(step.seconds)}" for step in shown)

"""A measured figure and the target that it has to meet. Imports nothing heavy."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Part(StrEnum):
    """What `pincite eval speed` can measure, in the order in which it does."""

    STARTUP = "startup"
    MEMORY = "memory"
    LEXICAL = "lexical"
    EMBEDDING = "embedding"
    TOKENS = "tokens"
    STOP = "stop"
    EVENT_LOOP = "event-loop"


@dataclass(frozen=True, slots=True)
class Target:
    """A bound that a value has to keep; exactly one of the two is given."""

    at_most: float | None = None
    at_least: float | None = None

    def met_by(self, value: float | None) -> bool:
        """Whether a value keeps the bound. What could not be measured does not."""
        if value is None or math.isnan(value):
            return False
        if self.at_most is not None:
            return value <= self.at_most
        return self.at_least is not None and value >= self.at_least

    def record(self) -> dict[str, float]:
        """The bound for the report."""
        bounds = {"at_most": self.at_most, "at_least": self.at_least}
        return {name: bound for name, bound in bounds.items() if bound is not None}


@dataclass(frozen=True, slots=True)
class Figure:
    """A value, None where it could not be measured, with what one has to know to judge it."""

    name: str
    unit: str
    target: Target
    value: float | None
    details: Mapping[str, object] = field(default_factory=dict)

    def record(self) -> dict[str, object]:
        """The figure for the report."""
        return {
            "name": self.name,
            "target": self.target.record(),
            "value": None if self.value is None else round(self.value, 3),
            "unit": self.unit,
            "met": self.target.met_by(self.value),
            "details": dict(self.details),
        }

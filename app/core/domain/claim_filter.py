"""What the claim filter did with the passages of a question (F9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ScopeSlot(StrEnum):
    """In what a passage may be narrower than its topic."""

    FREQUENCY = "frequency"
    POPULATION = "population"
    TIME = "time"
    PLACE = "place"
    VARIANT = "variant"
    AMOUNT = "amount"
    STATE = "state"
    SITUATION = "situation"
    """What a model judged as a whole; it names no slot."""


class FilterStatus(StrEnum):
    """How the filter ended. Whatever is not `applied` left all passages where they were."""

    APPLIED = "applied"
    KEPT_ALL = "kept_all"
    """It ran, and no passage was surely of another scope."""
    SKIPPED = "skipped"
    """There was nothing to judge; `reason` says why."""
    FALLBACK = "fallback"
    """It failed; `reason` says of what."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A passage that was removed, and why.

    `asked` and `stated` are the scopes as question and passage write them, both "" where a model
    judged. Nothing here was written by a model (F3).
    """

    chunk_id: int
    slot: ScopeSlot
    asked: str = ""
    stated: str = ""


@dataclass(frozen=True, slots=True)
class ClaimFilterRecord:
    """What a run of the filter did.

    `reason` is one of the words of `core.claims.outcome`, "" where there is nothing to say;
    `evaluated` are the chunks that were looked at, in their order, and `seconds` the time it took.
    `model` is the title of the model that judged, None where rules alone did.
    """

    status: FilterStatus
    reason: str = ""
    evaluated: tuple[int, ...] = ()
    removed: tuple[SetAside, ...] = ()
    seconds: float = 0.0
    model: str | None = None

    @property
    def removed_ids(self) -> tuple[int, ...]:
        """The chunks that were removed."""
        return tuple(one.chunk_id for one in self.removed)

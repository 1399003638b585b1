"""What a source of model bytes is to the rest: it fills a part file, or fails with a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from app.adapters.downloads.assembling import PartFile
from app.core.domain.cancel import CancelToken


@dataclass(frozen=True, slots=True)
class Delivery:
    """How one file comes in. `done_bytes` counts from the first byte of the file."""

    stage: Literal["connecting", "downloading", "checking"]
    done_bytes: int
    address: str


class SourceFailed(Exception):
    """A source could not deliver. What arrived stays in the part file.

    Args:
        reason: A clause for the user that can follow a colon, without a full stop.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class ModelSource:
    """One place to have a file from. `label` is what the user reads, as "the model hub".

    `deliver` fills the part file from where it stands, or raises SourceFailed, WrongBytes,
    Cancelled, or OSError for the local disk.
    """

    label: str
    deliver: Callable[[PartFile, CancelToken], Iterator[Delivery]]

"""What goes over the pipe between the program and a child process, errors included.

Parent to child: :class:`Request`, :class:`Cancel`, :class:`Close`. Child to parent:
:class:`Ready` or :class:`Failed` once, then for each request any number of :class:`Item` and one
of :class:`Done` and :class:`Failed`. There is one request at a time; its number tells late
replies from current ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from traceback import extract_tb

from app.core.errors import Cancelled, PinciteError, WorkerDied

START = 0
"""Number of the request that is implied by starting: making the handler."""


class WorkerBug(WorkerDied):
    """The work in a child process ended by a bug of ours. `detail` names the exception's class
    and where it came from; its text may hold document text and stays in the child."""

    default_code = "worker_bug"


@dataclass(frozen=True, slots=True)
class Request:
    """Call a method of the handler; `streams` where it yields items."""

    number: int
    method: str
    args: tuple[object, ...]
    streams: bool


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop working on this request. It still ends with Done or Failed."""

    number: int


@dataclass(frozen=True, slots=True)
class Close:
    """Close the handler and exit."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The handler stands."""


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a stream."""

    number: int
    value: object


@dataclass(frozen=True, slots=True)
class Done:
    """The request ended well; `value` is None for streams."""

    number: int
    value: object


@dataclass(frozen=True, slots=True)
class Failed:
    """The request, or making the handler, raised. `exhausted`: by want of memory, so that the
    child had better be replaced."""

    number: int
    kind: type[Exception]
    message: str
    state: dict[str, object]
    exhausted: bool = False

    def exception(self) -> Exception:
        """The exception as it was raised: class, message and attributes, but no traceback."""
        error = self.kind.__new__(self.kind, self.message)
        error.__dict__.update(self.state)
        return error


Reply = Ready | Item | Done | Failed


def failure(number: int, error: Exception) -> Failed:
    """What crosses the pipe for an exception. Only our own errors keep their text."""
    if isinstance(error, PinciteError):
        return Failed(number, type(error), error.message, dict(error.__dict__))
    if isinstance(error, Cancelled):
        return Failed(number, Cancelled, "", {})
    if isinstance(error, MemoryError):
        full = WorkerDied(
            "There was not enough memory for this. What was stored is kept.",
            code="worker_memory",
            detail=_origin(error),
        )
        return Failed(number, WorkerDied, full.message, dict(full.__dict__), exhausted=True)
    bug = WorkerBug(
        "Something went wrong inside Pincite. What was stored is kept. Try again.",
        detail=_origin(error),
    )
    return Failed(number, WorkerBug, bug.message, dict(bug.__dict__))


def _origin(error: Exception) -> str:
    """Class and place of an exception, such as "ValueError in engine.py:42"."""
    frames = extract_tb(error.__traceback__)
    if not frames:
        return type(error).__name__
    return f"{type(error).__name__} in {PurePath(frames[-1].filename).name}:{frames[-1].lineno}"

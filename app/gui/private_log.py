"""The log in the library folder, which holds nothing of what is read or asked (P2, P3).

Messages of exceptions may hold document text, a question or a path, and the source lines of a
traceback say where the program lies; so an exception is written as its class and the places in
our own modules that it went through.
"""

from __future__ import annotations

import copy
import logging
import os
from collections.abc import Iterator
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from traceback import walk_tb

_OURS = "app"


class PrivateLog(RotatingFileHandler):
    """Writes warnings and errors to a file that only its user can read, where the system has
    such permissions."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=500_000, backupCount=2, encoding="utf-8", delay=True)
        self.setFormatter(PrivateFormatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
        self.setLevel(logging.WARNING)

    # The name is logging's.
    def _open(self) -> TextIOWrapper:
        os.close(os.open(self.baseFilename, os.O_CREAT | os.O_WRONLY, 0o600))
        return super()._open()


class PrivateFormatter(logging.Formatter):
    """Writes exceptions without their messages, and frames by module and line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record, and one for each exception that it carries."""
        # A copy: other handlers leave their own traceback in the record, and find it there.
        plain = copy.copy(record)
        plain.exc_info = plain.exc_text = plain.stack_info = None
        lines = [super().format(plain)]
        if record.exc_info and record.exc_info[1] is not None:
            lines += (f"  {_line(error)}" for error in _chain(record.exc_info[1]))
        return "\n".join(lines)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An exception, and those that it came from, as a traceback shows them; latest first."""
    seen: set[int] = set()
    now: BaseException | None = error
    while now is not None and id(now) not in seen:
        seen.add(id(now))
        yield now
        now = now.__cause__ or (None if now.__suppress_context__ else now.__context__)


def _line(error: BaseException) -> str:
    kind = type(error)
    name = kind.__qualname__
    if kind.__module__ != "builtins":
        name = f"{kind.__module__}.{name}"
    places = []
    for frame, line in walk_tb(error.__traceback__):
        module = str(frame.f_globals.get("__name__", ""))
        if module.partition(".")[0] == _OURS:
            places.append(f"{module}:{line}")
    return f"{name} at {' > '.join(places)}" if places else name

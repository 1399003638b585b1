"""Shows that a long build lives: reads what it prints and says how far it is."""

from __future__ import annotations

import re
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import TextIO

# Ninja starts a line with "[63/140] "; pip indents what it passes on.
_NINJA_STEP = re.compile(r"^\s*\[(\d+)/(\d+)\] ")

# How often the line is renewed, in seconds: it ticks on a terminal, and a file stays readable.
TERMINAL_EVERY = 0.5
FILE_EVERY = 5.0

LAST_LINES = 20


def step_in(line: str) -> tuple[int, int] | None:
    """The finished and all steps that a line of ninja tells, or None."""
    found = _NINJA_STEP.match(line)
    return (int(found[1]), int(found[2])) if found else None


def elapsed(seconds: float) -> str:
    """A duration in words.

    >>> elapsed(125.4)
    '2 min 05 s'
    """
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


class BuildProgress:
    """Takes the lines of a build and writes a line of progress now and then."""

    def __init__(
        self, title: str, out: TextIO = sys.stdout, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._title = title
        self._out = out
        self._now = now
        self._on_terminal = out.isatty()
        self._started = now()
        self._shown: float | None = None
        self._step: tuple[int, int] | None = None
        self.last_lines: deque[str] = deque(maxlen=LAST_LINES)

    def take(self, line: str) -> None:
        """Read one line of the build's output."""
        self.last_lines.append(line.rstrip())
        self._step = step_in(line) or self._step

    def tick(self) -> None:
        """Renew the line of progress, when it is time to."""
        now = self._now()
        every = TERMINAL_EVERY if self._on_terminal else FILE_EVERY
        if self._shown is None or now - self._shown >= every:
            self._shown = now
            self._write(self._sentence(now))

    def end(self) -> None:
        """Leave the line of progress."""
        if self._on_terminal and self._shown is not None:
            self._out.write("\n")
            self._out.flush()

    def _sentence(self, now: float) -> str:
        done = f"step {self._step[0]} of {self._step[1]}" if self._step else "getting ready"
        return f"{self._title}: {done}, {elapsed(now - self._started)}"

    def _write(self, sentence: str) -> None:
        # \r and "erase to the end of the line" renew the line in place.
        self._out.write(f"\r{sentence}\x1b[K" if self._on_terminal else f"{sentence}\n")
        self._out.flush()

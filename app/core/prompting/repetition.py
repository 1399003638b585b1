"""Notices that a model repeats itself, and keeps the repetition out of what is shown (A5)."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

SHORTEST_PERIOD = 8
"""Tokens of the shortest repeated part. Shorter ones show as a multiple of themselves, and a list
such as "yes, yes, yes" is no loop yet."""

REPEATS = 3
"""How often a part stands in a row in a loop."""


class RepetitionGuard:
    """Passes text on, but keeps back what may turn out to be a repetition.

    A loop is the same part of at least SHORTEST_PERIOD tokens REPEATS times in a row; with
    `lines`, also a line that was written before.

    Args:
        max_tokens: Most tokens of the output; bounds the length of the repeated part.
        lines: Whether a line may stand only once.
    """

    def __init__(self, *, max_tokens: int, lines: bool) -> None:
        self.looping = False
        self._periods = np.arange(SHORTEST_PERIOD, max(max_tokens // REPEATS, SHORTEST_PERIOD) + 1)
        # How many tokens at the end equal those one period earlier, for each period.
        self._matches: NDArray[np.intp] = np.zeros(len(self._periods), dtype=np.intp)
        self._tokens: NDArray[np.intp] = np.full(max_tokens + 1, -1, dtype=np.intp)
        self._count = 0
        self._held: deque[tuple[int, str]] = deque()
        self._lines = _Lines() if lines else None

    def push(self, tokens: tuple[int, ...], text: str) -> str:
        """Take in a step; give back the text that may be shown now.

        Once `looping` is set, the repeated part is dropped and nothing more may be pushed.
        """
        start = self._count
        for token in tokens:
            self._count_matches(token)
            if self.looping:
                break
        if self._lines is not None and self._lines.push(start, text):
            self.looping = True
        if text:
            self._held.append((self._count, text))
        if self.looping:
            return self._drop()
        return self._release(self._count - int(self._matches.max()))

    def take_back(self, count: int) -> None:
        """Forget the last tokens, which gave no text."""
        tokens = self._tokens[: self._count - count].tolist()
        self._count = 0
        self._matches[:] = 0
        for token in tokens:
            self._count_matches(token)

    def finish(self) -> str:
        """The output is over: the text that was kept back, unless its last line repeats one."""
        if self.looping:
            return ""
        if self._lines is not None and self._lines.repeats():
            self.looping = True
            return self._drop()
        return "".join(text for _, text in self._held)

    def _count_matches(self, token: int) -> None:
        if self._count >= len(self._tokens):
            raise ValueError("More tokens than max_tokens.")
        self._tokens[self._count] = token
        usable = self._periods[self._periods <= self._count]
        same = self._tokens[self._count - usable] == token
        self._matches[: len(usable)] = (self._matches[: len(usable)] + 1) * same
        self._count += 1
        full = self._matches >= (REPEATS - 1) * self._periods
        if full.any():
            self.looping = True

    def _drop(self) -> str:
        """Leave out the repeated part; give back what stood before it."""
        end = self._count
        full = self._matches >= (REPEATS - 1) * self._periods
        if full.any():
            end -= int(self._matches[full].max())
        if self._lines is not None and self._lines.repeats():
            end = min(end, self._lines.start)
        shown = "".join(text for position, text in self._held if position <= end)
        self._held.clear()
        return shown

    def _release(self, end: int) -> str:
        if self._lines is not None and self._lines.may_repeat():
            end = min(end, self._lines.start)
        shown = []
        while self._held and self._held[0][0] <= end:
            shown.append(self._held.popleft()[1])
        return "".join(shown)


class _Lines:
    """The lines so far. `start` is the number of tokens before the current one."""

    def __init__(self) -> None:
        self.start = 0
        self._current = ""
        self._earlier: set[str] = set()

    def push(self, position: int, text: str) -> bool:
        """Add text that begins after `position` tokens; True where it ends a repeated line.

        Text holds at most one line break, as its first character.
        """
        if text.startswith("\n"):
            if self.repeats():
                return True
            self._earlier.add(_folded(self._current))
            self._current, self.start = text[1:], position
        else:
            self._current += text
        return False

    def repeats(self) -> bool:
        """Whether the current line is an earlier one."""
        return _folded(self._current) in self._earlier

    def may_repeat(self) -> bool:
        """Whether the current line could still become an earlier one."""
        beginning = _folded(self._current)
        return any(line.startswith(beginning) for line in self._earlier)


def _folded(line: str) -> str:
    return " ".join(line.casefold().split())

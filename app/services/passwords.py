"""The passwords that people gave for their files, in the memory of the program and nowhere else.

They are kept by the content of files, so that a file opens wherever it was moved to, and are
forgotten when the program ends: no setting, database, log, argument or message holds one.
"""

from __future__ import annotations

import threading
from typing import NoReturn


class Passwords:
    """Thread-safe: files are read in one lane and looked at in another.

    Contents are named by their sha256 in lower-case hex.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[str, str] = {}
        self._offered: dict[str, None] = {}  # a set that keeps its order
        self._refused: set[tuple[str, str]] = set()

    def offer(self, password: str) -> None:
        """Remember a password that may open any locked file, to be tried after earlier ones."""
        with self._lock:
            self._offered.setdefault(password)

    def accept(self, sha256: str, password: str | None) -> None:
        """This password opened that content; None where none was needed."""
        if password is not None:
            with self._lock:
                self._known[sha256] = password

    def refuse(self, sha256: str, password: str | None) -> None:
        """This password does not open that content, and need not be tried again."""
        if password is not None:
            with self._lock:
                self._refused.add((sha256, password))

    def attempts(self, sha256: str) -> tuple[str | None, ...]:
        """How to open that content: with the password that is known to, else first without any
        and then with each that was not tried yet."""
        with self._lock:
            if (known := self._known.get(sha256)) is not None:
                return (known,)
            return (None, *self._untried(sha256))

    def may_open(self, sha256: str) -> bool:
        """Whether there is a password to try on a locked file of that content."""
        with self._lock:
            return sha256 in self._known or bool(self._untried(sha256))

    def _untried(self, sha256: str) -> list[str]:
        return [word for word in self._offered if (sha256, word) not in self._refused]

    def __reduce__(self) -> NoReturn:
        raise TypeError("passwords stay in this process")

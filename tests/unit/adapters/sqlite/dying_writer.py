"""A program that is killed in the middle of storing a document; see test_killed.py.

Arguments: the library file, and which time that the chunks or pages are gone through is the last:
"pages 1", "chunks 1" (rows), "chunks 2" (spans), "chunks 3" (full-text index).
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from tests.stored_documents import new_document


class Deadly(tuple[Any, ...]):
    """Kills its process in the middle of the last time that it is gone through."""

    times_left = 1

    def __iter__(self) -> Iterator[Any]:
        self.times_left -= 1
        for position, item in enumerate(super().__iter__()):
            if self.times_left == 0 and position == len(self) // 2:
                os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
            yield item


def main(path: str, part: str, times: str) -> None:
    # More than SQLite keeps in memory, so that half of it has reached the disk.
    long_word = "new" * 300
    new = new_document("book.pdf", [f"{long_word} {number} " * 70 for number in range(300)])
    deadly = Deadly(new.pages if part == "pages" else new.chunks)
    deadly.times_left = int(times)
    new = replace(new, pages=deadly) if part == "pages" else replace(new, chunks=deadly)
    SqliteLibrary(Database(Path(path))).save_document(new)


if __name__ == "__main__":
    main(*sys.argv[1:])

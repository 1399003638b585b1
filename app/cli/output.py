"""Printing: JSON for scripts on standard output, words for people on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from app.core.errors import InvalidInput, PinciteError
from app.core.text.safe_text import safe_lines


class Output:
    """Where a command prints. With `as_json` results are objects, one per line; without, text."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json

    def result(self, record: Mapping[str, object], text: str = "") -> None:
        """One result: the record as JSON, or its text for people; both to standard output."""
        if self.as_json:
            print(json.dumps(record, ensure_ascii=True, default=str), flush=True)
        elif text:
            print(printable(text), flush=True)

    def say(self, text: str) -> None:
        """A remark for people, on standard error."""
        print(printable(text), file=sys.stderr, flush=True)


def counted(number: int, noun: str) -> str:
    """A number with its noun, which takes an s where there is not one: "2 documents"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def refuse_to_replace(path: Path) -> None:
    """See to it that an export takes no other file's place.

    Raises:
        InvalidInput: the file is there.
    """
    try:
        there = path.exists()
    except OSError:
        return  # no file can have this name, which writing tells
    if there:
        raise InvalidInput(
            f"“{path.name}” is there already, and was left as it is. Give another name, or add "
            "--replace.",
            code="file_exists",
        )


def printable(text: str) -> str:
    """Text for a terminal. File names may hold bytes that are no text; they are shown as question
    marks. What documents and models wrote may hold signs by which a terminal is steered; they are
    left out."""
    encoding = sys.stdout.encoding or "utf-8"
    return safe_lines(text.encode(encoding, "replace").decode(encoding))


def report_error(output: Output, error: PinciteError) -> int:
    """Show an error; returns the exit status, 2 for input that the user can mend."""
    if output.as_json:
        output.result({"status": "error", "reason": error.code, "message": error.message})
    output.say(f"pincite: {error.message}")
    return 2 if isinstance(error, InvalidInput) else 1

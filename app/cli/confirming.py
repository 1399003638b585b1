"""Asking on the terminal before something is gone for good."""

from __future__ import annotations

import sys


def confirm(question: str) -> None:
    """Ask whether to go on.

    Raises:
        InvalidInput: the answer was not yes, or there is nobody to ask.
    """
    from app.core.errors import InvalidInput

    if not sys.stdin.isatty():
        raise InvalidInput(
            "Nothing was erased. Add --yes to erase without being asked.", code="not_confirmed"
        )
    print(f"{question} Write yes to go on: ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().casefold() != "yes":
        raise InvalidInput("Nothing was erased.", code="not_confirmed")

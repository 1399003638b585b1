"""Names that people give, or that are made from what they wrote: one line that can be shown."""

from __future__ import annotations

import re
import unicodedata

from app.core.errors import InvalidInput

# Controls, halves of surrogate pairs as odd folder names give, and marks that nobody sees or that
# turn the writing round.
_UNSHOWABLE = re.compile(
    "[\0-\x1f\x7f-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


def tidy_name(text: str) -> str:
    """The text in composed form (the file names of a Mac are not), white space and what cannot be
    shown as single spaces; "" where nothing is left."""
    return " ".join(_UNSHOWABLE.sub(" ", unicodedata.normalize("NFC", text)).split())


def kept_name(text: str, *, of: str, noun: str, most: int) -> str:
    """A name that a person gave, as it is kept.

    Args:
        of: What is named, for the person, such as "collection".
        noun: What its name is called, such as "name" or "title".
        most: Characters that it may have.

    Raises:
        InvalidInput: nothing is left, or too much.
    """
    name = tidy_name(text)
    if not name:
        raise InvalidInput(f"Give the {of} a {noun}.", code=f"empty_{noun}")
    if len(name) > most:
        raise InvalidInput(
            f"The {noun} is too long. Shorten it to {most} characters.", code=f"{noun}_too_long"
        )
    return name


def shortened_name(text: str, most: int) -> str:
    """The tidy name, where it is longer than `most` characters cut to that with an ellipsis."""
    tidy = tidy_name(text)
    return tidy if len(tidy) <= most else tidy[: most - 1].rstrip() + "…"

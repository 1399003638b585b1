"""Names for schemas and fields, made from the titles that people write."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from app.core.extraction.schema_rules import MAX_NAME_CHARACTERS

_OTHER = re.compile(r"[^a-z0-9]+")
# Letters that are no letter with a mark, and are still read as one or two of a–z.
_SPELLED = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)


def name_of(title: str, fallback: str) -> str:
    """A name made from a title: "Total (with VAT)" gives "total_with_vat".

    Args:
        fallback: A name for a title without any letter from a to z, such as one in Greek; a title
            that begins with a digit has it in front.
    """
    # Signs such as "№" come apart into letters that are capitals again.
    folded = unicodedata.normalize("NFKD", title).casefold().translate(_SPELLED)
    # Marks go without a trace: "Größe" is "grosse", and not "gro_e".
    letters = "".join(sign for sign in folded if not unicodedata.combining(sign))
    name = _OTHER.sub("_", letters).strip("_")
    if not name or name[0].isdigit():
        name = f"{fallback}_{name}".strip("_")
    return _cut(name, MAX_NAME_CHARACTERS)


def free_name(name: str, taken: Collection[str]) -> str:
    """The name itself, or with the first number from 2 on that makes it one that is not taken."""
    if name not in taken:
        return name
    # With as many numbers as there are names, one of them is free.
    for number in range(2, len(taken) + 3):
        ending = f"_{number}"
        numbered = _cut(name, MAX_NAME_CHARACTERS - len(ending)) + ending
        if numbered not in taken:
            return numbered
    raise AssertionError("one of so many numbers is free")


def free_title(title: str, taken: Collection[str], most: int) -> str:
    """The title itself, or with a number that tells it apart from those that are taken; not longer
    than `most` characters."""
    folded = {other.casefold() for other in taken}
    if title.casefold() not in folded:
        return title
    for number in range(2, len(folded) + 3):
        ending = f" ({number})"
        numbered = title[: most - len(ending)].rstrip() + ending
        if numbered.casefold() not in folded:
            return numbered
    raise AssertionError("one of so many numbers is free")


def _cut(name: str, most: int) -> str:
    """Not longer than `most` characters, at the end of a word where one is near."""
    if len(name) <= most:
        return name
    kept = name[:most]
    if name[most] != "_" and (end := kept.rfind("_")) > most // 2:
        kept = kept[:end]
    return kept.rstrip("_")

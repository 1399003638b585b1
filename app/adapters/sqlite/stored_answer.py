"""How an answer is written into the database: JSON, deflated, with the number of its format.

A field that an answer gets later has a default, so that older rows are still read and the format
stays; any other change of the contract takes a new one, and this module reads the older ones.
"""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from app.adapters.sqlite.stored_text import storable
from app.core.domain.answer import Answer

FORMAT = 1

DAMAGED = (
    "The answer to this question cannot be read any more, because what was stored of it is "
    "damaged. Ask again to get a new one."
)
NEWER = "This answer was stored by a newer Pincite. Update Pincite to read it."

_ANSWERS: TypeAdapter[Answer] = TypeAdapter(Answer)

# A path is written as an object with one of these: as text, or, where its name is no text, as the
# bytes by which the system knows it.
_PATH, _PATH_BYTES = "$path", "$path_bytes"


class UnreadableAnswer(Exception):
    """A row that gives no answer; `message` is the sentence for it."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def pack(answer: Answer) -> bytes:
    """The answer as it is stored. What UTF-8 cannot hold is replaced in texts, and kept in
    paths."""
    tree = _ANSWERS.dump_python(answer)
    written = json.dumps(tree, ensure_ascii=False, separators=(",", ":"), default=_path_object)
    return zlib.compress(storable(written).encode())


def unpack(format_: object, stored: object) -> Answer:
    """The answer of a row.

    Raises:
        UnreadableAnswer: it is damaged, or of a newer Pincite.
    """
    if isinstance(format_, int) and format_ > FORMAT:
        raise UnreadableAnswer(NEWER)
    if format_ != FORMAT or not isinstance(stored, bytes):
        raise UnreadableAnswer(DAMAGED)
    try:
        tree = json.loads(zlib.decompress(stored), object_hook=_with_path)
        return _ANSWERS.validate_python(tree)
    except (zlib.error, ValueError, TypeError, RecursionError) as error:
        raise UnreadableAnswer(DAMAGED) from error


def _path_object(value: object) -> dict[str, str]:
    if not isinstance(value, Path):
        raise TypeError(f"an answer holds a {type(value).__name__}, which is not stored")
    try:
        str(value).encode()
    except UnicodeEncodeError:
        return {_PATH_BYTES: os.fsencode(value).hex()}
    return {_PATH: str(value)}


def _with_path(found: dict[str, Any]) -> object:
    if found.keys() == {_PATH}:
        return Path(found[_PATH])
    if found.keys() == {_PATH_BYTES}:
        return Path(os.fsdecode(bytes.fromhex(found[_PATH_BYTES])))
    return found

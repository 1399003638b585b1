"""How the value of a field is written into the database: as text, with the kind that it is of.

Text alone keeps every value as it was: SQLite's own numbers would make 0.0 of -0.0 and nothing of
"not a number", and it knows neither dates nor yes and no.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from app.adapters.sqlite.stored_text import storable
from app.core.domain.extraction import Value


class Kind(StrEnum):
    """What a stored value is."""

    NOTHING = "nothing"
    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    YES_NO = "yes_no"


_YES, _NO = "yes", "no"


def pack(value: Value) -> tuple[str, str]:
    """(kind, text) of a value. What UTF-8 cannot hold is replaced.

    Raises:
        TypeError: it is of no kind that a field holds, such as a date with a time.
    """
    if value is None:
        return Kind.NOTHING.value, ""
    if isinstance(value, bool):
        return Kind.YES_NO.value, _YES if value else _NO
    if isinstance(value, int | float):
        return Kind.NUMBER.value, repr(float(value))
    if isinstance(value, str):
        return Kind.TEXT.value, storable(value)
    if type(value) is date:
        return Kind.DATE.value, value.isoformat()
    raise TypeError(f"a field holds no {type(value).__name__}")


def unpack(kind: str, text: str) -> Value:
    """The value of a row.

    Raises:
        ValueError: no value was written like this.
    """
    match Kind(kind):
        case Kind.NOTHING:
            return None
        case Kind.YES_NO:
            if text not in (_YES, _NO):
                raise ValueError("neither yes nor no")
            return text == _YES
        case Kind.NUMBER:
            return float(text)
        case Kind.DATE:
            return date.fromisoformat(text)
        case Kind.TEXT:
            return text

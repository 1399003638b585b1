"""What may stand in one place of a JSON text, told character by character.

A model writes token by token, and a token may hold the end of a value together with what follows.
Each slot therefore takes a text that grows and says how much of it still fits, and from where on
it is over.
"""

from __future__ import annotations

import calendar
import json
import re
from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from app.core.domain.extraction import FieldType, SchemaField

MAX_STRING_CHARACTERS = 300
"""Of a text value in its JSON form. Names and titles of ten authors fit; a paragraph does not, and
a model that repeats itself is stopped here."""
MAX_NUMBER_CHARACTERS = 18
"""Digits, sign and point: what a float holds exactly, and more than any invoice asks for."""

_ESCAPED = frozenset('"\\/bfnrt')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_NUMBER_BEGUN = re.compile(r"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)?")
_DATE_SHAPE = "0000-00-00"


class Fit(Enum):
    """How a text fits a slot that has no end yet."""

    OPEN = "open"
    """It may go on."""
    WRONG = "wrong"


class Slot(Protocol):
    """A value and the one character that ends it, which is `end`."""

    end: str

    def match(self, text: str) -> int | Fit:
        """How many characters of a text the slot takes, `end` among them; OPEN where the text is
        the beginning of something that fits, WRONG where it is not."""
        ...

    def continuations(self, text: str) -> Sequence[str]:
        """Characters of which one may come after a text that is OPEN, for a model whose own choice
        never fits. Few where few may come, and not all where many may."""
        ...


class ChoiceSlot:
    """One of a few texts."""

    def __init__(self, texts: Sequence[str], end: str) -> None:
        self.end = end
        self._texts = tuple(dict.fromkeys(text + end for text in texts))

    def match(self, text: str) -> int | Fit:
        """As of a slot."""
        for whole in self._texts:
            if text.startswith(whole):
                return len(whole)
        return Fit.OPEN if any(whole.startswith(text) for whole in self._texts) else Fit.WRONG

    def continuations(self, text: str) -> Sequence[str]:
        """As of a slot."""
        begun = [whole for whole in self._texts if whole.startswith(text)]
        return list(dict.fromkeys(whole[len(text)] for whole in begun))


class StringSlot:
    """A JSON string that is not blank, without control characters and without codes of characters,
    which could stand for halves of them."""

    def __init__(self, end: str) -> None:
        self.end = end

    def match(self, text: str) -> int | Fit:
        """As of a slot."""
        if not text.startswith('"'):
            return Fit.WRONG if text else Fit.OPEN
        escaped = False
        for place, sign in enumerate(text[1:], start=1):
            if escaped:
                if sign not in _ESCAPED:
                    return Fit.WRONG
                escaped = False
            elif sign == '"':
                if not text[1:place].strip():
                    return Fit.WRONG
                return _after(text, place + 1, self.end)
            elif sign < " " or place > MAX_STRING_CHARACTERS:
                return Fit.WRONG
            elif place == MAX_STRING_CHARACTERS and not text[1 : place + 1].strip():
                return Fit.WRONG  # no room would be left for a character that can be seen
            else:
                escaped = sign == "\\"
        return Fit.OPEN

    def continuations(self, text: str) -> Sequence[str]:
        """As of a slot: what ends the string."""
        if not text:
            return ['"']
        if self.match(text + '"') is not Fit.WRONG:
            return ['"']
        return [self.end] if self.match(text + self.end) is not Fit.WRONG else ["n"]


class NumberSlot:
    """A JSON number without an exponent."""

    def __init__(self, end: str) -> None:
        self.end = end

    def match(self, text: str) -> int | Fit:
        """As of a slot."""
        number = _NUMBER.match(text)
        if number and text[number.end() :].startswith(self.end):
            return number.end() + 1 if number.end() <= MAX_NUMBER_CHARACTERS else Fit.WRONG
        # The last character there is room for must not be a point that asks for another one.
        form = _NUMBER_BEGUN if len(text) < MAX_NUMBER_CHARACTERS else _NUMBER
        begun = form.fullmatch(text) and len(text) <= MAX_NUMBER_CHARACTERS
        return Fit.OPEN if begun else Fit.WRONG

    def continuations(self, text: str) -> Sequence[str]:
        """As of a slot."""
        return [
            sign for sign in f"0123456789.-{self.end}" if self.match(text + sign) is not Fit.WRONG
        ]


class DateSlot:
    """A day of the calendar in its ISO form, as a JSON string."""

    def __init__(self, end: str) -> None:
        self.end = end

    def match(self, text: str) -> int | Fit:
        """As of a slot."""
        if not text.startswith('"'):
            return Fit.WRONG if text else Fit.OPEN
        day, quote, _ = text[1:].partition('"')
        if not _begins_day(day):
            return Fit.WRONG
        if not quote:
            return Fit.OPEN
        return _after(text, len(day) + 2, self.end) if len(day) == len(_DATE_SHAPE) else Fit.WRONG

    def continuations(self, text: str) -> Sequence[str]:
        """As of a slot."""
        return [
            sign for sign in f'0123456789-"{self.end}' if self.match(text + sign) is not Fit.WRONG
        ]


class EitherSlot:
    """What fits one of several slots, which have the same end."""

    def __init__(self, *slots: Slot) -> None:
        self.end = slots[0].end
        self._slots = slots

    def match(self, text: str) -> int | Fit:
        """As of a slot."""
        found = [slot.match(text) for slot in self._slots]
        whole = [one for one in found if isinstance(one, int)]
        if whole:
            return whole[0]
        return Fit.OPEN if Fit.OPEN in found else Fit.WRONG

    def continuations(self, text: str) -> Sequence[str]:
        """As of a slot."""
        return [
            sign
            for slot in self._slots
            if slot.match(text) is Fit.OPEN
            for sign in slot.continuations(text)
        ]


class SpacedSlot:
    """A slot after one space, which models read best together with what follows it."""

    def __init__(self, slot: Slot) -> None:
        self.end = slot.end
        self._slot = slot

    def match(self, text: str) -> int | Fit:
        """As of a slot."""
        if not text:
            return Fit.OPEN
        if text[0] != " ":
            return Fit.WRONG
        taken = self._slot.match(text[1:])
        return taken if isinstance(taken, Fit) else taken + 1

    def continuations(self, text: str) -> Sequence[str]:
        """As of a slot."""
        return self._slot.continuations(text[1:]) if text else [" "]


def value_slot(field: SchemaField, end: str) -> Slot:
    """The slot for the value of a field, which is not null."""
    match field.type:
        case FieldType.TEXT:
            return StringSlot(end)
        case FieldType.NUMBER | FieldType.MONEY:
            return NumberSlot(end)
        case FieldType.DATE:
            return DateSlot(end)
        case FieldType.YES_NO:
            return ChoiceSlot(("true", "false"), end)
        case FieldType.CHOICE:
            return ChoiceSlot([json.dumps(one, ensure_ascii=False) for one in field.choices], end)


def _after(text: str, place: int, end: str) -> int | Fit:
    """The end of a value at `place`, or what is missing to it."""
    if len(text) == place:
        return Fit.OPEN
    return place + 1 if text[place] == end else Fit.WRONG


def _begins_day(text: str) -> bool:
    """Whether a text is the beginning of a day between the years 1000 and 2999."""
    if len(text) > len(_DATE_SHAPE):
        return False
    for sign, shape in zip(text, _DATE_SHAPE, strict=False):
        if (sign in "0123456789") if shape == "0" else sign == "-":
            continue
        return False
    return _day_fits(text)


def _day_fits(text: str) -> bool:
    year, month, day = text[:4], text[5:7], text[8:10]
    if year and year[0] not in "12":
        return False
    if month and (month > "12" or month == "00" or month[0] not in "01"):
        return False
    if not day:
        return True
    if len(day) == 1:
        return day in ("012" if month == "02" else "0123")
    return "01" <= day <= f"{calendar.monthrange(int(year), int(month))[1]:02}"

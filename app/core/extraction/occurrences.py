"""Where a text holds a value in one of the forms in which it is written."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction

from app.core.domain.extraction import FieldType, Value
from app.core.extraction.dates import WrittenDate, dates_in
from app.core.extraction.numbers import WrittenNumber, numbers_in
from app.core.extraction.wording import text_places
from app.core.support.number_words import is_number_word
from app.core.support.quantities import quantities
from app.core.support.units import named_unit
from app.core.text.terms import fold, parts, words

_YEARS = range(1500, 2200)


def occurrences(value: Value, kind: FieldType, text: str) -> list[tuple[int, int]]:
    """The places [start, end) of a text where a value stands, in order.

    Numbers, amounts and dates are found in their written forms, an amount together with its
    currency; where a text can be read in two ways, either counts. Text and choices are found by
    their words, and durations and measures among them by what they say: "30 days" in "thirty days".
    A value of yes or no has no words of its own, so it is found nowhere; `verified` looks for what
    is said about its field.
    """
    if value is None or isinstance(value, bool):
        return []
    if isinstance(value, date):
        return [(found.start, found.end) for found in dates_in(text) if value in found.readings]
    if isinstance(value, int | float):
        return _number_places(Fraction(repr(value)), kind, text)
    return text_places(value, text) or _measured_places(value, text)


def _number_places(value: Fraction, kind: FieldType, text: str) -> list[tuple[int, int]]:
    dates = dates_in(text)
    numbers = numbers_in(text, [(found.start, found.end) for found in dates])
    held = [number for number in numbers if value in number.readings]
    if kind is FieldType.MONEY:
        return [(one.outer_start, one.outer_end) for one in held if not one.measured]
    places = [_place(number) for number in held]
    if value in _YEARS:
        places += [(one.year_start, one.year_end) for one in dates if _has_year(one, value, text)]
    return sorted(places)


def _place(number: WrittenNumber) -> tuple[int, int]:
    return number.start, number.end


def _has_year(found: WrittenDate, year: Fraction, text: str) -> bool:
    """Whether a date writes this year in four figures."""
    written = text[found.year_start : found.year_end]
    return len(written) == 4 and int(written) == year


# --- durations and measures -------------------------------------------------------------------

_REPEATED = re.compile(r"\((?P<number>[\w-]+)\)\s")


def _measured_places(value: str, text: str) -> list[tuple[int, int]]:
    """Where a text holds the one quantity with a unit that a value is, said otherwise. Other words
    within it have to be the same: 30 days are not "30 working days"."""
    stripped = value.strip()
    said = quantities(stripped)
    if len(said) != 1 or not said[0].unit.base:
        return []
    asked = said[0]
    if (asked.start, asked.end) != (0, len(stripped)):
        return []
    once, origins = _said_once(text)
    return [
        (origins[held.start], origins[held.end - 1] + 1)
        for held in quantities(once)
        if not held.implied
        and (held.unit, held.plain) == (asked.unit, asked.plain)
        and _others(once[held.start : held.end]) == _others(stripped)
    ]


def _said_once(text: str) -> tuple[str, list[int]]:
    """A text without the numbers that contracts repeat, as in "thirty (30) days", and for each of
    its characters the offset that it comes from."""
    left_out = {
        offset
        for match in _REPEATED.finditer(text)
        if all(_is_number(part) for part in parts(fold(match["number"])))
        for offset in range(*match.span())
    }
    origins = [offset for offset in range(len(text)) if offset not in left_out]
    return "".join(text[offset] for offset in origins), origins


def _is_number(folded: str) -> bool:
    return folded.isdigit() or is_number_word(folded)


def _others(said: str) -> list[str]:
    """The words of a quantity that are neither its number nor its unit."""
    return [
        word.folded
        for word in words(said)
        if not all(_is_number(part) for part in parts(word.folded))
        and named_unit(word.folded) is None
        and not word.folded[0].isdigit()
    ]

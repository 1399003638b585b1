"""Values as a person types them into a table, and as an editor shows them to begin with.

Numbers and dates are read in the written forms of many countries. What may be read in two ways is
never guessed: the person is told how to write either.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from fractions import Fraction

from app.core.domain.extraction import FieldType, SchemaField, Value
from app.core.errors import InvalidInput
from app.core.extraction.answer_words import NO, YES
from app.core.extraction.dates import read_date
from app.core.extraction.numbers import read_number
from app.core.extraction.output import MAX_TEXT_CHARACTERS
from app.core.text.plain_numbers import plain_number
from app.core.text.safe_text import one_line
from app.core.text.terms import fold

MAX_SHOWN_CHARACTERS = 60
"""Of what was typed, in a sentence about it."""

_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TRUE = YES | {"y", "true"}
_FALSE = NO | {"n", "false"}
_MOST_FIGURES = 400
"""Every number that a computer's floats hold is shorter, written out."""
_CHOICES_SHOWN = 8


def value_of(text: str, field: SchemaField) -> Value:
    """The value that a text stands for. None where it is blank: the document does not say.

    Raises:
        InvalidInput: it is no value of the field's type, or may be several; the sentence says how
            to write it.
    """
    stripped = text.strip()
    if not stripped:
        return None
    match field.type:
        case FieldType.TEXT:
            return _text(stripped)
        case FieldType.NUMBER | FieldType.MONEY:
            return _number(stripped, field)
        case FieldType.DATE:
            return _date(stripped)
        case FieldType.YES_NO:
            return _yes_or_no(stripped)
        case FieldType.CHOICE:
            return _choice(stripped, field.choices)


def typed(value: Value, field: SchemaField) -> str:
    """A value as `value_of` reads it back: dates as ISO text, numbers with a decimal point. "" for
    None. A value that a field of another type left behind is written too."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return _figures(float(value), money=field.type is FieldType.MONEY)
    return value.isoformat() if isinstance(value, date) else value


def _figures(value: float, *, money: bool) -> str:
    """A number that can be read in one way only; amounts of money have their cents."""
    figures = plain_number(value)
    whole, _, decimals = figures.partition(".")
    if money and len(decimals) < 2:
        return f"{whole}.{decimals:0<2}"
    # 1.234 is a thousand and more elsewhere; 1.2340 is not.
    return f"{figures}0" if len(read_number(figures)) > 1 else figures


# --- each type --------------------------------------------------------------------------------


def _text(stripped: str) -> str:
    if len(stripped) > MAX_TEXT_CHARACTERS:
        raise _no_value(
            f"This text has {len(stripped)} characters, and a value has at most "
            f"{MAX_TEXT_CHARACTERS}. Shorten it."
        )
    return stripped


def _number(stripped: str, field: SchemaField) -> float:
    money = field.type is FieldType.MONEY
    signed = stripped.removeprefix("+")
    readings = read_number(signed) if len(stripped) <= _MOST_FIGURES else ()
    values = list(dict.fromkeys(value for value in map(_as_float, readings) if value is not None))
    if not values:
        noun = "an amount" if money else "a number"
        beside = ", with or without its currency" if money else ", without a unit"
        raise _no_value(
            f"“{_shown(stripped)}” cannot be read as {noun}. Write it in figures, such as "
            f"1234.50{beside}."
        )
    if len(values) > 1:
        raise _ambiguous(stripped, [_figures(value, money=money) for value in values])
    return values[0]


def _as_float(reading: Fraction) -> float | None:
    try:
        return float(reading)
    except OverflowError:
        return None


def _date(stripped: str) -> date:
    if _ISO_DATE.fullmatch(stripped):
        try:
            return date.fromisoformat(stripped)
        except ValueError:
            raise _no_value(
                f"The calendar has no day {stripped}. Write the date as year-month-day, such as "
                "2024-03-31."
            ) from None
    readings = read_date(stripped) if len(stripped) <= _MOST_FIGURES else ()
    if not readings:
        raise _no_value(
            f"“{_shown(stripped)}” cannot be read as a date. Write it as year-month-day, such as "
            "2024-03-31, or with the month’s name, such as 31 March 2024."
        )
    if len(readings) > 1:
        raise _ambiguous(stripped, [one.isoformat() for one in readings])
    return readings[0]


def _yes_or_no(stripped: str) -> bool:
    folded = fold(stripped)
    if folded in _TRUE:
        return True
    if folded in _FALSE:
        return False
    raise _no_value(
        f"“{_shown(stripped)}” is neither yes nor no. Write “yes” or “no”, or leave it empty "
        "where the document does not say."
    )


def _choice(stripped: str, choices: tuple[str, ...]) -> str:
    wanted = _levelled(stripped)
    for choice in choices:
        if stripped in (choice, choice.strip()):
            return choice
    for choice in choices:
        if _levelled(choice) == wanted:
            return choice
    named = ", ".join(f"“{_shown(choice)}”" for choice in choices[:_CHOICES_SHOWN])
    further = ", or another one of its list" if len(choices) > _CHOICES_SHOWN else ""
    raise _no_value(
        f"“{_shown(stripped)}” is none of the values of this field. Write one of {named}{further}."
    )


def _levelled(choice: str) -> str:
    """A choice without regard to case, white space and how its accents are stored."""
    return " ".join(unicodedata.normalize("NFC", choice).casefold().split())


# --- sentences --------------------------------------------------------------------------------


def _ambiguous(stripped: str, forms: list[str]) -> InvalidInput:
    return _no_value(
        f"“{_shown(stripped)}” can be read in two ways. Write {' or '.join(forms)}.",
        code="ambiguous_value",
    )


def _no_value(sentence: str, *, code: str = "invalid_value") -> InvalidInput:
    return InvalidInput(sentence, code=code)


def _shown(text: str) -> str:
    line = one_line(text)
    short = len(line) <= MAX_SHOWN_CHARACTERS
    return line if short else line[: MAX_SHOWN_CHARACTERS - 1].rstrip() + "…"

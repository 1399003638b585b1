"""Values of fields as people read them, in the user's locale, and the order they are sorted in."""

from __future__ import annotations

import math
from datetime import date

from PySide6.QtCore import QDate, QLocale

from app.core.domain.extraction import FieldType, Value
from app.core.text.plain_numbers import plain_number
from app.gui.common.safe_text import one_line

NOT_SAID = "–"
"""In the place of a value where the document does not say."""
YES, NO = "Yes", "No"

_MONEY_DIGITS = 2
_GROUPED_FROM = 10_000
"""Smaller numbers are often years and are written without separators."""
_RIGHT = (FieldType.NUMBER, FieldType.MONEY)

SortKey = tuple[int, float, str]


def right_aligned(kind: FieldType) -> bool:
    """Whether the values of a field stand at the right, so that their figures are below each
    other."""
    return kind in _RIGHT


def value_text(value: Value, kind: FieldType, locale: QLocale | None = None) -> str:
    """A value on one line; "–" for None."""
    if value is None:
        return NOT_SAID
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, date):
        return _date(value, locale or QLocale())
    if isinstance(value, int | float):
        return _number(float(value), kind, locale or QLocale())
    return one_line(value)


def _date(value: date, locale: QLocale) -> str:
    """As the locale writes it in short, with all figures of the year."""
    form = locale.dateFormat(QLocale.FormatType.ShortFormat)
    if "yyyy" not in form:
        form = form.replace("yy", "yyyy")
    return locale.toString(QDate(value.year, value.month, value.day), form)


def _number(value: float, kind: FieldType, locale: QLocale) -> str:
    if not math.isfinite(value):
        return str(value)
    digits = len(plain_number(value).partition(".")[2])
    if kind is FieldType.MONEY:
        return locale.toString(value, "f", max(_MONEY_DIGITS, digits))
    if abs(value) < _GROUPED_FROM:
        locale = QLocale(locale)
        locale.setNumberOptions(locale.numberOptions() | QLocale.NumberOption.OmitGroupSeparator)
    return locale.toString(value, "f", digits)


def sort_key(value: Value) -> SortKey | None:
    """What values of a column are compared by; None where there is no value."""
    if value is None:
        return None
    if isinstance(value, date):
        return (1, value.toordinal(), "")
    if isinstance(value, int | float):  # a bool is an int
        return (0, float(value), "")
    return (2, 0.0, one_line(value).casefold())

"""Whole dates as people write them: day, month and year, in figures or with the month's name.

Where day and month could be either, as in "03/04/2024", both readings are kept. A date is taken
whole or not at all: 2024-03-03 is no part of 2024-03-30, nor of "INV-2024-03-03".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cache

from app.core.extraction.digits import levelled_digits
from app.core.support.dates import MONTHS
from app.core.text.terms import fold
from app.core.text.unspaced import CHARACTERS

_FURTHER_NAMES = """
janeiro januari januar stycznia ledna января
fevereiro februari lutego unora февраля
março maart mrt marts marca brezna марта
april kwietnia dubna апреля
maio mei maj maja kvetna мая
junho juni czerwca cervna июня
julho juli lipca cervence июля
agosto augusti augustus sierpnia srpna августа
setembro września zari сентября
outubro oktober października rijna октября
novembro listopada listopadu ноября
dezembro desember grudnia prosince декабря
"""
"""Portuguese, Dutch, Scandinavian, Polish, Czech and Russian; those of English, German, French,
Spanish and Italian are in `MONTHS`."""
_MONTHS = MONTHS | {
    fold(name): number
    for number, line in enumerate(_FURTHER_NAMES.strip().splitlines(), start=1)
    for name in line.split()
}
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925}
"""The year before the first one of each."""

_LETTER = rf"[^\W\d{CHARACTERS}]"
_S = r"[\s\u00a0]{0,3}"
_GAP = r"[\s\u00a0]{1,3}"
_YEAR = r"(?P<year>(?:1[5-9]|20|21)\d\d)"
_SHORT_YEAR = r"(?P<short>\d\d)"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|ère|º|°|ª|:a|\.)?"
_MONTH = rf"(?P<name>{_LETTER}{{3,12}})\.?"
_OF = rf"(?:{_S}-{_S}|{_S}(?:day{_GAP})?(?:(?:of|de|del|do){_GAP})?)"
_BEFORE = rf"(?<![\d_])(?<!\d[.,:'/])(?<!{_LETTER})(?<!{_LETTER}[-/_])"
_AFTER = rf"(?![\d_])(?![.,:/]\d)(?!{_LETTER})(?![-/]{_LETTER})"
_APART = r"(?<!\w-)"
"""Before figures that hyphens join."""
_T = r"(?=T\d\d:)"
"""A time of day follows, as in 2024-03-03T12:00."""

_FORMS = (
    rf"{_BEFORE}{_APART}{_YEAR}-(?P<month>\d\d?)-(?P<day>\d\d?)(?:{_T}|{_AFTER}(?!-\d))",
    rf"{_BEFORE}{_YEAR}(?P<joint>[/.]){_S}(?P<month>\d\d?)(?P=joint){_S}(?P<day>\d\d?){_AFTER}",
    rf"{_BEFORE}{_APART}(?P<day>\d\d?)(?P<either>-)(?P<month>\d\d?)-(?:{_YEAR}|{_SHORT_YEAR})"
    rf"{_AFTER}(?!-\d)",
    rf"{_BEFORE}(?P<day>\d\d?)(?P<either>/)(?P<month>\d\d?)/(?:{_YEAR}|{_SHORT_YEAR}){_AFTER}",
    rf"{_BEFORE}(?P<day>\d\d?)\.{_S}(?P<month>\d\d?)\.(?:{_S}{_YEAR}|{_SHORT_YEAR}){_AFTER}",
    rf"{_BEFORE}{_DAY}{_OF}{_MONTH},?{_OF}{_YEAR}{_AFTER}",
    rf"{_BEFORE}{_DAY}(?:-|{_GAP}){_MONTH}(?:-|{_GAP}')(?P<short>\d\d){_AFTER}",
    rf"(?<!\w){_MONTH}(?:-|{_S})(?:the{_GAP})?{_DAY}(?:-|,?{_S}){_YEAR}{_AFTER}",
    rf"{_BEFORE}{_YEAR},?(?:-|{_S}){_MONTH}(?:-|{_S}){_DAY}{_AFTER}",
    rf"(?<!\d){_YEAR}{_S}[年년]{_S}(?P<month>\d\d?){_S}[月월]{_S}(?P<day>\d\d?){_S}[日일號号]",
    rf"(?P<era>{'|'.join(_ERAS)}){_S}(?P<year>\d\d?|元){_S}年{_S}(?P<month>\d\d?){_S}月"
    rf"{_S}(?P<day>\d\d?){_S}日",
)


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    """The forms, compiled when a date is first looked for: that takes a fifth of a second, and the
    window imports this module when it starts."""
    return tuple(re.compile(form, re.IGNORECASE) for form in _FORMS)


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date at `text[start:end]`, whose year stands at `text[year_start:year_end]`. Of two
    readings, the first one puts the day before the month."""

    start: int
    end: int
    readings: tuple[date, ...]
    year_start: int
    year_end: int


def read_date(written: str) -> tuple[date, ...]:
    """What a text that is one date, and nothing else, may mean. Empty where it is none."""
    stripped = written.strip()
    for found in dates_in(stripped):
        if (found.start, found.end) == (0, len(stripped)):
            return found.readings
    return ()


def dates_in(text: str) -> list[WrittenDate]:
    """The whole dates of a text, in order; of those that overlap, the longest."""
    level = levelled_digits(text)
    every = [
        found
        for form in _forms()
        for match in form.finditer(level)
        if (found := _date(match)) is not None
    ]
    kept: list[WrittenDate] = []
    for found in sorted(every, key=lambda one: (one.start - one.end, one.start)):
        if not any(found.start < other.end and other.start < found.end for other in kept):
            kept.append(found)
    return sorted(kept, key=lambda found: found.start)


def _date(match: re.Match[str]) -> WrittenDate | None:
    parts = match.groupdict()
    year = _year(parts)
    day = int(parts["day"])
    month = _MONTHS.get(fold(parts["name"]), 0) if parts.get("name") else int(parts["month"])
    pairs = [(day, month)]
    if parts.get("either") and day != month:
        pairs.append((month, day))
    readings = tuple(
        reading for one, other in pairs if (reading := _real(year, other, one)) is not None
    )
    if not readings:
        return None
    group = "short" if parts.get("short") else "year"
    return WrittenDate(match.start(), match.end(), readings, *match.span(group))


def _year(parts: dict[str, str | None]) -> int:
    if short := parts.get("short"):
        return int(short) + (2000 if int(short) < 70 else 1900)
    year = parts["year"] or ""
    if era := parts.get("era"):
        return _ERAS[era] + (1 if year == "元" else int(year))
    return int(year)


def _real(year: int, month: int, day: int) -> date | None:
    """The date, where the calendar has it."""
    try:
        return date(year, month, day)
    except ValueError:
        return None

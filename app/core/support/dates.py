"""Dates and times of day in the forms in which people write them, in five languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.text.terms import fold

_MONTH_NAMES = """
january jan januar janner janvier janv enero ene gennaio genn
february feb februar fevrier fevr febrero febbraio febbr
march mar marz maerz mars marzo
april apr avril avr abril abr aprile
may mai mayo maggio magg
june jun juni juin junio giugno
july jul juli juillet juil julio luglio
august aug aout agosto ago
september sep sept septembre septiembre settembre sett
october oct oktober okt octobre octubre ottobre ott
november nov novembre noviembre
december dec dezember dez decembre diciembre dic dicembre
"""
MONTHS = {
    name: number
    for number, line in enumerate(_MONTH_NAMES.strip().splitlines(), start=1)
    for name in line.split()
}

_OTHER_WORDS = frozenset(["may", "march", "mar", "ago", "dec", "set"])
"""Small letters make these other words in one of the languages."""

_MONTH = r"(?P<month>[^\W\d_]{3,10})\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.|º|°)?"
_YEAR = r"(?P<year>(?:1[5-9]|20|21)\d\d)"
_EDGE, _END = r"(?<![\w.,:/-])", r"(?![\w:/]|[.,-]\d)"
_OF = r"\s?(?:of\s|de\s|del\s)?"
_FORMS = tuple(
    re.compile(_EDGE + form + _END, re.IGNORECASE)
    for form in (
        r"(?P<year>(?:1[5-9]|20|21)\d\d)-(?P<number>\d\d)-(?P<day>\d\d)",
        r"(?P<day>\d{1,2})(?P<joint>[./-])(?P<number>\d{1,2})(?P=joint)(?P<year>\d{4}|\d\d)",
        rf"(?:the\s)?{_DAY}{_OF}{_MONTH},?\s?{_OF}{_YEAR}",
        rf"(?:the\s)?{_DAY}{_OF}{_MONTH}",
        rf"{_MONTH}\s(?:the\s)?{_DAY},?\s{_YEAR}",
        rf"{_MONTH}\s(?:the\s)?{_DAY}",
        rf"{_MONTH},?\s(?:of\s|de\s|del\s)?{_YEAR}",
        r"(?P<year>(?:1[5-9]|20|21)\d\d)[-/](?P<number>0[1-9]|1[0-2])",
        r"(?P<number>0?[1-9]|1[0-2])/(?P<year>(?:19|20|21)\d\d)",
    )
)
_WITH_NAME = slice(2, 7)
"""Which of the forms name the month."""
_A_NAME = re.compile(
    r"\b(?:jan|jän|feb|fév|fev|mar|mär|mae|apr|avr|abr|mai|may|mag|jun|jui|giu|jul|lug|aug|aoû|aou"
    r"|ago|sep|set|oct|okt|ott|nov|dec|déc|dez|dic|ene|gen)",
    re.IGNORECASE,
)
_A_NUMBER = re.compile(r"\d[./-]\d")
_TIME = re.compile(
    r"(?<![\w.,:/-])(?P<hour>[01]?\d|2[0-4])(?:[:.](?P<minute>[0-5]\d))?(?::[0-5]\d)?"
    r"\s?(?P<half>[ap]\.?m\b\.?|uhr\b|o'clock\b|h(?P<after>[0-5]\d)?\b)?(?![\w:/]|[.,-]\d)",
    re.IGNORECASE,
)
NOON = 12 * 60
_LONGEST_ABBREVIATION = 4


@dataclass(frozen=True, slots=True)
class Date:
    """A date at `text[start:end]`; what is not said is None. Where day and month could be either,
    as in 03/04/2024, `swapped` says so."""

    start: int
    end: int
    year: int | None
    month: int
    day: int | None
    swapped: bool = False

    def borne_by(self, other: Date) -> bool:
        """Whether the other one says all that this one says; a missing year is not against it."""
        if self.year is not None and other.year is not None and self.year != other.year:
            return False
        pairs = {(other.day, other.month)}
        if other.swapped and other.day is not None:
            pairs.add((other.month, other.day))
        own = {(self.day, self.month)}
        if self.swapped and self.day is not None:
            own.add((self.month, self.day))
        return any(
            month == there and (day is None or day == its_day)
            for day, month in own
            for its_day, there in pairs
        )


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day in minutes from midnight; `half` says that morning or evening is told."""

    start: int
    end: int
    minutes: int
    half: bool

    def borne_by(self, other: Time) -> bool:
        """Whether both may be the same time of day."""
        if self.half and other.half:
            return self.minutes == other.minutes
        return self.minutes % NOON == other.minutes % NOON


def dates(text: str) -> list[Date]:
    """The dates of a text, in order; none overlap."""
    found: list[Date] = []
    named = _A_NAME.search(text) is not None
    numeric = _A_NUMBER.search(text) is not None
    for form in _FORMS:
        if not (named if form in _FORMS[_WITH_NAME] else numeric):
            continue
        for match in form.finditer(text):
            date = _date(match)
            taken = any(match.start() < known.end and known.start < match.end() for known in found)
            if date is not None and not taken:
                found.append(date)
    return sorted(found, key=lambda date: date.start)


def _date(match: re.Match[str]) -> Date | None:
    parts = match.groupdict()
    day = int(parts["day"]) if parts.get("day") else None
    year = int(parts["year"]) if parts.get("year") else None
    if year is not None and year < 100:
        year += 2000 if year < 70 else 1900
    if parts.get("number"):
        month: int | None = int(parts["number"])
    else:
        month = MONTHS.get(fold(parts["month"]))
        if parts["month"] in _OTHER_WORDS:
            month = None
    swapped = False
    if parts.get("joint") in ("/", "-") and day is not None and month is not None:
        swapped = day <= 12 and month <= 12
        if month > 12 >= day:
            day, month = month, day
    if month is None or not 1 <= month <= 12 or (day is not None and not 1 <= day <= 31):
        return None
    end = match.end()
    if match.group().endswith(".") and len(parts.get("month") or "") > _LONGEST_ABBREVIATION:
        end -= 1  # the end of the sentence
    return Date(match.start(), end, year, month, day, swapped)


def times(text: str, taken: Sequence[tuple[int, int]]) -> list[Time]:
    """The times of day of a text, in order, outside the ranges that are taken."""
    found: list[Time] = []
    for match in _TIME.finditer(text):
        half = (match["half"] or "").casefold()
        colon = match["minute"] is not None and text[match.end("hour")] == ":"
        if not (colon or half) or any(match.start() < e and s < match.end() for s, e in taken):
            continue
        if half.startswith("h") and match["after"] is None:
            continue  # an amount of hours
        hour = int(match["hour"])
        if half[:1] in ("a", "p") and hour <= 12:
            hour = hour % 12 + (12 if half.startswith("p") else 0)
        minutes = hour * 60 + int(match["minute"] or match["after"] or 0)
        found.append(Time(match.start(), match.end(), minutes, bool(half) or hour > 12))
    return found

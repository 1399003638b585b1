"""Dates from or until which a passage holds: "contracts concluded before 1 July 2019", "since March
2021", "until the end of 2020"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.claims.findings import Finding, ScopedText
from app.core.domain.claim_filter import ScopeSlot
from app.core.support.dates import Date, dates

_LOOK = 24
_BEFORE = re.compile(
    r"(?<!\w)(?:before|prior to|until|till|up to|by the end of|not later than|vor dem|vor|bis zum"
    r"|bis|avant le|avant|jusqu'au|antes del?|hasta el|hasta|prima del|fino al)(?: the end of)? $",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"(?<!\w)(?:on or after|after|since|from|as of|starting|ab dem|ab|seit dem|seit|nach dem"
    r"|à partir du|depuis le|depuis|après le|desde el|desde|a partir del|dal|dopo il)"
    r"(?: the (?:beginning|start) of)? $",
    re.IGNORECASE,
)
_EXCLUDING = ("before", "prior", "vor", "avant", "antes", "prima")
"""Words of `_BEFORE` that leave the day itself out."""
_ONWARDS = re.compile(r" (?:or later|and later|onwards?|or after)(?!\w)", re.IGNORECASE)
_OR_EARLIER = re.compile(r" (?:or earlier|and earlier|or before)(?!\w)", re.IGNORECASE)

_YEAR = re.compile(r"(?<![\w./-])(?:19|20)\d\d(?![\w%€$£/-]|[.,]\d)")
_YEARS = re.compile(
    r"(?<![\w./-])(?P<first>(?:19|20)\d\d)(?: ?[-–] ?| to | until | and | bis | und )"
    r"(?P<last>(?:19|20)\d\d)(?![\w%€$£/-]|[.,]\d)"
)

Day = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _Interval:
    """Days from `low` to `high`, None where it is open; `at` is what is written."""

    low: Day | None
    high: Day | None
    at: tuple[int, int]

    def holds(self, first: Day, last: Day) -> bool | None:
        """Whether days from first to last lie inside; None where only some do."""
        if (self.low is None or first >= self.low) and (self.high is None or last <= self.high):
            return True
        outside = (self.low is not None and last < self.low) or (
            self.high is not None and first > self.high
        )
        return False if outside else None


def threshold_findings(question: str, passages: Sequence[ScopedText]) -> Iterator[list[Finding]]:
    """For each passage whether the question's date lies in the time for which it holds. A year
    alone in a question is a plain fact too often."""
    asked = [one for one in _dated(question) if one.month]
    for passage in passages:
        found = list(_intervals(passage)) if len(asked) == 1 else []
        held = [one.holds(*_days(asked[0])) for one in found]
        if not found or None in held or (True in held and False in held):
            yield []
            continue
        stated = " ".join(passage.own[slice(*found[0].at)].split())
        written = question[asked[0].start : asked[0].end]
        yield [Finding(ScopeSlot.TIME, "threshold", held[0] is True, written, stated)]


def _dated(text: str) -> list[Date]:
    """Dates with a year, and years alone, as dates of month 0."""
    found = [date for date in dates(text) if date.year is not None]
    taken = [(date.start, date.end) for date in found]
    found += [
        Date(match.start(), match.end(), int(match.group()), 0, None)
        for match in _YEAR.finditer(text)
        if not _overlaps(match.span(), taken)
    ]
    return sorted(found, key=lambda date: date.start)


def _intervals(passage: ScopedText) -> Iterator[_Interval]:
    """Those that the passage is about."""
    own = passage.own
    taken: list[tuple[int, int]] = []
    for match in _YEARS.finditer(own):
        taken.append(match.span())
        if passage.prominent(match.start()):
            low, high = (int(match["first"]), 1, 1), (int(match["last"]), 12, 31)
            yield _Interval(low, high, match.span())
    for date in _dated(own):
        if _overlaps((date.start, date.end), taken) or not passage.prominent(date.start):
            continue
        lead = own[max(0, date.start - _LOOK) : date.start].replace("\n", " ")
        first, last = _days(date)
        since, until = _FROM.search(lead), _BEFORE.search(lead)
        if since or _ONWARDS.match(own, date.end):
            yield _Interval(first, None, (_begin(date, lead, since), date.end))
        elif until or _OR_EARLIER.match(own, date.end):
            excluded = until is not None and until.group().casefold().startswith(_EXCLUDING)
            high = _day_before(first) if excluded else last
            yield _Interval(None, high, (_begin(date, lead, until), date.end))


def _begin(date: Date, lead: str, match: re.Match[str] | None) -> int:
    """Where the words before a date begin, or the date where there are none."""
    return date.start if match is None else date.start - len(lead) + match.start()


def _overlaps(span: tuple[int, int], taken: Sequence[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in taken)


def _days(date: Date) -> tuple[Day, Day]:
    """The first and the last day that a date may mean."""
    year = date.year or 0
    if not date.month:
        return (year, 1, 1), (year, 12, 31)
    if date.day is None:
        return (year, date.month, 1), (year, date.month, 31)
    return (year, date.month, date.day), (year, date.month, date.day)


def _day_before(day: Day) -> Day:
    """What comes right before in the order of days; it need not exist in the calendar."""
    year, month, number = day
    return (year, month, number - 1)

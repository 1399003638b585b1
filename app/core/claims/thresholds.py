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
_ONWARDS = re.compile(r" (?:or later|and later|onwards?|or after)(?!\w)", re.IGNORECASE)
_OR_EARLIER = re.compile(r" (?:or earlier|and earlier|or before)(?!\w)", re.IGNORECASE)

Day = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _Threshold:
    """`first` and `last` days of a date that is named in part; it holds from or until it."""

    first: Day
    last: Day
    onwards: bool
    at: tuple[int, int]

    def holds(self, first: Day, last: Day) -> bool | None:
        """Whether days lie on its side; None where that cannot be told."""
        if self.onwards:
            return True if first >= self.first else False if last < self.first else None
        return True if last <= self.last else False if first > self.last else None


def threshold_findings(question: str, passages: Sequence[ScopedText]) -> Iterator[list[Finding]]:
    """For each passage whether the question's date lies on its side of a date."""
    asked = [one for one in dates(question) if one.year is not None]
    for passage in passages:
        found = list(_thresholds(passage)) if len(asked) == 1 else []
        held = [one.holds(*_days(asked[0])) for one in found]
        if not found or None in held or len(set(held)) > 1:
            yield []
            continue
        stated = " ".join(passage.own[slice(*found[0].at)].split())
        written = question[asked[0].start : asked[0].end]
        yield [Finding(ScopeSlot.TIME, "threshold", held[0] is True, written, stated)]


def _thresholds(passage: ScopedText) -> Iterator[_Threshold]:
    own = passage.own
    for date in dates(own):
        if date.year is None or not passage.prominent(date.start):
            continue
        lead = own[max(0, date.start - _LOOK) : date.start].replace("\n", " ")
        first, last = _days(date)
        if (match := _FROM.search(lead)) or _ONWARDS.match(own, date.end):
            start = date.start - (len(lead) - match.start() if match else 0)
            yield _Threshold(first, last, True, (start, date.end))
        elif (match := _BEFORE.search(lead)) or _OR_EARLIER.match(own, date.end):
            start = date.start - (len(lead) - match.start() if match else 0)
            excluded = match is not None and match.group().casefold().startswith(
                ("before", "prior", "vor", "avant", "antes", "prima")
            )
            end = _day_before(first) if excluded else last
            yield _Threshold(first, end, False, (start, date.end))


def _days(date: Date) -> tuple[Day, Day]:
    """The first and the last day that a date may mean."""
    year = date.year or 0
    if date.day is None:
        return (year, date.month, 1), (year, date.month, 31)
    return (year, date.month, date.day), (year, date.month, date.day)


def _day_before(day: Day) -> Day:
    """The latest day before, in the order of days; it need not exist in the calendar."""
    year, month, number = day
    return (year, month, number - 1)

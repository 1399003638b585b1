"""Parts of the year for which a passage holds: "1 November to 31 March", "between April and
October", "in winter"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.claims.findings import REST, Finding, ScopedText
from app.core.domain.claim_filter import ScopeSlot
from app.core.support.dates import MONTHS, dates
from app.core.text.terms import fold

_DAY = (
    r"(?:(?:the )?(?P<day{n}>\d{{1,2}}|first|last|end|middle)(?:st|nd|rd|th|\.)? ?(?:day )?"
    r"(?:of |de |del )?)?"
)
_MONTH = r"(?P<month{n}>[^\W\d_]{{3,10}})\.?(?: ?(?P<after{n}>\d{{1,2}})(?!\d))?"
_END = _DAY.format(n=1) + _MONTH.format(n=1)
_PERIOD = re.compile(
    rf"(?<!\w)(?:from |between |vom |von |zwischen |du |de |entre |del |dal )?{_END}"
    r" ?(?:to|until|till|through|and|bis|und|au|et|a|y|e|al|[-–]) ?(?:the )?"
    + (_DAY + _MONTH).format(n=2)
    + r"(?!\w)",
    re.IGNORECASE,
)
_CAPITAL_NEEDED = frozenset(["may", "march", "mar", "set", "dec", "ago"])


@dataclass(frozen=True, slots=True)
class _Period:
    """(month, day) from and to; it may run over the end of the year."""

    begin: tuple[int, int]
    end: tuple[int, int]
    written: str
    start: int

    def holds(self, month: int, day: int | None) -> bool:
        """Whether a day lies in it; without a day, the middle of the month."""
        first = (month, day or 15)
        if self.begin <= self.end:
            return self.begin <= first <= self.end
        return first >= self.begin or first <= self.end


def period_findings(question: str, passages: Sequence[ScopedText]) -> Iterator[list[Finding]]:
    """For each passage whether the question's date lies in the parts of the year it names."""
    asked = [(one.month, one.day, question[one.start : one.end]) for one in dates(question)]
    if not asked:
        asked = _months_alone(question)
    for passage in passages:
        if len(asked) != 1:
            yield []
            continue
        month, day, written = asked[0]
        periods = [one for one in _periods(passage.own) if passage.prominent(one.start)]
        held = [one.holds(month, day) for one in periods]
        if not periods or (any(held) and not all(held)):
            yield []
            continue
        if not any(held) and REST.search(passage.text):
            yield []
            continue
        yield [Finding(ScopeSlot.TIME, "period", held[0], written, periods[0].written)]


def _periods(text: str) -> Iterator[_Period]:
    for match in _PERIOD.finditer(text):
        begin, end = _month(match["month1"]), _month(match["month2"])
        if begin and end:
            yield _Period(
                (begin, _day(match["day1"] or match["after1"], 1)),
                (end, _day(match["day2"] or match["after2"], 31)),
                " ".join(match.group().split()),
                match.start(),
            )


def _month(written: str) -> int | None:
    if written in _CAPITAL_NEEDED:
        return None
    return MONTHS.get(fold(written))


def _day(written: str | None, default: int) -> int:
    if written is None:
        return default
    if written.isdigit():
        return int(written)
    return {"first": 1, "middle": 15}.get(written.casefold(), 31)


def _months_alone(question: str) -> list[tuple[int, int | None, str]]:
    """A month without a day: "in July"."""
    return [
        (month, None, match.group())
        for match in re.finditer(r"[^\W\d_]{3,10}", question)
        if match.group()[0].isupper() and (month := MONTHS.get(fold(match.group())))
    ]

"""Opposites that scopes are stated in by words: once or daily, adults or children, in service or
out of service. English, with the German words for most; other languages have none here.

The words are those of ordinary guides, leaflets, contracts and rules. A word that says as much of
other things is left out, since a passage is taken from the reader for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.claims.findings import Finding, ScopedText
from app.core.claims.ranges import asked_age
from app.core.domain.claim_filter import ScopeSlot

_ADULT_YEARS, _CHILD_YEARS = 18, 14

_TABLE = {
    ScopeSlot.FREQUENCY: r"""
single (?:accidental )?(?:event|exposure|occasion|bang)|once (?:today|yesterday)|one[- ]off
 |isolated|accidental(?:ly)?|acute|one (?:very )?\w+ event|one whiff|one time|this morning's
 |for the first time|einmalig\w*|einzeln\w* (?:ereignis|fall)|akut\w*
/ day after day|shift after shift|week after week|year after year|every (?:working )?day
 |every shift|most (?:working )?days|daily exposure|habitual(?:ly)?|chronic(?:ally)?|long[- ]term
 |for (?:many )?years|for (?:a decade|decades)|a decade or more
 |\w+ (?:years|winters|months) or (?:more|longer)|(?:regular|continuous|permanent|repeated) exposure
 |jeden (?:arbeits)?tag|jahrelang\w*|dauerhaft\w*|chronisch\w*|langfristig\w*
""",
    ScopeSlot.POPULATION: r"""
adults|grown-ups|erwachsene[nr]?
/ child|children|bab(?:y|ies)|infants?|toddlers?|new-?borns?|minors|primary school|kindern?
 |säuglinge?n?|kleinkind\w*

full[- ]time|vollzeit\w*
/ part[- ]time|teilzeit\w*

residents|registered in|lived in|einheimische\w*|einwohner\w*
/ non-?residents?|visitors from|other (?:municipalities|towns|countries)|live \w+ towns? away
 |auswärtige\w*

permanent (?:staff|employees?|contracts?)|unbefristet\w*
/ temporary (?:staff|employees?|contracts?)|fixed[- ]term|agency (?:staff|workers?)|befristet\w*

private (?:customers?|individuals?|persons?)|privatkunden?
/ business customers?|geschäftskunden?
""",
    ScopeSlot.STATE: r"""
fasting|overnight fast|fasted|(?:an|on an) empty stomach|before breakfast|eaten nothing|nüchtern
/ after (?:a |the |each )?(?:meal|lunch|dinner|breakfast|eating|food)|postprandial
 |nach dem essen|nach einer mahlzeit

(?<!not )(?<!out of )(?:in service|in operation)|while running|lifting with|im betrieb|in betrieb
/ out of service|left unattended|unattended|parked|laid up|shut down|außer betrieb

all (?:disks|drives|units|parts|pumps|engines) (?:healthy|working|sound)|healthy
 |everything is fine|works? normally|fault-free|fehlerfrei
/ has failed|have failed|failed (?:disk|drive|unit|pump|engine)|\w+ died|rebuild(?:ing|s)?
 |rebuilt|degraded|broken down|ausgefallen|defekt\w*

in milk|lactating|lactation|milking them|while (?:i am )?milking|laktierend\w*
/ dry (?:cows?|goats?|does?|ewes?|period)|dried off|milking stopped|trockensteh\w*

unopened|ungeöffnet\w*
/ once open|once opened|after opening|angebrochen\w*

unloaded|empty (?:truck|lorry|vehicle|car|trailer|lift)|without (?:a )?load|unbeladen\w*
/ fully loaded|with (?:a )?(?:full )?load|beladen\w*
""",
    ScopeSlot.TIME: r"""
summer|sommer
/ winter

by day|during the day|day shifts?|tagsüber|tagschicht\w*
/ by night|at night|night shifts?|nachts|nachtschicht\w*
""",
    ScopeSlot.PLACE: r"""
urban|inner city|city centre|city of|city boundar(?:y|ies)|within the city
/ rural|countryside|village
""",
}


@dataclass(frozen=True, slots=True)
class _Axis:
    slot: ScopeSlot
    key: str
    forms: tuple[re.Pattern[str], re.Pattern[str]]
    of_ages: bool
    """Its first side are adults, so that an age says which is meant."""


def _axes() -> Iterator[_Axis]:
    for slot, table in _TABLE.items():
        for pair in table.strip().split("\n\n"):
            one, other = pair.replace("\n ", "").split("\n/ ")
            yield _Axis(
                slot,
                f"{_first(one)} / {_first(other)}",
                (_form(one), _form(other)),
                one.startswith("adults|"),
            )


def _first(side: str) -> str:
    return side.split("|", maxsplit=1)[0]


def _form(side: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{side})(?!\w)", re.IGNORECASE)


_AXES = tuple(_axes())


def axis_findings(question: str, passages: Sequence[ScopedText]) -> Iterator[list[Finding]]:
    """For each passage on which side of the question it stands."""
    asked = [(axis, side) for axis in _AXES if (side := _asked(axis, question)) is not None]
    for passage in passages:
        yield [one for axis, side in asked for one in _compared(axis, side, passage)]


def _sides(axis: _Axis, text: str) -> dict[int, re.Match[str]]:
    matches = ((side, form.search(text)) for side, form in enumerate(axis.forms))
    return {side: match for side, match in matches if match}


def _asked(axis: _Axis, question: str) -> tuple[int, str] | None:
    """The side on which the question stands, and its words; None where it names none or both."""
    if axis.of_ages and (years := asked_age(question)) is not None:
        if years >= _ADULT_YEARS:
            return 0, f"{int(years)} years"
        return (1, f"{int(years)} years") if years <= _CHILD_YEARS else None
    sides = _sides(axis, question)
    if len(sides) != 1:
        return None
    side, match = next(iter(sides.items()))
    return side, match.group()


def _compared(axis: _Axis, asked: tuple[int, str], passage: ScopedText) -> Iterator[Finding]:
    """Headings say what a whole passage is about; words in it leave more doubt."""
    side, written = asked
    headings = _sides(axis, passage.below_title)
    sides = headings if len(headings) == 1 else _sides(axis, passage.own)
    if len(sides) != 1:
        return
    there, match = next(iter(sides.items()))
    if there == side or passage.prominent(match.start()):
        sure = len(headings) == 1
        yield Finding(axis.slot, axis.key, there == side, written, match.group(), sure=sure)

"""Makes false claims of true ones: another number, unit or name, a negation put in or taken out,
an opposite. The lists are this module's own, and not those of the check that is measured."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from random import Random

TRIES = 20


class Change(StrEnum):
    """What is done to a claim."""

    NUMBER = "number_changed"
    UNIT = "unit_changed"
    NAME = "name_swapped"
    NEGATION_IN = "negation_put_in"
    NEGATION_OUT = "negation_taken_out"
    OPPOSITE = "opposite"


_NUMBER = re.compile(r"(?<![\w.,-])\d+(?:[.,]\d+)?(?![\w.,-]*\d)(?!\w)")
_UNITS = (
    ("mg", "g", "kg"),
    ("minutes", "hours", "days", "weeks", "months", "years"),
    ("mm", "cm", "m", "km"),
    ("%", "mg"),
    ("euros", "dollars"),
)
_NAME = re.compile(r"(?<![\w-])(?:[A-Z]{2,}\w*|[A-Z][a-z]+\d\w*|(?<=\w )[A-Z][a-z]{3,})(?![\w-])")
_AUXILIARY = re.compile(
    r"\b(is|are|was|were|can|may|must|will|should|has|have|does|do|did)\b(?! not)", re.IGNORECASE
)
_VERB = re.compile(
    r"\b(increase|reduce|decrease|cause|affect|regulate|contribute|lead|play|require|induce"
    r"|promote|improve|protect|show|use|inhibit|activate|bind|result|predict|prevent)s\b"
)
_NEGATION = (
    (re.compile(r"\b(is|are|was|were|can|may|must|do|does|did|has|have) not\b"), r"\1"),
    (re.compile(r"\bcannot\b"), "can"),
    (re.compile(r"\b(has|have) no\b"), r"\1 an"),
    (re.compile(r"\bwithout\b"), "with"),
    (re.compile(r"\blacks\b"), "has"),
    (re.compile(r"\bNo\b (?=\w)"), "Some "),
)
_OPPOSITES = (
    ("increases", "decreases"),
    ("increased", "decreased"),
    ("increase", "decrease"),
    ("higher", "lower"),
    ("more", "less"),
    ("reduces", "raises"),
    ("reduced", "raised"),
    ("before", "after"),
    ("maximum", "minimum"),
    ("positively", "negatively"),
    ("promotes", "suppresses"),
    ("activates", "blocks"),
    ("inhibits", "stimulates"),
    ("enables", "disables"),
    ("allowed", "forbidden"),
    ("first", "last"),
    ("early", "late"),
    ("internal", "external"),
    ("present", "absent"),
)


def changed(
    change: Change, claim: str, passage: str, names: Sequence[str], random: Random
) -> str | None:
    """The claim made false, or None where there is nothing to change.

    Args:
        passage: What it puts in does not stand there.
        names: Those of other claims.
    """
    makers: dict[Change, Callable[[], str | None]] = {
        Change.NUMBER: lambda: _other_number(claim, passage, random),
        Change.UNIT: lambda: _other_unit(claim, random),
        Change.NAME: lambda: _other_name(claim, passage, names, random),
        Change.NEGATION_IN: lambda: _negated(claim),
        Change.NEGATION_OUT: lambda: _affirmed(claim),
        Change.OPPOSITE: lambda: _turned(claim),
    }
    return makers[change]()


def names_in(claim: str) -> list[str]:
    """The names of a claim, as far as capitals tell."""
    return _NAME.findall(claim)


def _other_number(claim: str, passage: str, random: Random) -> str | None:
    places = list(_NUMBER.finditer(claim))
    if not places:
        return None
    place = random.choice(places)
    for _ in range(TRIES):
        other = "".join(
            str(random.randint(1, 9)) if sign.isdigit() else sign for sign in place.group()
        )
        if other != place.group() and not re.search(rf"(?<!\d){re.escape(other)}(?!\d)", passage):
            return claim[: place.start()] + other + claim[place.end() :]
    return None


def _other_unit(claim: str, random: Random) -> str | None:
    for units in _UNITS:
        spelled = "|".join(re.escape(unit) for unit in units)
        place = re.search(rf"(?<=\d)(\s?)({spelled})(?!\w)", claim)
        if place:
            other = random.choice([unit for unit in units if unit != place[2]])
            return claim[: place.start()] + f" {other}" + claim[place.end() :]
    return None


def _other_name(claim: str, passage: str, names: Sequence[str], random: Random) -> str | None:
    places = list(_NAME.finditer(claim))
    others = [name for name in names if name not in passage and name not in claim]
    if not places or not others:
        return None
    place = random.choice(places)
    return claim[: place.start()] + random.choice(others) + claim[place.end() :]


def _negated(claim: str) -> str | None:
    if re.search(r"\b(?:not|no|never|cannot|without)\b", claim, re.IGNORECASE):
        return None
    done, count = _AUXILIARY.subn(r"\1 not", claim, count=1)
    if not count:
        done, count = _VERB.subn(r"does not \1", claim, count=1)
    return done if count else None


def _affirmed(claim: str) -> str | None:
    for negation, instead in _NEGATION:
        done, count = negation.subn(instead, claim, count=1)
        if count:
            return done
    return None


def _turned(claim: str) -> str | None:
    for pair in _OPPOSITES:
        for one, other in (pair, pair[::-1]):
            done, count = re.subn(rf"\b{one}\b", other, claim, count=1)
            if count:
                return done
    return None

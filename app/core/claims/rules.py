"""Which passages state another scope than the question, by the form of what they say.

A rule compares only what question and passage state in the same respect. A passage is of another
scope where it states one in some respect and in none of these the question's; it is set aside
only where another passage that states the question's scope in that very respect remains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.claims.axes import axis_findings
from app.core.claims.designations import designation_findings
from app.core.claims.findings import Finding, ScopedText
from app.core.claims.periods import period_findings
from app.core.claims.ranges import range_findings
from app.core.claims.sibling_headings import heading_findings
from app.core.claims.siblings import sibling_findings
from app.core.claims.thresholds import threshold_findings

_RULES = (
    designation_findings,
    heading_findings,
    sibling_findings,
    range_findings,
    period_findings,
    threshold_findings,
    axis_findings,
)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say of one passage: `against` is why it is of another scope, None where they
    do not say so; `fits` that it states the question's scope in some respect."""

    against: Finding | None
    fits: bool


def rulings(question: str, passages: Sequence[ScopedText]) -> list[Ruling]:
    """One for each passage, whatever their order."""
    found: list[list[Finding]] = [[] for _ in passages]
    for rule in _RULES:
        for place, new in enumerate(rule(question, passages)):
            found[place].extend(new)
    fitting = [{one.key for one in held if one.fits} for held in found]
    result = []
    for place, held in enumerate(found):
        elsewhere: set[str] = set().union(
            *(keys for other, keys in enumerate(fitting) if other != place)
        )
        against = [
            one
            for one in held
            if not one.fits and one.key not in fitting[place] and one.key in elsewhere
        ]
        against.sort(key=lambda one: not one.sure)
        fits = bool(fitting[place])
        only_unsure = bool(against) and not against[0].sure and fits
        result.append(
            Ruling(None if not against or only_unsure else against[0], fits and not against)
        )
    return result

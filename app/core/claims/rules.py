"""Which passages state another scope than the question, by the form of what they say.

A rule compares only what question and passage state in the same respect. A passage is of another
scope where it states one in some respect and in none of these the question's; it is set aside
only where another passage that states the question's scope in that very respect, and is on the
question's subject too, remains.
"""

from __future__ import annotations

import re
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
from app.core.text.stems import WordForms
from app.core.text.terms import Word, content_words

_RULES = (
    designation_findings,
    heading_findings,
    sibling_findings,
    range_findings,
    period_findings,
    threshold_findings,
    axis_findings,
)

_YES_OR_NO = re.compile(
    r"(?:^|[.!?:;,]\s+)(?:so |and |then |und |also )?(?:can|may|is|are|am|does|do|did|will|would"
    r"|must|should|has|have|could|was|were|darf|dürfen|kann|können|muss|müssen|ist|sind|gilt|gelten|hat"
    r"|habe|haben|soll|wird|puis-je|peut-on|est-ce|puedo|puede|posso|si può)(?!\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say of one passage: `against` is why it is of another scope, None where they
    do not say so; `fits` that it states the question's scope in some respect."""

    against: Finding | None
    fits: bool


def rulings(question: str, passages: Sequence[ScopedText]) -> list[Ruling]:
    """One for each passage, whatever their order.

    A question that can be answered by yes or no is about the very bound that a passage states: what
    seems to be of another scope is the "no". Nothing is removed there.
    """
    found: list[list[Finding]] = [[] for _ in passages]
    for rule in _RULES:
        for place, new in enumerate(rule(question, passages)):
            found[place].extend(new)
    fitting = [{one.key for one in held if one.fits} for held in found]
    against = [_against(held, fits) for held, fits in zip(found, fitting, strict=True)]
    if _YES_OR_NO.search(question):
        against = [[] for _ in passages]
    # A passage that may go itself is no better one.
    better = [set[str]() if mine else fits for mine, fits in zip(against, fitting, strict=True)]
    if not any(against):
        return [Ruling(None, bool(fits)) for fits in fitting]
    asked = content_words(question)
    shares = [_shared(asked, passage) for passage in passages]
    result = []
    for place, mine in enumerate(against):
        chosen = next(
            (one for one in mine if _outdone(one, place, better, shares)),
            None,
        )
        fits = bool(fitting[place])
        if chosen is not None and not chosen.sure and fits:
            chosen = None
        result.append(Ruling(chosen, fits and not mine))
    return result


def _against(held: Sequence[Finding], fits: set[str]) -> list[Finding]:
    """What speaks against a passage, the surest first."""
    found = [one for one in held if not one.fits and one.key not in fits]
    return sorted(found, key=lambda one: not one.sure)


def _shared(asked: Sequence[Word], passage: ScopedText) -> set[str]:
    """The words of the question that a passage holds."""
    forms = WordForms([passage.whole])
    return {word.folded for word in asked if forms.holds(word.folded)}


def _outdone(
    one: Finding, place: int, better: Sequence[set[str]], shares: Sequence[set[str]]
) -> bool:
    """Whether a passage that stays states the question's scope in this respect, and is on its
    subject: of its words, those of the scope aside, it holds half as many at the least."""
    scope = {word.folded for word in content_words(one.asked)}
    mine = len(shares[place] - scope)
    return any(
        other != place and one.key in keys and 2 * len(shares[other] - scope) >= mine
        for other, keys in enumerate(better)
    )

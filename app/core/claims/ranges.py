"""Amounts that a passage bounds: "up to 40 kg", "16 years and over", "more than five times".

The question's amount lies inside or outside of them. Only what is counted in the same unit is
compared: lengths of time in the very unit, since a text on days of use says hours of waiting too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.core.claims.findings import REST, Finding, ScopedText
from app.core.domain.claim_filter import ScopeSlot
from app.core.support.dates import dates
from app.core.support.number_words import spelled_numbers
from app.core.support.quantities import Quantity, quantities
from app.core.support.units import MONEY, ORDINAL
from app.core.text.stems import same_word

_LOOK = 32
"""Characters before an amount in which its bound is looked for."""
_GAP = r"[ \u00a0](?:the |a |an |einem |einer |einen |eine |ein |les |la |le )?$"
_BEFORE = tuple(
    (re.compile(rf"(?<!\w)(?:{words}){_GAP}", re.IGNORECASE), side, inclusive)
    for words, side, inclusive in (
        (
            "up to|at most|not more than|no more than|not over|no longer than|not exceeding"
            "|a maximum of|max\\.?|maximum|bis zu|höchstens|maximal|nicht mehr als|jusqu'à|au plus"
            "|pas plus de|hasta|como máximo|fino a|al massimo",
            -1,
            True,
        ),
        (
            "less than|fewer than|under|below|younger than|shorter than|lighter than|smaller than"
            "|weniger als|unter|jünger als|moins de|menos de|meno di|sotto",
            -1,
            False,
        ),
        (
            "at least|no less than|not less than|no fewer than|not under|a minimum of|minimum"
            "|mindestens|wenigstens|ab|au moins|à partir de|al menos|a partir de|almeno",
            1,
            True,
        ),
        (
            "more than|over|above|exceeding|exceeds|longer than|older than|larger than"
            "|greater than|heavier than|beyond|mehr als|über|älter als|plus de|más de|più di"
            "|oltre",
            1,
            False,
        ),
    )
)
_AFTER = (
    (
        re.compile(
            r"[ \u00a0](?:and|or|und|oder|et|ou|y|o|e) (?:more|over|above|older|longer|upwards|up"
            r"|larger|heavier|greater|mehr|älter|länger|größer|plus|más|più)(?!\w)"
            r"|[ \u00a0]upwards(?!\w)|\+",
            re.IGNORECASE,
        ),
        1,
    ),
    (
        re.compile(
            r"[ \u00a0](?:and|or|und|oder|et|ou|y|o|e) (?:less|fewer|under|below|younger|shorter"
            r"|smaller|lighter|weniger|jünger|kürzer|moins|menos|meno)(?!\w)",
            re.IGNORECASE,
        ),
        -1,
    ),
)
_MIDDLE = re.compile(
    r"(?<!\w)(?P<number>\d[\d.,]*|[^\W\d_]+(?:-[^\W\d_]+)?) (?:or|and|oder|und) "
    r"(?P<bound>more|fewer|less|mehr|weniger) (?=\w)",
    re.IGNORECASE,
)
_JOINT = re.compile(r"\s?(?:[-–—]|to|and|bis|und|à|et|y|a|e)\s?", re.IGNORECASE)
_OPEN_END = re.compile(r"(?<!\w)(?:from|von|ab|de|between|zwischen|entre|tra)[ \u00a0]$", re.I)

_TIMES = re.compile(
    r"(?<!\w)(?:(?P<twice>twice|zweimal|deux fois|dos veces|due volte)"
    r"|(?P<once>(?<=ed )once|(?:just|only|caught) once|once (?:today|yesterday|this|last)"
    r"|(?:one|a|an) "
    r"(?:single|isolated)(?! (?:dose|room|line|page|copy|file|sheet))|einmalig(?:e|en|er|es)?)"
    r"|(?P<many>\d+|[^\W\d_]+) (?:times|mal|fois|veces|volte))(?!\w)",
    re.IGNORECASE,
)
_AGE = re.compile(
    r"(?<!\w)(?:is|am|'m|are|aged?|turned|turns|turning|be|ist|bin|wird|werde)"
    r" (?:now |just |only |already |about |erst |schon |jetzt )?"
    r"(?P<age>\d{1,3}|[^\W\d_]+(?:-[^\W\d_]+)?)"
    r"(?: (?P<unit>years?|months?|weeks?|jahre|monate|wochen))?(?: old| of age| alt)?"
    r"(?= and | or | but | und |[.,;:!?]|$)"
    r"|(?<!\w)(?P<age2>\d{1,3}|[^\W\d_]+)-(?P<unit2>year|month|week)s?-old"
    r"|(?<!\w)(?P<age3>\d{1,3}|[^\W\d_]+(?:-[^\W\d_]+)?)"
    r" (?P<unit3>years?|months?|weeks?|jahre|monate)"
    r" (?:old|of age|alt)(?!\w)",
    re.IGNORECASE,
)
_AGED = re.compile(
    r"(?<!\w)(?:aged|ages|age) (?P<low>\d{1,3})(?:(?: to |[-–]| and )(?P<high>\d{1,3})(?!\d)"
    r"|(?P<over> (?:and|or) (?:over|above|older|up)|\+)|(?P<under> (?:and|or) (?:under|younger)))"
    r"(?! (?:months?|weeks?|days?))",
    re.IGNORECASE,
)
_OF_AGE = re.compile(
    r"(?<!\w)(?:age|aged|ages|old|older|younger|over|under|children|child|adults?|babies|baby"
    r"|infants?|people|persons?|patients?|toddlers?|minors|kinder|erwachsene|alter|jugendliche)"
    r"(?!\w)",
    re.IGNORECASE,
)
_NEAR_AGE = 40
_FAR = 1000
_PERSON = re.compile(
    r"(?<!\w)(?:i|he|she|son|daughter|child|girl|boy|baby|mother|father|wife|husband|man|woman|patient"
    r"|person|grandmother|grandfather|brother|sister|nephew|niece|toddler|mum|dad|ich|er|sie|sohn"
    r"|tochter|kind|mutter|vater|frau|mann|junge|mädchen)(?!\w)",
    re.IGNORECASE,
)
_MONTHS = {
    "year": Fraction(12),
    "jahr": Fraction(12),
    "mont": Fraction(1),
    "mona": Fraction(1),
    "week": Fraction(12, 52),
    "woch": Fraction(12, 52),
}
_LENGTHS_OF_TIME = frozenset(["s", "month"])


@dataclass(frozen=True, slots=True)
class Bound:
    """Amounts from `low` to `high`, None where it is open; `at` is what is written."""

    low: Fraction | None
    high: Fraction | None
    low_included: bool
    high_included: bool
    at: tuple[int, int]

    def holds(self, value: Fraction) -> bool:
        """Whether an amount lies inside."""
        if (
            self.low is not None
            and value <= self.low
            and not (self.low_included and value == self.low)
        ):
            return False
        if self.high is None or value < self.high:
            return True
        return value == self.high and self.high_included


def range_findings(question: str, passages: Sequence[ScopedText]) -> Iterator[list[Finding]]:
    """For each passage whether the question's amounts lie within its bounds."""
    taken = [(date.start, date.end) for date in dates(question)]
    asked = [
        one
        for one in quantities(question, taken)
        if _counts_something(one) and one.unit.base not in MONEY | {ORDINAL} and not one.implied
    ]
    times, age = _times(question), _age(question)
    for passage in passages:
        own = passage.own
        amounts = quantities(own, [(date.start, date.end) for date in dates(own)])
        bounds = list(_bounds(own, amounts))
        found: list[Finding] = []
        for one in asked:
            if age is None or one.unit.base != "month":
                alike = [bound for unit, bound in bounds if _alike(one, unit)]
                alike += [_exactly(q) for q in amounts if q.value == one.value and _alike(one, q)]
                found += _compared(
                    f"amount:{one.unit.base or one.noun}",
                    ScopeSlot.AMOUNT,
                    one.value,
                    question[one.start : one.end],
                    alike,
                    passage,
                )
        if times is not None:
            found += _compared(
                "times", ScopeSlot.FREQUENCY, times[0], times[1], list(_counted(own)), passage
            )
        if age is not None:
            ages = [
                bound
                for unit, bound in bounds
                if unit.unit.base == "month" and _speaks_of_age(own, bound)
            ]
            ages += _ages(own)
            found += _compared("age", ScopeSlot.POPULATION, age[0], age[1], ages, passage)
        yield found


def asked_age(question: str) -> Fraction | None:
    """The age in years of the person that a question is about."""
    found = _age(question)
    return None if found is None else found[0] / 12


def _compared(
    key: str,
    slot: ScopeSlot,
    value: Fraction,
    asked: str,
    bounds: list[Bound],
    passage: ScopedText,
) -> list[Finding]:
    """Fits where all bounds that the passage is about hold it; another scope where it is about one
    and none in the whole passage does, as a later row of a table may."""
    about = [bound for bound in bounds if passage.prominent(bound.at[0])]
    if not about:
        return []
    held = [bound.holds(value) for bound in about]
    if not all(held) and (any(bound.holds(value) for bound in bounds) or REST.search(passage.text)):
        return []
    stated = " ".join(passage.own[slice(*about[0].at)].split())
    return [Finding(slot, key, all(held), asked, stated)]


def _counts_something(one: Quantity) -> bool:
    """Whether it is known what is counted: a unit, or the word behind the number ("6 cups")."""
    return bool(one.unit.base or one.noun)


def _alike(asked: Quantity, there: Quantity) -> bool:
    if asked.unit.base != there.unit.base:
        return False
    if not asked.unit.base:
        return bool(there.noun) and same_word(asked.noun, there.noun)
    if asked.unit.per != there.unit.per and (
        there.unit.per or asked.unit.base not in _LENGTHS_OF_TIME
    ):
        return False
    if not Fraction(1, _FAR) <= asked.unit.factor / there.unit.factor <= _FAR:
        return False  # a dose in mg is no weight in kg
    return asked.unit.base not in _LENGTHS_OF_TIME or asked.unit.factor == there.unit.factor


# --- bounds of a passage ----------------------------------------------------------------------


def _exactly(one: Quantity) -> Bound:
    """An amount that stands there as it was asked for."""
    return Bound(one.value, one.value, True, True, (one.start, one.end))


def _bounds(text: str, found: Sequence[Quantity]) -> Iterator[tuple[Quantity, Bound]]:
    """The bounded amounts of a text. Those of lengths of time that are ages count months."""
    skip: set[int] = set()
    for index, one in enumerate(found):
        if index in skip:
            continue
        following = found[index + 1] if index + 1 < len(found) else None
        if following is not None and following.unit.base == one.unit.base and not one.noun:
            between = one.end <= following.start and _JOINT.fullmatch(
                text, one.end, following.start
            )
            if between and one.value < following.value:
                skip.add(index + 1)
                at = one.start, following.end
                yield following, Bound(one.value, following.value, True, True, at)
                continue
        bound = _bound_at(text, one)
        if bound is not None:
            yield one, bound
    for match in _MIDDLE.finditer(text):
        yield from _middle(text, match)


def _bound_at(text: str, one: Quantity) -> Bound | None:
    lead = text[max(0, one.start - _LOOK) : one.start]
    for form, side, inclusive in _BEFORE:
        if match := form.search(lead):
            start = one.start - len(lead) + match.start()
            return _one_sided(one.value, side, inclusive, (start, one.end))
    for form, side in _AFTER:
        if match := form.match(text, one.end):
            return _one_sided(one.value, side, True, (one.start, match.end()))
    return None


def _one_sided(value: Fraction, side: int, inclusive: bool, at: tuple[int, int]) -> Bound:
    if side > 0:
        return Bound(value, None, inclusive, True, at)
    return Bound(None, value, True, inclusive, at)


def _middle(text: str, match: re.Match[str]) -> Iterator[tuple[Quantity, Bound]]:
    """ "three or more days": the bound stands between number and unit."""
    value = _number(match["number"])
    if value is None:
        return
    rest = f"{value} {text[match.end() : match.end() + _LOOK]}"
    for one in quantities(rest)[:1]:
        if one.start == 0 and _counts_something(one):
            more = match["bound"].casefold() in ("more", "mehr")
            end = match.end() + one.end - len(f"{value} ")
            yield one, _one_sided(one.value, 1 if more else -1, True, (match.start(), end))


def _number(written: str) -> Fraction | None:
    if written[:1].isdecimal():
        return Fraction(int(written)) if written.isdecimal() and len(written) < 10 else None
    return next((value for _, _, value in spelled_numbers(written)), None)


# --- how often --------------------------------------------------------------------------------


def _times(question: str) -> tuple[Fraction, str] | None:
    found = [(value, text) for value, text, _ in _counts(question)]
    return found[0] if len({value for value, _ in found}) == 1 else None


def _counts(text: str) -> Iterator[tuple[Fraction, str, re.Match[str]]]:
    for match in _TIMES.finditer(text):
        if match["twice"]:
            yield Fraction(2), match.group(), match
        elif match["once"]:
            yield Fraction(1), match.group(), match
        elif (value := _number(match["many"])) is not None:
            yield value, match.group(), match


def _counted(text: str) -> Iterator[Bound]:
    for value, _, match in _counts(text):
        lead = text[max(0, match.start() - _LOOK) : match.start()]
        for form, side, inclusive in _BEFORE:
            if before := form.search(lead):
                start = match.start() - len(lead) + before.start()
                yield _one_sided(value, side, inclusive, (start, match.end()))
                break
        else:
            if not match["many"]:
                yield Bound(value, value, True, True, match.span())


# --- age --------------------------------------------------------------------------------------


def _age(question: str) -> tuple[Fraction, str] | None:
    """(months, as written)."""
    for match in _AGE.finditer(question):
        value = _number(match["age"] or match["age2"] or match["age3"])
        unit = match["unit"] or match["unit2"] or match["unit3"] or "year"
        if value is not None and value < 130 and _PERSON.search(question):
            return value * _MONTHS[unit.casefold()[:4]], match.group()
    return None


def _ages(text: str) -> Iterator[Bound]:
    """Ages without their unit: "aged 12 and over", "ages 6 to 11"."""
    for match in _AGED.finditer(text):
        low = Fraction(int(match["low"])) * 12
        high = Fraction(int(match["high"])) * 12 if match["high"] else None
        if match["under"]:
            yield Bound(None, low, True, True, match.span())
        elif high is not None or match["over"]:
            yield Bound(low, high, True, True, match.span())


def _speaks_of_age(text: str, bound: Bound) -> bool:
    start, end = bound.at
    return _OF_AGE.search(text[max(0, start - _NEAR_AGE) : end + _NEAR_AGE]) is not None

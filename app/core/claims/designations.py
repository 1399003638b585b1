"""Things that are told apart by a number, a letter or a code: Ward 9, revision D, round 7, the
2024 rules, HX-120S, the 40 mg tablet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.claims.findings import Finding, ScopedText
from app.core.domain.claim_filter import ScopeSlot
from app.core.support.dates import MONTHS, dates
from app.core.support.identifiers import Identifier, identifiers
from app.core.support.quantities import Quantity, quantities
from app.core.support.units import named_unit
from app.core.text.stems import same_word
from app.core.text.terms import fold, is_content, words

_CODE = r"(?:\d{1,4}(?:\.\d{1,3}){0,3}[A-Za-z]?|[A-Z])"
_NAMED = re.compile(
    rf"(?<![\w.,-])(?P<kind>[^\W\d_]{{3,}})[ \u00a0](?:no\.? ?|nr\.? ?|number |#)?"
    rf"(?P<codes>{_CODE}(?:(?:, ?| and | or | und | oder | et | y | e | to |[-–]){_CODE})*)"
    r"(?![\w%€$£°/-]|[.,:]\d)",
)
_ONE_CODE = re.compile(_CODE)
_SPAN = re.compile(r"(\d{1,4})(?: to |[-–])(\d{1,4})$")
_MOST_IN_SPAN = 50
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
)
_ORDINAL = re.compile(
    r"(?<!\w)(?:(?P<digits>\d{1,3})(?:st|nd|rd|th)|(?P<word>" + "|".join(_ORDINALS) + r"))"
    r"[ \u00a0](?P<kind>[^\W\d_]{4,})(?!\w)",
    re.IGNORECASE,
)
_STRUCTURE = frozenset(
    """table tables figure figures fig page pages section sections chapter chapters paragraph
    paragraphs step steps item items note notes number clause article annex appendix part parts
    seite abschnitt kapitel tabelle abbildung schritt page figure tableau chapitre pagina seccion
    capitulo capitolo sezione tabella chunk day days week weeks month months year years hour hours
    minute minutes time times about least most than over under after before until from vitamin
    and the for with absatz artikel satz ziffer anlage rule rules schedule box question questions
    extension form""".split()
)
"""What numbers parts of a text, times or amounts, and tells no two things apart."""
_YEAR = re.compile(r"(?<![\d./-])(?:19|20)\d\d(?![\d./]|-\d)")
_ORDER = re.compile(
    r"(?<!\w)(?:after|next|other|others|except|apart|instead|replace[sd]?|besides|statt|nach|außer"
    r"|andere[nrs]?|nächste[nrs]?)(?!\w)",
    re.IGNORECASE,
)
"""A question of what follows a numbered thing, or of the others, is not about that thing."""
_OPEN_END = re.compile(
    r"[ \u00a0](?:or|and) (?:later|newer|above|up|higher)(?!\w)|[ \u00a0]onwards|\+"
    r"|[ \u00a0](?:oder|und) (?:neuer|höher|später)(?!\w)| ?(?:[-–]|to|bis) ?[A-Z]"
    r"|[ -](?:series|Reihe)",
)
"""What makes a code the first of many."""
_OF_PARTS = re.compile(
    r"(?<!\w)(?:filter|part|order|cartridge|kit|spare|accessory|number|no\.|successor|predecessor"
    r"|teil|ersatzteil|nummer|bestellnummer)(?: is| no\.?| number)?(?: the)? ?$|successor|replaces",
    re.IGNORECASE,
)
"""Words before the code of a thing that goes with another one."""
_REPORT = re.compile(
    r"report|bericht|accounts|statement|minutes|protokoll|abschluss", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Designation:
    """`codes` are casefolded but for single letters."""

    kind: str
    codes: frozenset[str]
    written: str
    start: int


def designation_findings(question: str, passages: Sequence[ScopedText]) -> Iterator[list[Finding]]:
    """For each passage what it says of the things that the question names by a code."""
    asked = [] if _ORDER.search(question) else _designations(question)
    codes = frozenset[str]().union(*(one.codes for one in asked))
    asked_ids = [one for one in identifiers(question) if any(c.isdigit() for c in one.written)]
    years = _years(question)
    strengths = _strengths(question)
    for passage in passages:
        own = passage.own
        there = _designations(own)
        found = [finding for one in asked for finding in _compared(one, codes, there, passage)]
        found += [f for one in asked_ids for f in _identified(one, passage)]
        found += _of_years(years, passage)
        found += [f for one in strengths for f in _of_strength(one, own)]
        yield found


# --- kind and code --------------------------------------------------------------------------


def _designations(text: str) -> list[_Designation]:
    found = []
    for match in _NAMED.finditer(text):
        kind = fold(match["kind"])
        if kind in _STRUCTURE or kind in MONTHS or not is_content(kind):
            continue
        if named_unit(match["kind"]) is not None or _measures(text, match.end()):
            continue
        codes = _codes(match["codes"])
        if _OPEN_END.match(text, match.end()):
            continue
        if codes in ({"I"}, {"A"}):
            continue  # words of English as likely as letters
        found.append(_Designation(kind, codes, match.group(), match.start()))
    for match in _ORDINAL.finditer(text):
        word = match["digits"] or str(_ORDINALS.index(match["word"].casefold()) + 1)
        if word in ("1", "2"):
            continue  # the first and the second of a row are no names
        kind = fold(match["kind"])
        if kind not in _STRUCTURE and is_content(kind):
            found.append(_Designation(kind, frozenset([word]), match.group(), match.start()))
    return found


def _measures(text: str, end: int) -> bool:
    """Whether a number that ends here counts something: "in room 12 mm"."""
    after = re.match(r"[ \u00a0](\w+|%)", text[end : end + 24])
    return after is not None and named_unit(after.group(1)) is not None


def _codes(written: str) -> frozenset[str]:
    span = _SPAN.search(written)
    found = set(_ONE_CODE.findall(written))
    if span and 0 < int(span[2]) - int(span[1]) <= _MOST_IN_SPAN:
        found |= {str(number) for number in range(int(span[1]), int(span[2]) + 1)}
    return frozenset(found)


def _compared(
    asked: _Designation,
    every: frozenset[str],
    there: list[_Designation],
    passage: ScopedText,
) -> Iterator[Finding]:
    """`every` are all codes of the question: a passage of one that it names by another word, such
    as version and release, is not of another."""
    alike = [one for one in there if same_word(one.kind, asked.kind)]
    if not alike:
        return
    held = frozenset().union(*(one.codes for one in alike))
    key = f"code:{asked.kind}"
    if held & asked.codes:
        first = next(one for one in alike if one.codes & asked.codes)
        others = [one for one in alike if not one.codes & asked.codes]
        # A passage that begins with another one names this one beside it.
        if not others or there.index(first) < there.index(others[0]):
            yield Finding(ScopeSlot.VARIANT, key, True, asked.written, first.written)
        return
    about = [] if held & every else [one for one in alike if passage.prominent(one.start)]
    if about:
        yield Finding(ScopeSlot.VARIANT, key, False, asked.written, about[0].written)


# --- identifiers ----------------------------------------------------------------------------


def _identified(asked: Identifier, passage: ScopedText) -> Iterator[Finding]:
    begin = _family(asked.written)
    if begin is None:
        return
    own, key = passage.own, f"id:{begin}"
    if asked.stands_in(own):
        yield Finding(ScopeSlot.VARIANT, key, True, asked.written, asked.written)
        return
    for other in identifiers(own):
        alike = _family(other.written) == begin and passage.prominent(other.start)
        if alike and (_OPEN_END.match(own, other.end) or _beside(own, other.start)):
            return
        if alike:
            yield Finding(ScopeSlot.VARIANT, key, False, asked.written, other.written)
            return


def _beside(text: str, start: int) -> bool:
    """Whether the code that begins here is that of a part of a thing, or of its successor."""
    return _OF_PARTS.search(text[max(0, start - 24) : start]) is not None


def _family(written: str) -> str | None:
    """The letters that identifiers of one family begin with: "hx-" of HX-120S. Its digits follow,
    two at the least after one letter alone."""
    match = re.match(r"([^\W\d_]{2,}[- ]?|[^\W\d_]-)(?=\d)|([A-Z])(?=\d\d)", written)
    return None if match is None else fold(match.group()).strip()


# --- years ----------------------------------------------------------------------------------


def _years(text: str) -> list[str]:
    """Years that stand alone, not those of dates."""
    taken = [(date.start, date.end) for date in dates(text)]
    return [
        match.group()
        for match in _YEAR.finditer(text)
        if not any(start <= match.start() < end for start, end in taken)
        and not _measures(text, match.end())
    ]


def _of_years(asked: list[str], passage: ScopedText) -> list[Finding]:
    """Years count in headings, where they tell editions apart; in a text they may be anything."""
    if len(set(asked)) != 1:
        return []
    year = asked[0]
    headings = "\n".join(one for one in passage.headings if not _REPORT.search(one))
    named = _years(headings)
    if year in named or year in _years(passage.text):
        return [Finding(ScopeSlot.TIME, "year", True, year, year)]
    if named:
        return [Finding(ScopeSlot.TIME, "year", False, year, named[-1])]
    return []


# --- strengths ------------------------------------------------------------------------------


def _strengths(text: str) -> list[tuple[Quantity, str, str]]:
    """Amounts that tell things apart, as in "a 40 mg tablet": (quantity, noun, as written)."""
    found = []
    for quantity in quantities(text):
        noun = words(text[quantity.end : quantity.end + 24])[:1]
        near = noun and not text[quantity.end : quantity.end + noun[0].start].strip(" -\u00a0")
        if not (quantity.unit.base and not quantity.implied and near):
            continue
        folded = noun[0].folded
        if is_content(folded) and named_unit(folded) is None:
            end = quantity.end + noun[0].end
            found.append((quantity, folded, text[quantity.start : end]))
    return found


def _of_strength(asked: tuple[Quantity, str, str], own: str) -> Iterator[Finding]:
    quantity, noun, written = asked
    alike = [
        one
        for one in _strengths(own)
        if same_word(one[1], noun) and one[0].unit.base == quantity.unit.base
    ]
    if not alike:
        return
    key = f"strength:{noun}"
    if any(one[0].value == quantity.value for one in alike):
        if len({one[0].value for one in alike}) == 1:
            yield Finding(ScopeSlot.AMOUNT, key, True, written, alike[0][2])
        return
    yield Finding(ScopeSlot.AMOUNT, key, False, written, alike[0][2])

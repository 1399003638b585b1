"""Numbers with their units, and whether a text bears them out.

"1,234.50 €", "EUR 1.234,5" and "one million euros" are amounts of money; 5 mg is not 5 g and 10 %
is not 10. A number without a unit that a table or a list gives its unit once, in a heading or in
brackets, is taken with that unit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from app.core.support.number_words import SCALES, spelled_numbers
from app.core.support.units import (
    MONEY,
    NO_UNIT,
    ORDINAL,
    Unit,
    money_before,
    named_unit,
    unit_after,
)
from app.core.text.stems import same_word
from app.core.text.terms import fold, is_content, words
from app.core.text.unspaced import CHARACTERS, RUN

_GROUP = "[,.'’\u00a0\u202f]"
# No letter stands right before a number, but for scripts that set no spaces: "保証は2年".
_BEGINS = rf"(?<![^\W{CHARACTERS}])"
_NUMBER = re.compile(
    rf"{_BEGINS}(?:(?<![\d.,])[-−](?=\d))?(?:\d{{1,3}}(?:{_GROUP}\d{{3}})+(?!\d)|\d+)(?:[.,]\d+)?"
)
_SPACED = re.compile(r"(?<![\w.,])\d{1,3}(?: \d{3})+(?![\w])(?:[.,]\d+)?")
_HALF = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
_FRACTION = re.compile(r"(?<![\w./,])(\d)/(\d)(?![\w/.,])|[½¼¾]")
_SCALE = re.compile(r"[\s\u00a0\u202f-]?([^\W\d_]+)(?!\w)")
_IDEOGRAPHS = {"千": 1000, "万": 10**4, "億": 10**8, "亿": 10**8, "兆": 10**12}
_SCALE_SIGNS = {"k": 1000, "M": 10**6, "Mio": 10**6, "Mrd": 10**9, "bn": 10**9, "m": 10**6}
_ORDINAL = re.compile(r"(?:st|nd|rd|th)(?!\w)", re.IGNORECASE)
_ORDINAL_WORDS = {
    word: place
    for place, spelled in enumerate(
        (
            "third dritte dritten dritter troisieme tercero tercer terzo",
            "fourth vierte vierten vierter quatrieme cuarto quarto",
            "fifth funfte funften funfter cinquieme quinto",
            "sixth sechste sechsten sixieme sexto sesto",
            "seventh siebte siebten septieme septimo settimo",
            "eighth achte achten huitieme octavo ottavo",
            "ninth neunte neunten neuvieme noveno nono",
            "tenth zehnte zehnten dixieme decimo",
        ),
        start=3,
    )
    for word in spelled.split()
}
_ORDINAL_WORD = re.compile(r"(?<!\w)(?:" + "|".join(_ORDINAL_WORDS) + r")(?!\w)", re.IGNORECASE)
_ONE = re.compile(
    r"(?<!\w)(a|an|one|ein|eine|einen|einem|einer|un|une|una|uno)\s(?=\w)", re.IGNORECASE
)
_RANGE = re.compile(
    r"\s?(?:[-–—]|to|bis|à|a|until|and|und|et|y|e|or|oder|ou|o|bzw\.)\s?", re.IGNORECASE
)
_WORDS_BEFORE_UNIT = 3
_SHORT = 2
"""Letters of an abbreviation, which stands right after its number or is another word."""
_NOUN_WITHIN = 24
"""Characters after a number in which the thing counted begins."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number at `text[start:end]`, its unit included. `value` counts `unit.base`; `plain` is
    the number as written. `implied`: "a day" is one day, but need not be meant as an amount."""

    start: int
    end: int
    plain: Fraction
    unit: Unit = NO_UNIT
    noun: str = ""
    implied: bool = False

    @property
    def value(self) -> Fraction:
        """In the base unit, whatever it is counted by."""
        return self.plain * self.unit.factor


def canonical(written: str) -> Fraction:
    """The value of a number: "1,234.50" and "1.234,5" are both 1234.5, "2,000" is 2000."""
    digits = re.sub(r"[\s\u00a0\u202f'’]", "", written).replace("−", "-")
    sign = -1 if digits.startswith("-") else 1
    digits = digits.lstrip("-")
    marks = re.findall(r"[.,]", digits)
    if not marks:
        return sign * Fraction(int(digits))
    whole, _, decimals = digits.rpartition(marks[-1])
    same = len(set(marks)) == 1
    grouped = len(decimals) == 3 and same and digits[0] != "0"
    if grouped or (same and len(marks) > 1):
        return sign * Fraction(int(re.sub(r"[.,]", "", digits)))
    return sign * Fraction(f"{re.sub(r'[.,]', '', whole) or '0'}.{decimals}")


def quantities(text: str, taken: Sequence[tuple[int, int]] = ()) -> list[Quantity]:
    """The quantities of a text, in order, outside the ranges that are taken, such as dates."""

    def free(start: int, end: int) -> bool:
        return not any(start < stop and begin < end for begin, stop in taken)

    found = [
        _measured(text, start, end, plain)
        for start, end, plain in _plain_numbers(text)
        if free(start, end)
    ]
    found += [
        Quantity(m.start(), m.end(), Fraction(_ORDINAL_WORDS[fold(m.group())]), Unit(ORDINAL))
        for m in _ORDINAL_WORD.finditer(text)
        if free(m.start(), m.end())
    ]
    for match in _ONE.finditer(text):
        if free(match.start(), match.end()) and (unit := unit_after(text, match.end() - 1)):
            told = match.group(1).casefold() == "one"
            one = Quantity(match.start(), unit[1], Fraction(1), unit[0], implied=not told)
            found.append(one)
    return _ranged(sorted(found, key=lambda quantity: quantity.start), text)


def _plain_numbers(text: str) -> list[tuple[int, int, Fraction]]:
    numbers = [(m.start(), m.end(), canonical(m.group())) for m in _NUMBER.finditer(text)]
    fractions = [
        (m.start(), m.end(), _HALF.get(m.group()) or Fraction(int(m[1]), int(m[2]) or 1))
        for m in _FRACTION.finditer(text)
    ]
    if fractions:
        numbers = [n for n in numbers if not any(a < n[1] and n[0] < b for a, b, _ in fractions)]
    spaced = [(m.start(), m.end(), canonical(m.group())) for m in _SPACED.finditer(text)]
    return sorted([*numbers, *fractions, *spaced, *spelled_numbers(text)])


def _measured(text: str, start: int, end: int, plain: Fraction) -> Quantity:
    """A number with its scale and its unit."""
    money = money_before(text, start)
    if scale := _SCALE.match(text, end):
        named = SCALES.get(fold(scale.group(1)))
        if named is None and (money or scale.group(1) not in ("m", "M")):
            named = _SCALE_SIGNS.get(scale.group(1))
        if named is not None and text[start:end][-1:].isdigit():
            plain, end = plain * named, scale.end()
    if (ideograph := text[end : end + 1]) in _IDEOGRAPHS:
        plain, end = plain * _IDEOGRAPHS[ideograph], end + 1
    if money:
        return Quantity(money[1], end, plain, money[0])
    if ordinal := _ORDINAL.match(text, end):
        return Quantity(start, ordinal.end(), plain, Unit(ORDINAL))
    if unit := unit_after(text, end) or _unit_further_on(text, end):
        return Quantity(start, unit[1], plain, unit[0])
    return Quantity(start, end, plain, noun=_noun(text, end))


def _unit_further_on(text: str, end: int) -> tuple[Unit, int] | None:
    """The unit that a number has after one or two other words: "ten unused working days"."""
    position = end
    for word in words(text[end : end + _NOUN_WITHIN * 2])[:_WORDS_BEFORE_UNIT]:
        start, stop = end + word.start, end + word.end
        if text[position:start].strip(" \u00a0\n") or not is_content(word.folded):
            return None
        unit = named_unit(text[start:stop]) if len(word.folded) > _SHORT else None
        if unit is not None:
            return unit, stop
        if word.folded[0].isdigit():
            return None
        position = stop
    return None


def _noun(text: str, end: int) -> str:
    """What is counted: the next word, when it stands right after the number. Where no spaces are
    set, nobody knows where it ends."""
    if RUN.match(text, end):
        return ""
    for word in words(text[end : end + _NOUN_WITHIN])[:1]:
        between = text[end : end + word.start]
        whole = end + word.end < end + _NOUN_WITHIN or len(text) <= end + _NOUN_WITHIN
        if not between.strip(" -\u00a0\n") and whole and is_content(word.folded):
            return "" if word.folded[0].isdigit() else word.folded
    return ""


def _ranged(found: list[Quantity], text: str) -> list[Quantity]:
    """In "10–20 mg" and "10 to 20 mg" the first number has the unit of the second."""
    for index in range(len(found) - 2, -1, -1):
        one, following = found[index], found[index + 1]
        near = one.end <= following.start and _RANGE.fullmatch(text, one.end, following.start)
        if near and not one.unit.base and following.unit.base not in ("", ORDINAL):
            found[index] = replace(one, unit=following.unit, noun="")
    return found


# --- what a text bears out --------------------------------------------------------------------


def bears(held: Sequence[Quantity], asked: Quantity, text: str) -> bool:
    """Whether one of the quantities of `text` is the one asked for."""
    return any(_same(asked, quantity, text) for quantity in held)


def other_unit(held: Sequence[Quantity], asked: Quantity) -> Quantity | None:
    """The quantity that has the number asked for, but with another unit."""
    return next((q for q in held if q.plain == asked.plain and not q.implied), None)


def counted_otherwise(held: Sequence[Quantity], asked: Quantity) -> Quantity | None:
    """What the text counts with another number, where the number asked for counts another thing.

    A text on "12 rooms and 30 beds" holds 30, but not 30 rooms.
    """
    if not asked.noun or asked.unit.base:
        return None
    there = [q for q in held if q.value == asked.value]
    if any(not q.noun or same_word(q.noun, asked.noun) for q in there):
        return None
    return next((q for q in held if q.noun and same_word(q.noun, asked.noun)), None)


def _same(asked: Quantity, held: Quantity, text: str) -> bool:
    if asked.unit.base == held.unit.base:
        if bool(asked.unit.per) != bool(held.unit.per):
            loosely = asked.unit.loosely or held.unit.loosely or asked.unit.base in MONEY
            return loosely and asked.value == held.value
        rates = asked.value / asked.unit.by, held.value / held.unit.by
        return asked.unit.per == held.unit.per and rates[0] == rates[1]
    if asked.plain != held.plain:
        return False
    if not asked.unit.base:
        # "the limit is 30" may be 30 of the unit that stands there, but not a share or another
        # thing than the one that is counted.
        return held.unit.base not in ("%", ORDINAL) and not asked.noun
    if not held.unit.base:
        return asked.unit.base != ORDINAL and not held.noun and _mentioned(asked.unit, text)
    return False


def _mentioned(unit: Unit, text: str) -> bool:
    """Whether the unit stands in the text by itself, as in "Length (mm)" or "in days"."""
    return any(
        named is not None and named.base == unit.base and named.factor == unit.factor
        for match in _MENTION.finditer(text)
        for named in [named_unit(match.group(1))]
    )


_MENTION = re.compile(r"(?<!\d\s)(?<![\w/])([^\W\d_]+[²³]?|%|[€$£¥]|°[CF])(?![\w/])")

"""Numbers that are written out: "twenty-five", "fünfundzwanzig", "vingt-cinq"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from app.core.text.terms import fold

_UNITS = {
    "en": "two three four five six seven eight nine",
    "de": "zwei drei vier funf sechs sieben acht neun",
    "fr": "deux trois quatre cinq six sept huit neuf",
    "es": "_ tres cuatro cinco seis siete ocho nueve",
    "it": "_ tre quattro cinque _ sette _ nove",
}
"""2 to 9. What is another word in another language is left out: "due", "sei", "dos", "otto"."""
_TEENS = {
    "en": "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "de": "zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn",
    "fr": "dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
    "es": "diez _ doce trece catorce quince dieciseis diecisiete dieciocho diecinueve",
    "it": "dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
}
SCALES = {
    word: scale
    for scale, spelled in {
        100: "hundred hundert",
        1000: "thousand tausend mille",
        10**6: "million millions millionen mio millones milioni",
        10**9: "billion billions milliarde milliarden mrd milliard milliards miliardi bn",
    }.items()
    for word in spelled.split()
}


def _values() -> dict[str, int]:
    found = {"zero": 0, "dozen": 12}
    for language, spelled in _UNITS.items():
        units = list(enumerate(spelled.split(), start=2))
        tens = [(10 * n, word) for n, word in enumerate(_TENS[language].split(), start=2)]
        found.update((word, n) for n, word in units)
        found.update((word, n) for n, word in enumerate(_TEENS[language].split(), start=10))
        found.update((word, n) for n, word in tens)
        if language == "de":
            found.update(
                (f"{unit}und{ten}", n + value)
                for value, ten in tens
                for n, unit in [(1, "ein"), *units]
            )
        if language == "it":
            found.update((f"{ten}{unit}", n + value) for value, ten in tens for n, unit in units)
    found.pop("_", None)
    return found


_VALUES = _values()
_ONES = {"one": 1, "un": 1, "eins": 1}
_WORD = re.compile(r"[^\W\d_]+")
_JOINT = re.compile(r"[\s-]|\s(?:and|y|et|e)\s|-et-", re.IGNORECASE)


def spelled_numbers(text: str) -> Iterator[tuple[int, int, Fraction]]:
    """(start, end, value) of the numbers of a text that are written out, in order.

    "one" alone is a pronoun more often than a number, so it is none; "one hundred" is.
    """
    run: list[tuple[int, int, int]] = []
    for match in _WORD.finditer(text):
        word = fold(match.group())
        value = _VALUES.get(word, SCALES.get(word, _ONES.get(word)))
        if value is None:
            if run and word not in ("and", "y", "et", "e"):
                yield from _numbers_of(run, text)
                run = []
            continue
        if run and not _JOINT.fullmatch(text, run[-1][1], match.start()):
            yield from _numbers_of(run, text)
            run = []
        run.append((match.start(), match.end(), value))
    yield from _numbers_of(run, text)


def is_number_word(folded: str) -> bool:
    """Whether a folded word is a number by itself."""
    return folded in _VALUES or folded in SCALES


def _numbers_of(run: list[tuple[int, int, int]], text: str) -> Iterator[tuple[int, int, Fraction]]:
    """The numbers of words that stand together: "two hundred and five" is one, "five ten" two."""
    start = end = 0
    whole = group = 0
    counted = False
    for begin, stop, value in run:
        word = fold(text[begin:stop])
        if end and value < 100 and value >= _room(group):
            if counted:
                yield start, end, Fraction(whole + group)
            end = whole = group = 0
        if not end:
            start, counted = begin, False
        if value >= 1000 and word in SCALES:
            whole, group = whole + max(group, 1) * value, 0
        elif value == 100:
            group = max(group, 1) * value
        else:
            group += value
        counted = counted or (word not in _ONES and (word not in SCALES or end > 0))
        end = stop
    if end and counted:
        yield start, end, Fraction(whole + group)


def _room(group: int) -> int:
    """What may be added: units after tens, anything below a hundred after hundreds."""
    if group == 0:
        return 100
    if group % 100 == 0:
        return 100
    return 10 if group % 10 == 0 and group > 10 else 0

"""Printed page names from the rules that a PDF gives for them (ISO 32000-1, 12.4.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

_ROMAN = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)
# Beyond these, numerals of letters grow without bound.
_LAST_ROMAN = 9999
_LAST_LETTERS = 26 * 10


@dataclass(frozen=True, slots=True)
class LabelRule:
    """How pages are named from one page on.

    `first_page` counts from 0. `style` is D, R, r, A, a, or "" for no number; `prefix` stands
    before the number; numbers begin with `start`.
    """

    first_page: int
    style: str
    prefix: str
    start: int


def page_labels(rules: Iterable[LabelRule], pages: int) -> list[str]:
    """The name of each page, "" where no rule says one; an empty list without rules.

    >>> page_labels([LabelRule(0, "r", "", 1), LabelRule(2, "D", "A-", 7)], 4)
    ['i', 'ii', 'A-7', 'A-8']
    """
    ordered = sorted((rule for rule in rules if rule.first_page < pages), key=_first_page)
    if not ordered:
        return []
    labels = [""] * pages
    ends = [rule.first_page for rule in ordered[1:]] + [pages]
    for rule, end in zip(ordered, ends, strict=True):
        for page in range(max(rule.first_page, 0), end):
            number = rule.start + page - rule.first_page
            labels[page] = rule.prefix + _numeral(rule.style, number)
    return labels


def _first_page(rule: LabelRule) -> int:
    return rule.first_page


def _numeral(style: str, number: int) -> str:
    if style == "D" or (style in ("R", "r", "A", "a") and number < 1):
        return str(number)
    if style in ("R", "r"):
        numeral = _roman(number)
    elif style in ("A", "a"):
        numeral = _letters(number)
    else:
        return ""
    return numeral.upper() if style.isupper() else numeral


def _roman(number: int) -> str:
    if number > _LAST_ROMAN:
        return str(number)
    numeral = ""
    for value, letters in _ROMAN:
        numeral += letters * (number // value)
        number %= value
    return numeral


def _letters(number: int) -> str:
    """a to z, then aa to zz, as the standard has it."""
    if number > _LAST_LETTERS:
        return str(number)
    times, letter = divmod(number - 1, 26)
    return chr(ord("a") + letter) * (times + 1)

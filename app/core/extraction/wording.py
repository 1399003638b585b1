"""Where a text value stands in a text, but for how it was set.

Case, white space, hyphens at line ends and quotation marks are levelled; letters, accents and
figures are not. A value is found as a whole: "2024-17" is no part of "RE-2024-17", and "Acme" none
of "Acmeta". A currency is found in each of its forms, since an invoice with "€" is in EUR.
"""

from __future__ import annotations

import re
import unicodedata

from app.core.citations.verbatim import OUTER, levelled, levelled_pattern
from app.core.extraction.currencies import currency_codes, currency_places
from app.core.text.unspaced import CHARACTERS

MOST_APART = 300
"""Characters that the items of one list may stand apart, such as authors with their institutes."""

_ITEM = re.compile(r"\s*[;\n]\s*")
_DOI = re.compile(r"10\.\d{4,}/")
"""What begins like this may follow the slash of an address."""
_LETTER = rf"[^\W\d_{CHARACTERS}]"


def text_places(value: str, text: str) -> list[tuple[int, int]]:
    """The places [start, end) of a text that hold the value, in order.

    Several items, separated by semicolons or lines, are found together where they stand in their
    order, each near the one before; the place reaches from the first to the last.
    """
    if codes := currency_codes(value):
        return list(currency_places(codes, text))
    level, origins = levelled(text)
    found = _found(value, level)
    if not found and len(items := [item for item in _ITEM.split(value) if item.strip()]) > 1:
        found = _in_order([_found(item, level) for item in items])
    return [(origins[start], origins[end - 1] + 1) for start, end in found]


def _found(value: str, level: str) -> list[tuple[int, int]]:
    """The places of a value in a levelled text."""
    wanted = levelled(unicodedata.normalize("NFC", value))[0].strip(OUTER)
    for form in dict.fromkeys((wanted, wanted.rstrip(".,").rstrip())):
        if not any(sign.isalnum() or sign in "%‰" for sign in form):
            continue
        places = [match.span() for match in _pattern(form).finditer(level)]
        if places:
            return places
    return []


def _pattern(wanted: str) -> re.Pattern[str]:
    before = _edge_before(wanted)
    return re.compile(before + levelled_pattern(wanted) + _edge_after(wanted[-1]), re.IGNORECASE)


def _edge_before(wanted: str) -> str:
    """What may not stand before a value. A unit may follow its figures at once: "12mg/dl"."""
    first = wanted[0]
    if _DOI.match(wanted):
        return r"(?<!\d)(?<!\d[.])"
    if first.isdigit():
        return rf"(?<!\d)(?<!_)(?<!{_LETTER})(?<!\w[-/_])(?<!\d[.,:'])"
    if not re.match(_LETTER, first):
        return ""
    if any(sign.isdigit() for sign in wanted):
        return rf"(?<!\d)(?<!_)(?<!{_LETTER})(?<!\w[-/_])"
    return rf"(?<!_)(?<!{_LETTER})"


def _edge_after(last: str) -> str:
    """What may not stand after a value."""
    if last.isdigit():
        return rf"(?!\d)(?!_)(?!{_LETTER})(?![-/_]\w)(?![.,:']\d)"
    return r"(?![\d_])" + rf"(?!{_LETTER})" if re.match(_LETTER, last) else ""


def _in_order(items: list[list[tuple[int, int]]]) -> list[tuple[int, int]]:
    """The stretches that hold a place of each item, one after another."""
    found: list[tuple[int, int]] = []
    for start, end in items[0]:
        reach = end
        for places in items[1:]:
            near = [stop for begin, stop in places if reach <= begin <= reach + MOST_APART]
            if not near:
                break
            reach = near[0]
        else:
            found.append((start, reach))
    return found

"""Currencies as they are written beside amounts: codes, signs and names.

A sign may stand for several: "kr" is the krone of three countries, "¥" yen or yuan. "$" alone is
taken as US dollars only: which other dollar is meant is never said by the sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TABLE = """
EUR € euro euros
USD $ US$ dollar dollars
GBP £
JPY ¥ 円 yen
CNY ¥ 元 RMB yuan
CHF Fr. SFr. franken
SEK kr kronor
NOK kr
DKK kr
PLN zł złoty złotych
CZK Kč
HUF
RON
BGN лв
INR ₹ rupees
KRW ₩ 원
BRL R$ reais
CAD C$ CA$ CAD$
AUD A$ AU$
NZD NZ$
HKD HK$
SGD S$
TWD NT$
MXN MX$
TRY ₺
UAH ₴
RUB ₽
ILS ₪
THB ฿
VND ₫
ZAR
AED
SAR
"""
"""Code, then its other forms. Codes are those of ISO 4217."""

FORMS = {code: tuple(forms) for code, *forms in map(str.split, _TABLE.strip().splitlines())}

_CODES: dict[str, tuple[str, ...]] = {}
for _code, _forms in FORMS.items():
    for _form in (_code, *_forms):
        _key = _form.casefold()
        _CODES[_key] = (*_CODES.get(_key, ()), _code)

_LETTER = "[^\\W\\d_\u3005-\u9fff\uac00-\ud7a3]"
"""A letter of a script that sets spaces."""


def _pattern(form: str) -> str:
    """A form in whatever case it may be written."""
    # Codes are capitals, or else "try" and "sar" were money; the common ones may be small.
    exact = len(form) == 3 and form in FORMS and form not in ("EUR", "USD", "GBP", "CHF")
    return re.escape(form) if exact else f"(?i:{re.escape(form)})"


_EVERY = sorted({form for code, forms in FORMS.items() for form in (code, *forms)}, key=len)[::-1]
# The edges that a form needs: no letter beside a letter, and "R$" is not "$". They stand around all
# forms at once, since each of these classes takes milliseconds to compile.
_BEGIN = rf"(?:(?<!{_LETTER})|(?=[^\x00-\x7f])(?=[\W\d_]))"
_END = rf"(?:(?<=[\W\d_円元원])|(?!{_LETTER}))"
_ANY = f"{_BEGIN}(?:{'|'.join(map(_pattern, _EVERY))}){_END}"
_PLACE = re.compile(_ANY)
_AFTER = re.compile(rf"[ \u00a0]?(?P<form>{_ANY})")
_BEFORE = re.compile(rf"(?P<form>{_ANY})[ \u00a0]?$")
_WIDEST = max(map(len, _EVERY)) + 2


def currency_before(text: str, position: int) -> tuple[tuple[str, ...], int] | None:
    """The codes that what stands right before a position may mean, and where it begins."""
    # A lookbehind sees what is before the stretch that is searched.
    found = _BEFORE.search(text, max(0, position - _WIDEST), position)
    return (_CODES[found["form"].casefold()], found.start()) if found else None


def currency_after(text: str, position: int) -> tuple[tuple[str, ...], int] | None:
    """The codes that what stands right after a position may mean, and where it ends."""
    found = _AFTER.match(text, position)
    return (_CODES[found["form"].casefold()], found.end()) if found else None


def currency_codes(written: str) -> tuple[str, ...]:
    """The codes that a code, sign or name by itself may mean, empty where it is no currency."""
    return _CODES.get(written.strip().casefold(), ())


def currency_places(codes: tuple[str, ...], text: str) -> Iterator[tuple[int, int]]:
    """Where one of these currencies stands in a text, in whatever form."""
    for match in _PLACE.finditer(text):
        if set(codes) & set(_CODES[match.group().casefold()]):
            yield match.start(), match.end()

"""Kinds of characters, and what is done with each of them before text is stored."""

from __future__ import annotations

import re
import unicodedata

# Kana, Han, Bopomofo and full-width forms are written without spaces. Hangul has spaces.
_UNSPACED = (
    "\u2e80-\u2fdf\u3001-\u30ff\u3100-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff01-\uff60\U00020000-\U0003ffff"
)
UNSPACED = re.compile(f"[{_UNSPACED}]")
"""A character of a script that puts no spaces between words."""

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
"""A character of a script that is written from right to left."""

# C0 and C1 controls without white space, the replacement character, and private use.
NOISE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd\ue000-\uf8ff\U000f0000-\U0010fffd]")
"""A character that stands for no letter: the file does not say which one it means."""

EXTRA_SPACES = "\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
EXTRA_SPACES += "\u2028\u2029\u202f\u205f\u3000"
"""Spaces besides the plain one and U+00A0, at which words end as well."""

# Symbol fonts put their bullets into private use, at 0xF000 plus the code in the font. These are
# the bullets, squares, arrows and check marks that office programs offer (Wingdings and Symbol).
_PRIVATE_BULLETS = dict.fromkeys(
    map(
        ord,
        "\uf06c\uf06e\uf06f\uf071\uf075\uf076\uf077\uf09e\uf09f\uf0a7\uf0a8\uf0aa\uf0b7\uf0d8"
        "\uf0e0\uf0e8\uf0fc",
    ),
    "•",
)
# Invisible marks: soft hyphen, joiners and direction marks, byte-order mark.
_INVISIBLE = dict.fromkeys(
    map(
        ord,
        "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064"
        "\u2066\u2067\u2068\u2069\ufeff",
    )
)
_CONTROLS = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)])
_HYPHENS = {0x2010: "-", 0x2011: "-"}
_SPACES = dict.fromkeys(map(ord, "\u00a0" + EXTRA_SPACES), " ")
_CLEANED: dict[int, str | None] = {
    **_PRIVATE_BULLETS,
    **_INVISIBLE,
    **_CONTROLS,
    **_HYPHENS,
    **_SPACES,
}
_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
# NFKC would turn "10½" into "101⁄2".
_FRACTION_AFTER_DIGIT = re.compile("(?<=\\d)(?=[\u00bc-\u00be\u2150-\u215e])")

# TeX sets an accent and then its letter: "na¨ıve". The grave accent is left, since it quotes code.
_ACCENTED = re.compile("([\u00a8\u00b4\u02c6\u02c7\u02d8\u02d9\u02da\u02dc\u02dd])([A-Za-z\u0131])")
_COMBINING = {
    "\u00a8": "\u0308",
    "\u00b4": "\u0301",
    "\u02c6": "\u0302",
    "\u02c7": "\u030c",
    "\u02d8": "\u0306",
    "\u02d9": "\u0307",
    "\u02da": "\u030a",
    "\u02dc": "\u0303",
    "\u02dd": "\u030b",
}


def normalised(word: str) -> str:
    """A word as it is stored: NFKC, without soft hyphens, controls, private-use characters and
    marks that nobody sees. May be empty, and may hold a space before a fraction."""
    if word.isascii():
        return word if word.isprintable() else word.translate(_CLEANED)
    while (normal := _normalised_once(word)) != word:
        # Folding a letter can give an accent before it its letter: "¨ª" is "¨a", and that is "ä".
        word = normal
    return normal


def _normalised_once(word: str) -> str:
    cleaned = _PRIVATE.sub("", word.translate(_CLEANED))
    cleaned = _FRACTION_AFTER_DIGIT.sub(" ", cleaned)
    cleaned = _ACCENTED.sub(_with_accent, cleaned)
    folded = unicodedata.normalize("NFKC", cleaned)
    if " " in folded and folded.count(" ") != cleaned.count(" "):
        # A lone accent such as U+00B4 would become a space with an accent on it.
        folded = unicodedata.normalize("NFC", "".join(map(_folded, cleaned)))
    return folded


def noise_share(text: str) -> float:
    """Share of the visible characters that stand for no letter, from 0 to 1."""
    visible = sum(map(len, text.split()))
    return len(NOISE.findall(text)) / visible if visible else 0.0


def _folded(character: str) -> str:
    folded = unicodedata.normalize("NFKC", character)
    return character if " " in folded and character != " " else folded


def _with_accent(match: re.Match[str]) -> str:
    accent, letter = match.groups()
    letter = "i" if letter == "\u0131" else letter
    composed = unicodedata.normalize("NFC", letter + _COMBINING[accent])
    return composed if len(composed) == 1 else match.group()

"""How a marker `[chunk:N]` and the signs of a citation block are spelt, however a model or a
document spells them.

Text is compared in a plain form: one sign for each character, where full-width letters, look-alike
colons, brackets of other kinds and digits of other scripts become the usual ones, and characters
that take up no room become nothing. So no spelling has a rule of its own.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LINE_BREAKS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""Everything that ends a line for `str.splitlines`."""

_ALIKE = {
    **dict.fromkeys(LINE_BREAKS, "\n"),
    **dict.fromkeys("[［【〔〖〘〚⟦⁅❲", "["),
    **dict.fromkeys("]］】〕〗〙〛⟧⁆❳", "]"),
    **dict.fromkeys(":ːˑ˸։׃܃܄፡᛬᠄⁚∶⁝꓾ꓽ꞉", ":"),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("、，؛؟", ","),
    # Letters of other scripts that look like those of "chunk".
    **dict.fromkeys("сϲ", "c"),
    **dict.fromkeys("һհ", "h"),
    **dict.fromkeys("υս", "u"),
    **dict.fromkeys("ոп", "n"),
    **dict.fromkeys("κк", "k"),
}
# Characters without width that are not of the category of format characters: fillers, joiners.
_NO_WIDTH = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_VARIATIONS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
_OTHER_LETTER, _OTHER_SIGN = "x", "¤"


@lru_cache(maxsize=4096)
def plain(character: str) -> str:
    """The plain sign of one character: one character, or "" for what takes up no room."""
    if character in _ALIKE:
        return _ALIKE[character]
    if character.isspace():
        return " "
    category = unicodedata.category(character)
    code = ord(character)
    if category in ("Cf", "Cc") or character in _NO_WIDTH or any(code in r for r in _VARIATIONS):
        return ""
    if category == "Nd":
        return str(unicodedata.decimal(character))
    folded = unicodedata.normalize("NFKC", character).casefold()
    if len(folded) == 1:
        return _ALIKE.get(folded, folded)
    return _OTHER_LETTER if character.isalpha() else _OTHER_SIGN


def _spaced(word: str) -> str:
    return r"[ \n]*".join(word)


def _begun(word: str) -> str:
    """A pattern for every beginning of a word, the empty one included."""
    pattern = ""
    for letter in reversed(word):
        pattern = f"(?:{letter}[ \\n]*{pattern})?"
    return pattern


_WORD = _spaced("chunk")
_HEAD = rf"\[[ \n]*{_WORD}"
# What stands between the word and the first number. A minus after the colon is none of it.
_FIRST = r"[ \n]*(?::[ \n]*#?|[#=_-]?)[ \n]*"
_BETWEEN = r"(?: *[,;/|&+][ \n]*(?:and )?| +and +| +)"
_NUMBERS = rf"\d+(?:{_BETWEEN}(?:chunk[ \n]*:?[ \n]*)?#?\d+)*"

MARKER = re.compile(rf"{_HEAD}{_FIRST}({_NUMBERS}) *[,;]?[ \n]*[\])}}>]")
"""A whole marker; its group holds the numbers."""
BEGINNING = re.compile(rf"\[[ \n]*{_begun('chunk')}")
"""What may become a marker, up to the last letter of its word."""
HEAD = re.compile(rf"{_HEAD}(?![^\W\d_])")
"""A marker's bracket and word, and not the start of a longer word ("[chunky]")."""
LISTED = re.compile(rf"{_HEAD}(?:{_FIRST}(?:{_NUMBERS}(?: *[,;])?)?)?")
"""A marker as far as it reads as one."""
REFERS = re.compile(rf"{_HEAD}[ \n]*(?::|[#=_-]?[ \n]*\d)")
"""A marker that was meant as one, well formed or not: the word goes on with a colon or number."""

_ANGLES = r"<(?:[ \n]*<)+[ \n]*"
_END = r"(?:/[ \n]*|end[ \n_-]*)"
SIGN = re.compile(rf"{_ANGLES}(?P<end>{_END})?{_spaced('citation')}")
"""The sign that opens or, with its group, closes a block; `>>>` and a plural may follow."""
HALF_SIGN = re.compile(rf"{_ANGLES}{_END}?c[ \n]*i[ \n]*t[ \n]*{_begun('ation')}")
"""Enough of the sign of a block to be meant as one."""
SIGN_BEGINNING = re.compile(
    rf"<(?:[ \n]*<)*[ \n]*|{_ANGLES}(?:/[ \n]*|e(?:n(?:d[ \n_-]*)?)?)?{_begun('citation')}"
)
"""What may become the sign of a block."""

EMPTY = re.compile(r"[\[(][ ,;\n]*")
"""A bracket in which nothing stands but what was taken out."""


def folded(text: str) -> tuple[str, list[int]]:
    """The plain form of a text, and for each of its characters the offset in the text."""
    signs = [(plain(character), at) for at, character in enumerate(text)]
    kept = [(sign, at) for sign, at in signs if sign]
    return "".join(sign for sign, _ in kept), [at for _, at in kept]

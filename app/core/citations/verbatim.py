"""Whether words stand in a text as they are, but for how they were set (C10).

White space, hyphens at line ends, soft hyphens, ligatures and quotation marks depend on the layout
of a page and on who copies it, so they are made alike. Letters, case, accents and figures are not:
a quote with another word in it is no quote.
"""

from __future__ import annotations

import re
import unicodedata

_ALIKE = {
    **dict.fromkeys("‘’‚‛′´`‹›", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
}
_LINE_HYPHEN = "\x00"
"""A hyphen at the end of a line, of which nobody knows whether it belongs to the word."""
_BREAK = re.compile(r"(?<=\w)[-‐‑][^\S\n\r]*[\n\r]\s*(?=\w)")
OUTER = "\"' "
"""Around a quote these are not part of it, once it is levelled."""


def find_verbatim(text: str, quote: str) -> tuple[int, int] | None:
    """Where a quote stands in a text first, as characters [start, end) of the text; None if it does
    not.

    It has to begin and end with whole words. Quotation marks around it are not part of it, and
    neither is a full stop that the text does not have at its end.
    """
    wanted = levelled(quote)[0].strip(OUTER)
    letters, origins = levelled(text)
    for form in dict.fromkeys((wanted, wanted.rstrip(".").rstrip())):
        if any(character.isalnum() for character in form) and (
            found := _pattern(form).search(letters)
        ):
            return origins[found.start()], origins[found.end() - 1] + 1
    return None


def _pattern(wanted: str) -> re.Pattern[str]:
    """Matches the levelled quote as whole words."""
    start = r"(?<!\w)" if wanted[0].isalnum() else ""
    end = r"(?!\w)" if wanted[-1].isalnum() else ""
    return re.compile(start + levelled_pattern(wanted) + end)


def levelled_pattern(wanted: str) -> str:
    """A pattern that finds one levelled text in another. Between letters a line's hyphen may stand,
    or be missing."""
    pieces = []
    for before, character in zip(" " + wanted, wanted, strict=False):
        if character == _LINE_HYPHEN:
            pieces.append(f"[{_LINE_HYPHEN}-]?")
        elif character == "-":
            pieces.append(f"[{_LINE_HYPHEN}-]")
        else:
            hyphen = f"{_LINE_HYPHEN}?" if before.isalpha() and character.isalpha() else ""
            pieces.append(hyphen + re.escape(character))
    return "".join(pieces)


def levelled(text: str) -> tuple[str, list[int]]:
    """The text with its layout levelled, and for each character the offset that it comes from."""
    breaks = {match.start(): match.end() for match in _BREAK.finditer(text)}
    letters: list[str] = []
    origins: list[int] = []
    skip_to = 0
    for offset, character in enumerate(text):
        if offset < skip_to:
            continue
        if offset in breaks:
            skip_to = breaks[offset]
            letters.append(_LINE_HYPHEN)
            origins.append(offset)
            continue
        for letter in _fold(character):
            if letter == " " and letters[-1:] == [" "]:
                continue
            letters.append(letter)
            origins.append(offset)
    return "".join(letters), origins


def _fold(character: str) -> str:
    if character.isascii():
        return " " if character.isspace() else _ALIKE.get(character, character)
    if character in _ALIKE:
        return _ALIKE[character]
    if character.isspace():
        return " "
    if unicodedata.category(character) == "Cf":
        return ""
    folded = unicodedata.normalize("NFKC", character)
    return "".join(_ALIKE.get(one, one) for one in folded)

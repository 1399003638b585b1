"""Document text made harmless: nothing in it reads as a marker or a block."""

from __future__ import annotations

import re

from app.core.citations.signs import HALF_SIGN, HEAD, LISTED, folded

_CLOSE = re.compile(r"[^\[\]\n]{0,40}\]")
"""The bracket that belongs to a would-be marker, if it comes soon."""


def neutralised(text: str) -> str:
    """Document text in which nothing reads as a marker or a block, for prompts (A4) and quotations.

    Brackets of would-be markers become round ones and a block's angle brackets single ones, so
    the words stay readable and an echo can never count as a citation.
    """
    signs, places = folded(text)
    characters = list(text)
    for head in HEAD.finditer(signs):
        characters[places[head.start()]] = "("
        listed = LISTED.match(signs, head.start())
        end = listed.end() if listed else head.end()
        if close := _CLOSE.match(signs, end):
            characters[places[close.end() - 1]] = ")"
    for sign in HALF_SIGN.finditer(signs):
        angles = [at for at in range(sign.start(), sign.end()) if signs[at] == "<"]
        for at in angles:
            characters[places[at]] = "‹" if at == angles[0] else ""
    return "".join(characters)

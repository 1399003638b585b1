"""Sentences of plain text, with their places. Rules, no model; any language with . ! ? 。"""

from __future__ import annotations

import itertools
import re

_ABBREVIATIONS = frozenset(
    """al approx art bd bzw ca cap cf ch co corp dept dr ed eds eg eq est etc ex fig figs ff gen
    ggf hon ie inc jr lt ltd max min mr mrs ms nr no nos op p par pp prof ref refs resp rev sec
    sect sr st tab tel u usw v vgl vol vs z""".split()
)
# Never tried again from within a row of dots: a page may be full of them.
_END = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?=\s)|[。！？]+[」』”）]*")
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_LIST_ITEM = re.compile(r"\n(?=[ \t]*(?:[•▪◦‣–—*·-][ \t]|\(?(?:\d{1,3}|[a-z]|[ivx]+)[.)][ \t]))")
_LAST_WORD = re.compile(r"([\w.]+)[.!?…]+[\"'”’»)\]]*$")
# No word that a full stop belongs to is longer; what stands before need not be looked through.
_LONGEST_WORD = 64
_FOLLOWING = re.compile(r"\s*(\S?)")


def _ends_sentence(text: str, floor: int, end: int, stop: int) -> bool:
    """Whether the full stop that ends at `end` closes a sentence that begins at `floor`, in a
    paragraph that ends at `stop`."""
    mark = text[max(floor, end - _LONGEST_WORD) : end]
    if mark[-1:] in "。！？」』）":
        return True
    next_sign = _FOLLOWING.match(text, end, stop)
    following = next_sign.group(1) if next_sign else ""
    if following.islower():
        return False
    last = _LAST_WORD.search(mark)
    if last is None or not mark.rstrip("\"'”’»)]").endswith("."):
        return True
    word = last.group(1).rstrip(".")
    if word.lower().replace(".", "") in _ABBREVIATIONS and not following.isupper():
        return False
    if word.lower() in {"mr", "mrs", "ms", "dr", "prof", "st", "fig", "no", "nr", "vs", "cf"}:
        return False
    return not (len(word) == 1 and word.isupper() and word != "I")


def _split_paragraph(text: str, start: int, end: int) -> list[tuple[int, int]]:
    cuts = [m.start() + 1 for m in _LIST_ITEM.finditer(text, start, end)]
    floor = start
    for mark in _END.finditer(text, start, end):
        if _ends_sentence(text, floor, mark.end(), end):
            cuts.append(mark.end())
            floor = mark.end()
    edges = [start, *sorted(set(cuts)), end]
    return list(itertools.pairwise(edges))


def sentences(text: str) -> list[tuple[int, int]]:
    """Ranges of the sentences, white space trimmed, in order, none empty.

    A blank line ends a sentence, and so does the start of a list item.
    """
    found: list[tuple[int, int]] = []
    position = 0
    breaks = [(m.start(), m.end()) for m in _PARAGRAPH.finditer(text)] + [(len(text), len(text))]
    for stop, resume in breaks:
        for start, end in _split_paragraph(text, position, stop):
            piece = text[start:end]
            lead = len(piece) - len(piece.lstrip())
            trail = len(piece.rstrip())
            if trail > lead:
                found.append((start + lead, start + trail))
        position = resume
    return found

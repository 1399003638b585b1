"""Writes plain PDFs, for measurements that bring their own documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pymupdf

_A4 = (595.0, 842.0)
_MARGIN = 64.0
_TEXT_SIZE, _HEADING_SIZE = 10.0, 15.0
# Line height as a share of the letter size.
_LEADING = 1.25
_TEXT_FACE, _HEADING_FACE = "helv", "hebo"


@dataclass(frozen=True, slots=True)
class PlainPage:
    """A heading and paragraphs below it, in Latin-1 letters."""

    heading: str
    paragraphs: tuple[str, ...]


def write_pdf(path: Path, pages: Sequence[PlainPage], *, title: str) -> Path:
    """Write pages of A4 with selectable text and return the path.

    Raises:
        ValueError: the text does not fit on its page.
    """
    lines = _Lines(_A4[0] - 2 * _MARGIN)
    with pymupdf.open() as document:
        for page in pages:
            _draw(document.new_page(width=_A4[0], height=_A4[1]), page, lines)
        document.set_metadata({"title": title})
        document.save(path, deflate=True)
    return path


def _draw(page: pymupdf.Page, content: PlainPage, breaking: _Lines) -> None:
    baseline = _MARGIN + _HEADING_SIZE
    page.insert_text(
        (_MARGIN, baseline), content.heading, fontname=_HEADING_FACE, fontsize=_HEADING_SIZE
    )
    lines: list[str] = []
    for paragraph in content.paragraphs:
        lines += ["", *breaking.of(paragraph)]
    if baseline + len(lines) * _TEXT_SIZE * _LEADING > _A4[1] - _MARGIN / 2:
        raise ValueError("the text does not fit on its page")
    page.insert_text(
        (_MARGIN, baseline + _TEXT_SIZE * _LEADING),
        lines,
        fontname=_TEXT_FACE,
        fontsize=_TEXT_SIZE,
        lineheight=_LEADING,
    )


class _Lines:
    """Breaks text into lines of a width in points."""

    def __init__(self, width: float) -> None:
        self._width = width
        self._face = pymupdf.Font(_TEXT_FACE)
        self._lengths: dict[str, float] = {}

    def of(self, text: str) -> list[str]:
        space = self._length(" ")
        lines: list[list[str]] = [[]]
        used = 0.0
        for word in text.split():
            length = self._length(word)
            if lines[-1] and used + space + length > self._width:
                lines.append([])
                used = 0.0
            used += length + (space if lines[-1] else 0.0)
            lines[-1].append(word)
        return [" ".join(line) for line in lines]

    def _length(self, word: str) -> float:
        known = self._lengths.get(word)
        if known is None:
            known = self._face.text_length(word, fontsize=_TEXT_SIZE)
            self._lengths[word] = known
        return known

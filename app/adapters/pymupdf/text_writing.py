"""Writes texts of any length and in most scripts as plain PDFs, for measurements whose documents
exist as text only."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pymupdf

_A4 = (595.0, 842.0)
_MARGIN = 64.0
_TEXT_SIZE, _TITLE_SIZE = 10.0, 15.0
# Line height as a share of the letter size.
_LEADING = 1.25
# Faces of the standard 14, which need not be embedded and have Latin-1 letters only; and PyMuPDF's
# name of Droid Sans Fallback, which has Latin, Greek, Cyrillic and East Asian letters.
_TEXT_FACE, _TITLE_FACE, _WIDE_FACE = "helv", "hebo", "cjk"
# Minus signs and hyphens that the wide face lacks.
_PLAIN_SIGNS = str.maketrans({"\u2212": "-", "\u2011": "-", "\u2010": "-"})


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    size: float


class TextPdfWriter:
    """Writes one PDF after another; what is known of letters is kept between them."""

    def __init__(self) -> None:
        self._widths: dict[tuple[str, str], float] = {}
        self._faces = {name: pymupdf.Font(name) for name in (_TEXT_FACE, _TITLE_FACE)}

    def write(
        self, path: Path, paragraphs: Sequence[str], *, title: str, subject: str = ""
    ) -> Path:
        """Write a text below its title, on as many pages of A4 as it takes; return the path.

        Letters that no face has become question marks. The file is there whole or not at all.

        Args:
            subject: For the file's metadata.
        """
        title, *text = (self._printable(part) for part in (title, *paragraphs))
        latin = all(_in_latin_1(part) for part in (title, *text))
        text_face, title_face = (_TEXT_FACE, _TITLE_FACE) if latin else (_WIDE_FACE, _WIDE_FACE)
        lines = [_Line(line, _TITLE_SIZE) for line in self._lines(title, title_face, _TITLE_SIZE)]
        for part in text:
            lines.append(_Line("", _TEXT_SIZE))
            lines += [_Line(line, _TEXT_SIZE) for line in self._lines(part, text_face, _TEXT_SIZE)]
        half = path.with_name(path.name + ".part")
        with pymupdf.open() as document:
            for placed in _pages(lines):
                page = document.new_page(width=_A4[0], height=_A4[1])
                self._draw(page, placed, latin=latin)
            document.set_metadata({"title": title, "subject": subject})
            if not latin:
                document.subset_fonts()
            # Without an id of chance the same text gives the same bytes on every machine.
            document.save(half, deflate=True, garbage=3, no_new_id=True)
        return half.replace(path)

    @cached_property
    def _wide(self) -> pymupdf.Font:
        return pymupdf.Font(_WIDE_FACE)

    def _printable(self, text: str) -> str:
        """The text in letters that a face has, white space as single blanks."""
        text = " ".join(text.translate(_PLAIN_SIGNS).split())
        return text if _in_latin_1(text) else "".join(map(self._letters, text))

    def _letters(self, character: str) -> str:
        plain = unicodedata.normalize("NFKC", character).translate(_PLAIN_SIGNS)
        for form in (character, plain):
            if all(self._wide.has_glyph(ord(letter)) for letter in form):
                return form
        return "?"

    def _lines(self, text: str, face: str, size: float) -> Iterator[str]:
        """Lines that are not wider than the page; broken at blanks, or where there are none,
        anywhere."""
        line, used = "", 0.0
        room = (_A4[0] - 2 * _MARGIN) / size
        for word in text.split(" "):
            width = self._width(word, face)
            blank = self._width(" ", face) if line else 0.0
            if line and used + blank + width > room:
                yield line
                line, used, blank = "", 0.0, 0.0
            if width <= room:
                line, used = f"{line} {word}" if line else word, used + blank + width
                continue
            for letter in word:
                step = self._width(letter, face)
                if line and used + step > room:
                    yield line
                    line, used = "", 0.0
                line, used = line + letter, used + step
        if line:
            yield line

    def _width(self, text: str, face: str) -> float:
        """Width for a size of 1."""
        known = self._widths.get((text, face))
        if known is None:
            font = self._wide if face == _WIDE_FACE else self._faces[face]
            known = self._widths[(text, face)] = font.text_length(text, fontsize=1)
        return known

    def _draw(
        self, page: pymupdf.Page, lines: Sequence[tuple[_Line, float]], *, latin: bool
    ) -> None:
        if latin:
            for line, baseline in lines:
                face = _TITLE_FACE if line.size == _TITLE_SIZE else _TEXT_FACE
                page.insert_text((_MARGIN, baseline), line.text, fontname=face, fontsize=line.size)
            return
        writer = pymupdf.TextWriter(page.rect)
        for line, baseline in lines:
            writer.append((_MARGIN, baseline), line.text, font=self._wide, fontsize=line.size)
        writer.write_text(page)


def _pages(lines: Sequence[_Line]) -> Iterator[list[tuple[_Line, float]]]:
    """Lines with the height of their baselines, page by page; empty ones only make room."""
    page: list[tuple[_Line, float]] = []
    baseline = _MARGIN
    for line in lines:
        baseline += line.size * _LEADING
        if baseline > _A4[1] - _MARGIN and page:
            yield page
            page, baseline = [], _MARGIN + line.size * _LEADING
        if line.text:
            page.append((line, baseline))
    yield page


def _in_latin_1(text: str) -> bool:
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return True

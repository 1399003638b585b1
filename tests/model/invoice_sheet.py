"""Draws text, rules and boxes at exact places of a PDF, as programs that make invoices do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import pymupdf

A4, LETTER = (595.0, 842.0), (612.0, 792.0)
BLACK, GREY, RULE = (0.0, 0.0, 0.0), (0.42, 0.42, 0.42), (0.7, 0.7, 0.7)
LEADING = 1.35

Colour = tuple[float, float, float]
Align = Literal["left", "right", "centre"]

_FACES = {
    "sans": (pymupdf.Font("helv"), pymupdf.Font("hebo")),
    "serif": (pymupdf.Font("tiro"), pymupdf.Font("tibo")),
}


class Sheet:
    """One page. Places are points from the top left; the height of a text is its baseline."""

    def __init__(
        self, document: pymupdf.Document, size: tuple[float, float], face: str = "sans"
    ) -> None:
        self._page = document.new_page(width=size[0], height=size[1])
        self._faces = _FACES[face]
        self.left, self.right = 56.0, size[0] - 56.0
        self.bottom = size[1] - 40.0

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 10.0,
        bold: bool = False,
        align: Align = "left",
        colour: Colour = BLACK,
    ) -> None:
        """Write one line, from x, up to x, or around x."""
        face = self._faces[bold]
        missing = {sign for sign in text if not face.has_glyph(ord(sign))}
        if missing:
            raise ValueError(f"the face has no {missing}")
        width = face.text_length(text, fontsize=size)
        start = {"left": x, "right": x - width, "centre": x - width / 2}[align]
        writer = pymupdf.TextWriter(self._page.rect)
        writer.append((start, y), text, font=face, fontsize=size)
        writer.write_text(self._page, color=colour)

    def lines(
        self,
        x: float,
        y: float,
        lines: Iterable[str],
        *,
        size: float = 10.0,
        colour: Colour = BLACK,
        align: Align = "left",
    ) -> float:
        """Write lines below each other; the baseline of the one that would follow."""
        for line in lines:
            self.text(x, y, line, size=size, colour=colour, align=align)
            y += size * LEADING
        return y

    def paragraph(
        self, x: float, y: float, width: float, text: str, *, size: float = 10.0
    ) -> float:
        """Write a text in lines of this width; the baseline of the line that would follow."""
        face = self._faces[False]
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and face.text_length(longer, fontsize=size) > width:
                lines.append(word)
            else:
                lines[-1] = longer
        return self.lines(x, y, lines, size=size)

    def rule(self, x: float, y: float, to: float, *, width: float = 0.6) -> None:
        """Draw a line across."""
        self._page.draw_line((x, y), (to, y), color=RULE, width=width)

    def box(
        self, x: float, y: float, to_x: float, to_y: float, *, fill: Colour | None = None
    ) -> None:
        """Draw a box, with an edge or filled."""
        edge = None if fill else GREY
        self._page.draw_rect((x, y, to_x, to_y), color=edge, fill=fill, width=0.6)

    def row(
        self,
        y: float,
        cells: Sequence[tuple[float, str, Align]],
        *,
        size: float = 10.0,
        bold: bool = False,
        colour: Colour = BLACK,
    ) -> None:
        """Write the cells of a row, each at its place."""
        for x, text, align in cells:
            if text:
                self.text(x, y, text, size=size, bold=bold, align=align, colour=colour)

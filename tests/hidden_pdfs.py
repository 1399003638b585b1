"""PDFs whose pages hold text that nobody can see on them, in every way that we know of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pymupdf

from tests.pdfs import A4

BODY_TOP = 90.0
SPOT = (72.0, 420.0)
"""Where the hidden text begins, from the top left."""
SIZE = 11.0
WHITE, BLACK, NAVY = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0), (0.1, 0.15, 0.4)

Hide = Callable[[pymupdf.Page, str], None]
"""Writes a text into a page so that it cannot be seen there."""


def make_hiding_pdf(
    path: Path, visible: str, hidden: str, how: Hide, *, rotation: int = 0, title: str = ""
) -> Path:
    """Write one page with text that can be seen and text that cannot, and return the path.

    Args:
        visible: Lines of black text, below each other.
        hidden: What `how` writes.
        how: One of `WAYS`.
        rotation: Of the page, in degrees.
    """
    with pymupdf.open() as document:
        page = document.new_page(width=A4[0], height=A4[1])
        write(page, visible)
        how(page, hidden)
        if title:
            document.set_metadata({"title": title})
        page.set_rotation(rotation)
        document.save(path)
    return path


def write(page: pymupdf.Page, text: str, top: float = BODY_TOP) -> None:
    """Write black lines from a height on."""
    page.insert_text((SPOT[0], top), text.split("\n"), fontsize=SIZE, lineheight=1.4)


def _lines(text: str, width: int = 80) -> list[str]:
    """Lines that fit on the page at the usual size."""
    lines, line = [], ""
    for word in text.split():
        if len(line) + len(word) > width:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return [*lines, line]


def white(page: pymupdf.Page, text: str) -> None:
    page.insert_text(SPOT, _lines(text), fontsize=SIZE, color=WHITE)


def nearly_white(page: pymupdf.Page, text: str) -> None:
    page.insert_text(SPOT, _lines(text), fontsize=SIZE, color=(0.98, 0.98, 0.97))


def of_the_grounds_colour(page: pymupdf.Page, text: str) -> None:
    page.draw_rect(pymupdf.Rect(60, 400, 540, 480), color=None, fill=NAVY)
    page.insert_text(SPOT, _lines(text), fontsize=SIZE, color=NAVY)


def tiny(page: pymupdf.Page, text: str) -> None:
    page.insert_text(SPOT, _lines(text), fontsize=0.8)


def outside_the_page(page: pymupdf.Page, text: str) -> None:
    page.insert_text((A4[0] + 40, 420), _lines(text), fontsize=SIZE)


def outside_the_crop(page: pymupdf.Page, text: str) -> None:
    page.insert_text((72, 800), _lines(text), fontsize=SIZE)
    page.set_cropbox(pymupdf.Rect(0, 0, A4[0], 760))


def without_paint(page: pymupdf.Page, text: str) -> None:
    page.insert_text(SPOT, _lines(text), fontsize=SIZE, render_mode=3)


def transparent(page: pymupdf.Page, text: str) -> None:
    page.insert_text(SPOT, _lines(text), fontsize=SIZE, fill_opacity=0.0, stroke_opacity=0.0)


def below_a_drawing(page: pymupdf.Page, text: str) -> None:
    page.insert_text(SPOT, _lines(text), fontsize=SIZE)
    page.draw_rect(pymupdf.Rect(60, 400, 540, 480), color=None, fill=WHITE)


def below_a_picture(page: pymupdf.Page, text: str) -> None:
    page.insert_text(SPOT, _lines(text), fontsize=SIZE)
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 10))
    picture.clear_with(255)
    page.insert_image(pymupdf.Rect(60, 400, 540, 480), pixmap=picture)


def between_words(page: pymupdf.Page, text: str) -> None:
    """White, on the line of what can be seen."""
    for row, line in enumerate(_lines(text, 40)):
        place = (310, BODY_TOP + 1.4 * SIZE * row)
        page.insert_text(place, line, fontsize=SIZE, color=WHITE)


def over_the_text(page: pymupdf.Page, text: str) -> None:
    """Without paint, in the very place of what can be seen."""
    page.insert_text(
        (SPOT[0], BODY_TOP), _lines(text), fontsize=SIZE, lineheight=1.4, render_mode=3
    )


WAYS: dict[str, Hide] = {
    hide.__name__: hide
    for hide in (
        white,
        nearly_white,
        of_the_grounds_colour,
        tiny,
        outside_the_page,
        outside_the_crop,
        without_paint,
        transparent,
        below_a_drawing,
        below_a_picture,
        between_words,
        over_the_text,
    )
}
"""Every way of hiding text, by its name."""

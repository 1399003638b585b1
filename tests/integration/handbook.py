"""A small library that integration tests share: what stands in its PDFs, and how to look there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pymupdf

from app.core.domain.geometry import Box
from tests.pdfs import PdfPage, make_pdf

LEAVE = (
    "Full-time staff have 27 days of paid leave in each calendar year. Part-time staff have a "
    "share of them that follows their hours.\n\n"
    "Unused days of leave expire on March 31 of the following year. They are not paid out."
)
UNIFORM = (
    "The company gives each deck hand two jackets and three pairs of trousers. Whoever loses a "
    "jacket pays 45 euros for a new one."
)
SAILINGS = (
    "The first ferry to Holm leaves at 6:40 in the morning on working days. On Sundays the "
    "first crossing is at 8:15.\n\n"
    "Bicycles travel free of charge when the car deck has room."
)
FILLING = (
    "The kettle holds 1.7 litres of water. Never fill it above the upper mark, since boiling "
    "water may spill over."
)


def write_handbook(folder: Path) -> Path:
    """Three pages; the printed labels are not the physical numbers, and the last is rotated."""
    return make_pdf(
        folder / "handbook.pdf",
        [
            PdfPage(LEAVE, heading="Leave"),
            PdfPage(UNIFORM, heading="Uniform"),
            PdfPage(SAILINGS, heading="Sailings", rotation=90),
        ],
        title="Handbook of the Holm ferries",
        labels=("iii", "iv", "1"),
        outline=[(1, "Leave", 1), (1, "Uniform", 2), (1, "Sailings", 3)],
    )


def write_kettle(folder: Path) -> Path:
    """One page without labels."""
    return make_pdf(folder / "kettle.pdf", [PdfPage(FILLING, heading="Filling")], title="Kettle")


def words_in(path: Path, page: int, boxes: Sequence[Box]) -> list[str]:
    """The words that PyMuPDF finds inside these boxes on a physical page, in reading order, by
    the places that it gives itself: unrotated, from the top left."""
    with pymupdf.open(path) as document:
        found = document[page - 1].get_text("words", sort=False)
    return [
        word
        for x0, y0, x1, y1, word, *_ in found
        if any(box.page == page and box.contains((x0 + x1) / 2, (y0 + y1) / 2) for box in boxes)
    ]


def words_of(text: str) -> list[str]:
    """The words of a text."""
    return re.findall(r"\S+", text)

"""Tells what a page shows besides text, without decoding a picture: a small file may hold a
picture of gigabytes."""

from __future__ import annotations

from dataclasses import dataclass

import pymupdf

# Pictures smaller than this share of the page are ornaments.
_LEAST_PICTURE = 0.01
# Fewer lines and areas than this are rules and frames, unless they are made of many strokes.
_LEAST_SHAPES = 16
_LEAST_STROKES = 60


@dataclass(frozen=True, slots=True)
class Marks:
    """`picture` is the share of the page that its largest picture covers; `drawn` says whether
    there are so many lines and areas that they may be letters or a drawing."""

    picture: float
    drawn: bool

    @property
    def visible(self) -> bool:
        """Whether there is something that a person would look at."""
        return self.picture >= _LEAST_PICTURE or self.drawn


def marks(page: pymupdf.Page) -> Marks:
    """Look at what the page draws."""
    sheet = page.rect.width * page.rect.height or 1.0
    picture, shapes = 0.0, 0
    for kind, (x0, y0, x1, y1) in page.get_bboxlog():
        if kind in ("fill-image", "fill-imgmask", "fill-shade"):
            picture = max(picture, (x1 - x0) * (y1 - y0) / sheet)
        elif kind in ("fill-path", "stroke-path"):
            shapes += 1
    drawn = shapes >= _LEAST_SHAPES or (shapes > 0 and _strokes(page) >= _LEAST_STROKES)
    return Marks(min(picture, 1.0), drawn)


def _strokes(page: pymupdf.Page) -> int:
    """Lines and curves of a page that has few shapes; one shape may hold a whole text."""
    return sum(len(drawing["items"]) for drawing in page.get_cdrawings())

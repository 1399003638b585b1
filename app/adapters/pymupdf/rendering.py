"""Draws pages."""

from __future__ import annotations

import math

import pymupdf

from app.adapters.pymupdf.opening import ENGINE_ERRORS
from app.core.errors import PageUnavailable
from app.core.ports import RenderedPage

MOST_PIXELS = 24_000_000
"""72 MB of picture: a page of A4 at 490 dots an inch, far more than a screen shows."""

LONGEST_SIDE = 16_000
"""Pixels; graphics systems refuse larger pictures (Qt's raster engine stops at 32,767)."""


def render_page(document: pymupdf.Document, number: int, scale: float) -> RenderedPage:
    """Draw a page as people see it, notes and form fields included.

    Args:
        document: Open and unlocked.
        number: Physical page, from 1.
        scale: Pixels per point that are wanted; huge pages get fewer.

    Raises:
        PageUnavailable: there is no such page, or MuPDF cannot draw it.
    """
    if not 1 <= number <= len(document):
        raise PageUnavailable(
            f"The document has no page {number}: it ends with page {len(document)}."
        )
    try:
        page = document.load_page(number - 1)
        used = capped_scale(page.rect.width, page.rect.height, scale)
        pixmap = page.get_pixmap(matrix=pymupdf.Matrix(used, used), alpha=False)
    except ENGINE_ERRORS as error:
        raise PageUnavailable(
            f"Page {number} cannot be drawn, since the file is damaged there.",
            detail=type(error).__name__,
        ) from error
    return RenderedPage(number, pixmap.width, pixmap.height, pixmap.samples, used)


def capped_scale(width: float, height: float, scale: float) -> float:
    """The scale that keeps a page of this size, in points, within the caps."""
    if width <= 0 or height <= 0:
        return scale
    return min(scale, math.sqrt(MOST_PIXELS / (width * height)), LONGEST_SIDE / max(width, height))

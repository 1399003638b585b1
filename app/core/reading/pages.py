"""Pages of which there is nothing to say but that they are there."""

from __future__ import annotations

from app.core.domain.page import PageKind, PageSize, PageText, WordTable

UNKNOWN_SIZE = PageSize(0.0, 0.0, 0)
"""Size of a page that could not be read."""


def failed_page(number: int, label: str = "") -> PageText:
    """What stands for a page that could not be read."""
    return page_without_text(number, label, UNKNOWN_SIZE, PageKind.FAILED)


def page_without_text(number: int, label: str, size: PageSize, kind: PageKind) -> PageText:
    """A page of any kind but text."""
    return PageText(number, label, size, kind, "", WordTable())

"""The scene of the pages near the view: their pictures and the marks on them.

Only pages near the visible part have items and pictures, so that a document of thousands of pages
is as light as a short one.
"""

from __future__ import annotations

from math import sqrt

from PySide6.QtCore import QObject, QRectF
from PySide6.QtWidgets import QGraphicsScene

from app.core.domain.geometry import Box
from app.core.ports import RenderedPage
from app.gui.viewer.marks import Marking, Matches
from app.gui.viewer.page_items import CitationMark, MatchMarks, PageColors, PageItem
from app.gui.viewer.page_layout import PageLayout
from app.gui.viewer.page_pictures import PagePictures, picture_of

MOST_PIXELS = 12_000_000
"""Pixels of one picture at the most (48 MB); beyond, it is drawn coarser and stretched."""


class PageScene(QGraphicsScene):
    """Holds the items of the pages in `near`. Positions are those of a :class:`PageLayout`."""

    def __init__(self, colors: PageColors, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # A scene of a dozen items needs no index, and the index is what goes stale.
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._colors = colors
        self._layout = PageLayout((), 1.0)
        self._near = range(0)
        self._items: dict[int, PageItem] = {}
        self._citations: dict[int, CitationMark] = {}
        self._pictures = PagePictures()
        self._undrawable: set[int] = set()
        self._marking = Marking()
        self._matches = Matches()
        self._opacity = 1.0

    def page_item(self, page: int) -> PageItem | None:
        """The page, if it is near."""
        return self._items.get(page)

    def citation_mark(self, page: int) -> CitationMark | None:
        """The mark on a page, if the page is near and has one."""
        return self._citations.get(page)

    def forget(self) -> None:
        """Let pictures and marks go: another document comes, or another reading of it."""
        self._pictures.clear()
        self._undrawable.clear()
        self._marking, self._matches = Marking(), Matches()

    def arrange(self, layout: PageLayout) -> None:
        """Place the pages anew; those near the view are named next."""
        self._layout = layout
        self._near = range(0)
        self._rebuild()
        self.setSceneRect(layout.bounds)

    def set_colors(self, colors: PageColors) -> None:
        """Draw in other colours."""
        self._colors = colors
        self._rebuild()

    def set_near(self, near: range) -> None:
        """Give items to these pages, and take them from all others."""
        self._near = near
        for page in [page for page in self._items if page not in near]:
            self.removeItem(self._items.pop(page))
            self._citations.pop(page, None)
        for page in near:
            if page not in self._items:
                self._add_page(page)

    def mark(self, marking: Marking) -> None:
        """Mark a citation in the place of an older one."""
        self._marking = marking
        self._rebuild()

    def show_matches(self, matches: Matches) -> None:
        """Mark what was found in the place of what was found before."""
        self._matches = matches
        self._rebuild()

    def fade_to(self, opacity: float) -> None:
        """Show the citation's marks as strong as this, from 0 to 1."""
        self._opacity = opacity
        for mark in self._citations.values():
            mark.setOpacity(opacity)

    def show_picture(self, page: int, scale: float, rendered: RenderedPage) -> None:
        """Show a page's picture, which was asked for at `scale` pixels per point."""
        picture = picture_of(rendered, scale)
        self._pictures.put(page, picture, needed=self._near)
        item = self._items.get(page)
        if item is not None:
            item.show_picture(picture)

    def leave_blank(self, page: int) -> None:
        """Ask no more for a page that cannot be drawn, until :meth:`retry`."""
        self._undrawable.add(page)

    def retry(self) -> None:
        """Ask again for pages that could not be drawn."""
        self._undrawable.clear()

    def missing_pictures(self, ratio: float) -> dict[int, float]:
        """Near pages without a fitting picture, each with the scale it needs in pixels per point.

        Args:
            ratio: Device pixels per logical pixel.
        """
        missing = {}
        for page in self._items:
            scale = self._scale(page, ratio)
            picture = self._pictures.get(page)
            if page not in self._undrawable and (picture is None or picture.scale != scale):
                missing[page] = scale
        return missing

    def _scale(self, page: int, ratio: float) -> float:
        size = self._layout.size_in_points(page)
        most = sqrt(MOST_PIXELS / (size.width() * size.height()))
        return round(min(most, self._layout.zoom * ratio), 4)

    def _rebuild(self) -> None:
        self.clear()
        self._items.clear()
        self._citations.clear()
        self.set_near(self._near)

    def _add_page(self, page: int) -> None:
        item = PageItem(self._layout.rect(page), self._colors, self._pictures.get(page))
        self._items[page] = item
        if self._marking.on(page):
            words = self._places(self._marking.words.get(page, ()))
            passage = self._places(self._marking.passage.get(page, ()))
            mark = CitationMark(item, self._colors, words, passage)
            mark.setOpacity(self._opacity)
            self._citations[page] = mark
        others, current = self._matches.on(page)
        if others or current:
            MatchMarks(item, self._colors, self._places(others), self._places(current))
        self.addItem(item)

    def _places(self, boxes: tuple[Box, ...]) -> list[QRectF]:
        return [self._layout.on_page(box) for box in boxes]

"""The pages of a document in one scrolled column: what is in view, at which zoom.

The view asks for pictures with `pages_wanted` and never waits for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QStyle, QWidget

from app.core.domain.geometry import Box
from app.core.ports import RenderedPage
from app.gui.common.keyboard_focus import KeyboardFocus, has_keyboard_focus, paint_focus_ring
from app.gui.common.theme import Theme
from app.gui.viewer.marks import Marking, Matches
from app.gui.viewer.motion import Motion
from app.gui.viewer.page_items import PageColors
from app.gui.viewer.page_layout import MARGIN, PageLayout
from app.gui.viewer.page_scene import PageScene
from app.gui.viewer.zoom import ZoomMode, bounded_zoom, next_zoom, zoom_for
from app.services.viewing import ViewedDocument

# A turn of the wheel by one notch (120 eighths of a degree) changes the zoom by this factor.
_WHEEL_FACTOR = 1.15
_NOTCH = 120


class PageView(QGraphicsView):
    """Shows one document. `page_changed` carries the number of the page that is looked at,
    `pages_wanted` a tuple of (page, pixels per point), the most urgent first."""

    page_changed = Signal(int)
    zoom_changed = Signal()
    pages_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._scene = PageScene(PageColors.of(theme), self)
        self.setScene(self._scene)
        self._document: ViewedDocument | None = None
        self._layout = PageLayout((), 1.0)
        self._mode = ZoomMode.FIT_WIDTH
        self._page = 1
        # The place that was asked for; kept while sizes change, until the user scrolls away.
        self._goal: tuple[int, tuple[Box, ...]] | None = None
        self._moving = False
        self._scrolling = Motion(self._scroll_to, self)
        self._fading = Motion(self._scene.fade_to, self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("ground", "sunken")
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        KeyboardFocus(self)
        theme.changed.connect(self._recolor)
        self._recolor()

    # What is shown

    @property
    def page(self) -> int:
        """The page that is looked at, from 1."""
        return self._page

    @property
    def page_count(self) -> int:
        """How many pages the document has; 0 without one."""
        return len(self._layout)

    @property
    def zoom(self) -> float:
        """Logical pixels per point."""
        return self._layout.zoom

    @property
    def mode(self) -> ZoomMode:
        """How the zoom is chosen."""
        return self._mode

    def layout_of_pages(self) -> PageLayout:
        """Where the pages lie now."""
        return self._layout

    def pages_scene(self) -> PageScene:
        """The scene, with the items of the pages near the view."""
        return self._scene

    def show_document(self, document: ViewedDocument, page: int = 1) -> None:
        """Show a document from a page on, without marks."""
        self.clear()
        self._document = document
        self._page = min(max(1, page), len(document.pages))
        self._goal = (self._page, ())
        self._arrange(self._zoom_for_mode())
        self._return_to_goal()
        self.page_changed.emit(self._page)

    def clear(self) -> None:
        """Show nothing."""
        self._scrolling.stop()
        self._document = None
        self._scene.forget()
        self._goal = None
        self._arrange(self.zoom)

    def show_picture(self, page: int, scale: float, rendered: RenderedPage) -> None:
        """Show a page's picture, which was asked for at `scale` pixels per point."""
        self._scene.show_picture(page, scale, rendered)

    def leave_blank(self, page: int) -> None:
        """Ask no more for a page that cannot be drawn, until :meth:`retry`."""
        self._scene.leave_blank(page)

    def retry(self) -> None:
        """Ask again for pages that could not be drawn."""
        self._scene.retry()
        self._ask_for_pictures()

    def mark(self, marking: Marking) -> None:
        """Mark a citation; it fades in."""
        self._scene.mark(marking)
        self._fading.move(0.0, 1.0, at_once=self._theme.reduced_motion or not self.isVisible())

    def show_matches(self, matches: Matches) -> None:
        """Mark what was found."""
        self._scene.show_matches(matches)

    # Places

    def go_to_page(self, page: int) -> None:
        """Show a page from its top; the nearest one for a number that is none."""
        if self._document is not None:
            self._go((min(max(1, page), self.page_count), ()), animated=False)

    def reveal(self, page: int, boxes: Sequence[Box], *, animated: bool = True) -> None:
        """Bring boxes of a page into view, and look no further where they are seen already."""
        if self._document is not None:
            on_page = tuple(box for box in boxes if box.page == page)
            self._go((page, on_page), animated=animated)

    # Zoom

    def zoom_by(self, steps: int) -> None:
        """Zoom in by steps, or out where it is negative; the middle of the view stays."""
        self.set_zoom(next_zoom(self.zoom, steps))

    def set_zoom(self, zoom: float, anchor: QPoint | None = None) -> None:
        """Set a zoom of the user's; the page's place at the anchor stays where it is."""
        self._mode = ZoomMode.FREE
        self._change_zoom(bounded_zoom(zoom), anchor)

    def set_mode(self, mode: ZoomMode) -> None:
        """Fit pages to the view from now on, or keep the zoom."""
        self._mode = mode
        if mode is ZoomMode.FIT_PAGE and self._goal is None:
            self._goal = (self._page, ())
        self._fit_again()

    def _fit_again(self) -> None:
        """Take the zoom that the mode has now; the place that was asked for stays in view, or
        else what is at the upper edge."""
        if self._goal is not None and self._document is not None:
            self._arrange(self._zoom_for_mode())
            self._return_to_goal()
        else:
            self._change_zoom(self._zoom_for_mode(), QPoint(self.viewport().width() // 2, 0))

    def _zoom_for_mode(self) -> float:
        if self._document is None:
            return self.zoom
        size = self._document.pages[self._page - 1].size
        height = self.maximumViewportSize().height()
        return zoom_for(self._mode, size, self._room_across(), height, self.zoom)

    def _room_across(self) -> int:
        """The width for pages. The scroll bar's is left free in any case, so that its coming
        changes nothing."""
        # The view reckons with the style's bar, even where the style sheet makes it narrower.
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent, None, self)
        taken = max(bar, self.verticalScrollBar().sizeHint().width())
        return self.maximumViewportSize().width() - taken

    def _change_zoom(self, zoom: float, anchor: QPoint | None) -> None:
        if self._document is None:
            self.zoom_changed.emit()
            return
        self._scrolling.stop()
        at = anchor if anchor is not None else self.viewport().rect().center()
        page, across, down = self._spot(at)
        self._arrange(zoom)
        place = self._layout.rect(page)
        with self._own_movement():
            left = place.left() + across * place.width() - at.x()
            self.horizontalScrollBar().setValue(round(left))
            self.verticalScrollBar().setValue(round(place.top() + down * place.height() - at.y()))
        view = self._visible()
        if self._goal and self._goal[0] not in self._layout.pages_between(
            view.top(), view.bottom()
        ):
            self._goal = None
        self._after_movement()

    def _spot(self, at: QPoint) -> tuple[int, float, float]:
        """The page at a point of the viewport, and where on it, as shares of its size."""
        scene = self.mapToScene(at)
        page = min(self._layout.page_at(scene.y()), self.page_count)
        place = self._layout.rect(page)
        across = (scene.x() - place.left()) / place.width()
        return page, across, (scene.y() - place.top()) / place.height()

    # Movement

    @contextmanager
    def _own_movement(self) -> Iterator[None]:
        """Scrolling inside is not the user's."""
        self._moving = True
        try:
            yield
        finally:
            self._moving = False

    def _go(self, goal: tuple[int, tuple[Box, ...]], *, animated: bool) -> None:
        self._goal = goal
        self._set_page(goal[0])
        if self._mode is not ZoomMode.FREE:
            zoom = self._zoom_for_mode()
            if abs(zoom - self.zoom) > 0.001:
                self._arrange(zoom)
        self._return_to_goal(animated=animated)

    def _return_to_goal(self, *, animated: bool = False) -> None:
        if self._goal is None or self._document is None:
            return
        page, boxes = self._goal
        words = QRectF()
        for box in boxes:
            words = words.united(self._layout.in_scene(box))
        with self._own_movement():
            self._reveal_across(self._layout.rect(page), words)
        bar = self.verticalScrollBar()
        top = min(max(self._top_for(page, words), bar.minimum()), bar.maximum())
        height = self.viewport().height()
        now = float(bar.value())
        if animated and abs(top - now) > height:
            # A long way is cut short: only its last part is seen.
            now = top - height if top > now else top + height
        at_once = not animated or self._theme.reduced_motion or not self.isVisible()
        self._scrolling.move(now, top, at_once=at_once)
        self._after_movement()

    def _top_for(self, page: int, words: QRectF) -> float:
        """The height of the scene that has to be at the view's upper edge."""
        height = self.viewport().height()
        top_of_page = self._layout.rect(page).top() - MARGIN
        if words.isEmpty():
            return top_of_page
        seen = self.verticalScrollBar().value()
        for top in (seen, top_of_page):
            if top <= words.top() - MARGIN and words.bottom() + MARGIN <= top + height:
                return top
        return words.top() - max(MARGIN, min(height / 3, height - words.height() - MARGIN))

    def _reveal_across(self, page: QRectF, words: QRectF) -> None:
        bar, width = self.horizontalScrollBar(), self.viewport().width()
        if page.width() <= width:
            bar.setValue(round(page.center().x() - width / 2))
            return
        place = words if not words.isEmpty() else page
        if place.right() + MARGIN > bar.value() + width:
            bar.setValue(round(place.right() + MARGIN - width))
        if place.left() - MARGIN < bar.value():
            bar.setValue(round(place.left() - MARGIN))

    def _scroll_to(self, top: float) -> None:
        with self._own_movement():
            self.verticalScrollBar().setValue(round(top))
        self._after_movement()

    def _scrolled(self, value: int) -> None:
        if self._moving:
            return
        self._goal = None
        self._after_movement()

    def _after_movement(self) -> None:
        if self._document is None:
            return
        self._set_page(self._goal[0] if self._goal is not None else self._page_in_view())
        self._update_pages()

    def _page_in_view(self) -> int:
        """The page that takes the most of the view; the upper one of equals."""
        view = self._visible()
        pages = self._layout.pages_between(view.top(), view.bottom())
        if not pages:
            return min(self._page, self.page_count)
        return max(pages, key=lambda page: (self._share(page, view), -page))

    def _share(self, page: int, view: QRectF) -> float:
        rect = self._layout.rect(page)
        return min(rect.bottom(), view.bottom()) - max(rect.top(), view.top())

    def _set_page(self, page: int) -> None:
        if page != self._page:
            self._page = page
            self.page_changed.emit(page)

    # Pages near the view

    def _visible(self) -> QRectF:
        rect = self.viewport().rect()
        return QRectF(self.mapToScene(rect.topLeft()), self.mapToScene(rect.bottomRight()))

    def _arrange(self, zoom: float) -> None:
        """Lay all pages out anew."""
        pages = self._document.pages if self._document is not None else ()
        self._layout = PageLayout(pages, zoom, self._room_across())
        with self._own_movement():
            self._scene.arrange(self._layout)
        self.zoom_changed.emit()

    def _update_pages(self) -> None:
        if self._document is None:
            return
        view = self._visible()
        ahead = view.height() / 2
        self._scene.set_near(self._layout.pages_between(view.top() - ahead, view.bottom() + ahead))
        self._ask_for_pictures()

    def _ask_for_pictures(self) -> None:
        if self._document is None or not self.isVisible():
            return
        view = self._visible()
        seen = self._layout.pages_between(view.top(), view.bottom())
        missing = self._scene.missing_pictures(self.devicePixelRatio())
        first = sorted(missing, key=lambda page: (page != self._page, page not in seen, page))
        self.pages_wanted.emit(tuple((page, missing[page]) for page in first))

    def _recolor(self) -> None:
        self.setBackgroundBrush(self._theme.color("sunken"))
        self._scene.set_colors(PageColors.of(self._theme))

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._document is not None:
            self._fit_again()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._update_pages()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() is QEvent.Type.DevicePixelRatioChange:
            self._ask_for_pictures()
        return done

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            notches = event.angleDelta().y() / _NOTCH
            self.set_zoom(self.zoom * _WHEEL_FACTOR**notches, event.position().toPoint())
            event.accept()
            return
        self._scrolling.stop()
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if modifiers & Qt.KeyboardModifier.AltModifier:
            event.ignore()  # Alt with an arrow is for the panel: the next citation
        elif key == Qt.Key.Key_Home:
            self.go_to_page(1)
        elif key == Qt.Key.Key_End:
            self._goal = None
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
        elif key == Qt.Key.Key_PageUp and control:
            self.go_to_page(self.page - 1)
        elif key == Qt.Key.Key_PageDown and control:
            self.go_to_page(self.page + 1)
        else:
            self._scrolling.stop()
            super().keyPressEvent(event)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        if has_keyboard_focus(self):
            painter.save()
            painter.resetTransform()
            ring = QRectF(QPointF(0, 0), self.viewport().size())
            paint_focus_ring(painter, ring, 0, self._theme)
            painter.restore()

"""The view: zoom, movement, keys, and what it asks to be drawn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.answer import Citation
from app.core.domain.document import Document
from app.core.domain.page import PageSize
from app.gui.viewer.page_layout import MARGIN
from app.gui.viewer.page_scene import MOST_PIXELS
from app.gui.viewer.page_view import PageView
from app.gui.viewer.panel import ViewerPanel
from app.gui.viewer.zoom import MAX_ZOOM, MIN_ZOOM, ZoomMode
from tests.gui.viewer.looking import field_text, has_picture, seen, words_in_scene
from tests.viewed_documents import PaintedPages, Shelf, page_text

Cite = Callable[..., Citation]
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def view(qtbot: QtBot, panel: ViewerPanel, handbook: Document) -> PageView:
    """The handbook at page 14."""
    panel.show_page(handbook.id, 14)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    panel.frame.view.setFocus()
    return panel.frame.view


def wheel(view: PageView, notches: float, at: QPoint, modifiers: Qt.KeyboardModifier) -> None:
    """Turn the wheel over a point of the viewport."""
    event = QWheelEvent(
        QPointF(at),
        QPointF(view.viewport().mapToGlobal(at)),
        QPoint(0, 0),
        QPoint(0, round(120 * notches)),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_a_page_fits_the_width_at_first(view: PageView) -> None:
    assert view.mode is ZoomMode.FIT_WIDTH
    paper = view.layout_of_pages().rect(14)
    assert view.viewport().width() - paper.width() == pytest.approx(2 * MARGIN, abs=3)
    assert view.horizontalScrollBar().maximum() == 0


def test_no_page_before_is_seen(view: PageView, panel: ViewerPanel) -> None:
    assert seen(panel).top() == view.layout_of_pages().rect(14).top() - MARGIN
    assert seen(panel).top() > view.layout_of_pages().rect(13).bottom()


def test_it_goes_on_fitting_when_it_is_resized(
    qtbot: QtBot, view: PageView, panel: ViewerPanel
) -> None:
    before = view.zoom
    panel.resize(800, 700)
    qtbot.waitUntil(lambda: view.zoom > before)
    paper = view.layout_of_pages().rect(14)
    assert view.viewport().width() - paper.width() == pytest.approx(2 * MARGIN, abs=3)
    assert field_text(panel) == "14"
    assert seen(panel).top() == paper.top() - MARGIN


def test_cited_words_stay_in_view_when_it_is_resized(
    qtbot: QtBot, view: PageView, panel: ViewerPanel, cite: Cite
) -> None:
    panel.show_citation(cite(), 0, 1)
    qtbot.waitUntil(lambda: bool(words_in_scene(panel, 14)))
    panel.resize(1200, 400)
    qtbot.waitUntil(lambda: view.zoom > 1.5)
    assert all(seen(panel).contains(rect) for rect in words_in_scene(panel, 14))


def test_a_place_that_the_user_scrolled_to_stays_when_it_is_resized(
    qtbot: QtBot, view: PageView, panel: ViewerPanel
) -> None:
    bar = view.verticalScrollBar()
    bar.setValue(bar.value() + 300)
    paper = view.layout_of_pages().rect(14)
    share = (seen(panel).top() - paper.top()) / paper.height()
    panel.resize(700, 900)
    qtbot.waitUntil(lambda: view.zoom > 1.0)
    paper = view.layout_of_pages().rect(14)
    assert (seen(panel).top() - paper.top()) / paper.height() == pytest.approx(share, abs=0.01)


def test_fit_page(qtbot: QtBot, view: PageView, panel: ViewerPanel) -> None:
    panel.resize(900, 600)
    qtbot.waitUntil(lambda: view.viewport().width() > 850)
    view.set_mode(ZoomMode.FIT_PAGE)
    paper = view.layout_of_pages().rect(14)
    assert seen(panel).contains(paper)
    assert paper.height() == pytest.approx(view.viewport().height() - 2 * MARGIN, abs=2)


def test_the_place_under_the_pointer_stays_when_zooming(view: PageView) -> None:
    at = QPoint(300, 200)
    paper = view.layout_of_pages().rect(14)
    before = view.mapToScene(at) - paper.topLeft()
    zoom = view.zoom
    wheel(view, 3, at, CONTROL)
    assert view.zoom == pytest.approx(zoom * 1.15**3)
    after = view.mapToScene(at) - view.layout_of_pages().rect(14).topLeft()
    assert after.x() / view.zoom == pytest.approx(before.x() / zoom, abs=2)
    assert after.y() / view.zoom == pytest.approx(before.y() / zoom, abs=2)
    assert view.mode is ZoomMode.FREE


def test_the_wheel_alone_scrolls(view: PageView) -> None:
    before = view.verticalScrollBar().value()
    zoom = view.zoom
    wheel(view, -1, QPoint(100, 100), Qt.KeyboardModifier.NoModifier)
    assert view.verticalScrollBar().value() > before
    assert view.zoom == zoom


def test_zoom_keys(qtbot: QtBot, view: PageView, panel: ViewerPanel) -> None:
    qtbot.keyClick(view, Qt.Key.Key_0, CONTROL)
    assert view.zoom == 1.0
    qtbot.keyClick(view, Qt.Key.Key_Plus, CONTROL)
    assert view.zoom == 1.1
    qtbot.keyClick(view, Qt.Key.Key_Equal, CONTROL)
    assert view.zoom == 1.25
    qtbot.keyClick(view, Qt.Key.Key_Minus, CONTROL)
    assert view.zoom == 1.1
    assert panel.frame.navigation.zoom_text() == "110\u00a0%"
    for _ in range(30):
        qtbot.keyClick(view, Qt.Key.Key_Minus, CONTROL)
    assert view.zoom == MIN_ZOOM
    for _ in range(30):
        qtbot.keyClick(view, Qt.Key.Key_Plus, CONTROL)
    assert view.zoom == MAX_ZOOM


def test_zoom_stays_for_the_next_document(
    qtbot: QtBot, view: PageView, panel: ViewerPanel, shelf: Shelf
) -> None:
    view.set_zoom(1.5)
    panel.show_page(shelf.put("Other", shelf.pages("Text", 3)).id, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 1))
    assert view.zoom == 1.5


def test_movement_keys(qtbot: QtBot, view: PageView, panel: ViewerPanel) -> None:
    bar = view.verticalScrollBar()
    before = bar.value()
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert bar.value() == before + bar.pageStep()
    qtbot.keyClick(view, Qt.Key.Key_PageUp)
    assert bar.value() == before
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert bar.value() > before
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    assert field_text(panel) == "64"
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert bar.value() == 0
    assert field_text(panel) == "1"
    qtbot.keyClick(view, Qt.Key.Key_PageDown, CONTROL)
    assert field_text(panel) == "2"
    qtbot.keyClick(view, Qt.Key.Key_PageUp, CONTROL)
    assert field_text(panel) == "1"
    qtbot.keyClick(view, Qt.Key.Key_PageUp, CONTROL)
    assert field_text(panel) == "1"


def test_alt_and_arrows_are_for_citations(qtbot: QtBot, view: PageView, panel: ViewerPanel) -> None:
    before = view.verticalScrollBar().value()
    with qtbot.waitSignal(panel.next_citation):
        qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    with qtbot.waitSignal(panel.previous_citation):
        qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert view.verticalScrollBar().value() == before


def test_the_page_follows_scrolling(view: PageView, panel: ViewerPanel) -> None:
    view.verticalScrollBar().setValue(round(view.layout_of_pages().rect(30).top()) - 100)
    assert field_text(panel) == "30"


def test_a_page_that_was_asked_for_is_named_though_others_are_seen(
    view: PageView, panel: ViewerPanel
) -> None:
    view.set_zoom(MIN_ZOOM)
    view.go_to_page(63)
    assert field_text(panel) == "63"


def test_the_page_that_is_looked_at_is_drawn_first(
    qtbot: QtBot, view: PageView, panel: ViewerPanel, renderer: PaintedPages
) -> None:
    asked: list[tuple[tuple[int, float], ...]] = []
    view.pages_wanted.connect(asked.append)
    view.go_to_page(40)
    assert asked[-1][0][0] == 40
    assert {page for page, _ in asked[-1]} <= {38, 39, 40, 41, 42}
    qtbot.waitUntil(lambda: has_picture(panel, 40))


def test_pages_that_are_there_are_not_asked_for_again(
    qtbot: QtBot, view: PageView, panel: ViewerPanel, renderer: PaintedPages
) -> None:
    qtbot.waitUntil(lambda: has_picture(panel, 13) and has_picture(panel, 15))
    drawn = list(renderer.drawn)
    bar = view.verticalScrollBar()
    for step in (20, -20, 40, -40):
        bar.setValue(bar.value() + step)
    view.go_to_page(14)
    assert renderer.drawn == drawn


def test_dense_screens_get_denser_pictures(
    qtbot: QtBot,
    view: PageView,
    panel: ViewerPanel,
    renderer: PaintedPages,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PageView, "devicePixelRatio", lambda view: 2.0)
    view.go_to_page(30)
    qtbot.waitUntil(lambda: has_picture(panel, 30))
    scales = [scale for page, scale in renderer.drawn if page == 30]
    assert scales == [round(2 * view.zoom, 4)]


def test_huge_pages_are_drawn_within_bounds(
    qtbot: QtBot, panel: ViewerPanel, shelf: Shelf, renderer: PaintedPages
) -> None:
    plan = PageSize(5000.0, 5000.0, 0)
    renderer.size = plan
    document = shelf.put("Plan", [page_text(1, "Plan", size=plan)])
    panel.frame.view.set_zoom(MAX_ZOOM)
    panel.show_page(document.id, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 1))
    [(_, scale)] = renderer.drawn
    assert (5000 * scale) ** 2 <= MOST_PIXELS * 1.01


def test_a_wide_page_among_others_fits_when_one_goes_there(
    qtbot: QtBot, panel: ViewerPanel, shelf: Shelf
) -> None:
    wide = PageSize(1191.0, 842.0, 0)
    pages = [page_text(1, "One"), page_text(2, "Two", size=wide), page_text(3, "Three")]
    document = shelf.put("Mixed", pages)
    panel.show_page(document.id, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 1))
    view = panel.frame.view
    narrow = view.zoom
    assert seen(panel).center().x() == pytest.approx(
        view.layout_of_pages().rect(1).center().x(), abs=2
    )
    view.go_to_page(2)
    assert view.zoom == pytest.approx(narrow / 2, rel=0.02)
    view.go_to_page(3)
    assert view.zoom == pytest.approx(narrow, rel=0.02)


def test_words_at_the_edge_of_a_zoomed_page_are_brought_into_view(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite
) -> None:
    panel.frame.view.set_zoom(3.0)
    citation = cite()
    last = citation.boxes[0]
    panel.show_citation(cite(boxes=(last,)), 0, 1)
    qtbot.waitUntil(lambda: bool(words_in_scene(panel, 14)))
    [words] = words_in_scene(panel, 14)
    assert seen(panel).left() <= words.left() <= seen(panel).right()
    assert seen(panel).top() <= words.top() <= seen(panel).bottom()


def test_nothing_is_drawn_while_it_is_hidden(
    qtbot: QtBot, view: PageView, panel: ViewerPanel, renderer: PaintedPages
) -> None:
    qtbot.waitUntil(lambda: has_picture(panel, 15))
    panel.hide()
    drawn = len(renderer.drawn)
    view.go_to_page(40)
    assert len(renderer.drawn) == drawn
    panel.show()
    qtbot.waitUntil(lambda: has_picture(panel, 40))

"""The viewer: from what is asked for to what is seen."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.answer import Citation
from app.core.domain.document import Document
from app.core.domain.evidence import Passage
from app.core.domain.page import PageSize
from app.gui.common.theme import Theme
from app.gui.viewer.frame import ViewerState
from app.gui.viewer.panel import ViewerPanel
from tests.gui.viewer.looking import (
    field_text,
    has_picture,
    passage_in_scene,
    seen,
    words_in_scene,
)
from tests.viewed_documents import PaintedPages, Shelf, page_text

Cite = Callable[..., Citation]


def test_empty(panel: ViewerPanel) -> None:
    frame = panel.frame
    assert frame.state is ViewerState.EMPTY
    assert frame.header.title() == "Page"
    assert not frame.navigation.isVisible()
    assert not frame.citation_bar.isVisible()
    assert not frame.find_button.isVisible()
    assert not frame.open_button.isVisible()
    assert frame.close_button.isVisible()


def test_page(qtbot: QtBot, panel: ViewerPanel, handbook: Document, renderer: PaintedPages) -> None:
    panel.show_page(handbook.id, 14)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    assert panel.frame.state is ViewerState.PAGES
    assert panel.frame.header.title() == "Employee Handbook 2026"
    assert field_text(panel) == "14"
    assert not panel.frame.citation_bar.isVisible()
    view = panel.frame.view
    assert view.page == 14
    assert seen(panel).contains(view.layout_of_pages().rect(14).topLeft())
    assert renderer.drawn[0] == (14, round(view.zoom * panel.devicePixelRatio(), 4))


def test_citation(qtbot: QtBot, panel: ViewerPanel, cite: Cite) -> None:
    citation = cite()
    panel.show_citation(citation, 0, 3)
    assert panel.frame.header.title() == "Employee Handbook 2026"  # known before it is open
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    layout = panel.frame.view.layout_of_pages()
    words = words_in_scene(panel, 14)
    assert words == [layout.in_scene(box) for box in citation.boxes]
    assert len(words) == 2
    assert len(passage_in_scene(panel, 14)) == 4
    assert all(seen(panel).contains(rect) for rect in words)
    assert panel.frame.citation_bar.texts() == (
        f"[chunk:{citation.chunk_id}]  p.\u00a014 (label 12)",
        "6 Annual leave › 6.3 Carry-over of unused leave",
        "Citation 1 of 3",
    )


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("zoom", [0.5, 2.0])
def test_marks_lie_right_on_turned_pages(
    qtbot: QtBot,
    panel: ViewerPanel,
    shelf: Shelf,
    renderer: PaintedPages,
    rotation: int,
    zoom: float,
) -> None:
    size = PageSize(595.0, 842.0, rotation)
    renderer.size = size
    document = shelf.handbook(size=size)
    citation = shelf.citation(document)
    panel.show_citation(citation, 0, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    panel.frame.view.set_zoom(zoom)
    panel.show_citation(citation, 0, 1)
    qtbot.waitUntil(lambda: all(seen(panel).intersects(r) for r in words_in_scene(panel, 14)))
    # An independent way to the same place: turn the sheet, then move its corner back.
    turn = QTransform().rotate(rotation)
    corner = turn.mapRect(QRectF(0, 0, 595, 842)).topLeft()
    paper = panel.frame.view.layout_of_pages().rect(14)
    words = words_in_scene(panel, 14)
    assert len(words) == len(citation.boxes)
    for rect, box in zip(words, citation.boxes, strict=True):
        turned = turn.mapRect(QRectF(QPointF(box.x0, box.y0), QPointF(box.x1, box.y1)))
        turned.translate(-corner)
        expected = QRectF(turned.topLeft() * zoom, turned.size() * zoom)
        expected.translate(paper.topLeft())
        assert rect.topLeft().x() == pytest.approx(expected.x(), abs=0.01)
        assert rect.topLeft().y() == pytest.approx(expected.y(), abs=0.01)
        assert rect.width() == pytest.approx(expected.width(), abs=0.01)
        assert paper.contains(rect)


def test_the_next_citation_of_the_same_document(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite, library: SqliteLibrary
) -> None:
    first = cite()
    panel.show_citation(first, 0, 2)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    page = library.page(first.document_id, 20)
    assert page is not None
    second = cite(page=20, label="18", boxes=page.boxes(0, 9), passage_boxes=page.boxes(0, 30))
    panel.show_citation(second, 1, 2)
    qtbot.waitUntil(lambda: bool(words_in_scene(panel, 20)))
    qtbot.waitUntil(lambda: seen(panel).contains(words_in_scene(panel, 20)[0]))
    assert field_text(panel) == "20"
    assert panel.frame.citation_bar.texts()[2] == "Citation 2 of 2"


def test_words_that_are_seen_already_stay_where_they_are(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite
) -> None:
    panel.show_citation(cite(), 0, 2)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    bar = panel.frame.view.verticalScrollBar()
    bar.setValue(bar.value() - 60)
    before = bar.value()
    with qtbot.waitSignal(panel._worker.opened):
        panel.show_citation(cite(), 1, 2)
    qtbot.waitUntil(lambda: panel.frame.citation_bar.texts()[2] == "Citation 2 of 2")
    assert bar.value() == before


def test_without_motion_it_is_there_at_once(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.show_page(cite().document_id, 40)
    qtbot.waitUntil(lambda: has_picture(panel, 40))
    monkeypatch.setattr(Theme, "reduced_motion", property(lambda theme: True))
    places: list[int] = []
    panel.frame.view.verticalScrollBar().valueChanged.connect(places.append)
    with qtbot.waitSignal(panel._worker.opened):
        panel.show_citation(cite(), 0, 1)
    qtbot.waitUntil(lambda: bool(words_in_scene(panel, 14)))
    assert seen(panel).contains(words_in_scene(panel, 14)[0])
    assert len(places) == 1
    mark = panel.frame.view.pages_scene().citation_mark(14)
    assert mark is not None
    assert mark.opacity() == 1.0


def test_with_motion_marks_fade_in(qtbot: QtBot, panel: ViewerPanel, cite: Cite) -> None:
    scene = panel.frame.view.pages_scene()
    panel.show_citation(cite(), 0, 1)
    qtbot.waitUntil(lambda: scene.citation_mark(14) is not None)
    first = scene.citation_mark(14)
    assert first is not None
    assert first.opacity() < 1.0

    def strong() -> bool:
        mark = scene.citation_mark(14)
        return mark is not None and mark.opacity() == 1.0

    qtbot.waitUntil(strong)


@pytest.fixture
def passage(cite: Cite, library: SqliteLibrary) -> Passage:
    """The handbook's passage as a search finds it, two words of it matching."""
    citation = cite()
    chunk = library.chunks([citation.chunk_id])[citation.chunk_id]
    page = library.page(chunk.document_id, 14)
    assert page is not None
    places = [chunk.text.index(word) for word in ("carry", "unused")]
    return Passage(
        chunk=chunk,
        document_title=citation.document,
        path=citation.path,
        page=14,
        label="12",
        boxes=citation.passage_boxes,
        similarity=0.5,
        lexical_rank=1,
        dense_rank=1,
        terms=("carry", "unused"),
        word_boxes=tuple(box for at in places for box in page.boxes(at, at + 5)),
    )


def test_a_passage(qtbot: QtBot, panel: ViewerPanel, passage: Passage) -> None:
    panel.show_passage(passage)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    assert len(words_in_scene(panel, 14)) == 2
    assert len(passage_in_scene(panel, 14)) == 4
    where, heading, position = panel.frame.citation_bar.texts()
    assert where.startswith(f"[chunk:{passage.chunk.id}]")
    assert heading.startswith("6 Annual leave")
    assert position == ""


def test_a_passage_of_a_search_leads_to_the_others(
    qtbot: QtBot, panel: ViewerPanel, passage: Passage, cite: Cite
) -> None:
    panel.show_passage(passage, 2, 9)
    bar = panel.frame.citation_bar
    assert bar.texts()[2] == "Passage 3 of 9"
    assert bar.next_button().accessibleName() == "Next passage"
    with qtbot.waitSignal(panel.next_citation):
        bar.next_button().click()
    panel.show_citation(cite(), 0, 3)
    assert bar.texts()[2] == "Citation 1 of 3"
    assert bar.next_button().accessibleName() == "Next citation"
    qtbot.waitUntil(lambda: has_picture(panel, 14))


def test_a_long_heading_takes_no_room_from_the_next_passage(
    qtbot: QtBot, panel: ViewerPanel, passage: Passage
) -> None:
    long = dataclasses.replace(passage.chunk, heading_path=("A heading path of many words " * 9,))
    bare = dataclasses.replace(passage.chunk, heading_path=())
    panel.show_passage(dataclasses.replace(passage, chunk=long), 0, 9)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    panel.show_passage(dataclasses.replace(passage, chunk=bare), 1, 9)
    assert panel.frame.citation_bar.texts()[2] == "Passage 2 of 9"
    qtbot.waitUntil(lambda: has_picture(panel, 14))


def test_a_passage_without_matching_words_is_marked_whole(
    qtbot: QtBot, panel: ViewerPanel, passage: Passage
) -> None:
    panel.show_passage(dataclasses.replace(passage, word_boxes=()))
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    assert words_in_scene(panel, 14) == []
    assert seen(panel).contains(passage_in_scene(panel, 14)[0])


def test_a_quote_that_was_not_found_is_told(qtbot: QtBot, panel: ViewerPanel, cite: Cite) -> None:
    panel.show_citation(cite(verified=False, boxes=()), 0, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    assert "not found" in panel.frame.citation_bar.texts()[1]
    assert seen(panel).contains(passage_in_scene(panel, 14)[0])


def test_only_what_was_asked_for_last_is_shown(
    qtbot: QtBot, panel: ViewerPanel, handbook: Document, shelf: Shelf
) -> None:
    other = shelf.put("Other", [page_text(1, "One"), page_text(2, "Two")])
    titles: list[str] = []
    panel.frame.view.page_changed.connect(lambda page: titles.append(panel.frame.header.title()))
    panel.show_page(handbook.id, 3)
    panel.show_page(other.id, 2)
    qtbot.waitUntil(lambda: has_picture(panel, 2))
    assert panel.frame.header.title() == "Other"
    assert set(titles) == {"Other"}


def test_another_document_leaves_nothing_of_the_first(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite, shelf: Shelf, renderer: PaintedPages
) -> None:
    panel.show_citation(cite(), 0, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    other = shelf.put("Other", [page_text(n, "Text") for n in range(1, 20)])
    renderer.hold()
    panel.show_page(other.id, 14)
    assert panel.frame.state is ViewerState.WAITING
    qtbot.waitUntil(lambda: panel.frame.state is ViewerState.PAGES)
    assert not has_picture(panel, 14)
    assert panel.frame.view.pages_scene().citation_mark(14) is None
    renderer.let_go()
    qtbot.waitUntil(lambda: has_picture(panel, 14))


def test_a_document_that_was_read_again_is_laid_out_anew(
    qtbot: QtBot, panel: ViewerPanel, shelf: Shelf
) -> None:
    document = shelf.put("Guide", [page_text(1, "One")])
    panel.show_page(document.id, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 1))
    shelf.put("Guide", [page_text(1, "Other"), page_text(2, "Two")])
    panel.show_page(document.id, 2)
    qtbot.waitUntil(lambda: has_picture(panel, 2))
    assert panel.frame.view.page_count == 2


def test_clear(qtbot: QtBot, panel: ViewerPanel, cite: Cite) -> None:
    panel.show_citation(cite(), 0, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    panel.clear()
    test_empty(panel)
    assert panel.frame.view.page_count == 0


def test_a_page_beyond_the_end_is_the_last_one(
    qtbot: QtBot, panel: ViewerPanel, handbook: Document
) -> None:
    panel.show_page(handbook.id, 999)
    qtbot.waitUntil(lambda: has_picture(panel, 64))
    assert field_text(panel) == "64"


def test_the_window_is_told_what_the_user_wants(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite
) -> None:
    citation = cite()
    panel.show_citation(citation, 1, 3)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    with qtbot.waitSignal(panel.open_externally) as opened:
        panel.frame.open_button.click()
    assert opened.args == [citation.path]
    with qtbot.waitSignal(panel.close_requested):
        panel.frame.close_button.click()
    bar = panel.frame.citation_bar
    with qtbot.waitSignal(panel.next_citation):
        bar.next_button().click()
    with qtbot.waitSignal(panel.previous_citation):
        bar.previous_button().click()


def test_a_single_citation_has_no_next(qtbot: QtBot, panel: ViewerPanel, cite: Cite) -> None:
    panel.show_citation(cite(), 0, 1)
    assert not panel.frame.citation_bar.next_button().isEnabled()
    panel.show_citation(cite(), 0, 2)
    assert panel.frame.citation_bar.next_button().isEnabled()


def test_the_focus_stays_where_it_is(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite, shelf: Shelf
) -> None:
    field = QLineEdit(panel)
    field.show()
    field.setFocus()
    other = shelf.put("Other", [page_text(1, "One")])
    panel.show_citation(cite(), 0, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    panel.show_page(other.id, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 1))
    panel.clear()
    assert field.hasFocus()


def test_a_long_document_stays_light(
    qtbot: QtBot, panel: ViewerPanel, shelf: Shelf, renderer: PaintedPages
) -> None:
    document = shelf.put("Long", [page_text(number, "Text") for number in range(1, 1001)])
    panel.show_page(document.id, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 1))
    view = panel.frame.view
    bar = view.verticalScrollBar()
    renderer.hold()
    for step in range(1, 201):
        bar.setValue(bar.maximum() * step // 200)
    assert view.page == 1000
    assert len(view.pages_scene().items()) < 12
    renderer.let_go()
    qtbot.waitUntil(lambda: has_picture(panel, 1000))
    # Those of the beginning, perhaps one that was under way, and those of the end.
    assert len(renderer.drawn) <= 10

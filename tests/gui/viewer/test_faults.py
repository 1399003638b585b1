"""What went wrong is told beside its cause, with one way on, and nothing else is shown."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.core.domain.answer import Citation
from app.core.domain.document import Document, DocumentStatus, FileState
from app.core.errors import NotFound, PageLocked, PageUnavailable, PinciteError, WorkerTimeout
from app.gui.common.notice import NoticeKind
from app.gui.viewer.faults import WayOn, told
from app.gui.viewer.frame import ViewerState
from app.gui.viewer.panel import ViewerPanel
from app.services.passwords import Passwords
from app.services.viewing import FILE_CHANGED, FILE_MISSING, PASSAGE_GONE
from tests.gui.viewer.looking import has_picture
from tests.viewed_documents import PaintedPages, Shelf, StatedFiles

Cite = Callable[..., Citation]


@pytest.fixture(autouse=True)
def _faults_are_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with caplog.at_level(logging.WARNING):
        yield


@pytest.mark.parametrize(
    ("error", "kind", "way_on", "whole"),
    [
        (PageUnavailable("It changed. So.", code=FILE_CHANGED), "warn", WayOn.READ_AGAIN, True),
        (PageUnavailable("It went. So.", code=FILE_MISSING), "warn", WayOn.TRY_AGAIN, True),
        (PageUnavailable("Gone. So.", code=PASSAGE_GONE), "warn", WayOn.OPEN_DOCUMENT, True),
        (NotFound("Removed. So."), "warn", WayOn.CLOSE, True),
        (PageLocked("Locked. So."), "warn", WayOn.UNLOCK, True),
        (PageUnavailable("Not drawn. So."), "error", WayOn.TRY_AGAIN, False),
        (WorkerTimeout("It took too long."), "error", WayOn.TRY_AGAIN, False),
    ],
)
def test_told(error: PinciteError, kind: str, way_on: WayOn, whole: bool) -> None:
    fault = told(error)
    assert (fault.kind, fault.way_on, fault.whole) == (NoticeKind(kind), way_on, whole)
    assert f"{fault.title} {fault.sentence}".strip() == error.message
    assert fault.title.endswith(".")
    assert fault.button


def notice_text(panel: ViewerPanel) -> str:
    return panel.frame.notice.text() if panel.frame.notice.isVisible() else ""


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (FileState.CHANGED, "The file was changed since it was read."),
        (FileState.MISSING, "The file was moved or deleted since it was read."),
    ],
)
def test_a_citation_of_a_changed_or_missing_file_says_so(
    qtbot: QtBot,
    panel: ViewerPanel,
    cite: Cite,
    states: StatedFiles,
    renderer: PaintedPages,
    state: FileState,
    words: str,
) -> None:
    citation = cite()
    states.stated[citation.document_id] = state
    panel.show_citation(citation, 0, 1)
    qtbot.waitUntil(lambda: notice_text(panel).startswith(words))
    assert panel.frame.state is ViewerState.WAITING
    assert panel.frame.view.page_count == 0
    assert renderer.drawn == []
    assert panel.frame.citation_bar.isVisible()


def test_a_missing_file_that_is_back_is_shown(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite, states: StatedFiles
) -> None:
    citation = cite()
    states.stated[citation.document_id] = FileState.MISSING
    panel.show_citation(citation, 0, 1)
    qtbot.waitUntil(lambda: bool(notice_text(panel)))
    states.stated.clear()
    panel.frame.notice.button().click()
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    assert notice_text(panel) == ""
    assert panel.frame.view.pages_scene().citation_mark(14) is not None


def test_a_changed_file_can_be_read_again(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite, states: StatedFiles
) -> None:
    citation = cite()
    states.stated[citation.document_id] = FileState.CHANGED
    panel.show_citation(citation, 0, 1)
    qtbot.waitUntil(lambda: bool(notice_text(panel)))
    with qtbot.waitSignal(panel.read_again) as asked:
        panel.frame.notice.button().click()
    assert asked.args == [citation.path]


def test_a_file_that_changes_while_it_is_looked_at_is_not_shown_any_more(
    qtbot: QtBot, panel: ViewerPanel, handbook: Document, states: StatedFiles
) -> None:
    panel.show_page(handbook.id, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 2))
    states.stated[handbook.id] = FileState.CHANGED
    panel.frame.view.go_to_page(30)
    qtbot.waitUntil(lambda: "was changed" in notice_text(panel))
    assert panel.frame.state is ViewerState.WAITING
    assert panel.frame.view.page_count == 0


def test_a_passage_that_is_gone_is_not_marked_elsewhere(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite, shelf: Shelf
) -> None:
    citation = cite()
    shelf.handbook()  # read again
    panel.show_citation(citation, 0, 1)
    qtbot.waitUntil(lambda: "was read again" in notice_text(panel))
    assert panel.frame.state is ViewerState.WAITING
    assert not panel.frame.open_button.isVisible()
    panel.frame.notice.button().click()
    qtbot.waitUntil(lambda: has_picture(panel, 1))
    assert panel.frame.open_button.isVisible()
    assert notice_text(panel) == ""
    assert not panel.frame.citation_bar.isVisible()


def test_a_removed_document(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite, shelf: Shelf, handbook: Document
) -> None:
    citation = cite()
    shelf.remove(handbook)
    panel.show_citation(citation, 0, 1)
    qtbot.waitUntil(lambda: "not in the library" in notice_text(panel))
    # Another file may lie by now where the cited one lay.
    assert not panel.frame.open_button.isVisible()
    with qtbot.waitSignal(panel.close_requested):
        panel.frame.notice.button().click()


def test_a_document_without_pages_says_why(qtbot: QtBot, panel: ViewerPanel, shelf: Shelf) -> None:
    document = shelf.put(
        "Locked",
        [],
        status=DocumentStatus.NEEDS_PASSWORD,
        status_text="It needs a password. Unlock it to read it.",
    )
    panel.show_page(document.id, 1)
    qtbot.waitUntil(lambda: notice_text(panel) == document.status_text)
    assert panel.frame.state is ViewerState.WAITING


def test_a_locked_file_asks_for_its_password(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite, renderer: PaintedPages, passwords: Passwords
) -> None:
    citation = cite()
    renderer.locked[citation.path] = "right"
    panel.show_citation(citation, 0, 1)
    qtbot.waitUntil(lambda: notice_text(panel).startswith("The file is protected"))
    assert panel.frame.view.page_count == 0
    with qtbot.waitSignal(panel.password_requested) as asked:
        panel.frame.notice.button().click()
    assert asked.args == [citation.document_id]
    passwords.offer("right")
    panel.try_locked_again()
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    assert panel.frame.view.pages_scene().citation_mark(14) is not None
    drawn = len(renderer.drawn)
    panel.try_locked_again()  # nothing waits for a password any more
    assert panel.frame.state is ViewerState.PAGES
    assert len(renderer.drawn) == drawn


def test_a_page_that_cannot_be_drawn_leaves_the_others(
    qtbot: QtBot, panel: ViewerPanel, handbook: Document, renderer: PaintedPages
) -> None:
    renderer.faults[1] = PageUnavailable("The page cannot be drawn. Its text is kept.")
    panel.show_page(handbook.id, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 2))
    qtbot.waitUntil(lambda: notice_text(panel).startswith("The page cannot be drawn."))
    assert panel.frame.state is ViewerState.PAGES
    assert not has_picture(panel, 1)
    tried = len(renderer.drawn)
    panel.frame.view.verticalScrollBar().setValue(5)  # does not ask for it again
    renderer.faults.clear()
    panel.frame.notice.button().click()
    qtbot.waitUntil(lambda: has_picture(panel, 1))
    assert notice_text(panel) == ""
    assert len(renderer.drawn) > tried


def test_a_fault_of_another_document_is_not_told(
    qtbot: QtBot, panel: ViewerPanel, handbook: Document, shelf: Shelf, renderer: PaintedPages
) -> None:
    other = shelf.put("Other", shelf.pages("Text", 3))
    renderer.faults[14] = PageUnavailable("The page cannot be drawn.")
    renderer.hold()
    panel.show_page(handbook.id, 14)
    qtbot.waitUntil(renderer.waiting.is_set)
    panel.show_page(other.id, 1)
    renderer.let_go()
    qtbot.waitUntil(lambda: has_picture(panel, 1))
    assert notice_text(panel) == ""


def test_the_next_request_ends_the_notice(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite, states: StatedFiles, shelf: Shelf
) -> None:
    citation = cite()
    states.stated[citation.document_id] = FileState.MISSING
    panel.show_citation(citation, 0, 1)
    qtbot.waitUntil(lambda: bool(notice_text(panel)))
    other = shelf.put("Other", shelf.pages("Text", 3))
    panel.show_page(other.id, 1)
    assert notice_text(panel) == ""

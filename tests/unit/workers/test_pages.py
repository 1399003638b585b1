"""The page worker: what is asked for comes back with its question, and stale work is not done."""

from __future__ import annotations

import dataclasses
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, FileState
from app.core.errors import PageUnavailable
from app.services import viewing
from app.services.passwords import Passwords
from app.services.viewing import CitationState, FoundText, ViewingService
from app.workers.pages import (
    DrawnPage,
    FoundInDocument,
    PageFault,
    PageRequest,
    PageWorker,
    TextOfPage,
)
from tests.viewed_documents import PaintedPages, Shelf, StatedFiles


class Heard(QObject):
    """Keeps what a worker reports, and in which thread it arrives."""

    def __init__(self, worker: PageWorker) -> None:
        super().__init__()
        self.reports: list[object] = []
        self.threads: set[QThread] = set()
        for signal in (worker.opened, worker.rendered, worker.found, worker.text_ready):
            signal.connect(self.hear)
        worker.failed.connect(self.hear)

    def hear(self, report: object) -> None:
        self.reports.append(report)
        self.threads.add(QThread.currentThread())

    def pages(self) -> list[tuple[int, float]]:
        return [(r.page, r.scale) for r in self.reports if isinstance(r, DrawnPage)]

    def faults(self) -> list[PageFault]:
        return [r for r in self.reports if isinstance(r, PageFault)]


class SlowSearch(ViewingService):
    """A viewing service whose searches wait until they are let go or cancelled."""

    def __init__(self, *ports: object) -> None:
        super().__init__(*ports)  # type: ignore[arg-type]
        self.begun = threading.Event()
        self.go_on = threading.Event()

    def find(
        self, document_id: int, text: str, *, cancel: CancelToken | None = None
    ) -> tuple[FoundText, ...]:
        self.begun.set()
        while not self.go_on.is_set():
            assert cancel is not None
            cancel.wait(0.005)
            cancel.raise_if_cancelled()
        return super().find(document_id, text, cancel=cancel)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SqliteLibrary]:
    library = SqliteLibrary(Database(tmp_path / "library.db"))
    yield library
    library.close()


@pytest.fixture
def handbook(library: SqliteLibrary, tmp_path: Path) -> Document:
    return Shelf(library, tmp_path).handbook()


@pytest.fixture
def renderer() -> PaintedPages:
    return PaintedPages()


@pytest.fixture
def states() -> StatedFiles:
    return StatedFiles()


@pytest.fixture
def service(library: SqliteLibrary, renderer: PaintedPages, states: StatedFiles) -> SlowSearch:
    service = SlowSearch(library, renderer, states, Passwords())
    service.go_on.set()
    return service


@pytest.fixture
def worker(qapp: QApplication, service: SlowSearch, renderer: PaintedPages) -> Iterator[PageWorker]:
    worker = PageWorker(service)
    yield worker
    renderer.let_go()
    worker.close()


@pytest.fixture
def heard(worker: PageWorker) -> Heard:
    return Heard(worker)


Until = Callable[[Callable[[], bool]], None]


@pytest.fixture
def until(qtbot: QtBot) -> Until:
    def wait(condition: Callable[[], bool]) -> None:
        qtbot.waitUntil(condition, timeout=10_000)

    return wait


def test_answers_carry_what_was_asked(
    worker: PageWorker, heard: Heard, handbook: Document, until: Until
) -> None:
    worker.open_document(handbook.id)
    worker.render(handbook.id, 3, 0.5)
    worker.find(handbook.id, "page 2.")
    worker.page_text(handbook.id, 2)
    until(lambda: len(heard.reports) == 4)
    kinds = {type(report).__name__: report for report in heard.reports}
    assert set(kinds) == {"ViewedDocument", "DrawnPage", "FoundInDocument", "TextOfPage"}
    drawn = kinds["DrawnPage"]
    assert isinstance(drawn, DrawnPage)
    assert (drawn.document_id, drawn.page, drawn.scale) == (handbook.id, 3, 0.5)
    found = kinds["FoundInDocument"]
    assert isinstance(found, FoundInDocument)
    assert (found.document_id, found.text, found.matches[0].page) == (handbook.id, "page 2.", 2)
    assert kinds["TextOfPage"] == TextOfPage(handbook.id, 2, "Page 2.")
    assert heard.threads == {worker.thread()}


def test_pages_that_nobody_waits_for_are_not_drawn(
    worker: PageWorker, heard: Heard, handbook: Document, renderer: PaintedPages, until: Until
) -> None:
    renderer.hold()
    worker.render(handbook.id, 1, 1.0)
    assert renderer.waiting.wait(10)
    for page in range(2, 40):
        worker.render(handbook.id, page, 1.0)
    worker.drop_renders()
    worker.render(handbook.id, 50, 1.0)
    worker.render(handbook.id, 49, 1.0)
    renderer.let_go()
    until(lambda: len(heard.pages()) == 3)
    assert renderer.drawn == [(1, 1.0), (50, 1.0), (49, 1.0)]
    assert heard.pages() == renderer.drawn


def test_a_page_under_way_is_not_drawn_twice(
    worker: PageWorker, heard: Heard, handbook: Document, renderer: PaintedPages, until: Until
) -> None:
    renderer.hold()
    worker.render(handbook.id, 1, 1.0)
    assert renderer.waiting.wait(10)
    worker.drop_renders()
    worker.render(handbook.id, 1, 1.0)
    worker.render(handbook.id, 2, 1.0)
    worker.render(handbook.id, 2, 1.0)
    renderer.let_go()
    worker.page_text(handbook.id, 1)
    until(lambda: len(heard.pages()) == 2)
    worker.render(handbook.id, 1, 1.0)  # now it has come, and is drawn anew
    until(lambda: len(heard.pages()) == 3)
    assert renderer.drawn == [(1, 1.0), (2, 1.0), (1, 1.0)]


def test_a_page_of_an_older_reading_is_not_heard_of(
    worker: PageWorker, heard: Heard, handbook: Document, renderer: PaintedPages, until: Until
) -> None:
    renderer.hold()
    worker.render(handbook.id, 1, 1.0)
    assert renderer.waiting.wait(10)
    worker.drop_renders(under_way=True)
    worker.render(handbook.id, 1, 1.0)
    worker.render(handbook.id, 2, 1.0)
    renderer.let_go()
    until(lambda: len(heard.pages()) == 2)
    assert [page for page, _ in heard.pages()] == [1, 2]
    assert renderer.drawn == [(1, 1.0), (1, 1.0), (2, 1.0)]


def test_another_scale_is_another_picture(
    worker: PageWorker, heard: Heard, handbook: Document, until: Until
) -> None:
    worker.render(handbook.id, 1, 1.0)
    worker.render(handbook.id, 1, 2.0)
    until(lambda: len(heard.pages()) == 2)
    assert heard.pages() == [(1, 1.0), (1, 2.0)]


def test_a_newer_search_takes_the_place_of_an_older_one(
    worker: PageWorker, heard: Heard, handbook: Document, service: SlowSearch, until: Until
) -> None:
    service.go_on.clear()
    worker.find(handbook.id, "pa")
    assert service.begun.wait(10)
    worker.find(handbook.id, "pag")
    worker.find(handbook.id, "page 3.")
    service.go_on.set()
    until(lambda: bool(heard.reports))
    assert [r.text for r in heard.reports if isinstance(r, FoundInDocument)] == ["page 3."]


def test_a_search_delays_nothing_else(
    worker: PageWorker, heard: Heard, handbook: Document, service: SlowSearch, until: Until
) -> None:
    service.go_on.clear()
    worker.find(handbook.id, "page")
    assert service.begun.wait(10)
    worker.open_document(handbook.id)
    worker.render(handbook.id, 1, 1.0)
    until(lambda: len(heard.reports) == 2)
    assert not any(isinstance(report, FoundInDocument) for report in heard.reports)


def test_faults_name_what_was_asked(
    worker: PageWorker,
    heard: Heard,
    handbook: Document,
    states: StatedFiles,
    until: Until,
    caplog: pytest.LogCaptureFixture,
) -> None:
    states.stated[handbook.id] = FileState.CHANGED
    with caplog.at_level(logging.WARNING):
        worker.render(handbook.id, 5, 1.0)
        until(lambda: len(heard.faults()) == 1)
        worker.open_document(99)
        until(lambda: len(heard.faults()) == 2)
    first, second = heard.faults()
    assert (first.request, first.document_id, first.page) == (PageRequest.RENDER, handbook.id, 5)
    assert first.error.code == viewing.FILE_CHANGED
    assert (second.request, second.document_id, second.page) == (PageRequest.OPEN, 99, None)
    assert "Employee" not in caplog.text


def test_after_a_fault_a_page_can_be_asked_for_again(
    worker: PageWorker,
    heard: Heard,
    handbook: Document,
    renderer: PaintedPages,
    until: Until,
    caplog: pytest.LogCaptureFixture,
) -> None:
    renderer.faults[1] = PageUnavailable("The page cannot be drawn.")
    with caplog.at_level(logging.WARNING):
        worker.render(handbook.id, 1, 1.0)
        until(lambda: len(heard.faults()) == 1)
    renderer.faults.clear()
    worker.render(handbook.id, 1, 1.0)
    until(lambda: len(heard.pages()) == 1)


def test_nothing_is_heard_of_what_was_dropped_though_it_fails(
    worker: PageWorker,
    heard: Heard,
    handbook: Document,
    until: Until,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):  # it may have begun before it was dropped
        worker.open_document(99)
        worker.open_document(handbook.id)
        until(lambda: bool(heard.reports))
    assert heard.faults() == []


def test_close_while_pages_wait(
    worker: PageWorker, heard: Heard, handbook: Document, renderer: PaintedPages
) -> None:
    renderer.hold()
    for page in range(1, 30):
        worker.render(handbook.id, page, 1.0)
    assert renderer.waiting.wait(10)
    renderer.let_go()
    worker.close()
    assert heard.reports == []


def test_citations_are_checked_and_only_the_newest_check_is_heard_of(
    library: SqliteLibrary,
    handbook: Document,
    worker: PageWorker,
    states: StatedFiles,
    tmp_path: Path,
    until: Until,
) -> None:
    told: list[object] = []
    worker.checked.connect(told.append)
    citation = Shelf(library, tmp_path).citation(handbook)
    gone = dataclasses.replace(citation, chunk_id=citation.chunk_id + 1)
    states.stated[handbook.id] = FileState.MISSING
    worker.check([citation])
    worker.check([citation, gone])
    until(lambda: bool(told))
    assert told == [
        {citation: CitationState.FILE_MISSING, gone: CitationState.READ_AGAIN},
    ]

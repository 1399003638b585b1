"""Opens, draws and searches documents off the window's thread.

Three lanes, so that neither a long search nor a slow page delays what the user asks for next.
Requests are answered by signals that carry what was asked for. A newer request of the same kind
takes the place of an older one, and what nobody waits for any more is not done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.core.domain.answer import Citation
from app.core.domain.cancel import CancelToken
from app.core.errors import PinciteError
from app.core.ports import RenderedPage
from app.services.viewing import FoundText, ViewingService
from app.workers.lane import Lane, Task


class PageRequest(StrEnum):
    """What was asked for."""

    OPEN = "open"
    RENDER = "render"
    FIND = "find"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A page as a picture. `scale` is the one that was asked for; the picture states its own."""

    document_id: int
    page: int
    scale: float
    picture: RenderedPage


@dataclass(frozen=True, slots=True)
class FoundInDocument:
    """All matches of `text` in a document, in reading order."""

    document_id: int
    text: str
    matches: tuple[FoundText, ...]


@dataclass(frozen=True, slots=True)
class TextOfPage:
    """A page's text as it was read."""

    document_id: int
    page: int
    text: str


@dataclass(frozen=True, slots=True)
class PageFault:
    """A request that failed. `page` is None where the whole document was asked for."""

    request: PageRequest
    document_id: int
    page: int | None
    error: PinciteError


class _Asked(QObject):
    """A task with what it was asked for. Nothing is reported of one that was dropped."""

    answered = Signal(object)
    faulted = Signal(object)
    over = Signal(object)

    def __init__(
        self,
        request: PageRequest,
        document_id: int,
        page: int | None,
        answer: Callable[[CancelToken], object],
    ) -> None:
        super().__init__()
        self.request = request
        self.document_id = document_id
        self.page = page
        self._answer = answer
        self._lock = Lock()
        self._begun = False
        self._dropped = False
        self._told = False
        self.task = Task(self._job)
        self.task.reported.connect(self._reported)
        self.task.failed.connect(self._failed)
        self.task.finished.connect(self._finished)

    @property
    def expected(self) -> bool:
        """Whether an answer or a fault will still be reported."""
        return not (self._dropped or self._told)

    def drop(self) -> None:
        """Take the request back, and stop it where it can be stopped."""
        self._dropped = True
        self.task.cancel()

    def drop_unless_begun(self) -> None:
        """Take the request back if its turn has not come: work that runs is not wasted."""
        with self._lock:
            if not self._begun:
                self._dropped = True

    def _job(self, cancel: CancelToken) -> Iterator[object]:
        with self._lock:
            if self._dropped:
                return
            self._begun = True
        yield self._answer(cancel)

    def _reported(self, answer: object) -> None:
        if self.expected:
            self._told = True
            self.answered.emit(answer)

    def _failed(self, error: PinciteError) -> None:
        if self.expected:
            self._told = True
            self.faulted.emit(PageFault(self.request, self.document_id, self.page, error))
        self.over.emit(self)

    def _finished(self) -> None:
        self.over.emit(self)


class PageWorker(QObject):
    """Answers what the viewer asks of a :class:`ViewingService`.

    The signals carry a ViewedDocument, DrawnPage, FoundInDocument, TextOfPage and PageFault;
    `checked` carries the CitationState of each Citation. Close it before the program ends.
    """

    opened = Signal(object)
    rendered = Signal(object)
    found = Signal(object)
    text_ready = Signal(object)
    checked = Signal(object)
    failed = Signal(object)

    def __init__(self, viewing: ViewingService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._viewing = viewing
        self._drawing = Lane("page drawing", self)
        self._reading = Lane("page reading", self)
        self._finding = Lane("page finding", self)
        # Kept until the last signal has arrived: Qt drops what is queued for a deleted object.
        self._asked: set[_Asked] = set()
        self._latest: dict[PageRequest, _Asked] = {}
        self._renders: dict[tuple[int, int, float], _Asked] = {}
        self._check: Task | None = None

    def open_document(self, document_id: int, chunk_id: int | None = None) -> None:
        """Ask for the document's layout, and whether a passage is in it still; `opened` follows,
        for the newest request only."""

        def answer(cancel: CancelToken) -> object:
            return self._viewing.open(document_id, chunk_id=chunk_id)

        asked = _Asked(PageRequest.OPEN, document_id, None, answer)
        asked.answered.connect(self.opened)
        self._replace(self._reading, asked)

    def render(self, document_id: int, page: int, scale: float) -> None:
        """Ask for a picture of a page at `scale` pixels per point; `rendered` follows, unless
        the request is dropped before its turn. Pages are drawn in the order they are asked for;
        asking again for what is on its way costs nothing."""
        key = (document_id, page, scale)
        under_way = self._renders.get(key)
        if under_way is not None and under_way.expected:
            return

        def answer(cancel: CancelToken) -> object:
            picture = self._viewing.render(document_id, page, scale)
            return DrawnPage(document_id, page, scale, picture)

        asked = _Asked(PageRequest.RENDER, document_id, page, answer)
        asked.answered.connect(self.rendered)
        self._renders[key] = asked
        self._submit(self._drawing, asked)

    def drop_renders(self, *, under_way: bool = False) -> None:
        """Forget the pages that were asked for and are not being drawn yet; with `under_way`,
        nothing is heard either of one that is, for it may be a page of an older reading."""
        for asked in self._renders.values():
            if under_way:
                asked.drop()
            else:
                asked.drop_unless_begun()
        self._renders = {key: asked for key, asked in self._renders.items() if asked.expected}

    def find(self, document_id: int, text: str) -> None:
        """Look for text in a document; `found` follows, for the newest request only."""

        def answer(cancel: CancelToken) -> object:
            matches = self._viewing.find(document_id, text, cancel=cancel)
            return FoundInDocument(document_id, text, matches)

        asked = _Asked(PageRequest.FIND, document_id, None, answer)
        asked.answered.connect(self.found)
        self._replace(self._finding, asked)

    def page_text(self, document_id: int, page: int) -> None:
        """Ask for a page's text; `text_ready` follows, for the newest request only."""

        def answer(cancel: CancelToken) -> object:
            return TextOfPage(document_id, page, self._viewing.page_text(document_id, page))

        asked = _Asked(PageRequest.TEXT, document_id, page, answer)
        asked.answered.connect(self.text_ready)
        self._replace(self._reading, asked)

    def check(self, citations: Sequence[Citation]) -> None:
        """Ask whether citations still lead to their words; `checked` follows, for the newest
        request only. In the lane of finding, since files may have to be read for it."""

        def job(cancel: CancelToken) -> Iterator[object]:
            states = self._viewing.citation_states(citations)
            yield dict(zip(citations, states, strict=True))

        if self._check is not None:
            self._check.cancel()
        task = self._check = Task(job)
        task.reported.connect(self._tell_checked)
        self._finding.submit(task)

    @Slot(object)
    def _tell_checked(self, states: object) -> None:
        if self.sender() is self._check:
            self.checked.emit(states)

    def close(self) -> None:
        """Stop what runs or waits, and join the threads. The service is not closed."""
        for asked in self._asked:
            asked.drop()
        self._drawing.close()
        self._reading.close()
        self._finding.close()

    def _replace(self, lane: Lane, asked: _Asked) -> None:
        older = self._latest.get(asked.request)
        if older is not None:
            older.drop()
        self._latest[asked.request] = asked
        self._submit(lane, asked)

    def _submit(self, lane: Lane, asked: _Asked) -> None:
        asked.faulted.connect(self.failed)
        # Queued, so that a request is not deleted in the middle of its own slot.
        asked.over.connect(self._forget, Qt.ConnectionType.QueuedConnection)
        self._asked.add(asked)
        lane.submit(asked.task)

    def _forget(self, asked: _Asked) -> None:
        self._asked.discard(asked)
        if self._latest.get(asked.request) is asked:
            del self._latest[asked.request]
        self._renders = {key: other for key, other in self._renders.items() if other is not asked}

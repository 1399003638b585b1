"""Reads scanned pages by OCR, in the background after everything else (I9).

Pages that show something which has no text wait in the library until OCR has looked at them, so
that any later run goes on where one was stopped or killed. Between two pages a run can be paused,
cancelled, made to wait for an answer, or sent off to read new files first. What was read of a long
document is stored again and again, so that it can be found little by little.

A page that has text of its own is not read, even where it shows a large picture too: its words
would be there twice.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace

from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, DocumentHead, DocumentStatus
from app.core.domain.page import OCR_GAVE_UP, PageKind, PageText
from app.core.errors import (
    Cancelled,
    ModelUnavailable,
    NotFound,
    PageLocked,
    PageUnavailable,
    StorageError,
)
from app.core.ports import OCR_SCALE, LibraryStore, OcrEngine, OcrFailed, RecognitionStore
from app.services.events import DocumentRecognised, IngestEvent, RecognitionProgress
from app.services.ingest_control import Scans
from app.services.ingest_run import IngestRun
from app.services.preferences import Preferences
from app.services.recognised_documents import RecognisedDocuments
from app.services.viewing import FILE_CHANGED, FILE_MISSING, ViewingService

log = logging.getLogger(__name__)

STORE_SECONDS = 20.0
"""What was read of a document is stored this often."""
STORE_SHARE = 0.1
"""But so seldom that storing takes no larger share of the time: a long document is cut anew each
time."""
TURN_SECONDS = 180.0
"""After so long, search by meaning is prepared for what was read so far."""


@dataclass(slots=True)
class _Batch:
    """Pages of a document that were looked at and are not stored yet."""

    document: Document
    head: DocumentHead
    pages: list[PageText] = field(default_factory=list)
    seconds: float = 0.0
    storing: float = 0.0
    """What storing took the last time."""

    @property
    def due(self) -> bool:
        """Whether it is time to store them."""
        return self.seconds >= max(STORE_SECONDS, self.storing / STORE_SHARE)


class RecognisingService:
    """Reads pages of the library by OCR. One run at a time, as `IngestService` has it; `request`
    may be called from any thread.

    Args:
        pages: Draws pages, in a process of its own, so that the viewer need not wait.
        missing: Why OCR cannot be had, as a sentence that says what to do; "" where it can.
    """

    def __init__(
        self,
        store: RecognitionStore,
        library: LibraryStore,
        documents: RecognisedDocuments,
        pages: ViewingService,
        engine: OcrEngine,
        missing: Callable[[], str],
        preferences: Preferences,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._library = library
        self._documents = documents
        self._pages = pages
        self._engine = engine
        self._missing = missing
        self._preferences = preferences
        self._clock = clock
        self._lock = threading.Lock()
        self._new: dict[int, None] = {}  # sets that keep their order
        self._requested: dict[int, None] = {}

    def request(self, document_ids: Sequence[int]) -> None:
        """Have these documents read before others by the next run, or the one that goes on: also
        where OCR is switched off, and pages on which it found nothing before as well."""
        with self._lock:
            self._new.update(dict.fromkeys(document_ids))

    @property
    def requested(self) -> bool:
        """Whether there are requests that no run has seen yet."""
        return bool(self._new)

    def forget(self) -> None:
        """Give up what was requested."""
        with self._lock:
            self._new.clear()
            self._requested.clear()

    def pending(self) -> bool:
        """Whether pages wait that can be read now, as far as that can be told at once."""
        wanted = self._new or self._requested or self._switched_on
        return bool(wanted) and not self._missing() and self._store.any_waiting()

    def read(self, run: IngestRun) -> Generator[IngestEvent, None, bool]:
        """Read pages that wait; return whether the run is to go on: search by meaning is to be
        prepared for what was read, or new files came.

        Raises:
            Cancelled: what was read until then is stored.
            StorageError: the library cannot be written; what was stored before is kept.
        """
        tally, looked = run.recognition, run.recognition.looked
        begun = self._clock()
        if run.scans is Scans.LEFT:
            return False
        while not run.inbox.waiting and self._clock() - begun < TURN_SECONDS:
            waiting = self._waiting(run)
            if not waiting or tally.note:
                break
            if fault := self._missing():
                tally.note = _note(sum(map(len, waiting.values())), fault)
                break
            document_id = next(iter(waiting))
            total = tally.looked + sum(map(len, waiting.values()))
            pages = waiting[document_id]
            yield from self._read_document(document_id, pages, total, begun + TURN_SECONDS, run)
        return tally.looked > looked or run.inbox.waiting

    # --- the queue --------------------------------------------------------------------------

    @property
    def _switched_on(self) -> bool:
        return self._preferences.current.library.ocr

    def _all_wanted(self, run: IngestRun) -> bool:
        """Whether pages are read that nobody asked for."""
        return run.scans is Scans.WAITING and self._switched_on

    def _waiting(self, run: IngestRun) -> dict[int, tuple[int, ...]]:
        """Pages to be read by document, requested ones first."""
        left = run.recognition.left
        with self._lock:
            new, self._new = list(self._new), {}
            self._requested = dict.fromkeys([*new, *self._requested])
        if new:
            self._store.look_again(new)
            left.difference_update(new)
        every = self._all_wanted(run)
        if not (self._requested or every):
            return {}
        waiting = {key: pages for key, pages in self._store.waiting().items() if key not in left}
        with self._lock:
            self._requested = {key: None for key in self._requested if key in waiting}
            first = dict(self._requested)
        others = [key for key in waiting if key not in first] if every else []
        return {key: waiting[key] for key in [*first, *others]}

    def _goes_on(self, document_id: int, run: IngestRun) -> bool:
        """Whether the next page of a document is still what is to be done next."""
        wanted = document_id in self._requested or self._all_wanted(run)
        return wanted and not run.inbox.waiting and not self._new

    # --- a document -------------------------------------------------------------------------

    def _read_document(
        self, document_id: int, numbers: Sequence[int], total: int, until: float, run: IngestRun
    ) -> Generator[IngestEvent, None, None]:
        """Read pages of a document, one at least, until a time of the clock."""
        tally = run.recognition
        yield from run.wait()
        document = self._library.document(document_id)
        head = None if document is None else self._documents.open(document, run.cancel)
        if document is None or head is None:
            tally.left.add(document_id)
            return
        batch = _Batch(document, head)
        yield RecognitionProgress(document, numbers[0], tally.looked, total, None)
        try:
            for number in numbers:
                yield from run.wait()
                if not self._goes_on(document_id, run) or not self._look(batch, number, run):
                    break
                left = tally.seconds_left(total - tally.looked)
                yield RecognitionProgress(document, number, tally.looked, total, left)
                if self._clock() >= until:
                    break
                if batch.due:
                    yield from run.wait()
                    yield from self._keep(batch, run)
            yield from run.wait()
            yield from self._keep(batch, run)
        except (Cancelled, GeneratorExit, KeyboardInterrupt):
            self._store_batch(batch, run)
            raise

    def _look(self, batch: _Batch, number: int, run: IngestRun) -> bool:
        """Look at a page; False where the rest of the document is left for another time."""
        tally, begun = run.recognition, self._clock()
        try:
            page = self._page(batch.document, number, run.cancel)
        except ModelUnavailable as error:
            tally.note = error.message
            return False
        if page is None:
            tally.left.add(batch.document.id)
            return False
        seconds = self._clock() - begun
        batch.pages.append(page)
        batch.seconds += seconds
        tally.seconds += seconds
        tally.looked += 1
        tally.read += page.kind is PageKind.TEXT
        return True

    def _keep(self, batch: _Batch, run: IngestRun) -> Generator[IngestEvent, None, None]:
        looked = len(batch.pages)
        read = sum(page.kind is PageKind.TEXT for page in batch.pages)
        stored = self._store_batch(batch, run)
        if stored is not None:
            yield DocumentRecognised(stored, looked, read)

    def _store_batch(self, batch: _Batch, run: IngestRun) -> Document | None:
        if not batch.pages:
            return None
        begun = self._clock()
        stored = self._documents.keep(batch.document, batch.head, batch.pages, batch.seconds)
        batch.pages, batch.seconds = [], 0.0
        batch.storing = self._clock() - begun
        if stored is None:
            run.recognition.left.add(batch.document.id)
        elif stored.status is DocumentStatus.INDEXED:
            run.attention.discard(stored.id)
        return stored

    # --- a page -----------------------------------------------------------------------------

    def _page(self, document: Document, number: int, cancel: CancelToken) -> PageText | None:
        """A page as OCR leaves it; None where it cannot be looked at now."""
        before = self._library.page(document.id, number)
        if before is None:
            return None
        try:
            picture = self._pages.render(document.id, number, OCR_SCALE)
            found = self._engine.read(picture, before.size, label=before.label, cancel=cancel)
        except (NotFound, PageLocked):
            return None
        except PageUnavailable as error:
            if error.code in (FILE_CHANGED, FILE_MISSING):
                return None
            return _given_up(before)
        except OcrFailed:
            return _given_up(before)
        except (Cancelled, ModelUnavailable, StorageError):
            raise
        except Exception as error:  # one bad page never stops the others
            log.error("looking at a page ended by a bug: %s", type(error).__name__)
            return _given_up(before)
        read = found.page if found.page.kind is PageKind.TEXT else before
        return replace(read, ocr_tried=True, ocr_unread_lines=found.unread_lines)


def _given_up(page: PageText) -> PageText:
    """A page that is not tried again by itself, since nothing could be had of it."""
    return replace(page, ocr_tried=True, ocr_unread_lines=OCR_GAVE_UP)


def _note(pages: int, fault: str) -> str:
    what = "1 page is a scan" if pages == 1 else f"{pages:,} pages are scans"
    return f"{what} without text. {fault}"

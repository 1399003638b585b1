"""The second step of ingest: read each file that is new or changed (text and words, then chunks),
and store it whole, so that its words can be searched at once. One bad file never stops others."""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Iterator
from datetime import UTC, datetime
from pathlib import Path

from app.core.chunking.chunker import chunk_pages
from app.core.domain.document import (
    Document,
    DocumentHead,
    DocumentStatus,
    FileStamp,
)
from app.core.domain.page import PageText
from app.core.errors import Cancelled, PinciteError, StorageError
from app.core.ports import (
    ExtractionFailed,
    FileSource,
    LibraryStore,
    NewDocument,
    TokenCounter,
)
from app.core.reading.state import classify
from app.core.reading.version import READING_VERSION
from app.services.embedding import ChunkEmbedding
from app.services.events import FileFailed, FileFinished, FileStarted, IngestEvent, PageRead
from app.services.filing import Filing
from app.services.ingest_planning import IngestPlanning
from app.services.ingest_run import IngestRun
from app.services.preferences import Preferences
from app.services.unlocking import UnlockingExtractor

log = logging.getLogger(__name__)


class IngestReading:
    """Reads the queue of a run into the library."""

    def __init__(
        self,
        files: FileSource,
        extractor: UnlockingExtractor,
        counter: TokenCounter,
        library: LibraryStore,
        embedding: ChunkEmbedding,
        planning: IngestPlanning,
        filing: Filing,
        preferences: Preferences,
    ) -> None:
        self._files = files
        self._extractor = extractor
        self._counter = counter
        self._library = library
        self._embedding = embedding
        self._planning = planning
        self._filing = filing
        self._preferences = preferences

    def read_all(self, run: IngestRun) -> Iterator[IngestEvent]:
        """Read until the queue is empty, and what is added meanwhile."""
        while run.queue:
            yield from run.wait()
            yield from self._planning.take_more(run)
            path = run.queue.popleft()
            run.position += 1
            yield FileStarted(path, run.position, run.files)
            started = time.monotonic()
            try:
                document, outcome = yield from self._read(path, run)
            except (StorageError, Cancelled):
                raise
            except Exception as error:  # one bad file never stops the others (I3)
                known_fault = error if isinstance(error, PinciteError) else _bug(error)
                run.failed += 1
                self._filing.unreadable(path, known_fault.code)
                self._library.dequeue([path])
                yield FileFailed(
                    path, known_fault.code, known_fault.message, run.position, run.files
                )
                continue
            self._filing.read(path, document, outcome)
            self._library.dequeue([path])
            run.outcomes[outcome] = run.outcomes.get(outcome, 0) + 1
            if outcome != "unchanged" and document.status is not DocumentStatus.INDEXED:
                run.attention.add(document.id)
            seconds = time.monotonic() - started
            yield FileFinished(path, document, outcome, seconds, run.position, run.files)

    def _read(
        self, path: Path, run: IngestRun
    ) -> Generator[IngestEvent, None, tuple[Document, str]]:
        """Read one file and return its document with the outcome."""
        stamp = self._files.stamp(path)
        if stamp is None:
            raise PinciteError(
                "The file is no longer there. Add it again when it is back.", code="missing"
            )
        known = self._library.document_by_path(path)
        again = known is not None and self._to_be_read_again(known)
        if known is not None and known.stamp == stamp and not again:
            return known, "unchanged"
        digest = self._files.sha256(path, cancel=run.cancel)
        if known is not None and known.sha256 == digest and not again:
            self._library.update_stamp(known.id, path, stamp)
            return known, "unchanged"
        twin = self._library.document_by_sha256(digest)
        if twin is not None and twin.status is DocumentStatus.FAILED:
            twin = None  # what failed once may be read from this copy
        if twin is not None and known is not None and twin.id == known.id:
            twin = None
        if twin is not None and not self._extractor.may_unlock(twin):
            return self._take_twin(twin, known, path, stamp)
        new = yield from self._extract(path, digest, stamp, run)
        if new.status is DocumentStatus.NEEDS_PASSWORD:
            if twin is not None:
                return self._take_twin(twin, known, path, stamp)
            if known is not None and known.sha256 == digest and known.pages:
                # It was read with a password that is forgotten by now; its text is kept.
                self._library.update_stamp(known.id, path, stamp)
                return self._library.document(known.id) or known, "unchanged"
        document = self._library.save_document(new)
        if twin is not None:
            self._take_place(document, twin)
        if known is not None:
            # Only now: a vector without its chunk is never shown, while a chunk that is marked
            # as embedded and has no vector would stay so.
            self._embedding.drop(known.id)
        return document, "added" if known is None else "replaced"

    def _take_twin(
        self, twin: Document, known: Document | None, path: Path, stamp: FileStamp
    ) -> tuple[Document, str]:
        """The same content under another name is one document (I1); where the old file is gone,
        the document moves to the new path. What was read at this path before gives way: its file
        holds something else now."""
        if known is not None:
            self._filing.same_as(known.id, twin.id)
            self._library.remove_documents([known.id])
            self._embedding.drop(known.id)
        if self._files.stamp(twin.path) is None:
            self._library.update_stamp(twin.id, path, stamp)
            moved = self._library.document(twin.id)
            return moved or twin, "unchanged"
        return twin, "duplicate"

    def _take_place(self, document: Document, locked: Document) -> None:
        """A document was read whose content could not be opened where it was found before."""
        self._filing.same_as(locked.id, document.id)
        self._library.remove_documents([locked.id])

    def _to_be_read_again(self, document: Document) -> bool:
        """Whether a file that has not changed is read all the same: a failure may have come from
        a passing fault, a password may open it now, and an older Pincite made other passages."""
        failed = document.status is DocumentStatus.FAILED
        older = document.reading_version != READING_VERSION
        return failed or older or self._extractor.may_unlock(document)

    def _extract(
        self, path: Path, digest: str, stamp: FileStamp, run: IngestRun
    ) -> Generator[IngestEvent, None, NewDocument]:
        """Extract, classify and chunk a file; return it ready to be stored."""
        started = time.monotonic()
        head = DocumentHead(path.stem, 0)
        pages: list[PageText] = []
        try:
            for item in self._extractor.extract(path, digest, cancel=run.cancel):
                if isinstance(item, DocumentHead):
                    head = item
                    continue
                pages.append(item)
                run.pages += 1
                yield PageRead(path, item.number, head.pages, run.pages)
                yield from run.wait()
            status, sentence = classify(head, pages)
        except ExtractionFailed as error:
            log.info("a file ended as %s", error.status)
            status, sentence = error.status, error.message
            pages = []
        chunks = chunk_pages(pages, head.outline, self._counter) if status.searchable else []
        return NewDocument(
            path=path,
            title=head.title or path.stem,
            sha256=digest,
            stamp=stamp,
            status=status,
            status_text=sentence,
            pages=tuple(pages),
            chunks=tuple(chunks),
            context_in_index=self._preferences.current.retrieval.context_in_index,
            reading_version=READING_VERSION,
            read_at=datetime.now(UTC),
            read_seconds=time.monotonic() - started,
            embedded_pdfs=head.embedded_pdfs,
        )


def _bug(error: Exception) -> PinciteError:
    """A fault of ours while one file was read. Its message may hold document text, so only its
    kind and place are written down (P2)."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
    log.error("reading a file ended by a bug: %s in %s", type(error).__name__, place)
    return PinciteError(
        "The file could not be read because of a fault in Pincite. The others are read all the "
        "same.",
        code="bug",
    )

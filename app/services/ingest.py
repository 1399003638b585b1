"""Ingest: from a folder to a library that can be searched.

In this order: scan the paths; read each file that is new or changed (text and words, then chunks,
stored whole: searchable by words at once); when all are read, embed what has no vector yet
(searchable by meaning). One bad file never stops the others. Between any two steps the run can be
paused, cancelled, or made to wait for an answer; killed at any moment, the next run goes on.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.core.chunking.chunker import chunk_pages
from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import Chunk, embedding_text
from app.core.domain.document import (
    Document,
    DocumentHead,
    DocumentStatus,
    FileStamp,
    FoundFile,
    SkippedFile,
)
from app.core.domain.page import PageText
from app.core.errors import Cancelled, PinciteError, StorageError
from app.core.ports import (
    Embedder,
    ExtractionFailed,
    FileSource,
    LibraryStore,
    NewDocument,
    TextExtractor,
    TokenCounter,
    VectorIndex,
)
from app.core.reading.state import classify
from app.services.events import (
    EmbedProgress,
    FileFailed,
    FileFinished,
    FileStarted,
    IngestEvent,
    IngestFinished,
    IngestPaused,
    IngestResumed,
    PageRead,
    ScanFinished,
)
from app.services.ingest_control import PauseSwitch
from app.services.priority import AnswerPriority

log = logging.getLogger(__name__)

EMBED_BATCH = 16
"""Texts per embedding call: small, so that a question waits for one call at most."""
VECTOR_ROWS = 96
"""Rows per write to the vector index, which must not take more than 100 at once."""


@dataclass(slots=True)
class _Tally:
    """What a run has done so far."""

    started: float = field(default_factory=time.monotonic)
    outcomes: dict[str, int] = field(default_factory=dict)
    need_attention: int = 0
    failed: int = 0
    skipped: int = 0
    pages: int = 0

    def finished(self, *, cancelled: bool, degraded: str) -> IngestFinished:
        return IngestFinished(
            added=self.outcomes.get("added", 0),
            replaced=self.outcomes.get("replaced", 0),
            unchanged=self.outcomes.get("unchanged", 0),
            duplicates=self.outcomes.get("duplicate", 0),
            need_attention=self.need_attention,
            failed=self.failed,
            skipped=self.skipped,
            pages=self.pages,
            seconds=time.monotonic() - self.started,
            cancelled=cancelled,
            degraded=degraded,
        )


class IngestService:
    """Reads files into the library. One run at a time; the caller sees to that."""

    def __init__(
        self,
        files: FileSource,
        extractor: TextExtractor,
        counter: TokenCounter,
        library: LibraryStore,
        embedder: Embedder,
        vectors: VectorIndex,
        priority: AnswerPriority,
    ) -> None:
        self._files = files
        self._extractor = extractor
        self._counter = counter
        self._library = library
        self._embedder = embedder
        self._vectors = vectors
        self._priority = priority

    def pending(self) -> bool:
        """Whether an earlier run left something to do: files to read, or chunks to embed."""
        every, embedded = self._library.count_chunks()
        return bool(self._library.queue()) or embedded < every

    def reconcile(self) -> None:
        """Make the library's marks agree with the vectors that are really there.

        An index that was damaged is replaced by an empty one; without this its chunks would count
        as embedded for ever. Also starts the index, so that the first question need not.
        """
        if self._library.count_chunks()[1] == 0:
            return
        try:
            held = self._vectors.chunk_ids()
        except PinciteError as error:
            log.warning("the vectors cannot be compared: %s %s", error.code, error.detail)
            return
        if len(held) < self._library.count_chunks()[1]:
            self._library.reset_embedded(held)

    def forget(self) -> None:
        """Give up files that are still to be read; what was read is kept."""
        self._library.dequeue(self._library.queue())

    def run(
        self, paths: Sequence[Path], *, cancel: CancelToken, pause: PauseSwitch | None = None
    ) -> Iterator[IngestEvent]:
        """Read what is new or changed at or below `paths`; without paths, go on where the last
        run stopped. Ends with IngestFinished, also after a cancel; then what was not read is still
        remembered (see `forget`).

        Raises:
            StorageError: the library cannot be written; what was finished is kept.
        """
        switch = pause or PauseSwitch()
        tally = _Tally()
        degraded = ""
        try:
            queue = yield from self._plan(paths, cancel, tally)
            yield from self._read_all(queue, cancel, switch, tally)
            degraded = yield from self._embed_all(cancel, switch)
        except Cancelled:
            yield tally.finished(cancelled=True, degraded=degraded)
            return
        yield tally.finished(cancelled=False, degraded=degraded)

    # --- planning ---------------------------------------------------------------------------

    def _plan(
        self, paths: Sequence[Path], cancel: CancelToken, tally: _Tally
    ) -> Generator[IngestEvent, None, list[Path]]:
        """Walk the paths, remember what is to be read, and return it."""
        found: dict[Path, FileStamp] = {}
        skipped: list[SkippedFile] = []
        for entry in self._files.scan(paths, cancel=cancel):
            cancel.raise_if_cancelled()
            if isinstance(entry, FoundFile):
                found[entry.path] = entry.stamp
            else:
                skipped.append(entry)
        self._library.enqueue(list(found))
        queue = self._library.queue()
        tally.skipped = len(skipped)
        yield ScanFinished(len(queue), tuple(skipped))
        return queue

    # --- reading ----------------------------------------------------------------------------

    def _read_all(
        self, queue: Sequence[Path], cancel: CancelToken, pause: PauseSwitch, tally: _Tally
    ) -> Iterator[IngestEvent]:
        for position, path in enumerate(queue, start=1):
            yield from self._wait(cancel, pause)
            yield FileStarted(path, position, len(queue))
            started = time.monotonic()
            try:
                document, outcome = yield from self._read(path, cancel, pause, tally)
            except StorageError:
                raise
            except PinciteError as error:
                tally.failed += 1
                self._library.dequeue([path])
                yield FileFailed(path, error.code, error.message, position, len(queue))
                continue
            self._library.dequeue([path])
            tally.outcomes[outcome] = tally.outcomes.get(outcome, 0) + 1
            if outcome != "unchanged" and document.status is not DocumentStatus.INDEXED:
                tally.need_attention += 1
            seconds = time.monotonic() - started
            yield FileFinished(path, document, outcome, seconds, position, len(queue))

    def _read(
        self, path: Path, cancel: CancelToken, pause: PauseSwitch, tally: _Tally
    ) -> Generator[IngestEvent, None, tuple[Document, str]]:
        """Read one file and return its document with the outcome."""
        stamp = self._files.stamp(path)
        if stamp is None:
            raise PinciteError(
                "The file is no longer there. Add it again when it is back.", code="missing"
            )
        known = self._library.document_by_path(path)
        if known is not None and known.stamp == stamp and not _worth_another_try(known):
            return known, "unchanged"
        digest = self._files.sha256(path, cancel=cancel)
        if known is not None and known.sha256 == digest and not _worth_another_try(known):
            self._library.update_stamp(known.id, path, stamp)
            return known, "unchanged"
        twin = self._library.document_by_sha256(digest)
        if twin is not None and (known is None or twin.id != known.id):
            return self._take_twin(twin, known, path, stamp)
        new = yield from self._extract(path, digest, stamp, cancel, pause, tally)
        document = self._library.save_document(new)
        if known is not None:
            # Only now: a vector without its chunk is never shown, while a chunk that is marked
            # as embedded and has no vector would stay so.
            self._vectors.remove_documents([known.id])
        return document, "added" if known is None else "replaced"

    def _take_twin(
        self, twin: Document, known: Document | None, path: Path, stamp: FileStamp
    ) -> tuple[Document, str]:
        """The same content under another name is one document (I1); where the old file is gone,
        the document moves to the new path, and what was read there before gives way."""
        if self._files.stamp(twin.path) is None:
            self._library.update_stamp(twin.id, path, stamp)
            if known is not None:
                self._vectors.remove_documents([known.id])
            moved = self._library.document(twin.id)
            return moved or twin, "unchanged"
        return twin, "duplicate"

    def _extract(
        self,
        path: Path,
        digest: str,
        stamp: FileStamp,
        cancel: CancelToken,
        pause: PauseSwitch,
        tally: _Tally,
    ) -> Generator[IngestEvent, None, NewDocument]:
        """Extract, classify and chunk a file; return it ready to be stored."""
        head = DocumentHead(path.stem, 0)
        pages: list[PageText] = []
        try:
            for item in self._extractor.extract(path, cancel=cancel):
                if isinstance(item, DocumentHead):
                    head = item
                    continue
                pages.append(item)
                tally.pages += 1
                yield PageRead(path, item.number, head.pages, tally.pages)
                yield from self._wait(cancel, pause)
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
        )

    # --- embedding --------------------------------------------------------------------------

    def _embed_all(
        self, cancel: CancelToken, pause: PauseSwitch
    ) -> Generator[IngestEvent, None, str]:
        """Embed every chunk that has no vector; return why that is not possible, or ""."""
        self.reconcile()
        total, done = self._library.count_chunks()
        if done >= total:
            return ""
        try:
            self._check_embedder()
            titles: dict[int, str] = {}
            yield EmbedProgress(done, total)
            while chunks := self._library.unembedded(VECTOR_ROWS):
                for start in range(0, len(chunks), EMBED_BATCH):
                    yield from self._wait(cancel, pause)
                    batch = chunks[start : start + EMBED_BATCH]
                    self._embed(batch, titles)
                    done += len(batch)
                    yield EmbedProgress(done, total)
        except StorageError:
            raise
        except PinciteError as error:
            log.warning("embedding stopped: %s %s", error.code, error.detail)
            return error.message
        return ""

    def _check_embedder(self) -> None:
        """A library is embedded by one embedder; with another, all vectors are made anew (R4)."""
        identity = self._embedder.identity
        recorded = self._library.embedder()
        if recorded is not None and recorded != identity:
            self._library.reset_embedded(set())
            self._vectors.erase()
        if recorded != identity:
            self._library.set_embedder(identity)

    def _embed(self, batch: Sequence[Chunk], titles: dict[int, str]) -> None:
        for chunk in batch:
            if chunk.document_id not in titles:
                document = self._library.document(chunk.document_id)
                titles[chunk.document_id] = document.title if document else ""
        vectors = self._embedder.embed_passages(
            [
                embedding_text(titles[chunk.document_id], chunk.heading_path, chunk.text)
                for chunk in batch
            ]
        )
        ids = [chunk.id for chunk in batch]
        self._vectors.add(ids, [chunk.document_id for chunk in batch], vectors)
        self._library.mark_embedded(ids)

    # --- waiting ----------------------------------------------------------------------------

    def _wait(self, cancel: CancelToken, pause: PauseSwitch) -> Iterator[IngestEvent]:
        """Stop here while paused or while an answer is being made."""
        cancel.raise_if_cancelled()
        if pause.paused:
            yield IngestPaused(for_answer=False)
            pause.wait(cancel)
            cancel.raise_if_cancelled()
            yield IngestResumed()
        if self._priority.busy:
            yield IngestPaused(for_answer=True)
            self._priority.wait(cancel)
            cancel.raise_if_cancelled()
            yield IngestResumed()


def _worth_another_try(document: Document) -> bool:
    """States that may come from a passing fault rather than from the file."""
    return document.status is DocumentStatus.FAILED

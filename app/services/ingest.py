"""Ingest: from a folder to a library that can be searched.

In this order: scan the paths; read each file that is new or changed (text and words, then chunks,
stored whole: searchable by words at once), several at a time; when all are read, embed what has no
vector yet (searchable by meaning); at last, let OCR read scanned pages. One bad file never stops
the others. Between any two steps the run can be paused, cancelled, or made to wait for an answer;
killed at any moment, the next run goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.domain.cancel import CancelToken
from app.core.errors import Cancelled
from app.core.ports import FileSource, LibraryStore
from app.services.embedding import ChunkEmbedding
from app.services.events import IngestEvent, ScanFinished
from app.services.file_intake import FileIntake
from app.services.filing import Filing
from app.services.ingest_control import Inbox, PauseSwitch, Scans, ToRead
from app.services.ingest_embedding import IngestEmbedding
from app.services.ingest_planning import IngestPlanning
from app.services.ingest_reading import IngestReading
from app.services.ingest_run import IngestRun
from app.services.preferences import Preferences
from app.services.priority import AnswerPriority
from app.services.reading_lanes import LaneReader
from app.services.recognising import RecognisingService


@dataclass(frozen=True, slots=True)
class AfterReading:
    """What is done with documents once their files are read."""

    embedding: ChunkEmbedding
    recognising: RecognisingService


class IngestService:
    """Reads files into the library. One run at a time; the caller sees to that.

    Args:
        readers: As many files are read at once; one at least.
    """

    def __init__(
        self,
        files: FileSource,
        readers: Sequence[LaneReader],
        library: LibraryStore,
        after: AfterReading,
        priority: AnswerPriority,
        filing: Filing,
        preferences: Preferences,
    ) -> None:
        self._library = library
        self._embedding = after.embedding
        self._recognising = after.recognising
        self._priority = priority
        self._filing = filing
        self._planning = IngestPlanning(files, library, filing)
        intake = FileIntake(files, readers[0].extractor, library, after.embedding, filing)
        self._reading = IngestReading(
            files, readers, library, intake, self._planning, filing, preferences
        )
        self._meaning = IngestEmbedding(library, after.embedding)

    def pending(self) -> bool:
        """Whether an earlier run left something to do: files to read, chunks to embed, or scanned
        pages to be read by OCR."""
        every, embedded = self._library.count_chunks()
        unfinished = bool(self._library.queue()) or embedded < every
        return unfinished or self._recognising.pending()

    def reconcile(self) -> None:
        """Make the library's marks agree with the vectors that are really there, and start the
        index, so that the first question need not."""
        self._embedding.reconcile()

    def forget(self) -> None:
        """Give up files that are still to be read; what was read is kept."""
        queue = self._library.queue()
        self._filing.give_up(queue)
        self._library.dequeue(queue)
        self._recognising.forget()

    def read_pages(self, document_ids: Sequence[int]) -> None:
        """Have scanned pages of these documents read next, by this run or by one that is started
        for it; see `RecognisingService.request`. May be called from any thread."""
        self._recognising.request(document_ids)

    @property
    def pages_requested(self) -> bool:
        """Whether `read_pages` asked for something that no run has seen yet."""
        return self._recognising.requested

    def run(
        self,
        paths: Sequence[ToRead],
        *,
        cancel: CancelToken,
        pause: PauseSwitch | None = None,
        inbox: Inbox | None = None,
        scans: Scans = Scans.WAITING,
    ) -> Iterator[IngestEvent]:
        """Read what is new or changed at or below `paths`; without paths, go on where the last
        run stopped. Ends with IngestFinished, also after a cancel; then what was not read is still
        remembered (see `forget`).

        Args:
            inbox: What is put there meanwhile is read as well, before search by meaning is
                prepared: by its words it can be found at once.
            scans: Which scanned pages are read by OCR at the end.

        Raises:
            StorageError: the library cannot be written; what was finished is kept.
        """
        run = IngestRun(cancel, pause or PauseSwitch(), inbox or Inbox(), self._priority)
        run.scans = scans
        degraded = ""
        try:
            skipped = self._planning.plan(paths, run)
            yield ScanFinished(run.files, skipped)
            while True:
                yield from self._reading.read_all(run)
                degraded = yield from self._meaning.embed_all(run)
                if not run.inbox.waiting and not (yield from self._recognising.read(run)):
                    break
                yield from self._planning.take_more(run)
        except Cancelled:
            yield run.finished(cancelled=True, degraded=degraded)
            return
        yield run.finished(cancelled=False, degraded=degraded)

"""Ingest: from a folder to a library that can be searched.

In this order: scan the paths; read each file that is new or changed (text and words, then chunks,
stored whole: searchable by words at once), several at a time; when all are read, embed what has no
vector yet (searchable by meaning). One bad file never stops the others. Between any two steps the
run can be paused, cancelled, or made to wait for an answer; killed at any moment, the next run
goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.core.domain.cancel import CancelToken
from app.core.errors import Cancelled
from app.core.ports import FileSource, LibraryStore
from app.services.embedding import ChunkEmbedding
from app.services.events import IngestEvent, ScanFinished
from app.services.file_intake import FileIntake
from app.services.filing import Filing
from app.services.ingest_control import Inbox, PauseSwitch, ToRead
from app.services.ingest_embedding import IngestEmbedding
from app.services.ingest_planning import IngestPlanning
from app.services.ingest_reading import IngestReading
from app.services.ingest_run import IngestRun
from app.services.preferences import Preferences
from app.services.priority import AnswerPriority
from app.services.reading_lanes import LaneReader


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
        embedding: ChunkEmbedding,
        priority: AnswerPriority,
        filing: Filing,
        preferences: Preferences,
    ) -> None:
        self._library = library
        self._embedding = embedding
        self._priority = priority
        self._filing = filing
        self._planning = IngestPlanning(files, library, filing)
        intake = FileIntake(files, readers[0].extractor, library, embedding, filing)
        self._reading = IngestReading(
            files, readers, library, intake, self._planning, filing, preferences
        )
        self._meaning = IngestEmbedding(library, embedding)

    def pending(self) -> bool:
        """Whether an earlier run left something to do: files to read, or chunks to embed."""
        every, embedded = self._library.count_chunks()
        return bool(self._library.queue()) or embedded < every

    def reconcile(self) -> None:
        """Make the library's marks agree with the vectors that are really there, and start the
        index, so that the first question need not."""
        self._embedding.reconcile()

    def forget(self) -> None:
        """Give up files that are still to be read; what was read is kept."""
        queue = self._library.queue()
        self._filing.give_up(queue)
        self._library.dequeue(queue)

    def run(
        self,
        paths: Sequence[ToRead],
        *,
        cancel: CancelToken,
        pause: PauseSwitch | None = None,
        inbox: Inbox | None = None,
    ) -> Iterator[IngestEvent]:
        """Read what is new or changed at or below `paths`; without paths, go on where the last
        run stopped. Ends with IngestFinished, also after a cancel; then what was not read is still
        remembered (see `forget`).

        Args:
            inbox: What is put there meanwhile is read as well, before search by meaning is
                prepared: by its words it can be found at once.

        Raises:
            StorageError: the library cannot be written; what was finished is kept.
        """
        run = IngestRun(cancel, pause or PauseSwitch(), inbox or Inbox(), self._priority)
        degraded = ""
        try:
            skipped = self._planning.plan(paths, run)
            yield ScanFinished(run.files, skipped)
            while True:
                yield from self._reading.read_all(run)
                degraded = yield from self._meaning.embed_all(run)
                if not run.inbox.waiting:
                    break
                yield from self._planning.take_more(run)
        except Cancelled:
            yield run.finished(cancelled=True, degraded=degraded)
            return
        yield run.finished(cancelled=False, degraded=degraded)

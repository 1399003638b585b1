"""The second step of ingest: read each file that is new or changed (text and words, then chunks),
and store it whole, so that its words can be searched at once. One bad file never stops others.

Several files are read at once, each in a lane; what becomes of them is decided and stored here, in
the order in which they are done, by the thread that runs the ingest.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from app.core.domain.document import Document, DocumentStatus
from app.core.errors import Cancelled, PinciteError, StorageError
from app.core.ports import FileSource, LibraryStore, NewDocument
from app.services.events import FileFailed, FileFinished, FileStarted, IngestEvent, PageRead
from app.services.file_extraction import FileExtraction, PageTold
from app.services.file_intake import FileAtHand, FileIntake, RemovedMeanwhile, Settled
from app.services.filing import Filing
from app.services.ingest_planning import IngestPlanning
from app.services.ingest_run import IngestRun
from app.services.preferences import Preferences
from app.services.reading_lanes import Done, LaneReader, ReadingLanes, Told

log = logging.getLogger(__name__)

# How long the run waits for news before it looks at its cancel and pause. Small against the 200 ms
# in which they have to take effect.
_LOOK_SECONDS = 0.05


class IngestReading:
    """Reads the queue of a run into the library, with as many files at once as it has readers."""

    def __init__(
        self,
        files: FileSource,
        readers: Sequence[LaneReader],
        library: LibraryStore,
        intake: FileIntake,
        planning: IngestPlanning,
        filing: Filing,
        preferences: Preferences,
    ) -> None:
        self._files = files
        self._readers = readers
        self._library = library
        self._intake = intake
        self._planning = planning
        self._filing = filing
        self._preferences = preferences

    def read_all(self, run: IngestRun) -> Iterator[IngestEvent]:
        """Read until the queue is empty, and what is added meanwhile."""
        if not run.queue:
            return
        try:
            with ReadingLanes[FileAtHand](self._readers, run.cancel) as lanes:
                yield from self._read_all(run, lanes)
        finally:
            run.in_flight.clear()

    def _read_all(self, run: IngestRun, lanes: ReadingLanes[FileAtHand]) -> Iterator[IngestEvent]:
        flight = FilesInFlight(self._intake.twin_of)
        extraction = FileExtraction(
            hold=lambda file: _hold(file, run, lanes),
            cancel=lanes.cancel,
            context_in_index=self._preferences.current.retrieval.context_in_index,
        )
        while run.queue or run.in_flight:
            yield from run.wait()
            if lanes.free and (file := flight.next_ready()):
                flight.identified.remove(file)
                if (event := self._settle(file, self._intake.identify, run)) is not None:
                    yield event
                else:
                    flight.reading.append(file)
                    lanes.start(file, partial(extraction.read, file))
                continue
            if lanes.free:
                yield from self._planning.take_more(run)
            if lanes.free and run.queue:
                yield from self._begin(flight, run, lanes)
                continue
            news = lanes.news(_LOOK_SECONDS)
            if isinstance(news, Told):
                yield _page_read(news, run)
            elif news is not None:
                yield from self._done(news, flight, run)

    def _begin(
        self, flight: FilesInFlight, run: IngestRun, lanes: ReadingLanes[FileAtHand]
    ) -> Iterator[IngestEvent]:
        """Take the next file of the queue."""
        path = run.queue.popleft()
        run.position += 1
        run.in_flight.add(path)
        file = FileAtHand(path, run.position)
        yield FileStarted(path, file.position, run.files)
        if (event := self._settle(file, self._intake.look, run)) is not None:
            yield event
        else:
            flight.looked_at.append(file)
            lanes.start(file, lambda reader, tell: self._files.sha256(path, cancel=lanes.cancel))

    def _done(
        self, done: Done[FileAtHand], flight: FilesInFlight, run: IngestRun
    ) -> Iterator[IngestEvent]:
        """A lane is through with a file: its content is known, or all that it says."""
        file, result = done.job, done.result
        flight.leave_lane(file)
        if done.fault is not None:
            yield self._failed(file, done.fault, run)
        elif isinstance(result, NewDocument):
            event = self._settle(file, lambda file: self._intake.store(file, result), run)
            assert event is not None
            yield event
        else:
            file.digest = str(result)
            flight.identified.append(file)

    def _settle(
        self, file: FileAtHand, step: Callable[[FileAtHand], Settled | None], run: IngestRun
    ) -> FileFinished | FileFailed | None:
        """Take a step with a file; the event of its end, if that was the last one."""
        try:
            settled = step(file)
        except Exception as error:
            return self._failed(file, error, run)
        return None if settled is None else self._finished(file, settled, run)

    def _finished(self, file: FileAtHand, settled: Settled, run: IngestRun) -> FileFinished:
        document, outcome = settled
        self._filing.read(file.path, document, outcome)
        self._put_away(file, run)
        run.outcomes[outcome] = run.outcomes.get(outcome, 0) + 1
        if outcome != "unchanged" and document.status is not DocumentStatus.INDEXED:
            run.attention.add(document.id)
        seconds = time.monotonic() - file.started
        return FileFinished(file.path, document, outcome, seconds, file.position, run.files)

    def _failed(self, file: FileAtHand, error: Exception, run: IngestRun) -> FileFailed:
        """One bad file never stops the others (I3); a bad disk does.

        Raises:
            StorageError, Cancelled: as they came.
        """
        if isinstance(error, StorageError | Cancelled):
            raise error
        known_fault = error if isinstance(error, PinciteError) else _bug(error)
        if isinstance(known_fault, RemovedMeanwhile):
            self._filing.taken_out(file.path)
        else:
            run.failed += 1
            self._filing.unreadable(file.path, known_fault.code)
        self._put_away(file, run)
        return FileFailed(
            file.path, known_fault.code, known_fault.message, file.position, run.files
        )

    def _put_away(self, file: FileAtHand, run: IngestRun) -> None:
        """The file is done, unless it was added again since it was begun."""
        run.in_flight.discard(file.path)
        again = file.path in run.once_more and self._library.is_queued(file.path)
        run.once_more.discard(file.path)
        if again:
            run.queue.appendleft(file.path)
        else:
            self._library.dequeue([file.path])


class FilesInFlight:
    """Files that were begun: those that were looked at, those whose content is identified, and
    those that are being read.

    Two that have to do with each other go one after the other, as if all were read in turn.

    Args:
        twin_of: As `FileIntake.twin_of`.
    """

    def __init__(self, twin_of: Callable[[FileAtHand], Document | None]) -> None:
        self.looked_at: list[FileAtHand] = []
        self.identified: list[FileAtHand] = []
        self.reading: list[FileAtHand] = []
        self._twin_of = twin_of

    def next_ready(self) -> FileAtHand | None:
        """A file of which can be decided now what becomes of it: a copy of one that is being read
        waits for that, and one whose copy in the library may change waits for its new content."""
        return next((one for one in self.identified if not self._waits(one)), None)

    def leave_lane(self, file: FileAtHand) -> None:
        """What a lane had to do with the file is done."""
        for files in (self.looked_at, self.reading):
            if file in files:
                files.remove(file)

    def _waits(self, file: FileAtHand) -> bool:
        if any(one.digest == file.digest for one in self.reading):
            return True
        twin = self._twin_of(file)
        if twin is None:
            return False
        # Only for earlier ones, so that no two wait for each other.
        before = [
            one for one in (*self.looked_at, *self.identified) if one.position < file.position
        ]
        return any(one.path == twin.path for one in (*self.reading, *before))


def _hold(file: FileAtHand, run: IngestRun, lanes: ReadingLanes[FileAtHand]) -> None:
    """Wait in a lane while paused or while an answer is made, and for room for a page."""
    while run.halted:
        run.pause.wait(lanes.cancel)
        run.priority.wait(lanes.cancel)
        lanes.cancel.raise_if_cancelled()
    lanes.room.take(file, lanes.cancel)


def _page_read(told: Told[FileAtHand], run: IngestRun) -> PageRead:
    assert isinstance(told.what, PageTold)
    run.pages += 1
    return PageRead(told.job.path, told.what.number, told.what.pages, run.pages)


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

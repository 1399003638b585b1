"""How reading goes, in words: events of the ingest service go in, what the strip shows comes out.

Nothing here draws. Time that was spent paused or waiting for an answer counts for no rate.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from app.core.domain.document import Document, DocumentStatus
from app.gui.common.formats import Formats
from app.gui.common.progress_bar import ProgressState
from app.services.events import (
    REMOVED,
    DocumentRecognised,
    EmbedProgress,
    FileFailed,
    FileFinished,
    FileStarted,
    IngestEvent,
    IngestFinished,
    IngestPaused,
    IngestResumed,
    MoreFound,
    PageRead,
    RecognitionProgress,
    ScanFinished,
)

RATE_AFTER_S = 2.0
"""Before so many seconds of reading, a rate would only be noise."""

# The time that is left is said only where enough of the work is done to tell.
_LEAST_SHARE = 0.01


class Phase(Enum):
    """What is being done."""

    NOTHING = auto()
    LOOKING = auto()
    READING = auto()
    EMBEDDING = auto()
    RECOGNISING = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class StripView:
    """What the strip says. `share` is how far the bar is, from 0 to 1."""

    title: str
    first: str
    second: str
    share: float
    bar: ProgressState
    running: bool
    paused: bool


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that needs the user or was left out, and the sentence for it; `document` is None
    where the file is not in the library."""

    name: str
    sentence: str
    document: Document | None = None


class ReadingProgress:
    """Follows one run after another.

    Args:
        pause_wanted: Whether the user wants reading to wait; the event that it does comes later.

    `askable` tells whether there is a document that can be asked; whoever owns the list sets it.
    """

    def __init__(
        self,
        formats: Formats,
        pause_wanted: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._formats = formats
        self._pause_wanted = pause_wanted
        self._clock = clock
        self.askable = False
        self._phase = Phase.NOTHING
        self._clear()

    def _clear(self) -> None:
        self._stopping = False
        self._halted: IngestPaused | None = None
        self._since = self._halted_at = self._clock()
        self._files = self._begun = self._pages = 0
        # Several files are read at once: those that were begun and are not done, and how far.
        self._open: set[Path] = set()
        self._far: dict[Path, tuple[int, int]] = {}
        self._read = self._need_attention = 0
        self._embedded: tuple[int, int] = (0, 0)
        self._embedded_first: tuple[float, int] | None = None
        self._scans: tuple[int, int] = (0, 0)
        self._scans_first: tuple[float, int] | None = None
        self._end: IngestFinished | None = None
        self._end_share = 0.0
        self._quarter = 0
        self._problems: list[Problem] = []

    # --- what happens -----------------------------------------------------------------------

    def begin(self) -> None:
        """The user added something, and it is being looked through."""
        self._clear()
        self._phase = Phase.LOOKING

    def stop(self) -> None:
        """The user asked for an end, which has not come yet."""
        self._stopping = True

    def report(self, event: IngestEvent) -> str:
        """Take in an event; return what is worth being announced, or ""."""
        match event:
            case ScanFinished() | MoreFound():
                self._begin_reading(event)
            case FileStarted():
                self._begun = event.position
                self._open.add(event.path)
            case PageRead():
                self._pages = event.total_pages
                self._far[event.path] = event.page, event.pages
            case FileFinished() | FileFailed():
                return self._end_file(event)
            case EmbedProgress():
                self._phase = Phase.EMBEDDING
                self._embedded = (event.done, event.total)
                if self._embedded_first is None:
                    self._embedded_first = (self._gone(), event.done)
            case RecognitionProgress() | DocumentRecognised():
                self._recognise(event)
            case IngestPaused():
                self._halted, self._halted_at = event, self._clock()
            case IngestResumed():
                self._since += self._clock() - self._halted_at
                self._halted = None
            case IngestFinished():
                return self._end_run(event)
        return ""

    def _begin_reading(self, event: ScanFinished | MoreFound) -> None:
        """A run begins, or goes on with more than it had."""
        if isinstance(event, ScanFinished):
            self._clear()
        if event.files:
            self._phase = Phase.READING
        elif self._phase is not Phase.LOOKING:
            self._phase = Phase.NOTHING
        self._files = event.files
        self._problems += [Problem(s.path.name, s.message) for s in event.skipped]

    def _recognise(self, event: RecognitionProgress | DocumentRecognised) -> None:
        """OCR goes on; a document whose scans were read may not need anything any more."""
        document = event.document
        if isinstance(event, RecognitionProgress):
            if self._phase is not Phase.RECOGNISING or self._scans_first is None:
                self._scans_first = (self._gone(), event.done)
            self._phase, self._scans = Phase.RECOGNISING, (event.done, event.total)
            return
        ids = [one.document.id if one.document else None for one in self._problems]
        if document.id not in ids:
            return
        place = ids.index(document.id)
        if document.status is DocumentStatus.INDEXED:
            del self._problems[place]
            self._need_attention -= 1
        else:
            self._problems[place] = Problem(document.title, document.status_text, document)

    def _end_run(self, event: IngestFinished) -> str:
        if self._phase is Phase.NOTHING:
            return ""  # what was left over could not be taken up now either
        self._end_share = self._share()
        self._phase, self._end, self._halted = Phase.OVER, event, None
        view = self.view()
        return " ".join(part for part in (f"{view.title}.", view.first) if part)

    def _end_file(self, event: FileFinished | FileFailed) -> str:
        self._begun = max(self._begun, event.position)
        self._open.discard(event.path)
        self._far.pop(event.path, None)
        if isinstance(event, FileFailed):
            if event.reason != REMOVED:
                self._problems.append(Problem(event.path.name, event.message))
        elif event.outcome in ("added", "replaced"):
            self._read += 1
            if event.document.status is not DocumentStatus.INDEXED:
                self._need_attention += 1
                document = event.document
                self._problems.append(Problem(document.title, document.status_text, document))
        quarter = 4 * self._done // max(1, self._files)
        if self._quarter < quarter < 4:
            self._quarter = quarter
            done, files = self._formats.number(self._done), self._formats.number(self._files)
            return f"{done} of {files} documents read."
        return ""

    # --- what is shown ----------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """What is being done."""
        return self._phase

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Files of this run that need the user or were left out."""
        return tuple(self._problems)

    def view(self) -> StripView:
        """What the strip says now."""
        if self._phase is Phase.OVER and self._end is not None:
            return self._over(self._end)
        title, first, second = self._work()
        bar, paused = ProgressState.RUNNING, self._pause_wanted()
        if self._stopping:
            title, second = "Stopping", "What was read is kept."
        elif paused and self._halted is None:
            title, second = "Pausing", "The page at hand is finished first."
        elif paused:
            title, second, bar = "Paused", "It goes on where it stopped.", ProgressState.PAUSED
        elif self._halted is not None and self._halted.for_answer:
            title, bar = "Waiting for the answer", ProgressState.PAUSED
            second = "Reading goes on after the answer."
        return StripView(title, first, second, self._share(), bar, running=True, paused=paused)

    def line(self) -> str:
        """The same in one line, for where there is no room; "" where nothing goes on."""
        if self._phase in (Phase.NOTHING, Phase.OVER):
            return ""
        view = self.view()
        return ", ".join(part.rstrip(".") for part in (view.title, view.first) if part)

    @property
    def _done(self) -> int:
        """Files that are done."""
        return self._begun - len(self._open)

    def _gone(self) -> float:
        """Seconds of work, without pauses."""
        now = self._halted_at if self._halted is not None else self._clock()
        return max(0.0, now - self._since)

    def _share(self) -> float:
        if self._phase is Phase.EMBEDDING:
            done, total = self._embedded
            return done / max(1, total)
        if self._phase is Phase.RECOGNISING:
            done, total = self._scans
            return done / max(1, total)
        part = sum(page / pages for page, pages in self._far.values() if pages)
        return min(1.0, (self._done + part) / max(1, self._files))

    def _work(self) -> tuple[str, str, str]:
        """Title and both lines for work that goes on."""
        if self._phase is Phase.EMBEDDING:
            return self._embedding()
        if self._phase is Phase.RECOGNISING:
            return self._recognising()
        if self._phase is Phase.READING:
            return self._reading()
        gone = self._gone()
        first = f"{self._formats.seconds_gone(gone)} gone" if gone >= RATE_AFTER_S else ""
        return "Looking for PDFs", first, self._ask_now()

    def _reading(self) -> tuple[str, str, str]:
        number, gone = self._formats.number, self._gone()
        first = f"{number(self._done)} of {number(self._files)}"
        if self._files == len(self._far) == 1:
            ((page, pages),) = self._far.values()
            first = f"Page {number(page)} of {number(pages)}"
        if self._pages and gone >= RATE_AFTER_S:
            first += f", {self._rate(self._pages / gone)}"
        title = f"Reading {self._formats.count(self._files, 'document')}"
        return title, first, self._ask_now(self._left(self._share(), gone))

    def _embedding(self) -> tuple[str, str, str]:
        done, total = self._embedded
        percent = self._formats.percent(done / max(1, total))
        started, first_done = self._embedded_first or (0.0, done)
        made = (done - first_done) / max(1, total - first_done)
        left = self._left(made, self._gone() - started)
        if not self._read:
            return "Preparing search by meaning", f"{percent} done", self._ask_now(left)
        title = f"{self._formats.count(self._read, 'document')} read"
        second = " ".join(filter(None, (f"Preparing search by meaning: {percent}.", left)))
        return title, self._counts(self._read, self._need_attention), second

    def _recognising(self) -> tuple[str, str, str]:
        (done, total), number = self._scans, self._formats.number
        started, first_done = self._scans_first or (0.0, done)
        made = (done - first_done) / max(1, total - first_done)
        left = self._left(made, self._gone() - started)
        pages = f"{number(done)} of {self._formats.count(total, 'page')}"
        if not self._read:
            return "Reading scans", pages, self._ask_now(left)
        title = f"{self._formats.count(self._read, 'document')} read"
        second = " ".join(filter(None, (f"Reading scans: {pages}.", left)))
        return title, self._counts(self._read, self._need_attention), second

    def _left(self, share: float, gone: float) -> str:
        if share < _LEAST_SHARE:
            return ""
        left = self._formats.time_left(gone / share * (1 - share), gone)
        return f"{left}." if left else ""

    def _ask_now(self, before: str = "") -> str:
        return " ".join(filter(None, (before, "You can ask now." if self.askable else "")))

    def _rate(self, pages: float) -> str:
        if pages >= 10:
            return f"{self._formats.number(round(pages))} pages a second"
        return f"{self._formats.decimal(pages)} pages a second"

    def _counts(self, read: int, need_attention: int) -> str:
        """ "181 are ready, 5 need you", without a full stop."""
        number, ready = self._formats.number, max(0, read - need_attention)
        parts = []
        if ready:
            parts.append("1 is ready" if ready == 1 else f"{number(ready)} are ready")
        if need_attention:
            verb = "needs" if need_attention == 1 else "need"
            parts.append(f"{number(need_attention)} {verb} you")
        return ", ".join(parts)

    def _over(self, end: IngestFinished) -> StripView:
        read = end.added + end.replaced
        title, bar = f"{self._formats.count(read, 'document')} read", ProgressState.DONE
        second = f"Took {self._formats.duration(end.seconds)}."
        if end.cancelled:
            title, bar, second = "Stopped", ProgressState.PAUSED, "What was read is kept."
        elif end.degraded:
            bar, second = ProgressState.PAUSED, end.degraded
        elif not read:
            title = self._nothing_read(end)
        if end.ocr_note and not (end.cancelled or end.degraded):
            bar, second = ProgressState.PAUSED, end.ocr_note
        share = self._end_share if end.cancelled else 1.0
        return StripView(title, self._sum(end), second, share, bar, running=False, paused=False)

    def _nothing_read(self, end: IngestFinished) -> str:
        if end.failed:
            return "Nothing was read"
        if end.recognised:
            return f"{self._formats.count(end.recognised, 'scanned page')} read"
        if end.unchanged or end.duplicates:
            return "Nothing new to read"
        if self._embedded[1]:
            return "Search by meaning is ready"
        return "No PDF was found"

    def _sum(self, end: IngestFinished) -> str:
        """What became of the files of a run, in one sentence."""
        formats, read = self._formats, end.added + end.replaced
        need = min(end.need_attention, read)
        parts = [self._counts(read, need)] if read else []
        if end.recognised and read:
            verb = "was" if end.recognised == 1 else "were"
            parts.append(f"{formats.count(end.recognised, 'scanned page')} {verb} read")
        if end.unchanged:
            verb = "has" if end.unchanged == 1 else "have"
            parts.append(f"{formats.number(end.unchanged)} {verb} not changed")
        if end.duplicates:
            verb = "is a copy" if end.duplicates == 1 else "are copies"
            parts.append(f"{formats.number(end.duplicates)} {verb} of what is here")
        if end.failed:
            parts.append(f"{formats.number(end.failed)} could not be read")
        if end.skipped:
            verb = "was" if end.skipped == 1 else "were"
            parts.append(f"{formats.count(end.skipped, 'file')} {verb} skipped")
        text = ", ".join(parts)
        return f"{text}." if text else ""

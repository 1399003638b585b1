"""What one run of the ingest has to mind, what it has to do, and what it has done so far."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from app.core.domain.cancel import CancelToken
from app.services.events import IngestEvent, IngestFinished, IngestPaused, IngestResumed
from app.services.ingest_control import Inbox, PauseSwitch, Scans, ToRead
from app.services.priority import AnswerPriority
from app.services.recognition_tally import RecognitionTally


@dataclass(slots=True)
class IngestRun:
    """The state of a run. `queue` holds the files that are still to be read, `outcomes` counts
    those that are read by what became of them."""

    cancel: CancelToken
    pause: PauseSwitch
    inbox: Inbox
    priority: AnswerPriority
    queue: deque[Path] = field(default_factory=deque)
    position: int = 0
    """Of the file that was begun last, from 1."""
    in_flight: set[Path] = field(default_factory=set)
    """Files that were begun and are not done."""
    once_more: set[Path] = field(default_factory=set)
    """Those of them that were added again meanwhile, and are read again after it."""
    started: float = field(default_factory=time.monotonic)
    outcomes: dict[str, int] = field(default_factory=dict)
    attention: set[int] = field(default_factory=set)
    """Ids of documents that were read and need something of the user."""
    failed: int = 0
    skipped: int = 0
    pages: int = 0
    scans: Scans = Scans.WAITING
    recognition: RecognitionTally = field(default_factory=RecognitionTally)

    @property
    def files(self) -> int:
        """How many files the run has in all."""
        return self.position + len(self.queue)

    def plan(self, waiting: Iterable[Path], found: Iterable[Path]) -> None:
        """Take over what waits in the library, files in flight aside; those of them that were
        just found are read once more, for something may have changed since they were begun."""
        self.queue = deque(path for path in waiting if path not in self.in_flight)
        self.once_more.update(self.in_flight.intersection(found))

    def put_first(self, wanted: Collection[ToRead]) -> None:
        """Read these files next, in the order of the queue. Somebody named them one by one, as
        after entering a password, and waits for them; what lies below folders is not moved."""
        first = [path for path in self.queue if path in wanted]
        self.queue = deque([*first, *(path for path in self.queue if path not in wanted)])

    @property
    def halted(self) -> bool:
        """Whether work is to wait: for the user, or for an answer."""
        return self.pause.paused or self.priority.busy

    def wait(self) -> Iterator[IngestEvent]:
        """Stop here while paused or while an answer is being made. To be asked between any two
        steps.

        Raises:
            Cancelled: the run is to end.
        """
        self.cancel.raise_if_cancelled()
        if self.pause.paused:
            yield IngestPaused(for_answer=False)
            self.pause.wait(self.cancel)
            self.cancel.raise_if_cancelled()
            yield IngestResumed()
        if self.priority.busy:
            yield IngestPaused(for_answer=True)
            self.priority.wait(self.cancel)
            self.cancel.raise_if_cancelled()
            yield IngestResumed()

    def finished(self, *, cancelled: bool, degraded: str) -> IngestFinished:
        """The event that ends the run."""
        return IngestFinished(
            added=self.outcomes.get("added", 0),
            replaced=self.outcomes.get("replaced", 0),
            unchanged=self.outcomes.get("unchanged", 0),
            duplicates=self.outcomes.get("duplicate", 0),
            need_attention=len(self.attention),
            failed=self.failed,
            skipped=self.skipped,
            pages=self.pages,
            seconds=time.monotonic() - self.started,
            cancelled=cancelled,
            degraded=degraded,
            recognised=self.recognition.read,
            ocr_note=self.recognition.note,
        )

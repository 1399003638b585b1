"""How extracting goes, in words: events of the service go in, what the strip shows comes out.

Nothing here draws. Time that was spent waiting for an answer counts for no rate.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from app.core.domain.extraction import ExtractionSchema
from app.gui.common.formats import Formats
from app.gui.common.progress_bar import ProgressState
from app.gui.common.safe_text import one_line
from app.services.extraction_events import (
    DocumentExtracted,
    DocumentNotExtracted,
    ExtractionBegun,
    ExtractionEvent,
    ExtractionHeld,
    ExtractionProgress,
    ExtractionsFinished,
)

STARTING = "Starting the language model"
STOPPING, STOPPED, KEPT = "Stopping", "Stopped", "What was extracted is kept."
HELD, AFTERWARDS = "Waiting for the answer", "Extracting goes on after the answer."
_LEAST_SHARE = 0.01
"""The time that is left is said only where enough of the work is done to tell."""

_MINUTE = 59.5
"""Seconds that are written as a minute."""


class Phase(Enum):
    """What is being done."""

    NOTHING = auto()
    STARTING = auto()
    READING = auto()
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


class RunProgress:
    """Follows one run after another; the documents of a schema are counted together."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._formats = Formats()
        self._clock = clock
        self._titles: dict[str, str] = {}
        self._phase = Phase.NOTHING
        self._end: ExtractionsFinished | None = None
        self._begin_counting("")

    def _begin_counting(self, schema: str) -> None:
        self._schema = schema
        self._stopping = False
        self._done = self._left = self._failed = 0
        self._fraction = 0.0
        self._quarter = 0
        self._since = self._clock()
        self._held_at: float | None = None
        self._end = None

    def set_schemas(self, schemas: tuple[ExtractionSchema, ...]) -> None:
        """Tell what schemas are called."""
        self._titles = {schema.name: one_line(schema.title) for schema in schemas}

    @property
    def phase(self) -> Phase:
        """What is being done."""
        return self._phase

    @property
    def schema(self) -> str:
        """The name of the schema whose documents are being read."""
        return self._schema

    # --- what happens -----------------------------------------------------------------------

    def begin(self, schema: str, documents: int) -> None:
        """The user wants documents to be read; nothing is heard of them yet."""
        if self._phase is Phase.READING and schema == self._schema and not self._stopping:
            self._left += documents
            return
        if self._phase is not Phase.READING:
            self._begin_counting(schema)
            self._left = documents
            self._phase = Phase.STARTING

    def stop(self) -> None:
        """The user asked for an end, which has not come yet."""
        self._stopping = True

    def fail(self) -> None:
        """The run ended by a fault, which is told elsewhere."""
        self._phase = Phase.NOTHING

    def end(self) -> None:
        """Nothing is being read any more, whether or not a run told its end."""
        if self._phase in (Phase.STARTING, Phase.READING):
            done = self._done - self._failed
            stopped = ExtractionsFinished(done, self._failed, True, self._gone())
            self._finish(stopped)

    def report(self, event: ExtractionEvent) -> str:
        """Take in an event; return what is worth being announced, or ""."""
        match event:
            case ExtractionBegun():
                self._begin_document(event)
            case ExtractionProgress():
                self._go_on()
                self._fraction = event.fraction
            case ExtractionHeld():
                self._fraction = 0.0
                if self._held_at is None:
                    self._held_at = self._clock()
                    return f"{HELD}. {AFTERWARDS}"
            case DocumentExtracted() | DocumentNotExtracted():
                return self._end_document(failed=isinstance(event, DocumentNotExtracted))
            case ExtractionsFinished():
                return self._finish(event)
        return ""

    def _begin_document(self, event: ExtractionBegun) -> None:
        self._go_on()
        if event.schema != self._schema or self._phase in (Phase.NOTHING, Phase.OVER):
            self._begin_counting(event.schema)
        elif self._phase is Phase.STARTING:
            self._since = self._clock()  # the start of a model counts for no rate
        self._phase = Phase.READING
        self._left = event.waiting
        self._fraction = 0.0

    def _go_on(self) -> None:
        if self._held_at is not None:
            self._since += self._clock() - self._held_at
            self._held_at = None

    def _end_document(self, *, failed: bool) -> str:
        self._go_on()
        self._done += 1
        self._left = max(0, self._left - 1)
        self._failed += failed
        self._fraction = 0.0
        total = self._done + self._left
        quarter = 4 * self._done // max(1, total)
        if self._quarter < quarter < 4 and total >= 4:
            self._quarter = quarter
            number = self._formats.number
            return f"{number(self._done)} of {number(total)} documents read."
        return ""

    def _finish(self, end: ExtractionsFinished) -> str:
        if not (end.extracted or end.failed or end.stopped):
            self._phase = Phase.NOTHING
            return ""
        self._phase, self._end = Phase.OVER, end
        view = self.view()
        return " ".join(part for part in (f"{view.title}.", view.first) if part)

    # --- what is shown ----------------------------------------------------------------------

    def view(self) -> StripView:
        """What the strip says now."""
        if self._phase is Phase.OVER and self._end is not None:
            return self._over(self._end)
        title, first, second = self._work()
        bar = ProgressState.RUNNING
        if self._stopping:
            title, second = STOPPING, KEPT
        elif self._held_at is not None:
            title, second, bar = HELD, AFTERWARDS, ProgressState.PAUSED
        return StripView(title, first, second, self._share(), bar, running=True)

    def _gone(self) -> float:
        """Seconds of work, without waiting."""
        now = self._held_at if self._held_at is not None else self._clock()
        return max(0.0, now - self._since)

    def _share(self) -> float:
        return min(1.0, (self._done + self._fraction) / max(1, self._done + self._left))

    def _work(self) -> tuple[str, str, str]:
        if self._phase is Phase.STARTING:
            gone = self._gone()
            return STARTING, f"{self._formats.seconds_gone(gone)} gone" if gone >= 1 else "", ""
        formats, total = self._formats, self._done + self._left
        name = self._titles.get(self._schema, "")
        what = f"Extracting “{name}” from" if name else "Extracting from"
        first = f"{formats.number(self._done)} of {formats.number(total)} done"
        if self._done:
            first += f", {self._pace(self._gone() / (self._done + self._fraction))}"
        left = self._time_left()
        return f"{what} {formats.count(total, 'document')}", first, f"{left}." if left else ""

    def _pace(self, seconds: float) -> str:
        """How long a document takes."""
        if seconds < _MINUTE:
            return f"about {self._formats.seconds_gone(max(1.0, round(seconds)))} each"
        return f"{self._formats.duration(seconds)} each"

    def _time_left(self) -> str:
        share, gone = self._share(), self._gone()
        if share < _LEAST_SHARE:
            return ""
        return self._formats.time_left(gone / share * (1 - share), gone)

    def _over(self, end: ExtractionsFinished) -> StripView:
        formats = self._formats
        title = f"{formats.count(end.extracted, 'document')} extracted"
        bar, second = ProgressState.DONE, f"Took {formats.duration(end.seconds)}."
        if end.stopped:
            title, bar, second = STOPPED, ProgressState.PAUSED, KEPT
        elif end.failed:
            bar = ProgressState.PAUSED
        said = []
        if end.stopped and end.extracted:
            verb = "was" if end.extracted == 1 else "were"
            said.append(f"{formats.count(end.extracted, 'document')} {verb} extracted.")
        if end.failed:
            said.append(f"{formats.count(end.failed, 'document')} failed; the table says why.")
        share = self._share() if end.stopped else 1.0
        return StripView(title, " ".join(said), second, share, bar, running=False)

"""Progress as the user sees it: bytes of the whole model, their pace, and the time left."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Literal

from app.core.domain.model import DownloadProgress, ModelEntry, ModelFile

# Long enough to smooth the pauses between packages, short enough to follow a change.
WINDOW_SECONDS = 15.0
# Before that, a rate says nothing.
LEAST_SECONDS = 2.0
# At most ten reports a second.
REPORT_SECONDS = 0.1

Stage = Literal["connecting", "downloading", "checking"]


class Pace:
    """Rate of one download.

    Args:
        clock: Seconds of a clock that never goes back.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seen: deque[tuple[float, int]] = deque()

    def reset(self) -> None:
        """What comes next has nothing to do with what came before."""
        self._seen.clear()

    def note(self, done_bytes: int) -> None:
        """So many bytes are there now."""
        now = self._clock()
        if self._seen and done_bytes < self._seen[-1][1]:
            self._seen.clear()
        self._seen.append((now, done_bytes))
        while now - self._seen[0][0] > WINDOW_SECONDS:
            self._seen.popleft()

    @property
    def bytes_per_second(self) -> float:
        """0.0 until there is something to tell it from."""
        if len(self._seen) < 2:
            return 0.0
        (first, before), (last, after) = self._seen[0], self._seen[-1]
        return (after - before) / (last - first) if last > first else 0.0

    def seconds_left(self, remaining_bytes: int) -> float | None:
        """None until it can be told."""
        rate = self.bytes_per_second
        if rate <= 0 or self._seen[-1][0] - self._seen[0][0] < LEAST_SECONDS:
            return None
        return remaining_bytes / rate


class ProgressReport:
    """Turns what happens to single files into progress of their model.

    Args:
        entry: The model.
        clock: Seconds of a clock that never goes back.
    """

    def __init__(self, entry: ModelEntry, clock: Callable[[], float]) -> None:
        self._entry = entry
        self._clock = clock
        self._pace = Pace(clock)
        self._finished_bytes = 0
        self._shown: tuple[str, Stage, str] | None = None
        self._shown_at = clock()

    def step(
        self, file: ModelFile, stage: Stage, done_bytes: int, address: str = ""
    ) -> Iterator[DownloadProgress]:
        """Progress within a file: one event, or none if the last one was a moment ago."""
        now, shown = self._clock(), (file.name, stage, address)
        if self._shown is None or self._shown[:2] != shown[:2]:
            self._pace.reset()
        self._pace.note(self._finished_bytes + done_bytes)
        if shown == self._shown and now - self._shown_at < REPORT_SECONDS:
            return
        self._shown, self._shown_at = shown, now
        yield self._progress(file.name, stage, self._finished_bytes + done_bytes, address)

    def file_over(self, file: ModelFile) -> None:
        """The file is there and right."""
        self._finished_bytes += file.bytes

    def done(self) -> DownloadProgress:
        """The last event."""
        return self._progress(self._entry.files[-1].name, "done", self._finished_bytes, "")

    def _progress(
        self, file: str, stage: Literal[Stage, "done"], done_bytes: int, address: str
    ) -> DownloadProgress:
        total = self._entry.download_bytes
        return DownloadProgress(
            model=self._entry.name,
            file=file,
            done_bytes=done_bytes,
            total_bytes=total,
            bytes_per_second=self._pace.bytes_per_second,
            seconds_left=0.0 if stage == "done" else self._pace.seconds_left(total - done_bytes),
            address=address,
            stage=stage,
        )

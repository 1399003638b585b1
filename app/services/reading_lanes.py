"""Lanes of reading: threads that each read one file at a time with an extractor of their own.

Whoever opens the lanes gives work to free ones and hears of it in one place, in the order in which
things happen. What lanes hold is bounded: a lane has one file at most, and while the files of all
have many pages, only the one that began first goes on.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Generic, TypeVar

from app.core.domain.cancel import CancelToken
from app.core.ports import PageCutter
from app.services.unlocking import UnlockingExtractor

PAGES_IN_FLIGHT = 2000
"""Pages that all lanes may hold together before all but one wait. At 16 KB an ordinary page, some
30 MB; a page of a dense table may have ten times as much."""

Job = TypeVar("Job")
Tell = Callable[[object], None]


@dataclass(frozen=True, slots=True)
class LaneReader:
    """What a lane reads with. Each works in a process of its own."""

    extractor: UnlockingExtractor
    cutter: PageCutter


@dataclass(frozen=True, slots=True)
class Told(Generic[Job]):
    """Work on a job goes on: something became known of it."""

    job: Job
    what: object


@dataclass(frozen=True, slots=True)
class Done(Generic[Job]):
    """Work on a job ended well or badly, and its lane is free; `result` is None after a fault."""

    job: Job
    result: object
    fault: Exception | None = None


class ReadingLanes(Generic[Job]):
    """As many lanes as there are readers. A context: leaving it stops all work and joins the
    threads.

    Args:
        following: The token of the run; work stops with it, or when the context is left.
    """

    def __init__(
        self,
        readers: Sequence[LaneReader],
        following: CancelToken,
        *,
        pages: int = PAGES_IN_FLIGHT,
    ) -> None:
        self.cancel = _Linked(following)
        self.room = PageRoom(pages)
        self._news: queue.SimpleQueue[Told[Job] | Done[Job]] = queue.SimpleQueue()
        self._lanes = [_Lane(reader, self._news, self.room) for reader in readers]
        self._stack = ExitStack()

    def __enter__(self) -> ReadingLanes[Job]:
        self._stack.callback(self._stop)
        for lane in self._lanes:
            lane.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    @property
    def free(self) -> bool:
        """Whether a lane has nothing to do."""
        return any(not lane.busy for lane in self._lanes)

    @property
    def busy(self) -> bool:
        """Whether any lane has something to do."""
        return any(lane.busy for lane in self._lanes)

    def start(self, job: Job, work: Callable[[LaneReader, Tell], object]) -> None:
        """Let a free lane work on a job. The work is given the lane's reader, and what it tells
        meanwhile arrives as `Told`; its end arrives as `Done`."""
        lane = next(lane for lane in self._lanes if not lane.busy)
        lane.give(job, work)

    def news(self, seconds: float) -> Told[Job] | Done[Job] | None:
        """What happened next; None where nothing did for so long."""
        try:
            news = self._news.get(timeout=seconds)
        except queue.Empty:
            return None
        if isinstance(news, Done):
            next(lane for lane in self._lanes if lane.job is news.job).settle()
        return news

    def _stop(self) -> None:
        self.cancel.cancel()
        for lane in self._lanes:
            lane.end()
        for lane in self._lanes:
            lane.join()


class PageRoom:
    """Bounds the pages that are held at once. The one that took room first may always take more,
    so that a document of any length gets through."""

    def __init__(self, pages: int) -> None:
        self._pages = pages
        self._changed = threading.Condition()
        self._held: dict[object, int] = {}

    def take(self, holder: object, cancel: CancelToken) -> None:
        """Take room for a page, or wait for it.

        Raises:
            Cancelled: while waiting.
        """
        with self._changed:
            self._held.setdefault(holder, 0)
            while not self._may_take(holder):
                cancel.raise_if_cancelled()
                self._changed.wait(timeout=0.1)
            self._held[holder] += 1

    def leave(self, holder: object) -> None:
        """Give back all that was taken."""
        with self._changed:
            self._held.pop(holder, None)
            self._changed.notify_all()

    @property
    def held(self) -> int:
        """Pages that are held."""
        with self._changed:
            return sum(self._held.values())

    def _may_take(self, holder: object) -> bool:
        return sum(self._held.values()) < self._pages or next(iter(self._held)) is holder


class _Linked(CancelToken):
    """Cancelled by itself, or with the token that it follows."""

    def __init__(self, following: CancelToken) -> None:
        super().__init__()
        self._following = following

    @property
    def cancelled(self) -> bool:
        return super().cancelled or self._following.cancelled


class _Lane(Generic[Job]):
    """A thread and its reader. Used by one other thread."""

    def __init__(
        self,
        reader: LaneReader,
        news: queue.SimpleQueue[Told[Job] | Done[Job]],
        room: PageRoom,
    ) -> None:
        self.job: Job | None = None
        self._reader = reader
        self._news = news
        self._room = room
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="reading lane", daemon=True)
        self.start, self.join = self._thread.start, self._thread.join

    @property
    def busy(self) -> bool:
        return self.job is not None

    def give(self, job: Job, work: Callable[[LaneReader, Tell], object]) -> None:
        self.job = job
        self._work.put(lambda: self._do(job, work))

    def settle(self) -> None:
        """The end of the work was heard of. What it read is still held until then."""
        self._room.leave(self.job)
        self.job = None

    def end(self) -> None:
        self._work.put(None)

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            work()

    def _do(self, job: Job, work: Callable[[LaneReader, Tell], object]) -> None:
        try:
            result = work(self._reader, lambda what: self._news.put(Told(job, what)))
        except Exception as error:  # whoever hears of it decides what it means
            self._news.put(Done(job, None, error))
        else:
            self._news.put(Done(job, result))

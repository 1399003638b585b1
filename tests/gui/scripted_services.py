"""Services for tests of the window: they play what a test wrote down, and wait where it says so."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document
from app.core.domain.model import (
    DownloadProgress,
    ModelEntry,
    ModelRole,
    ModelState,
    ModelStatus,
)
from app.services.events import FileFinished, IngestEvent, IngestFinished, IngestPaused
from app.services.events import IngestResumed as Resumed
from app.services.ingest_control import Inbox, PauseSwitch, ToRead
from tests.fakes.model_files import model_entry, model_file
from tests.gui.chat.scripted_answers import Gate

IngestStep = IngestEvent | Gate | Exception
FetchStep = DownloadProgress | Gate | Exception


def ended(
    *,
    added: int = 0,
    unchanged: int = 0,
    duplicates: int = 0,
    need_attention: int = 0,
    failed: int = 0,
    skipped: int = 0,
    seconds: float = 3.2,
    cancelled: bool = False,
    degraded: str = "",
) -> IngestFinished:
    """The end of a run."""
    return IngestFinished(
        added=added,
        replaced=0,
        unchanged=unchanged,
        duplicates=duplicates,
        need_attention=need_attention,
        failed=failed,
        skipped=skipped,
        pages=0,
        seconds=seconds,
        cancelled=cancelled,
        degraded=degraded,
    )


def finished(document: Document, position: int, files: int, outcome: str = "added") -> FileFinished:
    """A file that was read."""
    return FileFinished(document.path, document, outcome, 0.5, position, files)


class ScriptedIngest:
    """Plays one script for each run; without one, a run finds nothing to do.

    At a gate it minds pause and cancel as the service does between two pages.
    """

    def __init__(self) -> None:
        self.scripts: deque[list[IngestStep]] = deque()
        self.runs: list[tuple[ToRead, ...]] = []
        self.forgotten = 0
        self.taken: list[ToRead] = []
        """What runs found in their inboxes."""
        self.minds_inbox = True
        self.left_over = False
        """Whether an earlier run left something to do."""
        self.asked_pages: list[int] = []
        self.seen_pages = 0

    def add(self, *steps: IngestStep) -> None:
        """Write down what the next run does."""
        self.scripts.append(list(steps))

    def reconcile(self) -> None:
        """Marks and vectors always agree here."""

    def pending(self) -> bool:
        return self.left_over

    def forget(self) -> None:
        self.forgotten += 1

    def read_pages(self, document_ids: Sequence[int]) -> None:
        self.asked_pages += document_ids

    @property
    def pages_requested(self) -> bool:
        return len(self.asked_pages) > self.seen_pages

    def run(
        self,
        paths: Sequence[ToRead],
        *,
        cancel: CancelToken,
        pause: PauseSwitch | None = None,
        inbox: Inbox | None = None,
    ) -> Iterator[IngestEvent]:
        self.runs.append(tuple(paths))
        self.seen_pages = len(self.asked_pages)
        for step in self.scripts.popleft() if self.scripts else [ended()]:
            if isinstance(step, Gate):
                yield from _wait(step, cancel, pause or PauseSwitch())
                if self.minds_inbox and inbox is not None:
                    self.taken += inbox.take()
            elif isinstance(step, Exception):
                raise step
            else:
                yield step
            if cancel.cancelled:
                yield ended(cancelled=True)
                return


def _wait(gate: Gate, cancel: CancelToken, pause: PauseSwitch) -> Iterator[IngestEvent]:
    while not gate.is_open and not cancel.wait(0.002):
        if pause.paused:
            yield IngestPaused(for_answer=False)
            pause.wait(cancel)
            yield Resumed()


STARTER = model_entry(model_file("starter.gguf", b"0" * 1000), name="starter").model_copy(
    update={
        "title": "Qwen2.5-Coder 1.5B Instruct",
        "description": "Writes answers. Runs on any recent computer.",
        "memory_bytes": 2_000_000_000,
        "files": (model_file("starter.gguf", b"0").model_copy(update={"bytes": 1_117_320_768}),),
    }
)
EMBEDDER = model_entry(model_file("embedder.onnx", b"1"), name="embedder", role=ModelRole.EMBEDDER)


def progress(
    done: int, *, stage: str = "downloading", rate: float = 9e6, left: float | None = 80.0
) -> DownloadProgress:
    """How the download of the starter model goes."""
    total = STARTER.download_bytes
    address = "huggingface.co"
    return DownloadProgress("starter", "starter.gguf", done, total, rate, left, address, stage)  # type: ignore[arg-type]


class ScriptedModels:
    """Models whose states a test sets; a fetch plays a script and installs at its end."""

    def __init__(self, *entries: ModelEntry, installed: bool = False) -> None:
        self.entries = entries or (EMBEDDER, STARTER)
        state = ModelState.INSTALLED if installed else ModelState.MISSING
        self.states = {entry.name: state for entry in self.entries}
        self.scripts: deque[list[FetchStep]] = deque()
        self.fetched: list[str] = []

    def add(self, *steps: FetchStep) -> None:
        """Write down how the next fetch goes."""
        self.scripts.append(list(steps))

    def statuses(self) -> list[ModelStatus]:
        return [ModelStatus(entry, self.states[entry.name], None) for entry in self.entries]

    def fetch(self, names: Sequence[str], *, cancel: CancelToken) -> Iterator[DownloadProgress]:
        self.fetched += names
        for step in self.scripts.popleft() if self.scripts else []:
            for name in names:
                self.states[name] = ModelState.PARTIAL
            if isinstance(step, Gate):
                step.passed(cancel)
            elif isinstance(step, Exception):
                raise step
            else:
                yield step
            cancel.raise_if_cancelled()
        for name in names:
            self.states[name] = ModelState.INSTALLED

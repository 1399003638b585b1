"""Reads text off pages in a child process with limits on time and memory (I7, I9). A picture that
makes the engine hang or crash costs its page."""

from __future__ import annotations

import contextlib
import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.adapters.process.client import ChildProcess
from app.adapters.process.messages import WorkerBug
from app.core.domain.cancel import CancelToken
from app.core.domain.page import PageSize
from app.core.errors import ModelUnavailable, WorkerDied, WorkerTimeout
from app.core.ports import OcrFailed, RecognisedPage, RenderedPage

if TYPE_CHECKING:
    from app.adapters.ocr_onnx.engine import OnnxOcr

# Latin, Han (simplified and traditional), and both Japanese syllabaries. Latin goes as far as
# Polish, Turkish and Romanian; some Vietnamese letters are missing.
SCRIPTS = frozenset({"Latn", "Hans", "Hant", "Hira", "Kana"})

# Address space of a child. Python, ONNX Runtime and numpy reserve about 1 GB of it; a page at 300
# dots an inch needs up to half a GB.
_MEMORY_BYTES = 4 << 30
# ONNX Runtime keeps some memory of each size of input; a new child gives it back.
_RESTART_AFTER = 100
# Reading scans may wait for everything else. Levels of `nice`.
_NICENESS = 10

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OcrPlan:
    """What a child works with: files of the networks that find lines and read them, and threads
    (0 is one for each core)."""

    finding: Path
    reading: Path
    threads: int = 0


class OcrProcess:
    """An `OcrEngine` whose engine works in a child process, which starts with the first page.

    Args:
        plan: Its files.
        seconds: For a page; one of A4 takes one or two on two cores, a spread of newspaper ten.
            There is room for a busy computer, since reading scans waits for everything else.
        memory_bytes: Bound on the child's address space, where the system has one.
    """

    def __init__(
        self, plan: OcrPlan, *, seconds: float = 300.0, memory_bytes: int = _MEMORY_BYTES
    ) -> None:
        self._seconds = seconds
        self._child = ChildProcess(
            "page recognition",
            Recogniser,
            plan,
            memory_limit_bytes=memory_bytes,
            restart_after=_RESTART_AFTER,
        )

    @property
    def scripts(self) -> frozenset[str]:
        """See `OcrEngine.scripts`."""
        return SCRIPTS

    @property
    def process_id(self) -> int | None:
        """Id of the running child, None where there is none."""
        return self._child.process_id

    def read(
        self, picture: RenderedPage, size: PageSize, *, label: str = "", cancel: CancelToken
    ) -> RecognisedPage:
        """See `OcrEngine.read`."""
        cancel.raise_if_cancelled()
        try:
            found = self._child.call(
                "read", picture, size, label, timeout=self._seconds, cancel=cancel
            )
        except ModelUnavailable:
            raise
        except WorkerTimeout as error:
            _report(error)
            raise OcrFailed(
                f"Reading the picture of page {picture.page} took too long and was stopped.",
                detail=error.detail,
            ) from error
        except WorkerDied as error:
            _report(error)
            raise OcrFailed(
                f"The picture of page {picture.page} could not be read: it needs too much memory, "
                "or it brought the text recognition down. Try it again when other programs are "
                "closed.",
                detail=error.detail,
            ) from error
        assert isinstance(found, RecognisedPage)
        return found

    def close(self) -> None:
        """End the child process, if any."""
        self._child.close()


class Recogniser:
    """The child's side. Imports the engine only once it works, since the parent imports this
    module to start the child."""

    def __init__(self, plan: OcrPlan) -> None:
        with contextlib.suppress(AttributeError, OSError):  # Windows has no nice()
            os.nice(_NICENESS)
        self._plan = plan
        self._engine: OnnxOcr | None = None

    def read(
        self, cancel: CancelToken, picture: RenderedPage, size: PageSize, label: str
    ) -> RecognisedPage:
        """Read a page.

        Raises:
            Cancelled: between two runs of the networks.
            ModelUnavailable: a file is missing, damaged, or not such a network.
        """
        if self._engine is None:
            from app.adapters.ocr_onnx.engine import OnnxOcr

            plan = self._plan
            self._engine = OnnxOcr(plan.finding, plan.reading, threads=plan.threads)
        return self._engine.read(picture, size, label=label, cancel=cancel)


def _report(error: WorkerDied) -> None:
    """Log what happened: a bug of ours loudly, a bad page quietly."""
    if isinstance(error, WorkerBug):
        _log.error("Reading the picture of a page failed: %s", error.detail)
    else:
        _log.info("Reading the picture of a page was given up: %s", error.detail or error.code)

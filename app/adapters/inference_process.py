"""The chat model: llama.cpp in a child process that may crash without harm.

Implements :class:`app.core.ports.ChatModel`.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.adapters.llama_cpp.child import make_engine
from app.adapters.llama_cpp.facts import ModelFacts, PlainSpeed
from app.adapters.llama_cpp.gguf_file import check_gguf
from app.adapters.process.client import ChildProcess
from app.core.domain.cancel import CancelToken
from app.core.domain.generation import (
    GeneratedText,
    GenerationEnd,
    GenerationEvent,
    GenerationRequest,
    PromptProgress,
    StopReason,
)
from app.core.errors import Cancelled, ModelUnavailable, WorkerDied

# Large models on slow disks take minutes.
LOAD_SECONDS = 600.0

# One batch of a large model on a slow machine stays under this by far.
STEP_SECONDS = 300.0

_CONTEXT_STEP = 256
_MOST_THREADS = 256
_READ_BYTES = 1 << 20


class LlamaChatModel:
    """A GGUF model file, used through a process of its own.

    Args:
        path: The file.
        title: Name that the user sees.
        context_tokens: Tokens that prompt and output share; rounded down to a multiple of 256,
            and cut to what the model was made for once it is loaded.
        threads: Threads that compute; 0 for one a physical core.
        expected_bytes: Size that the file must have.
        expected_sha256: Hash that the file must have, for files that nobody else has checked.
            Reading a large file takes seconds to minutes; it is done once for a file as it is.
    """

    def __init__(
        self,
        path: Path,
        *,
        title: str,
        context_tokens: int = 4096,
        threads: int = 0,
        expected_bytes: int | None = None,
        expected_sha256: str | None = None,
    ) -> None:
        if context_tokens < _CONTEXT_STEP:
            raise ValueError(f"A context has at least {_CONTEXT_STEP} tokens.")
        if not 0 <= threads <= _MOST_THREADS:
            raise ValueError(f"The number of threads lies between 0 and {_MOST_THREADS}.")
        self._path = path
        self._title = title
        self._context_tokens = context_tokens // _CONTEXT_STEP * _CONTEXT_STEP
        self._expected_bytes = expected_bytes
        self._expected_sha256 = expected_sha256
        self._checked: tuple[int, int] | None = None  # size and time of the file that was right
        self._child = ChildProcess(
            "language model",
            make_engine,
            path,
            self._context_tokens,
            threads,
            start_timeout=LOAD_SECONDS,
        )

    @property
    def name(self) -> str:
        """Title that the user sees."""
        return self._title

    @property
    def context_tokens(self) -> int:
        """Tokens that prompt and output share."""
        return self._context_tokens

    @property
    def process_id(self) -> int | None:
        """Id of the inference process while there is one."""
        return self._child.process_id

    def load(self) -> None:
        """As :meth:`app.core.ports.ChatModel.load`."""
        self._load(None)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """As :meth:`app.core.ports.ChatModel.count_tokens`."""
        self._load(None)
        counts: list[int] = self._child.call("count_tokens", tuple(texts), timeout=STEP_SECONDS)
        return counts

    def generate(
        self, request: GenerationRequest, *, cancel: CancelToken
    ) -> Iterator[GenerationEvent]:
        """As :meth:`app.core.ports.ChatModel.generate`. Leaving the iterator early stops the
        model as a cancel does."""
        if request.max_tokens < 1:
            raise ValueError("max_tokens is at least 1.")
        return self._events(request, cancel)

    def measure_plain(self, request: GenerationRequest, max_tokens: int) -> PlainSpeed:
        """Speed of llama.cpp's own plain loop on the same prompt, to compare ours with."""
        self._load(None)
        speed = self._child.call("measure_plain", request, max_tokens)
        assert isinstance(speed, PlainSpeed)
        return speed

    def close(self) -> None:
        """End the process. A later call starts another."""
        self._child.close()

    def _events(self, request: GenerationRequest, cancel: CancelToken) -> Iterator[GenerationEvent]:
        prompt_tokens = output_tokens = 0
        try:
            self._load(cancel)
            stream = self._child.stream(
                "generate", request, item_timeout=STEP_SECONDS, cancel=cancel
            )
            with contextlib.closing(stream) as events:
                for event in events:
                    if isinstance(event, PromptProgress):
                        prompt_tokens = event.total
                    elif isinstance(event, GeneratedText):
                        output_tokens += 1
                    yield event
        except Cancelled:
            # Stopped while it was loading, or ended because it did not stop by itself.
            yield GenerationEnd(StopReason.CANCELLED, prompt_tokens, output_tokens, 0.0, 0.0)

    def _load(self, cancel: CancelToken | None) -> None:
        if self._child.process_id is not None:
            with contextlib.suppress(WorkerDied):  # it ended meanwhile: load anew
                self._take_facts(cancel)
                return
        check_gguf(self._path, self._expected_bytes)
        self._check_hash(cancel)
        try:
            self._take_facts(cancel)
        except WorkerDied as error:
            raise ModelUnavailable(
                f"The model {self._title} cannot be loaded on this computer. "
                "Choose another in Settings › Models.",
                detail=f"{error.code} {error.detail}",
            ) from error

    def _take_facts(self, cancel: CancelToken | None) -> None:
        facts = self._child.call("facts", cancel=cancel)
        assert isinstance(facts, ModelFacts)
        self._context_tokens = facts.context_tokens

    def _check_hash(self, cancel: CancelToken | None) -> None:
        status = self._path.stat()
        stamp = (status.st_size, status.st_mtime_ns)
        if self._expected_sha256 is None or stamp == self._checked:
            return
        digest = hashlib.sha256()
        with self._path.open("rb") as file:
            while block := file.read(_READ_BYTES):
                if cancel is not None:
                    cancel.raise_if_cancelled()
                digest.update(block)
        if digest.hexdigest() != self._expected_sha256:
            raise ModelUnavailable(
                f"The model file {self._path.name} has wrong bytes. "
                "Download it again in Settings › Models.",
                detail="sha256",
            )
        self._checked = stamp

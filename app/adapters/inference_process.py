"""The chat model: llama.cpp in a child process that may crash without harm.

Implements :class:`app.core.ports.ChatModel`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.adapters.checked_files import CheckedFiles
from app.adapters.llama_cpp.child import make_engine
from app.adapters.llama_cpp.facts import ModelFacts, PlainSpeed
from app.adapters.llama_cpp.gguf_file import check_gguf
from app.adapters.process.client import ChildProcess
from app.core.domain.cancel import CancelToken, Deadline
from app.core.domain.generation import (
    ChatMessage,
    GeneratedText,
    GenerationEnd,
    GenerationEvent,
    GenerationRequest,
    PromptProgress,
    StopReason,
)
from app.core.domain.model import ModelFile
from app.core.errors import Cancelled, ModelUnavailable, WorkerDied, WorkerTimeout

# Large models on slow disks take minutes.
LOAD_SECONDS = 600.0

# One batch of a large model on a slow machine stays under this by far.
STEP_SECONDS = 300.0

_CONTEXT_STEP = 256
_MOST_THREADS = 256


class LlamaChatModel:
    """A GGUF model file, used through a process of its own.

    Args:
        path: The file.
        title: Name that the user sees.
        context_tokens: Tokens that prompt and output share; rounded down to a multiple of 256,
            and cut to what the model was made for once it is loaded.
        threads: Threads that compute; 0 for one a physical core.
        expected: What the manifest says of the file: it must have this size and hash. Reading a
            large file takes seconds to minutes; it is done once for a file as it is, and
            remembered beside it.
        fit_floor: As :attr:`app.core.ports.ChatModel.fit_floor`.
    """

    def __init__(
        self,
        path: Path,
        *,
        title: str,
        context_tokens: int = 4096,
        threads: int = 0,
        expected: ModelFile | None = None,
        fit_floor: float | None = None,
    ) -> None:
        if context_tokens < _CONTEXT_STEP:
            raise ValueError(f"A context has at least {_CONTEXT_STEP} tokens.")
        if not 0 <= threads <= _MOST_THREADS:
            raise ValueError(f"The number of threads lies between 0 and {_MOST_THREADS}.")
        self._path = path
        self._title = title
        self._context_tokens = context_tokens // _CONTEXT_STEP * _CONTEXT_STEP
        self._expected = expected
        self._fit_floor = fit_floor
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
    def fit_floor(self) -> float | None:
        """As :attr:`app.core.ports.ChatModel.fit_floor`."""
        return self._fit_floor

    @property
    def busy(self) -> bool:
        """Whether a request is under way, or the model is being loaded for one."""
        return self._child.busy

    @property
    def process_id(self) -> int | None:
        """Id of the inference process while there is one."""
        return self._child.process_id

    def load(self, *, cancel: CancelToken | None = None) -> None:
        """As :meth:`app.core.ports.ChatModel.load`. A cancel ends the process that loads."""
        self._load(cancel)

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

    def weigh(
        self,
        prompts: Sequence[tuple[ChatMessage, ...]],
        *,
        cancel: CancelToken,
        seconds: float | None = None,
    ) -> Iterator[float | None]:
        """As :meth:`app.core.ports.ChatModel.weigh`."""
        self._load(cancel)
        limited = cancel if seconds is None else Deadline(cancel, seconds)
        given = 0
        try:
            stream = self._child.stream(
                "weigh", tuple(prompts), item_timeout=STEP_SECONDS, cancel=limited
            )
            with contextlib.closing(stream) as odds:
                for one in odds:
                    given += 1
                    yield one
            cancel.raise_if_cancelled()
            if given < len(prompts):
                raise Cancelled
        except Cancelled as error:
            cancel.raise_if_cancelled()
            if not limited.cancelled:
                raise
            raise WorkerTimeout(
                "The language model took too long and was stopped. What was stored is kept."
            ) from error

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
        check_gguf(self._path, None if self._expected is None else self._expected.bytes)
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
        if self._expected is None:
            return
        try:
            right = CheckedFiles(self._path.parent).check(self._expected, cancel)
        except OSError as error:
            raise ModelUnavailable(
                f"The model file {self._path.name} cannot be read. Check its disk and that "
                "Pincite may open it, then try again.",
                detail=type(error).__name__,
            ) from error
        if not right:
            raise ModelUnavailable(
                f"The model file {self._path.name} has wrong bytes. "
                "Download it again in Settings › Models.",
                detail="sha256",
            )

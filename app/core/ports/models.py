"""Language models, and the files of all models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from app.core.domain.cancel import CancelToken
from app.core.domain.generation import ChatMessage, GenerationEvent, GenerationRequest
from app.core.domain.model import DownloadProgress, ModelEntry, ModelState


class ChatModel(Protocol):
    """Writes text from messages. The real one works in a child process that may crash."""

    @property
    def name(self) -> str:
        """Title that the user sees."""
        ...

    @property
    def context_tokens(self) -> int:
        """Tokens that prompt and output share."""
        ...

    def load(self, *, cancel: CancelToken | None = None) -> None:
        """Make ready: start the process and load the file. Does nothing when it is ready.

        Raises:
            ModelUnavailable: missing, corrupt, or refused by the engine.
            Cancelled: the loading was given up; the next call begins anew.
        """
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, control tokens not recognised. Loads the model if need be."""
        ...

    def generate(
        self, request: GenerationRequest, *, cancel: CancelToken
    ) -> Iterator[GenerationEvent]:
        """Read the prompt, then write. Ends with GenerationEnd, also after a cancel.

        Raises:
            ModelUnavailable: as in `load`.
            WorkerDied: the process ended; the next call starts another.
            InvalidInput: prompt and output do not fit the context.
        """
        ...

    @property
    def fit_floor(self) -> float | None:
        """From how many log-odds on `weigh` means yes, as was measured for this model; None where
        nobody has measured, and what it weighs is not to be relied on."""
        ...

    def weigh(
        self,
        prompts: Sequence[tuple[ChatMessage, ...]],
        *,
        cancel: CancelToken,
        seconds: float | None = None,
    ) -> Iterator[float | None]:
        """For each prompt, in order, how much likelier "Yes" is than "No" as the next word: the
        natural logarithm of the odds, None for a prompt that is too long to be weighed. What
        prompts have in common at their beginning is read once.

        Args:
            seconds: Limit for all of it, loading aside.

        Raises:
            Cancelled: the rest was given up.
            WorkerTimeout: the limit was reached; what was weighed before it has been given.
            ModelUnavailable, WorkerDied: as in `generate`.
        """
        ...

    def close(self) -> None:
        """End the process."""
        ...


class ChatModels(Protocol):
    """The language models that can be used now."""

    def open(self, name: str | None) -> ChatModel | None:
        """The model of that name, or without a name the one that the settings choose; None where
        no name was given and none is installed. It is not loaded yet, and stays owned by this
        object.

        Raises:
            InvalidInput: the name is unknown.
            ModelUnavailable: the named model is not installed.
        """
        ...

    def scope_margin(self, name: str | None) -> float | None:
        """By how many log-odds on `weigh` a passage must be less fit than the best one to be of
        another scope, as was measured for the model that `open` would give. None where nobody has
        measured, the model cannot tell scopes apart, or there is none. It is not opened for this:
        another one may be in memory, which is kept.

        Raises:
            As `open`.
        """
        ...


class ModelFiles(Protocol):
    """The models folder."""

    def path(self, entry: ModelEntry, file_name: str | None = None) -> Path:
        """Where a file of the entry lies or would lie (default: the first file)."""
        ...

    def state(self, entry: ModelEntry) -> ModelState:
        """By presence and size only; see `verify` for bytes."""
        ...

    def verify(self, entry: ModelEntry, *, cancel: CancelToken) -> Iterator[DownloadProgress]:
        """Read every byte; ends with stage "done".

        Raises:
            ModelUnavailable: a file is missing or a byte is wrong.
        """
        ...

    def fetch(self, entry: ModelEntry, *, cancel: CancelToken) -> Iterator[DownloadProgress]:
        """Download what is missing, going on where an earlier try stopped; ends with "done".

        Raises:
            DownloadFailed: no source could deliver; parts are kept.
            StorageError: no space or no permission.
        """
        ...

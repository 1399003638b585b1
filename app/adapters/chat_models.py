"""The installed language models: opened on demand, one in memory at a time, unloaded when idle."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from app.adapters.inference_process import LlamaChatModel
from app.core.domain.model import Manifest, ModelEntry, ModelRole, ModelState
from app.core.errors import InvalidInput, ModelUnavailable
from app.core.ports import ChatModel, ModelFiles
from app.core.settings import ModelSettings

_THAT_WRITE = (ModelRole.CHAT, ModelRole.TEST)


class InstalledChatModels:
    """Implements the ChatModels port over the models folder.

    Args:
        settings: Gives the model settings in force.
        clock: Seconds that only grow.
    """

    def __init__(
        self,
        manifest: Manifest,
        files: ModelFiles,
        settings: Callable[[], ModelSettings],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._manifest = manifest
        self._files = files
        self._settings = settings
        self._clock = clock
        self._lock = threading.Lock()
        self._open: tuple[tuple[str, int, int], LlamaChatModel] | None = None
        self._used = clock()

    def open(self, name: str | None) -> ChatModel | None:
        """See the port. A test model can only be had by its name."""
        entry = self._named(name) if name else self._chosen()
        if entry is None:
            return None
        chosen = self._settings()
        context = min(chosen.context_tokens, entry.context)
        key = (entry.name, context, chosen.threads)
        with self._lock:
            self._used = self._clock()
            if self._open is not None and self._open[0] == key:
                return self._open[1]
            self._close()
            model = LlamaChatModel(
                self._files.path(entry),
                title=entry.title,
                context_tokens=context,
                threads=chosen.threads,
                expected=entry.files[0],
                fit_floor=entry.fit_floor,
            )
            self._open = (key, model)
            return model

    def scope_margin(self, name: str | None) -> float | None:
        """See the port."""
        entry = self._named(name) if name else self._chosen()
        return None if entry is None else entry.scope_margin

    def unload_idle(self) -> None:
        """Free the memory of a model that was not used for as long as the settings say. One that is
        at work is in use, however long that takes."""
        minutes = self._settings().unload_minutes
        with self._lock:
            if self._open is not None and self._open[1].busy:
                self._used = self._clock()
            if minutes and self._clock() - self._used >= 60 * minutes:
                self._close()

    def close(self) -> None:
        """End the model's process."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None

    def _named(self, name: str) -> ModelEntry:
        entry = self._manifest.find(name)
        usable = [e.name for e in self._manifest.models if e.role in _THAT_WRITE]
        if entry is None or entry.name not in usable:
            raise InvalidInput(
                f"There is no language model {name}. Choose one of: {', '.join(usable)}.",
                code="unknown_model",
            )
        if self._files.state(entry) is not ModelState.INSTALLED:
            raise ModelUnavailable(
                f"The model {entry.title} is not installed, or its file is damaged. "
                f"Get it with `pincite models fetch {entry.name}`.",
            )
        return entry

    def _chosen(self) -> ModelEntry | None:
        """The model of the settings where it is installed, else the first that is."""
        chosen = self._settings().chat_model
        chat = [entry for entry in self._manifest.models if entry.may_write(chosen)]
        chat.sort(key=lambda entry: entry.name != chosen)
        return next(
            (entry for entry in chat if self._files.state(entry) is ModelState.INSTALLED), None
        )

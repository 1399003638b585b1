"""Models: which there are, which are installed, and downloads that the user starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from app.core.domain.cancel import CancelToken
from app.core.domain.model import (
    DownloadProgress,
    Manifest,
    ModelEntry,
    ModelRole,
    ModelState,
    ModelStatus,
)
from app.core.errors import ModelUnavailable, NotFound
from app.core.ports import ModelFiles


class ModelService:
    """The models of the manifest and their files."""

    def __init__(self, manifest: Manifest, files: ModelFiles) -> None:
        self._manifest = manifest
        self._files = files

    @property
    def names(self) -> list[str]:
        """Names of all models, in the manifest's order."""
        return [entry.name for entry in self._manifest.models]

    def entry(self, name: str) -> ModelEntry:
        """The model of that name.

        Raises:
            NotFound: there is none; the sentence says which there are.
        """
        entry = self._manifest.find(name)
        if entry is None:
            raise NotFound(
                f"There is no model named {name}. The models are: {', '.join(self.names)}."
            )
        return entry

    def status(self, name: str) -> ModelStatus:
        """What there is of one model. Raises NotFound as `entry` does."""
        entry = self.entry(name)
        state = self._files.state(entry)
        installed = state is ModelState.INSTALLED
        return ModelStatus(entry, state, self._files.path(entry) if installed else None)

    def statuses(self) -> list[ModelStatus]:
        """What there is of each model, in the manifest's order. Reads no bytes of them."""
        return [self.status(name) for name in self.names]

    def path_of(self, name: str, file_name: str | None = None) -> Path:
        """A file of an installed model, by default the one to load.

        Raises:
            NotFound: there is no such model, or it has no such file.
            ModelUnavailable: it is not installed.
        """
        status = self.status(name)
        if status.state is not ModelState.INSTALLED:
            raise ModelUnavailable(_not_installed(status))
        return self._files.path(status.entry, file_name)

    def fetch(self, names: Sequence[str], *, cancel: CancelToken) -> Iterator[DownloadProgress]:
        """Download what is missing of these models, one after another; each ends with stage
        "done". All names are looked up before the first byte.

        Raises:
            NotFound, DownloadFailed, StorageError, Cancelled.
        """
        for entry in [self.entry(name) for name in names]:
            cancel.raise_if_cancelled()
            yield from self._files.fetch(entry, cancel=cancel)

    def verify(self, names: Sequence[str], *, cancel: CancelToken) -> Iterator[DownloadProgress]:
        """Read every byte of these models, one after another; each ends with stage "done".

        Raises:
            NotFound, ModelUnavailable, StorageError, Cancelled.
        """
        for entry in [self.entry(name) for name in names]:
            cancel.raise_if_cancelled()
            yield from self._files.verify(entry, cancel=cancel)


def _not_installed(status: ModelStatus) -> str:
    title, name = status.entry.title, status.entry.name
    what = {
        ModelState.MISSING: f"{title} is not installed.",
        ModelState.PARTIAL: f"The download of {title} is not complete.",
        ModelState.CORRUPT: f"{title} is damaged.",
    }[status.state]
    # The window offers what writes answers; the embedder comes with the program.
    where = "it in the window, or with" if status.entry.role is ModelRole.CHAT else "it with"
    return f"{what} Download {where}: pincite models fetch {name}"

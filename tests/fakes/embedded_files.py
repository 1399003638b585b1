"""Files inside of PDFs, in memory; what is saved is kept by its path."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from app.core.domain.cancel import CancelToken
from app.core.domain.document import EmbeddedFile
from app.core.errors import PageLocked, PageUnavailable


@dataclass(frozen=True, slots=True)
class FakeInside:
    """Names and contents; None is one that cannot be taken out."""

    files: tuple[tuple[str, bytes | None], ...] = ()
    password: str | None = None


@dataclass
class FakeEmbeddedFiles:
    """An `EmbeddedFiles` of the PDFs in `pdfs`, which tests may change at any time."""

    pdfs: dict[Path, FakeInside] = field(default_factory=dict)
    saved: dict[Path, bytes] = field(default_factory=dict)

    def list(
        self, path: Path, *, cancel: CancelToken, password: str | None = None
    ) -> tuple[EmbeddedFile, ...]:
        cancel.raise_if_cancelled()
        return tuple(
            EmbeddedFile(number, name, pdf=data is None or data.startswith(b"%PDF-"))
            for number, (name, data) in enumerate(self._open(path, password).files, 1)
        )

    def save(
        self,
        path: Path,
        number: int,
        target: Path,
        *,
        cancel: CancelToken,
        password: str | None = None,
    ) -> tuple[Path, int] | None:
        cancel.raise_if_cancelled()
        _, data = self._open(path, password).files[number - 1]
        if data is None:
            return None
        count = 1
        wanted = target
        while self.saved.get(wanted, data) != data:
            count += 1
            wanted = target.with_name(f"{target.stem} ({count}){target.suffix}")
        self.saved[wanted] = data
        return wanted, len(data)

    def close(self) -> None:
        """Nothing is open."""

    def _open(self, path: Path, password: str | None) -> FakeInside:
        inside = self.pdfs.get(path)
        if inside is None:
            raise PageUnavailable("The file is not there any more.")
        if inside.password is not None and inside.password != password:
            raise PageLocked("It is protected with a password.")
        return inside

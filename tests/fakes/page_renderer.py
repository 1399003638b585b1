"""Draws grey pages without an engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import PageLocked, PageUnavailable
from app.core.ports import RenderedPage


@dataclass(frozen=True, slots=True)
class FakeSheets:
    """Sizes of a file's pages as they are displayed, in points."""

    sizes: Sequence[tuple[float, float]] = ((595.0, 842.0),)
    password: str | None = None


class FakePageRenderer:
    """A `PageRenderer` of the files in `files`, which tests may change at any time.

    `asked` holds what was drawn, as (path, page, scale).
    """

    def __init__(
        self, files: dict[Path, FakeSheets] | None = None, most_pixels: int = 1_000_000
    ) -> None:
        self.files = files if files is not None else {}
        self.asked: list[tuple[Path, int, float]] = []
        self.closed = 0
        self._most_pixels = most_pixels

    def render(
        self, path: Path, page: int, scale: float, *, password: str | None = None
    ) -> RenderedPage:
        if not scale > 0:
            raise ValueError("the scale must be above 0")
        self.asked.append((path, page, scale))
        sheets = self._sheets(path)
        if sheets.password is not None and password != sheets.password:
            raise PageLocked("It is protected with a password.")
        if not 1 <= page <= len(sheets.sizes):
            raise PageUnavailable(f"The document has no page {page}.")
        width, height = sheets.sizes[page - 1]
        used = min(scale, (self._most_pixels / (width * height)) ** 0.5)
        columns, rows = round(width * used), round(height * used)
        return RenderedPage(page, columns, rows, b"\xee" * (columns * rows * 3), used)

    def unlocks(self, path: Path, password: str) -> bool:
        return self._sheets(path).password in (None, password)

    def _sheets(self, path: Path) -> FakeSheets:
        sheets = self.files.get(path)
        if sheets is None:
            raise PageUnavailable("The file is not there any more.")
        return sheets

    def close(self) -> None:
        self.closed += 1

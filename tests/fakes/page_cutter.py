"""Cuts pages into chunks in this process."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.chunking.chunker import chunk_pages
from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import DraftChunk
from app.core.domain.document import OutlineEntry
from app.core.domain.page import PageText
from app.core.ports import ExtractionFailed
from tests.fakes.token_counter import WordCounter


class FakePageCutter:
    """A `PageCutter` that counts words. With a `fault`, nothing can be cut."""

    def __init__(self) -> None:
        self.fault: ExtractionFailed | None = None

    def cut(
        self, pages: Sequence[PageText], outline: Sequence[OutlineEntry], *, cancel: CancelToken
    ) -> list[DraftChunk]:
        cancel.raise_if_cancelled()
        if self.fault is not None:
            raise self.fault
        return chunk_pages(pages, outline, WordCounter())

"""Reads one file in a lane: text and words of its pages, then its state and its chunks."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import DraftChunk
from app.core.domain.document import DocumentHead
from app.core.domain.page import PageText
from app.core.ports import ExtractionFailed, NewDocument
from app.core.reading.pages import with_recognised
from app.core.reading.state import classify
from app.core.reading.version import READING_VERSION
from app.services.file_intake import FileAtHand
from app.services.reading_lanes import LaneReader

log = logging.getLogger(__name__)


class PageTold(NamedTuple):
    """A page of a file was read, of so many."""

    number: int
    pages: int


@dataclass(frozen=True, slots=True)
class FileExtraction:
    """How files are read in a run.

    Args:
        hold: Called before each page with the file it is of; returns when the page may be read.
        cancel: Stops reading.
        context_in_index: As in `NewDocument`.
    """

    hold: Callable[[FileAtHand], None]
    cancel: CancelToken
    context_in_index: bool

    def read(
        self, file: FileAtHand, reader: LaneReader, tell: Callable[[object], None]
    ) -> NewDocument:
        """Extract, classify and chunk a file; return it ready to be stored.

        Raises:
            Cancelled: by `hold`, or by the engine.
        """
        started = time.monotonic()
        head = DocumentHead(file.path.stem, 0)
        pages: list[PageText] = []
        chunks: list[DraftChunk] = []
        try:
            for item in reader.extractor.extract(file.path, file.digest, cancel=self.cancel):
                if isinstance(item, DocumentHead):
                    head = item
                    continue
                self.hold(file)
                pages.append(item)
                tell(PageTold(item.number, head.pages))
            pages = with_recognised(pages, file.read_before)
            status, sentence = classify(head, pages)
            if status.searchable:
                self.hold(file)
                chunks = reader.cutter.cut(pages, head.outline, cancel=self.cancel)
        except ExtractionFailed as error:
            log.info("a file ended as %s", error.status)
            status, sentence = error.status, error.message
            pages = []
        return NewDocument(
            path=file.path,
            title=head.title or file.path.stem,
            sha256=file.digest,
            stamp=file.stamp,
            status=status,
            status_text=sentence,
            pages=tuple(pages),
            chunks=tuple(chunks),
            context_in_index=self.context_in_index,
            reading_version=READING_VERSION,
            read_at=datetime.now(UTC),
            read_seconds=time.monotonic() - started,
            embedded_pdfs=head.embedded_pdfs,
        )

"""What the viewer is asked to show: a page, a citation of an answer, or a found passage."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.core.domain.answer import Citation
from app.core.domain.chunk import HIDDEN_ON_PAGE
from app.core.domain.evidence import Passage
from app.core.domain.geometry import Box
from app.core.reading.ocr_wording import ocr_note
from app.gui.viewer.citation_bar import CitationCaption


@dataclass(frozen=True, slots=True)
class Target:
    """A place in a document. `chunk_id` names the passage that has to be there still; `title` is
    "" where it is not known before the document is open."""

    document_id: int
    page: int
    title: str = ""
    chunk_id: int | None = None
    words: tuple[Box, ...] = ()
    passage: tuple[Box, ...] = ()
    caption: CitationCaption | None = None
    path: Path | None = None

    @property
    def place(self) -> tuple[Box, ...]:
        """What is to be brought into view on the page: the words, or else the passage."""
        words = tuple(box for box in self.words if box.page == self.page)
        return words or tuple(box for box in self.passage if box.page == self.page)


def target_of_citation(citation: Citation, index: int, count: int) -> Target:
    """Where a citation leads; it is the one at `index`, from 0, of `count`."""
    note = ""
    if citation.quote and not citation.verified:
        note = QCoreApplication.translate(
            "viewer", "The quoted words were not found; the whole passage is marked."
        )
    if citation.hidden:
        note = HIDDEN_ON_PAGE
    caption = CitationCaption(
        citation.chunk_id,
        citation.page,
        citation.label,
        citation.heading,
        index,
        count,
        note,
        ocr_note(citation.ocr_confidence),
    )
    return Target(
        citation.document_id,
        citation.page,
        citation.document,
        citation.chunk_id,
        citation.boxes,
        citation.passage_boxes,
        caption,
        citation.path,
    )


def target_of_passage(passage: Passage, index: int = 0, count: int = 0) -> Target:
    """Where a passage that was found leads; it is the one at `index`, from 0, of `count` that a
    search found, where it comes from one."""
    chunk = passage.chunk
    caption = CitationCaption(
        chunk.id,
        passage.page,
        passage.label,
        chunk.heading,
        index,
        count,
        note=HIDDEN_ON_PAGE if chunk.hidden else "",
        ocr=ocr_note(passage.ocr_confidence),
        of_search=True,
    )
    return Target(
        chunk.document_id,
        passage.page,
        passage.document_title,
        chunk.id,
        passage.word_boxes,
        passage.boxes,
        caption,
        passage.path,
    )

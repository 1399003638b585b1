"""Passages: chunks that were found, with all that is needed to show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.core.domain.chunk import Chunk
from app.core.domain.document import Document
from app.core.domain.evidence import FusedChunk, Passage
from app.core.domain.geometry import Box
from app.core.domain.page import PageRange, PageText
from app.core.ports import LibraryStore
from app.core.text.terms import matching_words


def passage_of(
    library: LibraryStore,
    hit: FusedChunk,
    chunk: Chunk,
    document: Document,
    question: str,
    wanted: Sequence[PageRange] = (),
) -> Passage:
    """The passage of a hit; its page is where most words of the question stand, on one of the
    wanted pages if there are any."""
    matches = matching_words(chunk.text, question)
    numbers = list(dict.fromkeys(span.page for span in chunk.spans))
    pages = {page.number: page for page in library.pages(document.id, numbers)}
    number = _best_page(chunk, matches, wanted)
    return Passage(
        chunk=chunk,
        document_title=document.title,
        path=document.path,
        page=number,
        label=pages[number].label if number in pages else "",
        boxes=chunk_boxes(chunk, pages),
        similarity=hit.similarity,
        lexical_rank=hit.lexical_rank,
        dense_rank=hit.dense_rank,
        terms=tuple(dict.fromkeys(chunk.text[start:end] for start, end in matches)),
        word_boxes=tuple(
            box for start, end in matches for box in chunk_boxes(chunk, pages, start, end)
        ),
        ocr_confidence=ocr_confidence(chunk, pages),
    )


def whole_passage(library: LibraryStore, chunk: Chunk, document: Document) -> Passage:
    """A chunk as a passage that no question found; its page is the one that it begins on."""
    unranked = FusedChunk(chunk.id, 0.0, None, None, None)
    return passage_of(library, unranked, chunk, document, question="")


def searched_text(passage: Passage) -> str:
    """What the arms know of a passage: its title and headings, and its words."""
    return f"{passage.document_title}\n{passage.chunk.heading}\n{passage.chunk.text}"


def chunk_boxes(
    chunk: Chunk, pages: dict[int, PageText], start: int = 0, end: int | None = None
) -> tuple[Box, ...]:
    """Boxes of the characters [start, end) of a chunk, from the words of its pages."""
    stop = len(chunk.text) if end is None else end
    return tuple(
        box
        for number, first, last in chunk.pieces(start, stop)
        if number in pages
        for box in pages[number].boxes(first, last)
    )


def ocr_confidence(
    chunk: Chunk, pages: Mapping[int, PageText], start: int = 0, end: int | None = None
) -> float | None:
    """How sure OCR is of the letters that it read of the characters [start, end) of a chunk, 0 to
    1; None where it read none of them."""
    stop = len(chunk.text) if end is None else end
    letters, sure = 0, 0.0
    for number, first, last in chunk.pieces(start, stop):
        page = pages.get(number)
        if page is not None and page.ocr_confidence is not None:
            letters += last - first
            sure += page.ocr_confidence * (last - first)
    return sure / letters if letters else None


def _best_page(
    chunk: Chunk, matches: Sequence[tuple[int, int]], wanted: Sequence[PageRange]
) -> int:
    """The page on which most of the matching words stand; the earlier one on a tie."""
    every = list(dict.fromkeys(span.page for span in chunk.spans))
    fitting = [page for page in every if any(one.first <= page <= one.last for one in wanted)]
    held = dict.fromkeys(fitting or every, 0)
    for start, end in matches:
        for page, _, _ in chunk.pieces(start, end):
            if page in held:
                held[page] += 1
    return max(held, key=lambda page: (held[page], -page))

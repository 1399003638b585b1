"""Citations as they are shown: the words of a passage with their page and the boxes around them.

All of it comes from the library, whether an answer or a table cites (C3).
"""

from __future__ import annotations

from app.core.citations.quotes import CitedWords
from app.core.domain.answer import Citation
from app.core.domain.evidence import Passage
from app.core.ports import LibraryStore
from app.services.passages import chunk_boxes, ocr_confidence


def citation_of(library: LibraryStore, passage: Passage, words: CitedWords) -> Citation:
    """The citation of these words of a passage; without words it leads to the passage's page, and
    has the boxes of the passage only."""
    chunk, quote = passage.chunk, words.quote
    numbers = list(dict.fromkeys(span.page for span in chunk.spans))
    pages = {page.number: page for page in library.pages(chunk.document_id, numbers)}
    number = quote.page if quote else passage.page
    return Citation(
        chunk_id=chunk.id,
        document_id=chunk.document_id,
        document=passage.document_title,
        path=passage.path,
        page=number,
        label=pages[number].label if number in pages else passage.label,
        heading=chunk.heading,
        quote=quote.text if quote else "",
        verified=words.verified,
        boxes=chunk_boxes(chunk, pages, quote.start, quote.end) if quote else (),
        passage_boxes=passage.boxes,
        hidden=chunk.hidden,
        ocr_confidence=(
            ocr_confidence(chunk, pages, quote.start, quote.end)
            if quote
            else passage.ocr_confidence
        ),
    )

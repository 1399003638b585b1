"""What is said of words that were read off the picture of a page, wherever they are shown."""

from __future__ import annotations

from app.core.domain.answer import Citation
from app.core.domain.chunk import HIDDEN_ON_PAGE
from app.core.domain.evidence import Passage

READ_BY_OCR = "Read by OCR"

# Of the engine's confidence, which is a mean over the letters of a page: pages of clean print have
# 0.97 and more, and those below 0.9 hold wrong letters (docs/ocr.md).
_SURE, _FAIRLY_SURE = 0.97, 0.9


def how_sure(confidence: float) -> str:
    """In words, how far the letters of a page can be relied on, from 0 to 1."""
    if confidence >= _SURE:
        return "Hardly any letter is in doubt."
    if confidence >= _FAIRLY_SURE:
        return "A letter may be wrong here and there."
    return "Letters may be wrong, so compare it with the page."


def ocr_note(confidence: float | None) -> str:
    """What is to be known of words that OCR read, as sentences; "" for text of the file itself."""
    return "" if confidence is None else f"{READ_BY_OCR}. {how_sure(confidence)}"


def passage_note(passage: Passage) -> str:
    """What is to be known of a passage before it is relied on, as sentences; "" for nothing."""
    return HIDDEN_ON_PAGE if passage.chunk.hidden else ocr_note(passage.ocr_confidence)


def citation_note(citation: Citation) -> str:
    """The same of a citation."""
    return HIDDEN_ON_PAGE if citation.hidden else ocr_note(citation.ocr_confidence)

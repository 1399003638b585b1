"""The words of exported tables. They are read by others too, so no one is addressed in them."""

from __future__ import annotations

from app.core.domain.extracted_table import ExtractedCell, ExtractedRow
from app.core.domain.extraction import REVIEW_BELOW, ExtractionFault, Standing

DOCUMENT, FILE, STATE, REVIEW = "Document", "File", "State", "To review"
FIELD, VALUE, FOUND = "Field", "Value", "Found by the model"
CONFIDENCE, CHECK, PAGE, LABEL = "Confidence", "Check", "Page", "Page label"
QUOTE, PASSAGE, MODEL, MADE_AT = "Quote", "Passage", "Model", "Extracted (UTC)"
VALUES_SHEET, CITATIONS_SHEET = "Values", "Citations"

NOT_YET, WAITING = "Not extracted yet", "Waiting to be extracted"
_WAITING_AGAIN = "Waiting to be extracted again"
_EARLIER = "the values are those of an earlier extraction"
_STATES = {
    Standing.CURRENT: "Extracted",
    Standing.READ_ANEW: "Extracted, then the document was read anew; its passages are gone",
    Standing.CHANGED: "Extracted before the document changed",
}
_FAULTS = {
    ExtractionFault.DOCUMENT_NOT_FOUND: "Failed: the document is not in the library",
    ExtractionFault.NO_CHUNKS: "Failed: the document holds no readable text",
    ExtractionFault.UNKNOWN_SCHEMA: "Failed: the fields to look for are not known any more",
    ExtractionFault.PARSE_ERROR: "Failed: the model's reply could not be read",
    ExtractionFault.SCHEMA_INVALID: "Failed: the model's reply did not fit the fields",
    ExtractionFault.INVALID_CITATION: "Failed: the model cited passages that it was not given",
}


def state(row: ExtractedRow) -> str:
    """How a document stands: what it waits for or what failed last comes before what was
    extracted earlier, since those are the values that it has."""
    if row.waiting:
        return f"{_WAITING_AGAIN}; {_EARLIER}" if row.made_at else WAITING
    if row.fault is not None:
        return f"{_FAULTS[row.fault]}; {_EARLIER}" if row.made_at else _FAULTS[row.fault]
    return _STATES[row.standing] if row.made_at else NOT_YET


def check(cell: ExtractedCell) -> str:
    """How far a value was checked; "" where nothing was looked for."""
    if cell.correction is not None:
        outdated = cell.correction.outdated
        return "Corrected before the document changed" if outdated else "Corrected by a person"
    found = cell.found
    if found is None:
        return ""
    if found.value is None:
        if cell.required:
            return "Not found, though required"
        unsure = found.confidence < REVIEW_BELOW
        return "Not stated, low confidence" if unsure else "Not stated"
    if not found.verified:
        return "Not found in the passage"
    by_ocr = cell.place is not None and cell.place.ocr_confidence is not None
    words = "Found in the passage, read by OCR" if by_ocr else "Found in the passage"
    return f"{words}, low confidence" if found.confidence < REVIEW_BELOW else words

"""The sentences of the table, in one place."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.domain.extracted_table import ExtractedCell, ExtractedRow
from app.core.domain.extraction import ExtractionFault, FieldValue, SchemaField
from app.gui.common.confidence import confidence
from app.gui.common.formats import Formats
from app.gui.common.safe_text import one_line
from app.gui.extraction.table_rows import RowState, Show, TableRow, mark_of
from app.gui.extraction.values import value_text

TITLE = "Table"
DOCUMENT = "Document"
NO_DOCUMENTS = "Add documents first."
NO_DOCUMENTS_MORE = "Their fields are put into a table here, each with the words it came from."
NONE_HERE = "No document here can be read."
NONE_HERE_MORE = "Choose other documents above, or read these again in the library."
NO_SCHEMA = "Choose what to extract."
NO_SCHEMA_MORE = (
    "A schema says which fields to look for, such as the total of an invoice or the parties of a "
    "contract. You can make your own."
)
CHOOSE_SCHEMA = "Choose a schema"
EDIT_SCHEMAS = "Edit schemas…"
NO_MODEL = "Extracting needs a language model, and none is installed."
CHOOSE_MODEL = "Choose a model…"
NOTHING_TO_REVIEW = "Nothing to review."
NOTHING_TO_REVIEW_MORE = "Every value was found in its passage, and the model was sure of it."
NOTHING_EXTRACTED = "Nothing is extracted yet."
NOTHING_EXTRACTED_MORE = "Extract first; what you should look at is then found here."
NOTHING_FAILED = "Nothing failed."
NOTHING_MISSING = "Everything is extracted."
NOT_SAID = "The document does not say."
NOT_SAID_UNSURE = "The model found nothing and is not sure. Look it up in the document."
NOT_SAID_REQUIRED = "It should say so. Look it up in the document."
NOT_LOOKED_FOR = "Nothing was looked for yet."
EXTRACT, EXTRACT_AGAIN = "Extract", "Extract again"
EXTRACT_ALL_AGAIN = "Extract all again"
STOP, TRY_AGAIN, GO_ON = "Stop", "Try again", "Go on"

FAULTS = {
    ExtractionFault.DOCUMENT_NOT_FOUND: (
        "The document is not in the library any more. Add it again, then extract from it."
    ),
    ExtractionFault.NO_CHUNKS: (
        "The document holds no text that can be read. Add a copy in which the text was recognised, "
        "then extract from that."
    ),
    ExtractionFault.UNKNOWN_SCHEMA: (
        "These fields are not known any more. Choose another schema, then extract again."
    ),
    ExtractionFault.PARSE_ERROR: (
        "The model’s reply could not be read. Extract again, or choose a larger model."
    ),
    ExtractionFault.SCHEMA_INVALID: (
        "The model’s reply did not fit the fields. Describe the fields more plainly, or choose a "
        "larger model, then extract again."
    ),
    ExtractionFault.INVALID_CITATION: (
        "The model cited passages that it was not given. Extract again, or choose a larger model."
    ),
}
_STALE = {
    RowState.READ_ANEW: (
        "Read anew since",
        "The document was read anew since, so its passages cannot be shown. Extract again to "
        "renew them.",
    ),
    RowState.CHANGED: (
        "Changed since",
        "The document has changed since, so values may be wrong. Extract again.",
    ),
}


def field_title(field: SchemaField) -> str:
    """The title of a column."""
    return one_line(field.title or field.name)


def document_name(row: ExtractedRow) -> str:
    """What a document is called."""
    return one_line(row.document)


def state_line(row: TableRow) -> str:
    """How a document stands, in a few words."""
    state = row.state
    match state:
        case RowState.READING:
            return f"Reading, {Formats().percent(row.fraction or 0.0)}"
        case RowState.WAITING:
            return "Waiting"
        case RowState.FAILED:
            return "The last try failed" if row.extracted else "Not extracted"
        case RowState.NOT_YET:
            return "Not extracted yet"
        case RowState.READ_ANEW | RowState.CHANGED:
            return _STALE[state][0]
    count = len(row.row.to_review)
    return f"{Formats().number(count)} to review" if count else "Extracted"


def state_sentence(row: TableRow) -> str:
    """What to do about a document; "" where there is nothing to do."""
    state = row.state
    if state is RowState.FAILED and row.row.fault is not None:
        return FAULTS[row.row.fault]
    return _STALE[state][1] if state in _STALE else ""


def document_lines(row: TableRow) -> tuple[str, ...]:
    """Name, state, what to do, and where the file is."""
    written = f"Extracted by {one_line(row.row.model)}" if row.row.model else ""
    parts = (document_name(row.row), state_line(row), state_sentence(row), written)
    return (*(part for part in parts if part), str(row.row.path))


def spoken_document(row: TableRow) -> str:
    """The name of a row."""
    parts = (document_name(row.row), state_line(row), state_sentence(row))
    return ", ".join(part for part in parts if part)


def shown_value(cell: ExtractedCell, field: SchemaField) -> str:
    """A value as it stands in the table; "" where nothing was looked for."""
    if cell.found is None and cell.correction is None:
        return ""
    return value_text(cell.value, field.type)


def spoken_value(row: TableRow, cell: ExtractedCell, field: SchemaField) -> str:
    """The name of a cell: "Total, Invoice 17, 1,234.50, to review, page 2"."""
    value = shown_value(cell, field)
    if not value:
        value = NOT_LOOKED_FOR
    elif cell.value is None:
        value = NOT_SAID
    mark, place = mark_of(cell), cell.place
    parts = (
        field_title(field),
        document_name(row.row),
        value.rstrip("."),
        mark.words if mark is not None else "",
        Formats().page_spoken(place.page, one_line(place.label)) if place is not None else "",
    )
    return ", ".join(part for part in parts if part)


def value_lines(row: TableRow, cell: ExtractedCell, field: SchemaField) -> Iterator[str]:
    """All that is known of a value: itself, how sure it is, and where it stands."""
    value = shown_value(cell, field)
    if not value:
        yield f"{field_title(field)}: {state_sentence(row) or NOT_LOOKED_FOR}"
        return
    if cell.value is None:
        yield f"{field_title(field)}: {NOT_SAID}"
    else:
        yield f"{field_title(field)}: {value}"
    found = cell.found
    if cell.correction is not None:
        yield _corrected(cell, field)
    elif found is not None and found.value is None:
        if found.needs_review:
            yield NOT_SAID_UNSURE
        elif cell.needs_review:
            yield NOT_SAID_REQUIRED
    elif found is not None:
        yield f"{confidence(found.confidence).title}."
    if found is not None and found.value is not None:
        yield from _proof(cell, found)
    if row.state in _STALE:
        yield _STALE[row.state][1]


def _corrected(cell: ExtractedCell, field: SchemaField) -> str:
    assert cell.correction is not None
    found = cell.found
    if cell.correction.outdated:
        return "You said so before the document changed. Look it up again."
    if found is None:
        return "You wrote this."
    if found.value == cell.value:
        return "You looked at this, and it is right."
    if found.value is None:
        return "You wrote this; the model found nothing."
    return f"You wrote this; the model found {value_text(found.value, field.type)}."


def _proof(cell: ExtractedCell, found: FieldValue) -> Iterator[str]:
    where = ""
    if cell.place is not None:
        where = f"{Formats().page(cell.place.page, one_line(cell.place.label))}: "
    if found.verified and found.quote:
        yield f"{where}“{one_line(found.quote)}”"
    elif not found.verified:
        yield f"{where}The value was not found in the passage that the model cited."


# --- the controls -----------------------------------------------------------------------------


def extract_from(documents: int) -> str:
    """The button that extracts."""
    if not documents:
        return EXTRACT_AGAIN
    return f"Extract from {Formats().count(documents, 'document')}"


def extract_short(documents: int) -> str:
    """The same where room is scarce."""
    return counted(EXTRACT, documents) if documents else EXTRACT_AGAIN


def counted(word: str, count: int) -> str:
    """A filter with how many rows it shows."""
    return f"{word} ({Formats().number(count)})"


def shown_rows(rows: int) -> str:
    """What is announced when a table is there."""
    return f"{Formats().count(rows, 'document')} in the table"


def none_shown(shown: Show, *, extracted: bool) -> tuple[str, str]:
    """What is said where no row is shown, though there are rows; `extracted` says that anything
    was."""
    if shown is Show.FAILED:
        return NOTHING_FAILED, ""
    if shown is Show.MISSING:
        return NOTHING_MISSING, ""
    if not extracted:
        return NOTHING_EXTRACTED, NOTHING_EXTRACTED_MORE
    return NOTHING_TO_REVIEW, NOTHING_TO_REVIEW_MORE


def sorted_by(title: str, *, up: bool) -> str:
    """What is announced when the rows are in another order; "" for that of the library."""
    if not title:
        return "In the order of the library"
    return f"Sorted by {title}, {'ascending' if up else 'descending'}"

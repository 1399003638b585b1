"""What is said of documents and values: everything that a tool tip and a screen reader tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.domain.extracted_table import ExtractedCell, ExtractedRow
from app.core.domain.extraction import ExtractionFault, Standing
from app.gui.extraction import wording
from app.gui.extraction.table_rows import Mark, RowState, Show, TableRow, mark_of
from tests.gui.extraction.examples import (
    CHANGED,
    CLEAN,
    CORRECTED,
    FAILED,
    FAILED_AGAIN,
    INVOICE,
    NOT_YET,
    UNSURE,
    cell,
    corrected,
)

NUMBER, DATE, TOTAL, PAID, CURRENCY, LINES = INVOICE.fields


def lines(row: ExtractedRow, column: int) -> list[str]:
    found = row.cells[column]
    return list(wording.value_lines(TableRow(row), found, INVOICE.fields[column]))


def spoken(row: ExtractedRow, column: int) -> str:
    return wording.spoken_value(TableRow(row), row.cells[column], INVOICE.fields[column])


@pytest.mark.parametrize("fault", list(ExtractionFault))
def test_every_fault_has_a_sentence_that_says_what_to_do(fault: ExtractionFault) -> None:
    sentence = wording.FAULTS[fault]
    assert sentence.endswith(".")
    assert ". " in sentence
    assert fault.value not in sentence


def test_documents_say_how_they_stand() -> None:
    assert wording.state_line(TableRow(CLEAN)) == "Extracted"
    assert wording.state_line(TableRow(UNSURE)) == "3 to review"
    assert wording.state_line(TableRow(FAILED)) == "Not extracted"
    assert wording.state_line(TableRow(FAILED_AGAIN)) == "The last try failed"
    assert wording.state_line(TableRow(NOT_YET)) == "Not extracted yet"
    assert wording.state_line(TableRow(CHANGED)) == "Changed since"
    anew = replace(CLEAN, standing=Standing.READ_ANEW)
    assert wording.state_line(TableRow(anew)) == "Read anew since"
    assert wording.state_line(TableRow(NOT_YET, waiting=True)) == "Waiting"
    assert wording.state_line(TableRow(NOT_YET, True, 0.4)) == "Reading, 40\u00a0%"
    assert wording.spoken_document(TableRow(FAILED)).startswith(
        "Scan of a letter, Not extracted, The document holds no text that can be read."
    )


def test_what_is_done_comes_before_what_was_done() -> None:
    assert TableRow(FAILED, waiting=True).state is RowState.WAITING
    assert TableRow(FAILED, True, 0.0).state is RowState.READING
    assert TableRow(replace(CHANGED, fault=ExtractionFault.NO_CHUNKS)).state is RowState.FAILED


def test_which_rows_each_filter_shows() -> None:
    rows = [TableRow(one) for one in (CLEAN, UNSURE, CORRECTED, FAILED, NOT_YET, FAILED_AGAIN)]

    def shown(which: Show) -> list[str]:
        return [row.row.document for row in rows if row.belongs(which)]

    assert len(shown(Show.ALL)) == 6
    assert shown(Show.REVIEW) == ["Hardware", "Chairs"]
    assert shown(Show.FAILED) == ["Scan of a letter", "Water"]
    assert shown(Show.MISSING) == ["Tables and lamps"]
    again = TableRow(FAILED, waiting=True)
    assert not again.belongs(Show.FAILED)
    assert again.belongs(Show.MISSING)
    assert [row.to_do for row in rows] == [False, False, False, True, True, True]
    assert TableRow(CHANGED).to_do
    assert not again.to_do


def test_the_name_of_a_value_says_it_all() -> None:
    assert spoken(CLEAN, 2) == "Total, Invoice 1, 1234.50, page 2, label ii"
    assert spoken(UNSURE, 2) == (
        "Total, Hardware, 99.00, not found in the passage, to review, page 3"
    )
    assert spoken(UNSURE, 1).endswith(", to review, page 1")
    assert spoken(UNSURE, 3) == "Paid, Hardware, The document does not say"
    assert spoken(CORRECTED, 2) == "Total, Chairs, 12000.00, corrected, page 1"
    assert spoken(NOT_YET, 2) == "Total, Tables and lamps, Nothing was looked for yet"


def test_the_lines_of_a_value_say_where_it_stands_and_how_sure_it_is() -> None:
    assert lines(CLEAN, 2) == [
        "Total: 1234.50",
        "High confidence.",
        "p.\u00a02 (label ii): “Total due 1234.5 €”",
    ]
    assert lines(UNSURE, 1)[1] == "Fair confidence."
    assert lines(UNSURE, 2)[2] == (
        "p.\u00a03: The value was not found in the passage that the model cited."
    )
    assert lines(UNSURE, 3) == ["Paid: The document does not say."]
    assert lines(UNSURE, 5)[1] == wording.NOT_SAID_UNSURE
    assert lines(CORRECTED, 2)[1] == "You wrote this; the model found 1200.00."
    assert lines(CORRECTED, 3)[1] == "You wrote this; the model found nothing."
    assert lines(CORRECTED, 4)[1].startswith("You said so before the document changed.")
    assert lines(NOT_YET, 2) == ["Total: Nothing was looked for yet."]
    assert lines(FAILED, 2) == [f"Total: {wording.FAULTS[ExtractionFault.NO_CHUNKS]}"]
    assert lines(CHANGED, 2)[-1].startswith("The document has changed since")


def test_a_required_value_that_is_missing_is_looked_up() -> None:
    missing = replace(cell("number", None), required=True)
    row = replace(CLEAN, cells=(missing, *CLEAN.cells[1:]))
    assert lines(row, 0)[1] == wording.NOT_SAID_REQUIRED
    assert mark_of(missing) is Mark.REVIEW


def test_a_value_that_was_looked_at_says_so() -> None:
    right = corrected(cell("total", 5.0), 5.0)
    row = replace(CLEAN, cells=(*CLEAN.cells[:2], right, *CLEAN.cells[3:]))
    assert lines(row, 2)[1] == "You looked at this, and it is right."


def test_marks() -> None:
    assert mark_of(CLEAN.cells[0]) is None
    assert mark_of(ExtractedCell("total")) is None
    assert mark_of(UNSURE.cells[1]) is Mark.REVIEW
    assert mark_of(UNSURE.cells[2]) is Mark.NOT_FOUND
    assert mark_of(UNSURE.cells[3]) is None
    assert mark_of(CORRECTED.cells[2]) is Mark.CORRECTED
    assert mark_of(CORRECTED.cells[4]) is Mark.OUTDATED


def test_the_button_counts() -> None:
    assert wording.extract_from(12) == "Extract from 12 documents"
    assert wording.extract_from(1) == "Extract from 1 document"
    assert wording.extract_from(0) == "Extract again"

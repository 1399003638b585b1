from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.core.domain.document import Document, DocumentStatus, FileStamp
from app.core.domain.extracted_table import CitedPlace, ExtractedCell, extracted_row
from app.core.domain.extraction import (
    Extraction,
    ExtractionFault,
    FieldValue,
    KeptCorrection,
    KeptExtraction,
    Standing,
)
from tests.extracted_rows import ACME, AT, BOLT, COIL, SCHEMA, found, said

DOCUMENT = Document(
    1, "Acme invoice", Path("/documents/acme.pdf"), "ab", FileStamp(1, 1),
    DocumentStatus.INDEXED, "", 3, 2, 0,
)  # fmt: skip
PLACES = {"number": CitedPlace(2), "issued": CitedPlace(2, "ii"), "total": CitedPlace(3, "1")}


def extracted(*fields: FieldValue | None) -> Extraction:
    kept = tuple(field for field in fields if field is not None)
    return Extraction(1, SCHEMA.name, kept, "a model", AT, (17,))


ALL = extracted(*[cell.found for cell in ACME.cells])


def test_a_row_has_a_cell_for_each_field_of_the_schema() -> None:
    corrections = [said("total", 1243.5), said("number", "x", document=2)]
    assert extracted_row(DOCUMENT, SCHEMA, KeptExtraction(ALL), corrections, PLACES) == ACME


def test_fields_that_the_schema_has_not_are_left_out_and_others_stay_empty() -> None:
    one = extracted(found("vendor", "Acme"), found("total", 1.0))
    row = extracted_row(DOCUMENT, SCHEMA, KeptExtraction(one))
    assert [cell.value for cell in row.cells] == [None, None, 1.0, None]
    assert row.cells[0] == ExtractedCell("number")


def test_corrections_of_another_schema_do_not_count() -> None:
    other = said("total", 5.0).correction
    foreign = KeptCorrection(type(other)(1, "contract", other.field, other.value, other.made_at))
    row = extracted_row(DOCUMENT, SCHEMA, KeptExtraction(ALL), [foreign], PLACES)
    assert not row.cells[2].corrected


@pytest.mark.parametrize("standing", [Standing.READ_ANEW, Standing.CHANGED])
def test_where_passages_are_gone_nothing_has_a_place(standing: Standing) -> None:
    row = extracted_row(DOCUMENT, SCHEMA, KeptExtraction(ALL, standing), (), PLACES)
    assert row.standing is standing
    assert [cell.place for cell in row.cells] == [None] * 4
    assert row.cells[0].value == "RE-17"


def test_before_an_extraction_there_are_only_corrections_and_a_fault() -> None:
    fault = ExtractionFault.PARSE_ERROR
    row = extracted_row(DOCUMENT, SCHEMA, None, [said("paid", False)], {}, fault)
    assert (row.model, row.made_at, row.fault) == ("", "", fault)
    assert [cell.value for cell in row.cells] == [None, None, None, False]


def test_a_row_says_whether_its_document_waits() -> None:
    assert extracted_row(DOCUMENT, SCHEMA, None, waiting=True).waiting
    assert not extracted_row(DOCUMENT, SCHEMA, KeptExtraction(ALL)).waiting


def test_the_word_of_a_person_counts_and_what_the_model_found_stays() -> None:
    cell = ACME.cells[2]
    assert cell.value == 1243.5
    assert cell.corrected
    assert not cell.verified
    assert cell.found is not None
    assert cell.found.value == 1234.5


def test_a_person_may_say_that_the_document_does_not_tell() -> None:
    cell = ExtractedCell("total", found("total", 1.0), said("total", None))
    assert cell.value is None
    assert cell.corrected


@pytest.mark.parametrize(
    ("cell", "review"),
    [
        (ExtractedCell("x"), False),
        (ExtractedCell("x", found("x", "a", 0.75)), False),
        (ExtractedCell("x", found("x", "a", 0.74)), True),
        (ExtractedCell("x", found("x", "a", 1.0, verified=False)), True),
        (ExtractedCell("x", found("x", None, 0.9)), False),
        (ExtractedCell("x", found("x", None, 0.2)), True),
        (ExtractedCell("x", required=True), False),
        (ExtractedCell("x", found("x", None, 0.9), required=True), True),
        (ExtractedCell("x", found("x", "a", 0.9), required=True), False),
        (ExtractedCell("x", found("x", None, 0.9), said("x", None), required=True), False),
        (ExtractedCell("x", found("x", "a", 0.2), said("x", "b")), False),
        (ExtractedCell("x", found("x", "a", 0.9), said("x", "b", outdated=True)), True),
    ],
)
def test_what_a_person_should_look_at(cell: ExtractedCell, review: bool) -> None:
    assert cell.needs_review is review


def test_a_row_knows_which_fields_are_required() -> None:
    first, *others = SCHEMA.fields
    schema = replace(SCHEMA, fields=(replace(first, required=True), *others))
    row = extracted_row(DOCUMENT, schema, KeptExtraction(extracted(found(first.name, None))))
    assert [cell.required for cell in row.cells] == [True, False, False, False]
    assert row.to_review == (first.name,)


def test_a_row_names_what_is_to_be_looked_at() -> None:
    assert ACME.to_review == ("issued",)
    assert BOLT.to_review == ("number", "paid")
    assert COIL.to_review == ()

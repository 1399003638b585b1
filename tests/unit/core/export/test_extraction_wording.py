from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.domain.extracted_table import ExtractedCell, ExtractedRow
from app.core.domain.extraction import ExtractionFault, Standing
from app.core.export import extraction_wording as wording
from tests.extracted_rows import ACME, COIL, found


@pytest.mark.parametrize("fault", list(ExtractionFault))
def test_every_failure_has_words_of_its_own(fault: ExtractionFault) -> None:
    told = wording.state(replace(ACME, fault=fault))
    assert told.startswith("Failed: ")
    assert fault.value not in told


@pytest.mark.parametrize(
    ("row", "state"),
    [
        (ACME, "Extracted"),
        (replace(ACME, standing=Standing.CHANGED), "Extracted before the document changed"),
        (
            replace(ACME, standing=Standing.READ_ANEW),
            "Extracted, then the document was read anew; its passages are gone",
        ),
        (replace(COIL, fault=None), "Not extracted yet"),
        (replace(COIL, fault=None, waiting=True), "Waiting to be extracted"),
        (
            replace(ACME, waiting=True),
            "Waiting to be extracted again; the values are those of an earlier extraction",
        ),
        (COIL, "Failed: the document holds no readable text"),
        (
            replace(ACME, fault=ExtractionFault.NO_CHUNKS),
            "Failed: the document holds no readable text; the values are those of an earlier "
            "extraction",
        ),
    ],
)
def test_how_a_document_stands(row: ExtractedRow, state: str) -> None:
    assert wording.state(row) == state


@pytest.mark.parametrize(
    ("cell", "check"),
    [
        (ExtractedCell("x"), ""),
        (ExtractedCell("x", found("x", None, 0.1)), "Not stated, low confidence"),
        (ExtractedCell("x", found("x", None, 0.75)), "Not stated"),
        (ExtractedCell("x", found("x", None, 0.75), required=True), "Not found, though required"),
        (ExtractedCell("x", found("x", 1.0, 0.1, verified=False)), "Not found in the passage"),
        (ExtractedCell("x", found("x", 1.0, 0.1)), "Found in the passage, low confidence"),
        (ExtractedCell("x", found("x", 1.0, 0.75)), "Found in the passage"),
    ],
)
def test_how_far_a_value_was_checked(cell: ExtractedCell, check: str) -> None:
    assert wording.check(cell) == check

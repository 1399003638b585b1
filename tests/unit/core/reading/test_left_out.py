"""Why files were left out, in sentences."""

from __future__ import annotations

import pytest

from app.core.reading.left_out import left_out_sentence, left_out_summary


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ({}, ""),
        ({"not_a_pdf": 1}, "1 file was skipped because it is not a PDF."),
        ({"not_a_pdf": 4}, "4 files were skipped because they are not PDFs."),
        (
            {"duplicate": 3, "not_a_pdf": 4},
            "4 files were skipped because they are not PDFs, and 3 because they are copies of "
            "documents already here.",
        ),
        (
            {"bug": 2, "unheard_of": 1, "missing": 1, "not_a_pdf": 1},
            "3 files were skipped because they could not be read, 1 because it was not there, and "
            "1 because it is not a PDF.",
        ),
    ],
)
def test_the_summary(counts: dict[str, int], sentence: str) -> None:
    assert left_out_summary(counts) == sentence


def test_numbers_as_the_reader_writes_them() -> None:
    words = left_out_summary({"not_a_pdf": 1200}, lambda count: f"{count:,}")
    assert words.startswith("1,200 files")


def test_an_unknown_reason_has_a_sentence_too() -> None:
    assert left_out_sentence("unheard_of") == "It could not be read."
    assert left_out_sentence("duplicate").startswith("It is a copy")

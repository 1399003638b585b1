"""The report on what was read as CSV."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from app.core.domain.document import DocumentStatus
from app.core.domain.reading_report import LeftOut, PagesByKind, ReadingReport
from app.core.export.reading_csv import reading_csv
from app.core.reading.state_names import STATE_NAMES
from tests.read_documents import ENDED, every_need, read_document


def rows(report: ReadingReport) -> list[dict[str, str]]:
    data = reading_csv(report)
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_a_row_for_each_document_and_the_sums() -> None:
    written = rows(ReadingReport(every_need()))
    assert len(written) == len(every_need()) + 1
    travel = written[3]
    assert travel["Document"] == "Travel and Expenses 2025"
    assert travel["File"] == str(Path("/documents/HR/Travel and Expenses 2025.pdf"))
    assert travel["State"] == "Partly ready"
    kinds = ("Pages", "Text", "OCR", "Empty", "Unread", "Scans", "Unknown letters", "Failed")
    assert [travel[name] for name in kinds] == ["22", "19", "0", "0", "3", "3", "0", "0"]
    assert travel["Read at"] == ENDED.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    assert (travel["Seconds"], travel["Ignored"]) == ("2", "")
    sums = written[-1]
    assert sums["Document"] == "7 documents"
    assert [sums[name] for name in kinds[:5]] == ["336", "212", "78", "5", "41"]
    assert sums["Seconds"] == "14"


def test_files_that_were_left_out() -> None:
    report = ReadingReport((), (LeftOut(Path("/documents/notes.txt"), "not_a_pdf"),))
    [left_out, sums] = rows(report)
    assert left_out["Document"] == "notes.txt"
    assert left_out["State"] == "Left out"
    assert left_out["What it says"] == "It is not a PDF."
    assert sums["Document"] == "0 documents"


def test_names_run_in_no_spreadsheet() -> None:
    one = read_document(1, "=HYPERLINK(1)", path=Path("/x/a\nb.pdf"), sentence="+1\u202e")
    [row, _] = rows(ReadingReport((one,)))
    assert row["Document"] == "'=HYPERLINK(1)"
    assert row["File"] == str(Path("/x/a b.pdf"))
    assert row["What it says"] == "'+1"


def test_a_document_of_an_older_pincite_has_no_time() -> None:
    [row, _] = rows(ReadingReport((read_document(1, "Old", read_at=None, ignored=True),)))
    assert (row["Read at"], row["Seconds"], row["Ignored"]) == ("", "", "yes")


def test_every_state_has_a_name() -> None:
    assert set(STATE_NAMES) == set(DocumentStatus)
    assert PagesByKind.sum([]) == PagesByKind()

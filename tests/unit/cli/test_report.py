"""`pincite report`: what it prints, and the file that it writes."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from app.adapters.sqlite.reading_report_store import SqliteReadingReport
from app.adapters.written_files import WrittenFiles
from app.cli import report
from app.cli.output import Output
from app.core.errors import InvalidInput
from app.services.reading_report import ReadingReportService
from tests.fakes.text_extractor import FakePdf
from tests.workbench import Workbench


def run(bench: Workbench, *arguments: str) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    report.register(parser.add_subparsers(required=True))
    parsed = parser.parse_args(["report", *arguments])
    assert parsed.run is report.run
    service = ReadingReportService(bench.library, SqliteReadingReport(bench.database))
    return report.run_report(parsed, Output(as_json=parsed.json), service, WrittenFiles())


@pytest.fixture
def read(bench: Workbench) -> Workbench:
    """One document that is ready and one that needs a password."""
    bench.put_text("lease.pdf", "The rent is due.", "", title="Lease")
    bench.put("minutes.pdf", FakePdf(password="secret"))
    bench.read()
    return bench


def test_for_people(read: Workbench, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(read) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "    1  Lease  (2 pages: 1 text, 1 empty)"
    assert lines[1] == "    2  minutes  (0 pages)"
    assert lines[2].startswith("       It is protected with a password.")
    assert lines[3] == ("2 pages in 2 documents: 1 text, 0 by OCR, 1 empty, 0 not readable yet.")
    assert lines[4:] == ["1 document needs you."]


def test_an_empty_library(bench: Workbench, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(bench) == 0
    assert capsys.readouterr().out.startswith("The library is empty.")


def test_as_json(read: Workbench, capsys: pytest.CaptureFixture[str]) -> None:
    parsed = argparse.Namespace(out=None, replace=False)
    service = ReadingReportService(read.library, SqliteReadingReport(read.database))
    assert report.run_report(parsed, Output(as_json=True), service, WrittenFiles()) == 0
    lease, minutes, total = map(json.loads, capsys.readouterr().out.splitlines())
    assert lease["pages_by_kind"]["text"] == 1
    assert (lease["need"], lease["remedies"]) == (None, [])
    assert minutes["remedies"] == ["unlock", "show_file", "remove"]
    assert lease["read_seconds"] >= 0
    assert lease["read_at"].endswith("+00:00")
    assert (total["documents"], total["need_you"], total["pages"]) == (2, 1, 2)


def test_a_file_for_spreadsheets(
    read: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.csv"
    assert run(read, "--out", str(path)) == 0
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    assert capsys.readouterr().err == f"Exported to {path}.\n"
    with pytest.raises(InvalidInput, match="there already"):
        run(read, "--out", str(path))
    assert run(read, "--out", str(path), "--replace") == 0

"""A portfolio with real parts: said, its PDFs taken out on the command line, read and found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.integration.test_locked_files import pincite
from tests.pdfs import make_pdf

LEAVE = "Unused days of leave expire on the last day of March."


@pytest.fixture(autouse=True)
def _embedder(model_paths: Callable[[str], tuple[Path, ...]]) -> None:
    model_paths("embedder")


def test_a_portfolio(pdfs: Path, library_dir: Path, tmp_path: Path) -> None:
    leave = make_pdf(tmp_path / "leave.pdf", [LEAVE])
    inside = {"../../leave.pdf": leave.read_bytes(), "data.xml": b"<data/>"}
    make_pdf(pdfs / "portfolio.pdf", ["Open this with another program."], attachments=inside)
    status, read, _ = pincite(library_dir, "ingest", str(pdfs))
    assert status == 0
    assert "1 PDF is embedded in it and was not read." in str(read[0]["message"])
    assert "1 embedded file is no PDF" in str(read[0]["message"])
    number = str(read[0]["document_id"])

    status, listed, said = pincite(library_dir, "embedded", number)
    assert (status, [one["pdf"] for one in listed]) == (0, [True, False])
    assert "--save-to" in said

    folder = tmp_path / "taken out"
    status, done, _ = pincite(library_dir, "embedded", number, "--save-to", str(folder))
    assert status == 0
    assert done[0]["saved_to"] == str(folder / "leave.pdf")
    assert [path.name for path in folder.iterdir()] == ["leave.pdf"]
    _, found, _ = pincite(library_dir, "search", "when does leave expire")
    assert str(folder / "leave.pdf") in str(found)
    status, _, said = pincite(library_dir, "embedded", "99")
    assert status == 2
    assert "no document 99" in said

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from app.adapters.pymupdf.writing import PlainPage, write_pdf

TEXT = "Boats under 8 m pay 14 euros a night. The fee includes water but not electricity."


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    path = write_pdf(
        tmp_path / "rules.pdf",
        [PlainPage("Berths", (TEXT, "A second paragraph.")), PlainPage("Safety", ())],
        title="Harbour rules",
    )

    with pymupdf.open(path) as document:
        assert document.metadata["title"] == "Harbour rules"
        assert document[0].get_text().split() == f"Berths {TEXT} A second paragraph.".split()
        assert document[1].get_text().split() == ["Safety"]


def test_lines_stay_within_the_page(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "long.pdf", [PlainPage("Long", (TEXT * 12,))], title="")

    with pymupdf.open(path) as document:
        page = document[0]
        assert len({round(word[1]) for word in page.get_text("words")}) > 5
        assert all(word[2] < page.rect.width - 50 for word in page.get_text("words"))


def test_text_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        write_pdf(tmp_path / "long.pdf", [PlainPage("Long", (TEXT,) * 60)], title="")
    assert not (tmp_path / "long.pdf").exists()

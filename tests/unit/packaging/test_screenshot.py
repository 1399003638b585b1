"""What the picture of the README is made from: invented papers, readable as any others."""

from __future__ import annotations

import struct
from pathlib import Path

import pymupdf

from screenshot import CHECKOUT, MOST_BYTES, SIZE, write_documents


def test_the_papers_are_what_the_picture_shows(tmp_path: Path) -> None:
    write_documents(tmp_path)
    names = sorted(path.stem for path in tmp_path.glob("*.pdf"))
    assert len(names) == 9
    with pymupdf.open(tmp_path / "Employee Handbook 2026.pdf") as handbook:
        assert handbook.page_count == 4
        assert handbook[3].get_label() == "14"
        text = " ".join(handbook[3].get_text().split())
        assert "an employee may carry over up to ten unused working days" in text
        # All of it is on the page.
        assert "taken during the notice period." in text
    with pymupdf.open(tmp_path / "Works Council Minutes 2019.pdf") as scan:
        assert scan[0].get_text().strip() == ""
    with pymupdf.open(tmp_path / "Salary Bands 2026.pdf") as locked:
        assert locked.needs_pass


def test_the_picture_is_small_and_of_the_size_of_the_window() -> None:
    picture = CHECKOUT / "resources" / "screenshots" / "window.png"
    data = picture.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == SIZE
    assert len(data) < MOST_BYTES

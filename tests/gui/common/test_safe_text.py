"""Text of strangers on one line, without characters that act."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from app.gui.common.safe_text import one_line, reads_right_to_left, safe_lines


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  two\n lines\t", "two lines"),
        ("a\u2028b\u2029c", "a b c"),
        ("evil\u202egnp.exe\u202c", "evilgnp.exe"),
        ("\u2066isolated\u2069", "isolated"),
        ("pic\ufffcture", "picture"),
        ("frame\ufdd0s", "frames"),
        ("lone \ud800 half", "lone \ufffd half"),
        ("bell\x07 and nul\x00", "bell and nul"),
        ("page\x0cbreak, field\x1fs, next\x85line", "page break, field s, next line"),
        ("Ünïcode 誤り 😀", "Ünïcode 誤り 😀"),
    ],
)
def test_one_line(text: str, line: str) -> None:
    assert one_line(text) == line


@given(st.text())
def test_safe_lines_survive_a_text_document_unchanged(text: str) -> None:
    safe = safe_lines(text)
    document = QTextDocument()
    QTextCursor(document).insertText(safe)
    assert document.toPlainText().replace("\u00a0", " ") == safe.replace("\u00a0", " ")


def test_direction() -> None:
    assert reads_right_to_left("يحق للموظف")
    assert not reads_right_to_left("Full-time employees")

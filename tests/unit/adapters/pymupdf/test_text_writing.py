from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from app.adapters.pymupdf.text_writing import TextPdfWriter


def _words(path: Path) -> list[str]:
    with pymupdf.open(path) as document:
        return [word for page in document for word in page.get_text().split()]


def test_title_and_text(tmp_path: Path) -> None:
    path = TextPdfWriter().write(
        tmp_path / "a.pdf", ["They  swim.\n", "Größe."], title="Fish", subject="a.pdf"
    )

    assert _words(path) == ["Fish", "They", "swim.", "Größe."]
    assert list(tmp_path.iterdir()) == [path]
    with pymupdf.open(path) as document:
        assert (document.metadata["title"], document.metadata["subject"]) == ("Fish", "a.pdf")


@pytest.mark.parametrize("word", ["word", "β-Faktor"], ids=["latin", "wide"])
def test_a_long_text_takes_more_pages_and_loses_nothing(tmp_path: Path, word: str) -> None:
    text = " ".join(f"{word}{number}" for number in range(2000))
    path = TextPdfWriter().write(tmp_path / "a.pdf", [text], title="Title")

    assert _words(path) == ["Title", *text.split()]
    with pymupdf.open(path) as document:
        assert document.page_count > 2
        for page in document:
            assert page.rect.contains(pymupdf.Rect(page.get_text("words")[0][:4]))
            assert max(x1 for _, _, x1, *_ in page.get_text("words")) <= page.rect.width - 60


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("IL-1β ≥ 5", "IL-1β ≥ 5"),
        ("日本語の文章", "日本語の文章"),
        ("10\u207b\u2074 and \u2212 3", "10-4 and - 3"),
        ("a \u0ac0 b", "a ? b"),
    ],
)
def test_letters_of_many_scripts(tmp_path: Path, text: str, read: str) -> None:
    path = TextPdfWriter().write(tmp_path / "a.pdf", [text], title="T")
    assert " ".join(_words(path)[1:]) == read


def test_text_without_blanks_is_broken(tmp_path: Path) -> None:
    text = "文" * 200
    path = TextPdfWriter().write(tmp_path / "a.pdf", [text], title="題")
    lines = _words(path)
    assert len(lines) > 3
    assert "".join(lines[1:]) == text


def test_wide_files_stay_small(tmp_path: Path) -> None:
    """Only the letters that occur are kept of the face, which has megabytes."""
    path = TextPdfWriter().write(tmp_path / "a.pdf", ["αβγ"], title="T")
    assert path.stat().st_size < 100_000


@pytest.mark.parametrize("text", ["They swim.", "αβγ"], ids=["latin", "wide"])
def test_the_same_text_gives_the_same_bytes(tmp_path: Path, text: str) -> None:
    one, other = (
        TextPdfWriter().write(tmp_path / f"{name}.pdf", [text], title="T", subject="s")
        for name in ("one", "other")
    )
    assert one.read_bytes() == other.read_bytes()

"""Taking PDFs out of PDFs: which, under which names, and what is said of the others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, FileState
from app.core.errors import InvalidInput, NotFound, PageLocked, PageUnavailable
from app.services import embedded
from app.services.embedded import EmbeddedService, NotSaved, Saved, safe_name
from tests.fakes.embedded_files import FakeEmbeddedFiles, FakeInside
from tests.fakes.text_extractor import FakePdf
from tests.workbench import Workbench

PDF = b"%PDF-1.7 "


class States:
    """Says of every file what it is told to say."""

    def __init__(self) -> None:
        self.answer = FileState.UNCHANGED

    def glance(self, document: Document) -> FileState | None:
        return self.state(document)

    def state(self, document: Document) -> FileState:
        return self.answer


class Bench(Workbench):
    """A library with a portfolio in it, and the service that takes PDFs out."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.inside = FakeEmbeddedFiles()
        self.states = States()
        self.embedded = EmbeddedService(self.library, self.inside, self.states, self.passwords)

    def add(self, *files: tuple[str, bytes | None], password: str | None = None) -> int:
        path = self.put("portfolio.pdf", FakePdf(pages=("Cover.",), password=password))
        self.inside.pdfs[path] = FakeInside(files, password)
        self.read()
        document = self.library.document_by_path(path)
        assert document is not None
        return document.id


@pytest.fixture
def bench(library_dir: Path) -> Iterator[Bench]:
    made = Bench(library_dir)
    yield made
    made.close()


def save(bench: Bench, document_id: int, folder: Path) -> list[Saved | NotSaved]:
    return list(bench.embedded.save(document_id, folder, cancel=CancelToken()))


def test_pdfs_are_saved_and_other_files_are_not(bench: Bench, tmp_path: Path) -> None:
    number = bench.add(("a.pdf", PDF + b"a"), ("b.xml", b"<b/>"), ("c", PDF + b"c"))
    names = [file.name for file in bench.embedded.files(number, cancel=CancelToken())]
    assert names == ["a.pdf", "b.xml", "c"]
    saved = save(bench, number, tmp_path)
    assert [one.path.name for one in saved if isinstance(one, Saved)] == ["a.pdf", "c.pdf"]
    assert bench.inside.saved == {tmp_path / "a.pdf": PDF + b"a", tmp_path / "c.pdf": PDF + b"c"}


def test_one_that_cannot_be_had_stops_no_other(bench: Bench, tmp_path: Path) -> None:
    number = bench.add(("a.pdf", None), ("b.pdf", PDF))
    first, second = save(bench, number, tmp_path)
    assert isinstance(first, NotSaved)
    assert first.message == "It is damaged or too large to be taken out."
    assert isinstance(second, Saved)


def test_too_much_is_left_out(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "MOST_BYTES", 15)
    number = bench.add(*((f"{name}.pdf", PDF) for name in "abc"))
    kinds = [type(one) for one in save(bench, number, tmp_path)]
    assert kinds == [Saved, Saved, NotSaved]


def test_a_locked_portfolio_opens_with_the_password_that_was_given(
    bench: Bench, tmp_path: Path
) -> None:
    number = bench.add(("a.pdf", PDF), password="right")
    with pytest.raises(PageLocked, match="enter the password"):
        save(bench, number, tmp_path)
    bench.passwords.offer("right")
    assert len(save(bench, number, tmp_path)) == 1


@pytest.mark.parametrize("state", [FileState.CHANGED, FileState.MISSING])
def test_only_the_file_that_was_read_is_opened(
    bench: Bench, tmp_path: Path, state: FileState
) -> None:
    number = bench.add(("a.pdf", PDF))
    bench.states.answer = state
    with pytest.raises(PageUnavailable):
        save(bench, number, tmp_path)


def test_what_is_not_there(bench: Bench, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        save(bench, 99, tmp_path)
    with pytest.raises(InvalidInput, match="Choose another one"):
        save(bench, bench.add(("a.pdf", PDF)), tmp_path / "gone")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Bericht 2024.pdf", "Bericht 2024.pdf"),
        ("Bericht.PDF", "Bericht.pdf"),
        ("notes.doc", "notes.doc.pdf"),
        ("../../etc/passwd", "passwd.pdf"),
        ("/absolute/x.pdf", "x.pdf"),
        ("C:\\Users\\a\\y.pdf", "y.pdf"),
        ("..", "Embedded file.pdf"),
        ("", "Embedded file.pdf"),
        ("con.pdf", "_con.pdf"),
        ("-rf.pdf", "rf.pdf"),
        (".hidden.pdf", "hidden.pdf"),
        ("a\u202egpj.pdf", "agpj.pdf"),
        ("two\nlines.pdf", "two lines.pdf"),
        ("\ud800.pdf", "\ufffd.pdf"),
        ("x" * 300 + ".pdf", "x" * 120 + ".pdf"),
    ],
)
def test_names(written: str, name: str) -> None:
    assert safe_name(written) == name

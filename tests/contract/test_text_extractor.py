"""What every TextExtractor does, run on PDFs in a child process and on the fake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import pytest

from app.adapters.extractor_process import ExtractorProcess
from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentHead, DocumentStatus, OutlineEntry
from app.core.domain.page import PageKind, PageText
from app.core.errors import Cancelled
from app.core.ports import ExtractionFailed, TextExtractor
from tests.fakes.text_extractor import FakePdf, FakeTextExtractor
from tests.pdfs import make_damaged_pdf, make_pdf


class World(Protocol):
    """An extractor, and a way to give it files."""

    extractor: TextExtractor

    def add(self, name: str, pages: Sequence[str], *, password: str = "") -> Path: ...

    def add_book(self, name: str) -> Path:
        """Two pages with labels i and 1, a title, a bookmark to page 2 and two embedded files,
        one of them a PDF."""
        ...

    def add_damaged(self, name: str) -> Path: ...


class RealWorld:
    def __init__(self, folder: Path) -> None:
        self.extractor = ExtractorProcess()
        self._folder = folder

    def add(self, name: str, pages: Sequence[str], *, password: str = "") -> Path:
        return make_pdf(self._folder / name, pages, password=password)

    def add_book(self, name: str) -> Path:
        return make_pdf(
            self._folder / name,
            ["one", "two"],
            title="The Book",
            labels=["i", "1"],
            outline=[(1, "Two", 2)],
            attachments={"x": b"x", "y": b"%PDF-1.7 y"},
        )

    def add_damaged(self, name: str) -> Path:
        return make_damaged_pdf(self._folder / name)


class FakeWorld:
    def __init__(self, folder: Path) -> None:
        self.extractor = FakeTextExtractor()
        self._folder = folder

    def _put(self, name: str, pdf: FakePdf) -> Path:
        self.extractor.files[self._folder / name] = pdf
        return self._folder / name

    def add(self, name: str, pages: Sequence[str], *, password: str = "") -> Path:
        return self._put(name, FakePdf(pages, password=password or None))

    def add_book(self, name: str) -> Path:
        entry = OutlineEntry(1, "Two", 2)
        return self._put(
            name,
            FakePdf(
                ("one", "two"),
                "The Book",
                ("i", "1"),
                (entry,),
                embedded_files=2,
                embedded_pdfs=1,
            ),
        )

    def add_damaged(self, name: str) -> Path:
        failure = (DocumentStatus.DAMAGED, "The file is damaged and cannot be opened.")
        return self._put(name, FakePdf(failure=failure))


@pytest.fixture(params=[RealWorld, FakeWorld])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    made: World = request.param(tmp_path)
    yield made
    made.extractor.close()


def extract(
    world: World, path: Path, password: str | None = None
) -> tuple[DocumentHead, list[PageText]]:
    items = list(world.extractor.extract(path, cancel=CancelToken(), password=password))
    head, pages = items[0], items[1:]
    assert isinstance(head, DocumentHead)
    assert all(isinstance(page, PageText) for page in pages)
    return head, [page for page in pages if isinstance(page, PageText)]


def test_the_head_comes_first_and_then_every_page(world: World) -> None:
    head, pages = extract(world, world.add("a.pdf", ["The first page.", "The second\npage."]))
    assert (head.title, head.pages) == ("a", 2)
    assert [page.number for page in pages] == [1, 2]
    assert [page.text for page in pages] == ["The first page.", "The second\npage."]
    assert {page.kind for page in pages} == {PageKind.TEXT}


def test_each_word_has_a_box_on_its_page(world: World) -> None:
    _, (page,) = extract(world, world.add("a.pdf", ["Leave ends on\n31 March."]))
    words = list(page.words)
    assert [page.text[word.start : word.end] for word in words] == page.text.split()
    assert [word.line for word in words] == [0, 0, 0, 1, 1]
    for word in words:
        assert 0 <= word.x0 < word.x1 <= page.size.width
        assert 0 <= word.y0 < word.y1 <= page.size.height
    above, below = page.boxes(0, len(page.text))
    assert above.page == below.page == 1
    assert above.y0 < below.y0


def test_empty_pages_are_pages(world: World) -> None:
    head, pages = extract(world, world.add("a.pdf", ["one", ""]))
    assert head.pages == 2
    assert [page.kind for page in pages] == [PageKind.TEXT, PageKind.EMPTY]
    assert pages[1].text == ""
    assert len(pages[1].words) == 0


def test_labels_outline_and_title(world: World) -> None:
    head, pages = extract(world, world.add_book("b.pdf"))
    assert head.title == "The Book"
    assert [(entry.level, entry.title, entry.page) for entry in head.outline] == [(1, "Two", 2)]
    assert (head.embedded_files, head.embedded_pdfs) == (2, 1)
    assert [page.label for page in pages] == ["i", "1"]


def test_passwords(world: World) -> None:
    path = world.add("a.pdf", ["secret"], password="right")
    for password in (None, "wrong"):
        with pytest.raises(ExtractionFailed) as caught:
            extract(world, path, password)
        assert caught.value.status is DocumentStatus.NEEDS_PASSWORD
        assert caught.value.code == "needs_password"
    assert extract(world, path, "right")[1][0].text == "secret"


def test_a_file_of_which_nothing_can_be_had(world: World) -> None:
    with pytest.raises(ExtractionFailed) as caught:
        extract(world, world.add_damaged("a.pdf"))
    assert caught.value.status is DocumentStatus.DAMAGED
    assert caught.value.message.startswith("The file is damaged")


def test_a_file_that_is_gone(world: World, tmp_path: Path) -> None:
    with pytest.raises(ExtractionFailed) as caught:
        extract(world, tmp_path / "gone.pdf")
    assert caught.value.status is DocumentStatus.FAILED


def test_a_bad_file_does_not_hinder_the_next(world: World) -> None:
    with pytest.raises(ExtractionFailed):
        extract(world, world.add_damaged("a.pdf"))
    assert extract(world, world.add("b.pdf", ["fine"]))[1][0].text == "fine"


def test_cancel_before_and_between(world: World) -> None:
    path = world.add("a.pdf", ["page"] * 50)
    cancel = CancelToken()
    items = world.extractor.extract(path, cancel=cancel)
    next(items)
    cancel.cancel()
    with pytest.raises(Cancelled):
        list(items)
    with pytest.raises(Cancelled):
        list(world.extractor.extract(path, cancel=cancel))
    assert len(extract(world, path)[1]) == 50


def test_a_document_may_be_left_early(world: World) -> None:
    path = world.add("a.pdf", ["page"] * 50)
    items = world.extractor.extract(path, cancel=CancelToken())
    next(items)
    next(items)
    del items
    assert len(extract(world, path)[1]) == 50


def test_closing_twice_and_going_on(world: World) -> None:
    path = world.add("a.pdf", ["page"])
    extract(world, path)
    world.extractor.close()
    world.extractor.close()
    assert len(extract(world, path)[1]) == 1

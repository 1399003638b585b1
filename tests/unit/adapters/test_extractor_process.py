"""What becomes of files that hang the engine, crash it, or take too much."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.adapters.extractor_process import ExtractorProcess, RendererProcess, _Allowance
from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentHead, DocumentStatus
from app.core.domain.page import PageKind, PageText
from app.core.errors import PageUnavailable
from app.core.ports import ExtractionFailed
from app.core.reading.pages import failed_page
from tests.pdfs import PdfPage, make_bomb_pdf, make_endless_pdf, make_pdf

# A page that needs longer is killed; the child itself takes up to a second to start.
PATIENCE = 2.0


@pytest.fixture
def extractor() -> Iterator[ExtractorProcess]:
    made = ExtractorProcess(page_seconds=PATIENCE)
    yield made
    made.close()


@pytest.fixture
def renderer() -> Iterator[RendererProcess]:
    made = RendererProcess(seconds=PATIENCE)
    yield made
    made.close()


def pages_of(extractor: ExtractorProcess, path: Path) -> list[PageText]:
    return [
        item for item in extractor.extract(path, cancel=CancelToken()) if isinstance(item, PageText)
    ]


def kill(process_id: int | None) -> None:
    """End a child, and wait until it is gone without taking its status from its parent."""
    assert process_id is not None
    if sys.platform == "win32":
        os.kill(process_id, signal.SIGTERM)
    else:
        os.kill(process_id, signal.SIGKILL)
        os.waitid(os.P_PID, process_id, os.WEXITED | os.WNOWAIT)


def most_memory(process_id: int | None) -> int:
    """Most bytes that a process ever had in memory."""
    for line in Path(f"/proc/{process_id}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no figure")


def test_a_page_that_hangs_costs_that_page(extractor: ExtractorProcess, tmp_path: Path) -> None:
    path = make_endless_pdf(tmp_path / "file.pdf", "before", "after")
    pages = pages_of(extractor, path)
    assert [page.number for page in pages] == [1, 2, 3]
    assert [page.kind for page in pages] == [PageKind.TEXT, PageKind.FAILED, PageKind.TEXT]
    assert [page.text for page in pages] == ["before", "", "after"]


def test_a_crash_costs_a_page(extractor: ExtractorProcess, tmp_path: Path) -> None:
    # More text than the pipe holds, so that the child is still at work when it is killed.
    text = "\n".join(["words that fill the page from the left to the right"] * 45)
    path = make_pdf(tmp_path / "file.pdf", [text] * 20)
    items = extractor.extract(path, cancel=CancelToken())
    next(items)
    pages = [next(items)]
    first_child = extractor.process_id
    kill(first_child)
    pages += items
    read = [page for page in pages if isinstance(page, PageText)]
    assert [page.number for page in read] == list(range(1, 21))
    assert [page.kind for page in read].count(PageKind.FAILED) == 1
    assert extractor.process_id != first_child


def test_a_file_that_is_taken_away_meanwhile(extractor: ExtractorProcess, tmp_path: Path) -> None:
    text = "\n".join(["words that fill the page from the left to the right"] * 45)
    path = make_pdf(tmp_path / "file.pdf", [text] * 20)
    items = extractor.extract(path, cancel=CancelToken())
    pages = [next(items), next(items)]
    path.unlink()
    kill(extractor.process_id)
    pages += items
    assert len(pages) == 21
    assert isinstance(pages[-1], PageText)
    assert pages[-1].kind is PageKind.FAILED


def test_a_file_of_hanging_pages_is_given_up(tmp_path: Path) -> None:
    path = make_endless_pdf(tmp_path / "file.pdf", "before", "after", hanging=30)
    extractor = ExtractorProcess(page_seconds=0.3)
    try:
        pages = pages_of(extractor, path)
    finally:
        extractor.close()
    assert [page.number for page in pages] == list(range(1, 33))
    assert {page.kind for page in pages[1:]} == {PageKind.FAILED}


def test_a_file_has_a_time_limit_for_all_its_pages(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "file.pdf", ["page"] * 4)
    extractor = ExtractorProcess(file_seconds=-0.7)  # and 0.2 for each of its pages
    try:
        items = extractor.extract(path, cancel=CancelToken())
        assert next(items) == DocumentHead("file", 4)
        kill(extractor.process_id)  # to start a child anew takes longer than a tenth of a second
        pages = [item for item in items if isinstance(item, PageText)]
    finally:
        extractor.close()
    assert [page.number for page in pages] == [1, 2, 3, 4]
    assert {page.kind for page in pages[1:]} == {PageKind.FAILED}


def test_what_happens_between_pages_costs_the_file_nothing() -> None:
    def pages() -> Iterator[PageText]:
        for number in range(1, 4):
            yield failed_page(number)

    allowance = _Allowance(1.0, 10)
    before = allowance.seconds
    assert len(list(allowance.take(pages()))) == 3
    assert 0 <= before - allowance.seconds < 0.5
    assert allowance.left
    allowance.seconds = 0.0
    assert list(allowance.take(pages())) == []


def test_more_text_than_can_be_kept_is_too_large(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "file.pdf", ["ten letters"] * 4)
    extractor = ExtractorProcess(characters=30)
    try:
        with pytest.raises(ExtractionFailed, match="more than 30 characters") as caught:
            list(extractor.extract(path, cancel=CancelToken()))
        assert caught.value.status is DocumentStatus.TOO_LARGE
        other = make_pdf(tmp_path / "other.pdf", ["ten letters"] * 2)
        assert [page.text for page in pages_of(extractor, other)] == ["ten letters"] * 2
    finally:
        extractor.close()


def test_opening_has_a_time_limit(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "file.pdf", ["one"])
    extractor = ExtractorProcess(open_seconds=0.0)
    try:
        with pytest.raises(ExtractionFailed, match="took too long") as caught:
            list(extractor.extract(path, cancel=CancelToken()))
    finally:
        extractor.close()
    assert caught.value.status is DocumentStatus.FAILED


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux tells the figure.")
def test_pictures_are_not_unpacked_for_their_text(
    extractor: ExtractorProcess, tmp_path: Path
) -> None:
    path = make_bomb_pdf(tmp_path / "file.pdf", "Text beside the picture")
    pages_of(extractor, make_pdf(tmp_path / "plain.pdf", ["plain"]))
    before = most_memory(extractor.process_id)
    (page,) = pages_of(extractor, path)
    assert page.text == "Text beside the picture"
    assert most_memory(extractor.process_id) - before < 50_000_000  # the picture has 200 MB


def test_a_page_that_hangs_cannot_be_drawn(renderer: RendererProcess, tmp_path: Path) -> None:
    path = make_endless_pdf(tmp_path / "file.pdf", "before", "after")
    with pytest.raises(PageUnavailable, match="Drawing page 2 took too long"):
        renderer.render(path, 2, 1.0)
    assert renderer.render(path, 3, 1.0).width == 595


def test_a_crash_while_idle_goes_unnoticed(renderer: RendererProcess, tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "file.pdf", ["one"])
    renderer.render(path, 1, 1.0)
    kill(renderer.process_id)
    assert renderer.render(path, 1, 1.0).width == 595


def test_a_file_that_changed_is_drawn_anew(renderer: RendererProcess, tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "file.pdf", [PdfPage(size=(100, 100))])
    assert renderer.render(path, 1, 1.0).width == 100
    path.unlink()
    with pytest.raises(PageUnavailable, match="not there any more"):
        renderer.render(path, 1, 1.0)
    make_pdf(path, [PdfPage(size=(200, 100))], title="so that the size differs")
    assert renderer.render(path, 1, 1.0).width == 200


def test_the_head_is_given_before_the_pages_are_read(
    extractor: ExtractorProcess, tmp_path: Path
) -> None:
    path = make_endless_pdf(tmp_path / "file.pdf", "before", "after")
    items = extractor.extract(path, cancel=CancelToken())
    assert next(items) == DocumentHead("file", 3)
    del items

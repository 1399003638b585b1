"""What becomes of PDFs that are taken out where the world is not as it should be."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.adapters.embedded_process import EmbeddedFilesProcess
from app.core.domain.cancel import CancelToken
from app.core.errors import PageUnavailable, StorageError
from tests.pdfs import make_pdf
from tests.unit.adapters.test_extractor_process import kill

PDF = b"%PDF-1.7\nwhat it holds"


@pytest.fixture
def embedded() -> Iterator[EmbeddedFilesProcess]:
    made = EmbeddedFilesProcess()
    yield made
    made.close()


@pytest.fixture
def portfolio(tmp_path: Path) -> Path:
    inside = {"one.pdf": PDF, "large.pdf": PDF + bytes(range(256)) * 16_000, "empty.pdf": b""}
    return make_pdf(tmp_path / "portfolio.pdf", attachments=inside)


def test_a_large_one_arrives_whole(
    embedded: EmbeddedFilesProcess, portfolio: Path, tmp_path: Path
) -> None:
    saved = embedded.save(portfolio, 2, tmp_path / "out.pdf", cancel=CancelToken())
    assert saved is not None
    assert (tmp_path / "out.pdf").read_bytes() == PDF + bytes(range(256)) * 16_000


def test_nothing_is_left_where_there_is_nothing(
    embedded: EmbeddedFilesProcess, portfolio: Path, tmp_path: Path
) -> None:
    for number in (3, 99):
        target = tmp_path / "out.pdf"
        assert embedded.save(portfolio, number, target, cancel=CancelToken()) is None
    assert list(tmp_path.iterdir()) == [portfolio]


def test_a_folder_that_is_gone(
    embedded: EmbeddedFilesProcess, portfolio: Path, tmp_path: Path
) -> None:
    with pytest.raises(StorageError, match="Choose another folder"):
        embedded.save(portfolio, 1, tmp_path / "gone" / "out.pdf", cancel=CancelToken())


def test_a_full_disk(
    embedded: EmbeddedFilesProcess,
    portfolio: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(Path, "rename", full)
    with pytest.raises(StorageError, match="The disk is full"):
        embedded.save(portfolio, 1, tmp_path / "out.pdf", cancel=CancelToken())
    assert list(tmp_path.iterdir()) == [portfolio]


def test_a_child_that_takes_too_long_is_given_up(portfolio: Path) -> None:
    embedded = EmbeddedFilesProcess(seconds=0.0)
    try:
        with pytest.raises(PageUnavailable, match="takes too long or needs too much memory"):
            embedded.list(portfolio, cancel=CancelToken())
    finally:
        embedded.close()


def test_a_child_that_died_is_replaced(embedded: EmbeddedFilesProcess, portfolio: Path) -> None:
    embedded.list(portfolio, cancel=CancelToken())
    kill(embedded.process_id)
    assert len(embedded.list(portfolio, cancel=CancelToken())) == 3

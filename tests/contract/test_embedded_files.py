"""What every EmbeddedFiles does, run on PDFs in a child process and on the fake."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from app.adapters.embedded_process import EmbeddedFilesProcess
from app.core.domain.cancel import CancelToken
from app.core.domain.document import EmbeddedFile
from app.core.errors import Cancelled, PageLocked, PageUnavailable
from app.core.ports import EmbeddedFiles
from tests.fakes.embedded_files import FakeEmbeddedFiles, FakeInside
from tests.pdfs import make_pdf

PDF = b"%PDF-1.7\nwhat it holds"


class World(Protocol):
    """What takes files out, and a way to give it PDFs."""

    embedded: EmbeddedFiles
    out: Path

    def add(self, name: str, files: dict[str, bytes], password: str = "") -> Path: ...

    def content(self, path: Path) -> bytes: ...


class RealWorld:
    def __init__(self, folder: Path) -> None:
        self.embedded = EmbeddedFilesProcess()
        self._folder = folder
        self.out = folder / "out"
        self.out.mkdir()

    def add(self, name: str, files: dict[str, bytes], password: str = "") -> Path:
        return make_pdf(self._folder / name, attachments=files, password=password)

    def content(self, path: Path) -> bytes:
        return path.read_bytes()


class FakeWorld:
    def __init__(self, folder: Path) -> None:
        self.fake = FakeEmbeddedFiles()
        self.embedded: EmbeddedFiles = self.fake
        self._folder = folder
        self.out = folder / "out"

    def add(self, name: str, files: dict[str, bytes], password: str = "") -> Path:
        path = self._folder / name
        self.fake.pdfs[path] = FakeInside(tuple(files.items()), password or None)
        return path

    def content(self, path: Path) -> bytes:
        return self.fake.saved[path]


@pytest.fixture(params=[RealWorld, FakeWorld])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    made: World = request.param(tmp_path)
    yield made
    made.embedded.close()


def save(world: World, path: Path, number: int, name: str) -> Path | None:
    saved = world.embedded.save(path, number, world.out / name, cancel=CancelToken())
    return saved[0] if saved else None


def test_files_are_listed_in_order(world: World) -> None:
    path = world.add("a.pdf", {"one.pdf": PDF, "two.xml": b"<a/>"})
    assert world.embedded.list(path, cancel=CancelToken()) == (
        EmbeddedFile(1, "one.pdf", pdf=True),
        EmbeddedFile(2, "two.xml", pdf=False),
    )
    assert world.embedded.list(world.add("b.pdf", {}), cancel=CancelToken()) == ()


def test_a_file_is_saved(world: World) -> None:
    path = world.add("a.pdf", {"one.pdf": PDF, "two.pdf": PDF + b" two"})
    saved = world.embedded.save(path, 2, world.out / "x.pdf", cancel=CancelToken())
    assert saved == (world.out / "x.pdf", len(PDF) + 4)
    assert world.content(world.out / "x.pdf") == PDF + b" two"


def test_nothing_is_replaced_and_the_same_is_not_written_again(world: World) -> None:
    path = world.add("a.pdf", {"one.pdf": PDF, "two.pdf": PDF + b" two"})
    assert save(world, path, 1, "x.pdf") == world.out / "x.pdf"
    assert save(world, path, 2, "x.pdf") == world.out / "x (2).pdf"
    assert save(world, path, 1, "x.pdf") == world.out / "x.pdf"
    assert save(world, path, 2, "x.pdf") == world.out / "x (2).pdf"
    assert world.content(world.out / "x.pdf") == PDF


def test_passwords(world: World) -> None:
    path = world.add("a.pdf", {"one.pdf": PDF}, "right")
    for password in (None, "wrong"):
        with pytest.raises(PageLocked):
            world.embedded.list(path, cancel=CancelToken(), password=password)
    assert len(world.embedded.list(path, cancel=CancelToken(), password="right")) == 1
    target = world.out / "x.pdf"
    with pytest.raises(PageLocked):
        world.embedded.save(path, 1, target, cancel=CancelToken())
    saved = world.embedded.save(path, 1, target, cancel=CancelToken(), password="right")
    assert saved == (target, len(PDF))


def test_a_pdf_that_is_gone(world: World, tmp_path: Path) -> None:
    with pytest.raises(PageUnavailable, match="not there any more"):
        world.embedded.list(tmp_path / "gone.pdf", cancel=CancelToken())


def test_cancel(world: World) -> None:
    path = world.add("a.pdf", {"one.pdf": PDF})
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        world.embedded.list(path, cancel=cancel)
    with pytest.raises(Cancelled):
        world.embedded.save(path, 1, world.out / "x.pdf", cancel=cancel)

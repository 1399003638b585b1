"""What every FileSource and FolderSource does, run on the file system and on the fake."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Protocol

import pytest

from app.adapters.file_source import LocalFiles
from app.core.domain.cancel import CancelToken
from app.core.domain.document import FileStamp, FoundFile, SkippedFile
from app.core.errors import Cancelled
from app.core.ports import ExtractionFailed, FolderLook
from tests.fakes.file_source import FakeFileSource

PDF = b"%PDF-1.7 and more"


class World(Protocol):
    """A file source, and a way to give it files."""

    @property
    def files(self) -> LocalFiles | FakeFileSource: ...

    def put(self, path: Path, data: bytes = PDF, mtime_ns: int = 1_000) -> Path: ...


class RealWorld:
    def __init__(self) -> None:
        self.files = LocalFiles()

    def put(self, path: Path, data: bytes = PDF, mtime_ns: int = 1_000) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, ns=(mtime_ns, mtime_ns))
        return path


class FakeWorld:
    def __init__(self) -> None:
        self.files = FakeFileSource()

    def put(self, path: Path, data: bytes = PDF, mtime_ns: int = 1_000) -> Path:
        return self.files.put(path, data, mtime_ns)


@pytest.fixture(params=[RealWorld, FakeWorld])
def world(request: pytest.FixtureRequest) -> World:
    made: World = request.param()
    return made


def scan(world: World, *paths: Path) -> list[FoundFile | SkippedFile]:
    return list(world.files.scan(paths, cancel=CancelToken()))


def test_every_pdf_below_a_folder_by_name(world: World, tmp_path: Path) -> None:
    for name in ("b.pdf", "A.PDF", "deep/er/c.Pdf", "a b (1) #.pdf"):
        world.put(tmp_path / name)
    found = scan(world, tmp_path)
    names = [str(item.path.relative_to(tmp_path).as_posix()) for item in found]
    assert names == ["a b (1) #.pdf", "A.PDF", "b.pdf", "deep/er/c.Pdf"]
    assert all(item == FoundFile(item.path, FileStamp(len(PDF), 1_000)) for item in found)


def test_other_files_are_skipped_with_a_reason(world: World, tmp_path: Path) -> None:
    note = world.put(tmp_path / "notes.txt", PDF)
    world.put(tmp_path / "a.pdf", b"not a PDF at all, but reading will tell")
    found, skipped = scan(world, tmp_path)
    assert isinstance(found, FoundFile)
    assert skipped == SkippedFile(note, "not_a_pdf", "It is not a PDF.")


def test_hidden_files_are_left_out(world: World, tmp_path: Path) -> None:
    world.put(tmp_path / ".hidden.pdf")
    world.put(tmp_path / ".git" / "a.pdf")
    seen = world.put(tmp_path / "seen.pdf")
    assert [item.path for item in scan(world, tmp_path)] == [seen]


def test_given_files_are_tried_whatever_their_names(world: World, tmp_path: Path) -> None:
    odd = world.put(tmp_path / "download", b"\n\n" + PDF)
    hidden = world.put(tmp_path / ".hidden.pdf")
    text = world.put(tmp_path / "text.txt", b"only text")
    found = scan(world, odd, hidden, text)
    assert [type(item) for item in found] == [FoundFile, FoundFile, SkippedFile]
    assert found[2] == SkippedFile(text, "not_a_pdf", "It is not a PDF.")


def test_each_file_comes_once_in_the_given_order(world: World, tmp_path: Path) -> None:
    one, two = world.put(tmp_path / "x" / "one.pdf"), world.put(tmp_path / "two.pdf")
    found = scan(world, two, tmp_path / "x", tmp_path, one)
    assert [item.path for item in found] == [two, one]


def test_what_is_not_there(world: World, tmp_path: Path) -> None:
    there = world.put(tmp_path / "there.pdf")
    skipped, found = scan(world, tmp_path / "gone", there)
    assert isinstance(skipped, SkippedFile)
    assert skipped.reason == "missing"
    assert skipped.message.startswith("There is no file or folder of this name.")
    assert found.path == there


def test_a_scan_can_be_stopped(world: World, tmp_path: Path) -> None:
    for number in range(5):
        world.put(tmp_path / f"{number}.pdf")
    cancel = CancelToken()
    items = world.files.scan([tmp_path], cancel=cancel)
    next(items)
    cancel.cancel()
    with pytest.raises(Cancelled):
        list(items)


def test_a_look_at_folders(world: World, tmp_path: Path) -> None:
    lease = world.put(tmp_path / "a" / "lease.pdf")
    deep = world.put(tmp_path / "a" / "deep" / "one.pdf")
    notes = world.put(tmp_path / "b" / "notes.txt")
    world.put(tmp_path / "c" / "not given.pdf")
    world.put(tmp_path / "b" / ".hidden.pdf")
    a, b, gone = (tmp_path / name for name in ("a", "b", "gone"))
    look = world.files.look([a, gone, b, lease], cancel=CancelToken())
    stamp = FileStamp(len(PDF), 1_000)
    assert look == FolderLook(
        found=(FoundFile(deep, stamp), FoundFile(lease, stamp)),
        skipped=(SkippedFile(notes, "not_a_pdf", "It is not a PDF."),),
        folders=look.folders,
        absent=(gone, lease),
    )
    assert set(look.folders) == {a, a / "deep", b}


def test_folders_that_lie_in_each_other_are_looked_at_once(world: World, tmp_path: Path) -> None:
    lease = world.put(tmp_path / "a" / "lease.pdf")
    look = world.files.look([tmp_path, tmp_path / "a"], cancel=CancelToken())
    assert [one.path for one in look.found] == [lease]


def test_a_look_can_be_stopped(world: World, tmp_path: Path) -> None:
    world.put(tmp_path / "lease.pdf")
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        world.files.look([tmp_path], cancel=cancel)


def test_what_is_a_folder(world: World, tmp_path: Path) -> None:
    lease = world.put(tmp_path / "a" / "lease.pdf")
    names = (lease.parent, lease, tmp_path / "gone", tmp_path / "nul\0")
    assert [world.files.is_folder(path) for path in names] == [True, False, False, False]


def test_stamps(world: World, tmp_path: Path) -> None:
    path = world.put(tmp_path / "a.pdf", mtime_ns=5_000)
    assert world.files.stamp(path) == FileStamp(len(PDF), 5_000)
    assert world.files.stamp(tmp_path / "gone.pdf") is None


def test_hashes(world: World, tmp_path: Path) -> None:
    data = os.urandom(3_000_000)
    path = world.put(tmp_path / "a.pdf", data)
    assert world.files.sha256(path, cancel=CancelToken()) == hashlib.sha256(data).hexdigest()
    with pytest.raises(ExtractionFailed):
        world.files.sha256(tmp_path / "gone.pdf", cancel=CancelToken())
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        world.files.sha256(path, cancel=cancel)

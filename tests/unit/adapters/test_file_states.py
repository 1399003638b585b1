from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from app.adapters.file_states import LocalFileStates
from app.core.domain.document import Document, DocumentStatus, FileStamp, FileState
from tests.fakes.file_source import FakeFileSource

PATH = Path("folder") / "a.pdf"
DATA = b"%PDF-1.7 as it was read"


@pytest.fixture
def files() -> FakeFileSource:
    source = FakeFileSource()
    source.put(PATH, DATA, mtime_ns=1)
    return source


def document(path: Path = PATH, stamp: FileStamp | None = None) -> Document:
    return Document(
        id=1,
        title="A",
        path=path,
        sha256=hashlib.sha256(DATA).hexdigest(),
        stamp=stamp or FileStamp(len(DATA), 1),
        status=DocumentStatus.INDEXED,
        status_text="",
        pages=1,
        chunks=1,
        embedded=1,
    )


def test_an_untouched_file_is_not_read(files: FakeFileSource) -> None:
    assert LocalFileStates(files).state(document()) is FileState.UNCHANGED
    assert files.hashed == []


def test_a_file_of_another_size_is_not_read(files: FakeFileSource) -> None:
    files.put(PATH, DATA + b" and more", mtime_ns=1)
    assert LocalFileStates(files).state(document()) is FileState.CHANGED
    assert files.hashed == []


def test_a_copy_with_another_time_is_unchanged_and_read_once(files: FakeFileSource) -> None:
    files.put(PATH, DATA, mtime_ns=2)
    states = LocalFileStates(files)
    assert [states.state(document()) for _ in range(3)] == [FileState.UNCHANGED] * 3
    assert files.hashed == [PATH]


def test_a_glance_reads_nothing(files: FakeFileSource) -> None:
    states = LocalFileStates(files)
    assert states.glance(document()) is FileState.UNCHANGED
    files.put(PATH, DATA, mtime_ns=2)
    assert states.glance(document()) is None
    assert files.hashed == []
    states.state(document())
    assert states.glance(document()) is FileState.UNCHANGED
    files.put(PATH, DATA.upper(), mtime_ns=3)
    states.state(document())
    assert states.glance(document()) is FileState.CHANGED
    files.put(PATH, DATA + b"!", mtime_ns=3)
    assert states.glance(document()) is FileState.CHANGED
    del files.files[PATH]
    assert states.glance(document()) is FileState.MISSING


def test_other_content_of_the_same_size_is_a_change(files: FakeFileSource) -> None:
    files.put(PATH, DATA.upper(), mtime_ns=2)
    states = LocalFileStates(files)
    assert states.state(document()) is FileState.CHANGED
    files.put(PATH, DATA, mtime_ns=3)
    assert states.state(document()) is FileState.UNCHANGED


def test_a_file_that_is_gone_is_missing(files: FakeFileSource) -> None:
    del files.files[PATH]
    assert LocalFileStates(files).state(document()) is FileState.MISSING


def test_on_the_file_system(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    states = LocalFileStates()
    assert states.state(document(path)) is FileState.MISSING
    path.write_bytes(DATA)
    os.utime(path, ns=(5, 5))
    assert states.state(document(path)) is FileState.UNCHANGED
    path.write_bytes(DATA + b"!")
    assert states.state(document(path)) is FileState.CHANGED

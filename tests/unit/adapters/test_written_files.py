"""Files are there whole or not at all, and a sentence says why not."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from app.adapters.written_files import WrittenFiles
from app.core.errors import StorageError


def test_a_file_is_made_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "誤り & answer.md"
    WrittenFiles().write(path, b"first, and longer")
    WrittenFiles().write(path, b"second")
    assert path.read_bytes() == b"second"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="there files have no such mode")
def test_it_is_made_as_other_files_are(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"")
    WrittenFiles().write(tmp_path / "answer.md", b"x")
    modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert len(modes) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.md").write_bytes(b"old")
    (tmp_path / "link.md").symlink_to("real.md")
    WrittenFiles().write(tmp_path / "link.md", b"new")
    assert (tmp_path / "link.md").is_symlink()
    assert (tmp_path / "real.md").read_bytes() == b"new"


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageError) as caught:
        WrittenFiles().write(tmp_path / "gone" / "answer.md", b"x")
    assert caught.value.message == (
        "The folder for “answer.md” is not there. Export it again to another folder."
    )
    assert caught.value.detail == "ENOENT"


def test_a_folder_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "answer.md").mkdir()
    with pytest.raises(StorageError, match="could not be written"):
        WrittenFiles().write(tmp_path / "answer.md", b"x")
    assert list(tmp_path.iterdir()) == [tmp_path / "answer.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes in folders")
def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "answer.md"
    os.mkfifo(pipe)
    with pytest.raises(StorageError, match="Export it again"):
        WrittenFiles().write(pipe, b"x")
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "The disk is full"),
        (errno.EACCES, "may not be written there, or is open in another program"),
        (errno.EROFS, "may not be written there"),
        (errno.ENAMETOOLONG, "Export it again with a shorter name"),
        (errno.EIO, "could not be written"),
    ],
)
def test_what_fails_keeps_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    path = tmp_path / "answer.md"
    path.write_bytes(b"old")

    def full(_number: int) -> None:
        raise OSError(number, "")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match=said):
        WrittenFiles().write(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]

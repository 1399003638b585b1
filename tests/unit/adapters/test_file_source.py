"""What only a real file system has: links, permissions, devices and odd names."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from app.adapters.file_source import LocalFiles
from app.core.domain.cancel import CancelToken
from app.core.domain.document import FoundFile, SkippedFile
from app.core.ports import ExtractionFailed

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither.")


def pdf(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"%PDF-1.7")
    return path


def scan(*paths: Path) -> list[FoundFile | SkippedFile]:
    return list(LocalFiles().scan(paths, cancel=CancelToken()))


def outcome(items: list[FoundFile | SkippedFile]) -> dict[str, str]:
    """Name to "found", or the reason."""
    return {
        item.path.name: item.reason if isinstance(item, SkippedFile) else "found" for item in items
    }


@posix
def test_links_that_lead_in_circles(tmp_path: Path) -> None:
    pdf(tmp_path / "a" / "one.pdf")
    (tmp_path / "a" / "back").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "a" / "self").symlink_to("self")
    assert outcome(scan(tmp_path)) == {"one.pdf": "found", "self": "unreadable"}


@posix
def test_links_to_elsewhere_are_followed_once(tmp_path: Path) -> None:
    target = pdf(tmp_path / "elsewhere" / "one.pdf")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link").symlink_to(target.parent, target_is_directory=True)
    (folder / "again.pdf").symlink_to(target)
    (folder / "dangling.pdf").symlink_to(tmp_path / "gone.pdf")
    found = scan(folder)
    assert outcome(found) == {"again.pdf": "found", "dangling.pdf": "missing"}
    assert found[0].path == folder / "again.pdf"


@posix
def test_a_folder_that_may_not_be_looked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pdf(tmp_path / "locked" / "one.pdf")
    pdf(tmp_path / "open" / "two.pdf")
    look = os.scandir

    def refuse(path: Path) -> object:
        if path.name == "locked":
            raise PermissionError
        return look(path)

    monkeypatch.setattr(os, "scandir", refuse)
    skipped, found = scan(tmp_path)
    assert isinstance(skipped, SkippedFile)
    assert (skipped.path.name, skipped.reason) == ("locked", "unreadable")
    assert "look into this folder" in skipped.message
    assert found.path.name == "two.pdf"


@posix
def test_a_folder_that_may_not_be_looked_into_counts_as_absent_only_where_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pdf(tmp_path / "locked" / "one.pdf")
    look = os.scandir

    def refuse(path: Path) -> object:
        if path.name == "locked":
            raise PermissionError
        return look(path)

    monkeypatch.setattr(os, "scandir", refuse)
    locked = tmp_path / "locked"
    below = LocalFiles().look([tmp_path], cancel=CancelToken())
    assert ([one.path for one in below.skipped], below.absent) == ([locked], ())
    given = LocalFiles().look([locked], cancel=CancelToken())
    assert (given.skipped, given.absent, given.folders) == ((), (locked,), ())


@posix
def test_a_file_below_a_linked_folder_is_the_same_as_beside_it(tmp_path: Path) -> None:
    pdf(tmp_path / "real" / "deep" / "one.pdf")
    (tmp_path / "link").symlink_to(tmp_path / "real" / "deep", target_is_directory=True)
    given = (tmp_path / "link" / "one.pdf", tmp_path / "real")
    assert [item.path for item in scan(*given)] == [given[0]]


@posix
def test_what_is_neither_file_nor_folder(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    assert outcome(scan(tmp_path)) == {"pipe.pdf": "not_a_file"}
    assert LocalFiles().stamp(tmp_path / "pipe.pdf") is None


@pytest.mark.skipif(sys.platform != "linux", reason="Other systems refuse such names.")
def test_names_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.pdf")
    pdf(path)
    (found,) = scan(tmp_path)
    assert found.path == path
    assert LocalFiles().stamp(path) is not None


@pytest.mark.parametrize("name", ["a#b.pdf", "a%20b.pdf", "ä ö (1), [2].pdf", "日本語.pdf"])
def test_odd_names(tmp_path: Path, name: str) -> None:
    assert [item.path for item in scan(tmp_path, pdf(tmp_path / name))] == [tmp_path / name]


def test_names_that_no_file_can_have(tmp_path: Path) -> None:
    impossible = tmp_path / "nul\0.pdf"
    assert outcome(scan(impossible, tmp_path / ("x" * 400))) == {
        "nul\0.pdf": "missing",
        "x" * 400: "unreadable",
    }
    assert LocalFiles().stamp(impossible) is None
    with pytest.raises(ExtractionFailed):
        LocalFiles().sha256(impossible, cancel=CancelToken())


def test_a_folder_with_the_name_of_a_file(tmp_path: Path) -> None:
    pdf(tmp_path / "bundle.pdf" / "one.pdf")
    assert outcome(scan(tmp_path)) == {"one.pdf": "found"}


def test_paths_are_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pdf(tmp_path / "folder" / "one.pdf")
    monkeypatch.chdir(tmp_path / "folder")
    assert [item.path for item in scan(Path("../folder"))] == [tmp_path / "folder" / "one.pdf"]


def test_a_path_through_a_file(tmp_path: Path) -> None:
    assert outcome(scan(pdf(tmp_path / "one.pdf") / "two.pdf")) == {"two.pdf": "missing"}


@pytest.mark.parametrize("seconds", [-(10**10), 10**10], ids=["1653", "2286"])
def test_times_that_64_bits_cannot_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    """Not every file system can keep such a time, so the system's answer is changed here."""
    path = pdf(tmp_path / "one.pdf")

    class Odd:
        def __init__(self, status: os.stat_result) -> None:
            self._status = status
            self.st_mtime_ns = seconds * 10**9

        def __getattr__(self, name: str) -> object:
            return getattr(self._status, name)

    look = Path.stat
    monkeypatch.setattr(
        Path, "stat", lambda self, **how: Odd(look(self, **how)) if self == path else look(self)
    )
    (found,) = scan(path)
    assert isinstance(found, FoundFile)
    assert found.stamp == LocalFiles().stamp(path)
    assert abs(found.stamp.mtime_ns) in (2**63 - 1, 2**63)

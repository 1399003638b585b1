"""Files that the user picked are read to a bound, and a sentence says why one is not."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from app.adapters.picked_files import PickedFiles
from app.core.errors import InvalidInput


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "誤り & schema.json"
    path.write_bytes(b"\x00{}\r\n")
    assert PickedFiles().read(path, 5) == b"\x00{}\r\n"


def test_no_more_is_read_than_tells_that_it_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(b"x" * 1000)
    assert len(PickedFiles().read(path, 10)) == 11


@pytest.mark.parametrize("name", ["gone.json", "gone/schema.json"])
def test_a_file_that_is_gone_is_told(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with pytest.raises(InvalidInput, match="is not there any more") as caught:
        PickedFiles().read(path, 10)
    assert path.name in caught.value.message
    assert str(tmp_path) not in caught.value.message + caught.value.detail


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="is not a file"):
        PickedFiles().read(tmp_path, 10)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_what_might_never_end_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(InvalidInput, match="is not a file"):
        PickedFiles().read(tmp_path / "pipe.json", 10)


@pytest.mark.parametrize(
    ("number", "said"), [(errno.EACCES, "may not be read"), (errno.EIO, "could not be read")]
)
def test_each_fault_has_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise OSError(number, "")

    path = tmp_path / "schema.json"
    path.write_bytes(b"{}")
    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(InvalidInput, match=said) as caught:
        PickedFiles().read(path, 10)
    assert caught.value.detail == errno.errorcode[number]

"""What lies below what, and marks that tell nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.domain.folder import RemovedFiles, WatchedFolder, is_below


@pytest.mark.parametrize(
    ("path", "folder", "below"),
    [
        ("/a/b.pdf", "/a", True),
        ("/a", "/a", True),
        ("/ab", "/a", False),
        ("/a", "/a/b", False),
        ("/a", "/", True),
    ],
)
def test_what_lies_below_a_folder(path: str, folder: str, below: bool) -> None:
    assert is_below(Path(path), Path(folder)) is below
    assert WatchedFolder(Path(folder)).holds(Path(path)) is below


def test_marks_are_short_and_tell_names_of_no_text_apart() -> None:
    removed = RemovedFiles(b"key", frozenset())
    odd = removed.mark_of_path(Path("caf\udce9.pdf"))
    assert len(odd) == 16
    assert odd != removed.mark_of_path(Path("caf\udcea.pdf"))
    assert odd != RemovedFiles(b"other", frozenset()).mark_of_path(Path("caf\udce9.pdf"))

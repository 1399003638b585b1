"""Hearing of changes: bounded, and silent about what cannot be watched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.workers import folder_watcher as module
from app.workers.folder_watcher import FolderWatcher, on_network


@pytest.fixture
def watcher(qapp: QApplication) -> Iterator[FolderWatcher]:
    watcher = FolderWatcher(quiet_ms=1, most=2)
    yield watcher
    watcher.close()


def folders_in(folder: Path) -> list[Path]:
    found = [folder / name for name in ("a", "b", "c")]
    for one in found:
        one.mkdir()
    return found


def test_many_changes_are_told_once(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    watcher = FolderWatcher(quiet_ms=200)
    told: list[None] = []
    watcher.changed.connect(lambda: told.append(None))
    watcher.watch([tmp_path])
    with qtbot.waitSignal(watcher.changed):
        for number in range(5):
            (tmp_path / f"{number}.pdf").touch()
    assert len(told) == 1
    watcher.close()


def test_no_more_than_so_many(watcher: FolderWatcher, tmp_path: Path) -> None:
    a, b, c = folders_in(tmp_path)
    watcher.watch([a, b, c])
    assert sorted(watcher.folders()) == [a, b]
    watcher.watch([c, a])
    assert sorted(watcher.folders()) == [a, c]
    watcher.close()
    assert watcher.folders() == []


def test_what_is_not_there_is_not_watched(watcher: FolderWatcher, tmp_path: Path) -> None:
    watcher.watch([])
    assert watcher.folders() == []
    watcher.watch([tmp_path / "gone", tmp_path])
    assert watcher.folders() == [tmp_path]


@pytest.mark.parametrize(
    ("path", "kind", "remote"),
    [
        ("/documents", "ext4", False),
        ("/documents", "NFS4", True),
        ("/documents", "fuse.sshfs", True),
        ("\\\\server\\share", "", True),
    ],
)
def test_what_lies_on_another_computer(
    monkeypatch: pytest.MonkeyPatch, path: str, kind: str, remote: bool
) -> None:
    class Storage:
        def __init__(self, path: str) -> None:
            pass

        def fileSystemType(self) -> QByteArray:
            return QByteArray(kind.encode())

    monkeypatch.setattr(module, "QStorageInfo", Storage)
    assert on_network(Path(path)) is remote


def test_what_lies_here(tmp_path: Path) -> None:
    assert not on_network(tmp_path)

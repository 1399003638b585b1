"""The lane of exports: off the GUI thread, told when done, and finished before the end."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.adapters.written_files import WrittenFiles
from app.core.errors import StorageError
from app.workers.exports import ExportWorker
from tests.unit.workers.listener import Listener


@pytest.fixture
def worker(qapp: QApplication) -> Iterator[ExportWorker]:
    worker = ExportWorker(WrittenFiles())
    yield worker
    worker.close()


def test_it_is_made_in_the_lane_and_told(
    worker: ExportWorker, qtbot: QtBot, tmp_path: Path
) -> None:
    made_in: list[int] = []

    def content() -> bytes:
        made_in.append(threading.get_ident())
        return b"answer"

    with qtbot.waitSignal(worker.saved) as told:
        worker.save(tmp_path / "answer.md", content)
    assert told.args == [tmp_path / "answer.md"]
    assert (tmp_path / "answer.md").read_bytes() == b"answer"
    assert made_in != [threading.get_ident()]


def test_a_fault_is_told(
    worker: ExportWorker, qtbot: QtBot, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    listener = Listener()
    listener.listen("failed", worker.failed)
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(worker.failed):
        worker.save(tmp_path / "gone" / "answer.md", lambda: b"answer")
    [error] = listener.values("failed")
    assert isinstance(error, StorageError)
    assert "answer.md" not in caplog.text


def test_what_was_asked_for_is_written_before_the_end(worker: ExportWorker, tmp_path: Path) -> None:
    for number in range(9):
        worker.save(tmp_path / f"{number}.md", lambda: b"answer")
    worker.close()
    assert len(list(tmp_path.iterdir())) == 9

"""The password lane: one answer for each password, and none for one that was dropped."""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, DocumentStatus, FileStamp
from app.core.errors import PageUnavailable
from app.services.unlocking import Unlocked, WrongPassword
from app.workers.passwords import PasswordWorker
from tests.unit.workers.listener import Listener

LOCKED = Document(
    id=3,
    title="Pay",
    path=Path("/documents/pay.pdf"),
    sha256="0" * 64,
    stamp=FileStamp(1, 1),
    status=DocumentStatus.NEEDS_PASSWORD,
    status_text="It is locked.",
    pages=0,
    chunks=0,
    embedded=0,
)
UNLOCKED = Unlocked(LOCKED, (LOCKED.path,))


class Door:
    """Opens for "right"; is not there for "gone"; waits for "slow" until it is dropped."""

    def __init__(self) -> None:
        self.tried: list[tuple[int, str, bool]] = []
        self.waiting = threading.Event()

    def unlock(
        self, document_id: int, password: str, *, for_others: bool, cancel: CancelToken
    ) -> Unlocked:
        self.tried.append((document_id, password, for_others))
        if password == "slow":
            self.waiting.set()
            cancel.wait(60)
            cancel.raise_if_cancelled()
        if password == "gone":
            raise PageUnavailable("The file is not there any more.")
        if password != "right":
            raise WrongPassword("This password does not open the file.")
        return UNLOCKED


@pytest.fixture
def door() -> Door:
    return Door()


@pytest.fixture
def worker(qapp: QApplication, door: Door) -> Iterator[PasswordWorker]:
    worker = PasswordWorker(door)
    yield worker
    worker.close()


def test_the_right_one(worker: PasswordWorker, door: Door, qtbot: QtBot) -> None:
    with qtbot.waitSignal(worker.unlocked) as signal:
        worker.unlock(3, "right", for_others=True)
    assert signal.args == [UNLOCKED]
    assert door.tried == [(3, "right", True)]


def test_a_wrong_one_is_an_answer_and_not_logged(worker: PasswordWorker, qtbot: QtBot) -> None:
    with qtbot.waitSignal(worker.refused) as signal:
        worker.unlock(3, "wrong", for_others=False)
    [error] = signal.args or []
    assert isinstance(error, WrongPassword)


def test_a_fault(worker: PasswordWorker, qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(worker.refused) as signal:
        worker.unlock(3, "gone", for_others=False)
    [error] = signal.args or []
    assert isinstance(error, PageUnavailable)
    assert "gone" not in caplog.text


def test_nothing_is_heard_of_what_was_dropped(
    worker: PasswordWorker, door: Door, qtbot: QtBot
) -> None:
    listener = Listener()
    listener.listen("unlocked", worker.unlocked)
    listener.listen("refused", worker.refused)
    worker.unlock(3, "slow", for_others=False)
    qtbot.waitUntil(door.waiting.is_set)
    with qtbot.waitSignal(worker.unlocked):
        worker.unlock(4, "right", for_others=False)
    assert listener.heard == [("unlocked", UNLOCKED)]
    door.waiting.clear()
    worker.unlock(3, "slow", for_others=False)
    qtbot.waitUntil(door.waiting.is_set)
    worker.close()
    QApplication.processEvents()
    assert len(listener.heard) == 1


def test_an_answer_that_comes_too_late_is_not_heard(
    worker: PasswordWorker, door: Door, qtbot: QtBot
) -> None:
    listener = Listener()
    listener.listen("unlocked", worker.unlocked)
    worker.unlock(3, "right", for_others=False)
    assert worker._lane.drain(60)
    assert door.tried
    worker.drop()
    assert worker._lane.drain(60)  # which lets go of the task that is over
    gc.collect()
    QApplication.processEvents()
    assert listener.heard == []

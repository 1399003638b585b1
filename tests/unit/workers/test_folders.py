"""The folder lane: checks when asked, and by itself where nothing speaks against it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.cancel import CancelToken
from app.core.domain.folder import WatchedFolder
from app.core.errors import NotFound, StorageError
from app.services.folders import FolderCheck
from app.workers import folders as module
from app.workers.folders import Checked, FolderTiming, FolderWorker
from tests.gui.scripted_folders import NOTHING_NEW, ScriptedFolders, found
from tests.unit.workers.listener import Listener

LETTERS = WatchedFolder(Path("/documents/Letters"), "Letters")
HOUR = 3_600_000
EAGER = FolderTiming(first=HOUR, every=HOUR, between=0, between_changes=0, unsettled=1, quiet=1)


class Held(ScriptedFolders):
    """A check that takes until it is let go, or stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.started = threading.Event()
        self.go = threading.Event()
        self.done = threading.Event()

    def check(self, *, cancel: CancelToken, asked: bool = False) -> FolderCheck:
        self.started.set()
        while not self.go.is_set() and not cancel.wait(0.01):
            pass
        try:
            return super().check(cancel=cancel, asked=asked)
        finally:
            self.done.set()


@pytest.fixture
def service() -> ScriptedFolders:
    return ScriptedFolders()


@pytest.fixture
def made(qapp: QApplication) -> Iterator[Callable[..., FolderWorker]]:
    """Makes workers, which are closed at the end."""
    workers = []

    def make(
        service: ScriptedFolders,
        timing: FolderTiming = EAGER,
        reading: Callable[[], bool] = lambda: False,
    ) -> FolderWorker:
        worker = FolderWorker(service, reading, timing=timing)
        workers.append(worker)
        return worker

    yield make
    for worker in workers:
        worker.close()


def wait_checked(qtbot: QtBot, worker: FolderWorker, start: Callable[[], object]) -> Checked:
    with qtbot.waitSignal(worker.checked) as signal:
        start()
    qtbot.waitUntil(lambda: not worker.busy)
    assert signal.args is not None
    checked = signal.args[0]
    assert isinstance(checked, Checked)
    return checked


def test_a_check_that_was_asked_for(
    made: Callable[..., FolderWorker], service: ScriptedFolders, qtbot: QtBot
) -> None:
    service.add(found(unchanged=3))
    worker = made(service)
    assert wait_checked(qtbot, worker, worker.check) == Checked(found(unchanged=3), asked=True)
    assert service.asked == [True]


def test_a_check_by_itself(
    made: Callable[..., FolderWorker], service: ScriptedFolders, qtbot: QtBot
) -> None:
    worker = made(service)
    worker.set_enabled(True)
    worker.set_enabled(True)
    assert wait_checked(qtbot, worker, worker.look) == Checked(NOTHING_NEW, asked=False)


def test_none_by_itself_where_the_user_does_not_want_it(
    made: Callable[..., FolderWorker], service: ScriptedFolders, qtbot: QtBot
) -> None:
    worker = made(service)
    worker.look()
    worker.set_enabled(True)
    worker.set_enabled(False)
    worker.look()
    # Whatever was begun before would be over by then.
    wait_checked(qtbot, worker, worker.check)
    assert service.asked == [True]


def test_none_by_itself_while_files_are_read(
    made: Callable[..., FolderWorker], service: ScriptedFolders, qtbot: QtBot
) -> None:
    answers = [True, True]
    timing = FolderTiming(first=1, every=HOUR, between=20)
    worker = made(service, timing, lambda: bool(answers and answers.pop()))
    wait_checked(qtbot, worker, lambda: worker.set_enabled(True))
    assert (service.asked, answers) == ([False], [])


def test_one_that_is_asked_for_while_files_are_read(
    made: Callable[..., FolderWorker], service: ScriptedFolders, qtbot: QtBot
) -> None:
    worker = made(service, reading=lambda: True)
    assert wait_checked(qtbot, worker, worker.check).asked


@pytest.mark.parametrize(
    ("timing", "seconds"),
    [(FolderTiming(first=HOUR, between=HOUR), 0.0), (EAGER, 3_600.0)],
    ids=["lately", "slow"],
)
def test_not_again_after_a_short_while(
    made: Callable[..., FolderWorker],
    service: ScriptedFolders,
    qtbot: QtBot,
    timing: FolderTiming,
    seconds: float,
) -> None:
    """Neither when the last one is not long ago, nor when it took long."""
    service.add(found(seconds=seconds))
    worker = made(service, timing)
    worker.set_enabled(True)
    wait_checked(qtbot, worker, worker.check)
    worker.look()
    wait_checked(qtbot, worker, worker.check)
    assert service.asked == [True, True]


def test_by_the_clock_and_after_the_start(
    made: Callable[..., FolderWorker], service: ScriptedFolders, qtbot: QtBot
) -> None:
    for timing in (FolderTiming(first=1, every=HOUR), FolderTiming(first=HOUR, every=1, between=0)):
        worker = made(service, timing)
        wait_checked(qtbot, worker, lambda: worker.set_enabled(True))  # noqa: B023
        worker.set_enabled(False)
    assert not any(service.asked)


def test_files_that_are_being_written_are_looked_at_soon(
    made: Callable[..., FolderWorker], service: ScriptedFolders, qtbot: QtBot
) -> None:
    service.add(found(unsettled=1))
    worker = made(service)
    worker.set_enabled(True)
    worker.look()
    qtbot.waitUntil(lambda: len(service.asked) == 2)


def test_who_asks_while_one_goes_on_gets_one_of_his_own(
    made: Callable[..., FolderWorker], qtbot: QtBot
) -> None:
    held = Held()
    worker = made(held)
    worker.set_enabled(True)
    worker.look()
    assert held.started.wait(10)
    worker.check()
    worker.look()
    listener = Listener()
    listener.listen("checked", worker.checked)
    held.go.set()
    qtbot.waitUntil(lambda: len(listener.heard) == 2)
    assert held.asked == [False, True]


def test_asking_twice_is_asking_once(made: Callable[..., FolderWorker], qtbot: QtBot) -> None:
    held = Held()
    worker = made(held)
    worker.check()
    worker.check()
    held.go.set()
    qtbot.waitUntil(lambda: not worker.busy)
    assert held.asked == [True]


def test_closing_does_not_wait_for_a_check(made: Callable[..., FolderWorker]) -> None:
    held = Held()
    worker = made(held)
    worker.check()
    assert held.started.wait(10)
    began = time.monotonic()
    worker.close()
    assert time.monotonic() - began < 0.2


def test_what_goes_wrong_is_told_to_who_asked(
    made: Callable[..., FolderWorker],
    service: ScriptedFolders,
    qtbot: QtBot,
    caplog: pytest.LogCaptureFixture,
) -> None:
    full = StorageError("The disk is full.")
    service.add(full)
    service.add(full)
    worker = made(service)
    worker.set_enabled(True)
    listener = Listener()
    listener.listen("failed", worker.failed)
    with caplog.at_level(logging.WARNING):
        worker.look()
        qtbot.waitUntil(lambda: len(service.asked) == 1 and not worker.busy)
        assert listener.heard == []
        with qtbot.waitSignal(worker.failed):
            worker.check()
    assert listener.heard == [("failed", full)]


def test_folders_are_listed_and_stopped(
    made: Callable[..., FolderWorker], service: ScriptedFolders, qtbot: QtBot
) -> None:
    service.watched = [LETTERS]
    worker = made(service)
    listener = Listener()
    listener.listen("listed", worker.listed)
    listener.listen("stopped", worker.stopped)
    worker.refresh()
    worker.stop_watching(LETTERS.path)
    qtbot.waitUntil(lambda: len(listener.heard) == 3)
    assert listener.heard == [("listed", (LETTERS,)), ("stopped", LETTERS), ("listed", ())]


def test_a_folder_that_is_not_watched(
    made: Callable[..., FolderWorker],
    service: ScriptedFolders,
    qtbot: QtBot,
    caplog: pytest.LogCaptureFixture,
) -> None:
    worker = made(service)
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(worker.failed) as signal:
        worker.stop_watching(LETTERS.path)
    assert signal.args is not None
    assert isinstance(signal.args[0], NotFound)


# --- what the system tells ------------------------------------------------------------------------


def test_a_change_in_a_folder_is_heard(
    made: Callable[..., FolderWorker], service: ScriptedFolders, qtbot: QtBot, tmp_path: Path
) -> None:
    service.add(found(looked_into=(tmp_path,)))
    worker = made(service)
    worker.set_enabled(True)
    wait_checked(qtbot, worker, worker.look)
    qtbot.waitUntil(lambda: worker.heard_of == [tmp_path])
    wait_checked(qtbot, worker, (tmp_path / "new.pdf").touch)
    assert service.asked == [False, False]
    worker.set_enabled(False)
    assert worker.heard_of == []


def test_a_check_that_ends_while_the_lane_is_closed_begins_nothing(
    made: Callable[..., FolderWorker], qtbot: QtBot, tmp_path: Path
) -> None:
    held = Held()
    held.add(found(looked_into=(tmp_path,), unsettled=1))
    worker = made(held)
    worker.set_enabled(True)
    worker.look()
    assert held.started.wait(10)
    worker.check()
    held.go.set()
    assert held.done.wait(10)
    # Its events wait for this thread, which closes first.
    worker.close()
    QApplication.processEvents()
    assert (worker.heard_of, held.asked) == ([], [False])


def test_a_change_shortly_after_a_check_waits(
    made: Callable[..., FolderWorker], service: ScriptedFolders, qtbot: QtBot, tmp_path: Path
) -> None:
    service.add(found(looked_into=(tmp_path,)))
    timing = FolderTiming(first=HOUR, between=0, between_changes=300, quiet=1)
    worker = made(service, timing)
    worker.set_enabled(True)
    wait_checked(qtbot, worker, worker.check)
    qtbot.waitUntil(lambda: worker.heard_of == [tmp_path])
    began = time.monotonic()
    wait_checked(qtbot, worker, (tmp_path / "new.pdf").touch)
    assert time.monotonic() - began > 0.2


def test_folders_on_other_computers_are_left_to_the_clock(
    made: Callable[..., FolderWorker],
    service: ScriptedFolders,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    near, far = tmp_path / "near", tmp_path / "far"
    for folder in (near, far / "deep"):
        folder.mkdir(parents=True)
    service.watched = [WatchedFolder(near), WatchedFolder(far)]
    service.add(found(looked_into=(near, far, far / "deep")))
    monkeypatch.setattr(module, "on_network", lambda folder: folder == far)
    worker = made(service)
    worker.set_enabled(True)
    wait_checked(qtbot, worker, worker.look)
    qtbot.waitUntil(lambda: worker.heard_of == [near])

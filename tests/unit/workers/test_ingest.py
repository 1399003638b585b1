"""The ingest lane: order, what is added meanwhile, pause, stop, close, and bounded reports."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.errors import StorageError
from app.services.events import (
    EmbedProgress,
    FileStarted,
    IngestFinished,
    IngestPaused,
    IngestResumed,
    PageRead,
    ScanFinished,
)
from app.workers.ingest import IngestWorker
from tests.gui.chat.scripted_answers import Gate
from tests.gui.scripted_services import ScriptedIngest, ended
from tests.unit.workers.listener import Listener

A, B, C = Path("a.pdf"), Path("b.pdf"), Path("c.pdf")


class Bench:
    """A worker, its service, and what it says."""

    def __init__(self, report_ms: int) -> None:
        self.service = ScriptedIngest()
        self.worker = IngestWorker(self.service, report_ms=report_ms)
        self.listener = Listener()
        self.listener.listen("reported", self.worker.reported)
        self.listener.listen("failed", self.worker.failed)
        self.listener.listen("idle", self.worker.idle, value=False)

    @property
    def events(self) -> list[object]:
        """What was reported."""
        return self.listener.values("reported")


@pytest.fixture
def bench(qapp: QApplication) -> Iterator[Bench]:
    bench = Bench(report_ms=0)
    yield bench
    bench.worker.close()


def test_files_are_read_and_the_end_is_told(bench: Bench, qtbot: QtBot) -> None:
    bench.service.add(ScanFinished(1, ()), FileStarted(A, 1, 1), ended(added=1))
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.add([A])
    assert not bench.worker.busy
    assert bench.service.runs == [(A,)]
    assert bench.events == [ScanFinished(1, ()), FileStarted(A, 1, 1), ended(added=1)]
    assert bench.listener.names[-1] == "idle"


def test_what_is_added_meanwhile_is_read_by_the_same_run(bench: Bench, qtbot: QtBot) -> None:
    gate = Gate()
    bench.service.add(ScanFinished(1, ()), gate, ended())
    with qtbot.waitSignal(bench.worker.reported):
        bench.worker.add([A])
    bench.worker.add([B])
    bench.worker.add([C])
    with qtbot.waitSignal(bench.worker.idle):
        gate.open()
    assert bench.service.runs == [(A,)]
    assert bench.service.taken == [B, C]


def test_what_is_added_too_late_for_the_run_is_read_by_another(bench: Bench, qtbot: QtBot) -> None:
    gate = Gate()
    bench.service.minds_inbox = False
    bench.service.add(ScanFinished(1, ()), gate, ended())
    with qtbot.waitSignal(bench.worker.reported):
        bench.worker.add([A])
    bench.worker.add([B])
    with qtbot.waitSignal(bench.worker.idle):
        gate.open()
    assert bench.service.runs == [(A,), (B,)]
    assert bench.listener.names.count("idle") == 1


def test_the_next_start_goes_on_where_something_is_left(bench: Bench, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.go_on()
    assert bench.service.runs == []
    bench.service.left_over = True
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.go_on()
    assert bench.service.runs == [()]


def test_going_on_does_nothing_while_something_is_being_read(bench: Bench, qtbot: QtBot) -> None:
    gate = Gate()
    bench.service.left_over = True
    bench.service.add(gate, ended())
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.add([A])
        bench.worker.go_on()
        gate.open()
    assert bench.service.runs == [(A,)]


def test_pause_and_resume(bench: Bench, qtbot: QtBot) -> None:
    gate = Gate()
    bench.service.add(ScanFinished(1, ()), gate, ended())
    bench.worker.add([A])
    bench.worker.pause()
    assert bench.worker.paused
    qtbot.waitUntil(lambda: IngestPaused(for_answer=False) in bench.events)
    bench.worker.resume()
    qtbot.waitUntil(lambda: IngestResumed() in bench.events)
    with qtbot.waitSignal(bench.worker.idle):
        gate.open()


def test_a_pause_that_came_too_late_does_not_hold_the_next_run(bench: Bench, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.add([A])
        bench.worker.pause()
    assert not bench.worker.paused


def test_a_stop_forgets_what_waits_also_while_paused(bench: Bench, qtbot: QtBot) -> None:
    bench.service.add(ScanFinished(2, ()), Gate(), ended())
    bench.worker.add([A])
    bench.worker.add([B])
    bench.worker.pause()
    qtbot.waitUntil(lambda: IngestPaused(for_answer=False) in bench.events)
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.cancel()
    assert bench.service.forgotten == 1
    assert bench.service.runs == [(A,)]
    [end] = [event for event in bench.events if isinstance(event, IngestFinished)]
    assert end.cancelled
    assert not bench.worker.paused


def test_closing_keeps_what_is_left_for_the_next_start(bench: Bench, qtbot: QtBot) -> None:
    bench.service.add(ScanFinished(2, ()), Gate(), ended())
    with qtbot.waitSignal(bench.worker.reported):
        bench.worker.add([A])
    bench.worker.pause()
    bench.worker.close()
    assert bench.service.forgotten == 0


def test_a_fault_ends_the_run_and_gives_up_what_waits(
    bench: Bench, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    gate, fault = Gate(), StorageError("The disk is full.")
    bench.service.add(ScanFinished(1, ()), gate, fault)
    with qtbot.waitSignal(bench.worker.reported):
        bench.worker.add([A])
    bench.worker.add([B])
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(bench.worker.idle):
        gate.open()
    assert bench.listener.values("failed") == [fault]
    assert bench.service.runs == [(A,)]
    assert bench.service.forgotten == 0
    assert not bench.worker.busy


def test_how_far_reading_is_comes_seldom_and_the_newest_before_what_follows(
    qapp: QApplication, qtbot: QtBot
) -> None:
    bench = Bench(report_ms=60_000)
    pages = [PageRead(A, number, 500, number) for number in range(1, 501)]
    chunks = [EmbedProgress(done, 40) for done in range(41)]
    bench.service.add(FileStarted(A, 1, 1), *pages, FileStarted(B, 2, 2), *chunks, ended())
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.add([A])
    assert bench.events == [
        FileStarted(A, 1, 1),
        pages[0],
        pages[-1],
        FileStarted(B, 2, 2),
        chunks[-1],
        ended(),
    ]
    bench.worker.close()


def test_what_was_held_is_told_when_its_time_has_come(qapp: QApplication, qtbot: QtBot) -> None:
    bench, gate = Bench(report_ms=5), Gate()
    bench.service.add(EmbedProgress(1, 9), EmbedProgress(2, 9), EmbedProgress(3, 9), gate, ended())
    bench.worker.add([A])
    qtbot.waitUntil(lambda: EmbedProgress(3, 9) in bench.events)
    with qtbot.waitSignal(bench.worker.idle):
        gate.open()
    bench.worker.close()


def test_pages_that_are_asked_for_are_read_at_once(bench: Bench, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.read_pages([3, 4])
    assert bench.service.asked_pages == [3, 4]
    assert bench.service.runs == [()]


def test_pages_that_are_asked_for_while_files_are_read_wait_for_no_other_gesture(
    bench: Bench, qtbot: QtBot
) -> None:
    gate = Gate()
    bench.service.add(ScanFinished(1, ()), gate, ended(added=1))
    bench.worker.add([A])
    qtbot.waitUntil(lambda: bool(bench.service.runs))
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.read_pages([3])
        gate.open()
    assert bench.service.runs == [(A,), ()]
    assert not bench.service.pages_requested

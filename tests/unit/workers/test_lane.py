"""The lane: one thread, one task after another, and no exception out of it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.cancel import CancelToken
from app.core.errors import Cancelled, PinciteError, StorageError
from app.workers.lane import Job, Lane, Task
from tests.unit.workers.listener import Listener


@pytest.fixture
def lane(qapp: QApplication) -> Iterator[Lane]:
    lane = Lane("tests")
    yield lane
    lane.close()


def listened(job: Job) -> tuple[Task, Listener]:
    task, listener = Task(job), Listener()
    listener.listen("reported", task.reported)
    listener.listen("failed", task.failed)
    listener.listen("finished", task.finished, value=False)
    return task, listener


def test_events_arrive_in_order_and_in_the_threads_of_who_listens(lane: Lane, qtbot: QtBot) -> None:
    worked_in: list[QThread] = []

    def job(cancel: CancelToken) -> Iterable[object]:
        worked_in.append(QThread.currentThread())
        yield from (1, 2, 3)

    task, listener = listened(job)
    with qtbot.waitSignal(task.finished):
        lane.submit(task)
    assert listener.heard == [("reported", 1), ("reported", 2), ("reported", 3), ("finished", None)]
    assert listener.threads == {QThread.currentThread()}
    assert worked_in[0] is not QThread.currentThread()
    assert task.over


def test_tasks_run_one_after_another(lane: Lane, qtbot: QtBot) -> None:
    order: list[str] = []

    def job(name: str) -> Job:
        def run(cancel: CancelToken) -> Iterable[object]:
            order.append(f"{name} begins")
            yield name
            order.append(f"{name} ends")

        return run

    first, second = Task(job("first")), Task(job("second"))
    with qtbot.waitSignal(second.finished):
        lane.submit(first)
        lane.submit(second)
    assert order == ["first begins", "first ends", "second begins", "second ends"]


def test_a_fault_is_reported_as_it_is(
    lane: Lane, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    fault = StorageError("The disk is full.", detail="ENOSPC")

    def job(cancel: CancelToken) -> Iterable[object]:
        yield 1
        raise fault

    task, listener = listened(job)
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(task.failed):
        lane.submit(task)
    assert listener.heard == [("reported", 1), ("failed", fault)]
    assert [record.getMessage() for record in caplog.records] == ["task failed: storage ENOSPC"]


def test_a_bug_becomes_a_sentence_and_the_lane_lives(
    lane: Lane, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(cancel: CancelToken) -> Iterable[object]:
        raise KeyError("secret text of a document")

    task, listener = listened(broken)
    with caplog.at_level(logging.ERROR), qtbot.waitSignal(task.failed):
        lane.submit(task)
    [error] = listener.values("failed")
    assert isinstance(error, PinciteError)
    assert error.code == "bug"
    assert "secret" not in error.message
    after, _ = listened(lambda cancel: [1])
    with qtbot.waitSignal(after.finished):
        lane.submit(after)


def test_a_cancel_is_an_end_like_any_other(lane: Lane, qtbot: QtBot) -> None:
    running = threading.Event()

    def job(cancel: CancelToken) -> Iterable[object]:
        yield 1
        running.set()
        while not cancel.wait(0.002):
            pass
        raise Cancelled

    task, listener = listened(job)
    lane.submit(task)
    qtbot.waitUntil(running.is_set)
    with qtbot.waitSignal(task.finished):
        task.cancel()
    assert task.cancelled
    assert listener.names == ["reported", "finished"]


def test_a_task_that_was_cancelled_before_its_turn_does_nothing(lane: Lane, qtbot: QtBot) -> None:
    task, listener = listened(lambda cancel: [1])
    task.cancel()
    with qtbot.waitSignal(task.finished):
        lane.submit(task)
    assert listener.names == ["finished"]


def test_closing_cancels_what_runs_and_what_waits_and_joins_the_thread(qapp: QApplication) -> None:
    lane = Lane("closing")
    running = threading.Event()
    begun: list[int] = []

    def endless(number: int) -> Job:
        def job(cancel: CancelToken) -> Iterator[object]:
            begun.append(number)
            running.set()
            while not cancel.wait(0.002):
                pass
            yield number

        return job

    tasks = [Task(endless(number)) for number in range(3)]
    for task in tasks:
        lane.submit(task)
    assert running.wait(5)
    lane.close()
    assert begun == [0]
    lane.close()  # a second time changes nothing


def test_tasks_that_are_over_are_let_go(lane: Lane, qtbot: QtBot) -> None:
    """A long session asks thousands of questions."""
    for _ in range(5):
        task = Task(lambda cancel: ())
        with qtbot.waitSignal(task.finished):
            lane.submit(task)
        qtbot.waitUntil(partial(getattr, task, "over"))
    last = Task(lambda cancel: ())
    with qtbot.waitSignal(last.finished):
        lane.submit(last)
    assert lane._tasks == [last]


def test_a_lane_can_be_waited_for(lane: Lane) -> None:
    gate, done = threading.Event(), []

    def job(cancel: CancelToken) -> Iterable[object]:
        gate.wait(60)
        done.append(True)
        return ()

    task = Task(job)
    lane.submit(task)
    assert not lane.drain(0.01)
    gate.set()
    assert lane.drain(60)
    assert done == [True]
    assert not task.cancelled


def test_a_lane_that_is_closed_is_not_waited_for(lane: Lane) -> None:
    lane.close()
    begun = time.monotonic()
    assert not lane.drain(60)
    assert time.monotonic() - begun < 30

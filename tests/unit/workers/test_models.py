"""The download lane: one model at a time, stop, faults, and who is told what."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.model import ModelState
from app.core.errors import DownloadFailed
from app.workers.models import ModelWorker
from tests.gui.chat.scripted_answers import Gate
from tests.gui.scripted_services import ScriptedModels, progress
from tests.unit.workers.listener import Listener


class Bench:
    """A worker, its service, and what it says."""

    def __init__(self) -> None:
        self.service = ScriptedModels()
        self.worker = ModelWorker(self.service)
        self.listener = Listener()
        self.listener.listen("reported", self.worker.reported)
        self.listener.listen("failed", self.worker.failed)
        self.listener.listen("finished", self.worker.finished, value=False)
        self.listener.listen("busy", self.worker.busy_changed)


@pytest.fixture
def bench(qapp: QApplication) -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.worker.close()


def test_a_model_is_fetched(bench: Bench, qtbot: QtBot) -> None:
    bench.service.add(progress(1), progress(2, stage="done"))
    with qtbot.waitSignal(bench.worker.finished):
        bench.worker.fetch("starter")
        assert bench.worker.fetching == "starter"
    assert bench.listener.names == ["busy", "reported", "reported", "finished", "busy"]
    assert bench.listener.values("busy") == [True, False]
    assert not bench.worker.busy
    assert {s.entry.name: s.state for s in bench.worker.statuses()}["starter"] is (
        ModelState.INSTALLED
    )


def test_a_second_download_has_to_wait_for_the_user_to_ask_again(
    bench: Bench, qtbot: QtBot
) -> None:
    gate = Gate()
    bench.service.add(gate)
    with qtbot.waitSignal(bench.worker.finished):
        bench.worker.fetch("starter")
        bench.worker.fetch("embedder")
        gate.open()
    assert bench.service.fetched == ["starter"]


def test_a_stop_keeps_what_arrived(bench: Bench, qtbot: QtBot) -> None:
    bench.service.add(progress(1), Gate(), progress(2))
    with qtbot.waitSignal(bench.worker.reported):
        bench.worker.fetch("starter")
    with qtbot.waitSignal(bench.worker.finished):
        bench.worker.stop()
    assert bench.service.states["starter"] is ModelState.PARTIAL
    assert len(bench.listener.values("reported")) == 1
    bench.worker.stop()  # nothing is under way: nothing happens


def test_a_fault_is_told_and_the_next_try_can_begin(
    bench: Bench, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    fault = DownloadFailed("No source could deliver the file. What arrived is kept.")
    bench.service.add(progress(1), fault)
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(bench.worker.failed) as signal:
        bench.worker.fetch("starter")
    assert signal.args == [fault]
    assert bench.listener.values("busy") == [True, False]
    bench.service.add()
    with qtbot.waitSignal(bench.worker.finished):
        bench.worker.fetch("starter")


def test_closing_stops_a_download(bench: Bench, qtbot: QtBot) -> None:
    bench.service.add(progress(1), Gate())
    with qtbot.waitSignal(bench.worker.reported):
        bench.worker.fetch("starter")
    bench.worker.close()
    assert bench.service.states["starter"] is ModelState.PARTIAL

"""The lane of the report on what was read."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.reading_report import ReadingReport
from app.core.errors import StorageError
from app.workers.report import ReportWorker
from tests.gui.report.scripted_report import ScriptedReport
from tests.read_documents import every_need, reading_report


@pytest.fixture
def service() -> ScriptedReport:
    """A report with every need."""
    return ScriptedReport(reading_report())


@pytest.fixture
def worker(qapp: QApplication, service: ScriptedReport) -> Iterator[ReportWorker]:
    """The lane over it."""
    worker = ReportWorker(service)
    yield worker
    worker.close()


def test_however_often_it_is_asked_for_one_more_is_made(
    worker: ReportWorker, service: ScriptedReport, qtbot: QtBot
) -> None:
    reports: list[ReadingReport] = []
    worker.reported.connect(reports.append)
    for _ in range(20):
        worker.refresh()
    qtbot.waitUntil(lambda: len(reports) == 2)
    assert service.made == 2
    assert reports[0] == service.now


def test_ignoring(worker: ReportWorker, service: ScriptedReport, qtbot: QtBot) -> None:
    with qtbot.waitSignal(worker.changed):
        worker.ignore([2, 3], ignored=True)
    assert service.ignored == [((2, 3), True)]


def test_reading_again(worker: ReportWorker, service: ScriptedReport, qtbot: QtBot) -> None:
    with qtbot.waitSignal(worker.to_read) as caught:
        worker.read_again([6])
    assert service.forgotten == [(6,)]
    assert caught.args == [(every_need()[5].document.path,)]


def test_after_a_fault_reports_are_made_again(
    worker: ReportWorker,
    service: ScriptedReport,
    qtbot: QtBot,
    caplog: pytest.LogCaptureFixture,
) -> None:
    service.fault = StorageError("The library cannot be read.", code="unreadable")
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(worker.failed) as caught:
        worker.refresh()
    assert caught.args is not None
    assert caught.args[0].message == "The library cannot be read."
    with qtbot.waitSignal(worker.reported):
        worker.refresh()


def test_the_file_is_made_by_whoever_writes_it(worker: ReportWorker) -> None:
    assert worker.csv() == b"csv"

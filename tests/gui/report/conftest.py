"""Fixtures for the report: a panel over a scripted service."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.domain.reading_report import ReadDocument, ReadingReport
from app.gui.common.theme import Theme
from app.gui.report.need_row import NeedRow
from app.gui.report.panel import ReportPanel
from app.workers.report import ReportWorker
from tests.gui.chat.windows import bring_up, settle
from tests.gui.report.scripted_report import ScriptedReport
from tests.read_documents import ENDED, reading_report


class Stand:
    """A panel with its worker, and what it asked for."""

    def __init__(self, theme: Theme, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.theme = theme
        self.service = ScriptedReport(reading_report())
        self.worker = ReportWorker(self.service)
        self.panel = ReportPanel(theme, self.worker, clock=ENDED.astimezone)
        self.wanted: list[tuple[str, object]] = []
        qtbot.addWidget(self.panel)
        self.panel.resize(1100, 800)
        for name in ("document_activated", "password_requested", "read_pages_requested"):
            self._note(name)
        for name in ("retry_requested", "show_file_requested", "remove_requested"):
            self._note(name)

    def _note(self, name: str) -> None:
        getattr(self.panel, name).connect(lambda value: self.wanted.append((name, value)))

    def open(self, report: ReadingReport | None = None) -> ReportPanel:
        """Show the panel with a report."""
        if report is not None:
            self.service.now = report
        bring_up(self.panel, self.qtbot)
        with self.qtbot.waitSignal(self.worker.reported):
            self.panel.enter()
        settle()
        return self.panel

    def show(self, *documents: ReadDocument) -> None:
        """Show other documents."""
        self.service.now = reading_report(*documents)
        with self.qtbot.waitSignal(self.worker.reported):
            self.panel.refresh()
        settle()

    def row(self, title: str) -> NeedRow:
        """The row of a document that needs the user."""
        [row] = [row for row in self.panel.needs.rows if row.one.document.title == title]
        return row

    @property
    def titles(self) -> list[str]:
        """The documents that need the user, as they are shown."""
        return [row.one.document.title for row in self.panel.needs.rows]


def words(row: QWidget) -> list[str]:
    """What the buttons of a row say."""
    assert isinstance(row, NeedRow)
    return [button.text() for button in (*row.remedies, row.ignore_button)]


@pytest.fixture
def stand(theme: Theme, qtbot: QtBot) -> Iterator[Stand]:
    """A panel of 1100 by 800 px; numbers and times are written as in Britain."""
    before = QLocale()
    QLocale.setDefault(QLocale("en_GB"))
    stand = Stand(theme, qtbot)
    yield stand
    stand.worker.close()
    QLocale.setDefault(before)

"""Fixtures for the list of conversations: a panel over conversations in memory."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.conversation import AskedQuestion, ScopeWording
from app.gui.common.theme import Theme
from app.gui.history.panel import HistoryPanel
from app.services.conversations import ConversationService
from app.services.preferences import Preferences
from app.workers.conversations import ConversationWorker
from tests.fakes.conversation_store import MemoryConversations
from tests.gui.chat.examples import ANSWER
from tests.gui.chat.windows import bring_up, settle
from tests.workbench import KeptSettings

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC).astimezone()
"""What the clock shows in these tests."""
HR = ScopeWording("HR policies", False, 10, "HR policies, 10 documents")


class Shelf:
    """A panel with its worker, and what a user does with it."""

    def __init__(self, theme: Theme, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.theme = theme
        self.store = MemoryConversations()
        self.worker = ConversationWorker(
            ConversationService(self.store, Preferences(KeptSettings()))
        )
        self.panel = HistoryPanel(theme, self.worker, clock=lambda: NOW)
        qtbot.addWidget(self.panel)
        self.panel.resize(700, 700)

    def put(self, title: str, *, ago: timedelta = timedelta(0), turns: int = 1) -> int:
        """Keep a conversation that changed so long ago; its id is returned."""
        at = (NOW - ago).astimezone(UTC)
        asked = AskedQuestion(title, at, wording=HR)
        place = self.store.begin(title, asked, ANSWER, at)
        for _ in range(turns - 1):
            self.store.append(place.conversation_id, asked, ANSWER, at)
        return place.conversation_id

    def open(self, current: int | None = None) -> HistoryPanel:
        """Show the panel with what is kept."""
        bring_up(self.panel, self.qtbot)
        with self.qtbot.waitSignal(self.worker.listed):
            self.panel.enter(current)
        settle()
        return self.panel

    def find(self, text: str) -> None:
        """Write into the field and wait for what is found."""
        self.panel.field.setFocus()
        with self.qtbot.waitSignal(self.worker.listed):
            self.panel.field.setText(text)
        settle()

    def press(self, key: Qt.Key) -> None:
        """Press a key where the focus is."""
        target = QApplication.focusWidget()
        assert target is not None
        self.qtbot.keyClick(target, key)

    @property
    def titles(self) -> list[str]:
        """What is listed."""
        return [summary.title for summary in self.panel.model.summaries]


@pytest.fixture
def shelf(theme: Theme, qtbot: QtBot) -> Iterator[Shelf]:
    """Conversations and their panel, 700 by 700 px; dates are written as in Britain."""
    before = QLocale()
    QLocale.setDefault(QLocale("en_GB"))
    shelf = Shelf(theme, qtbot)
    yield shelf
    shelf.worker.close()
    QLocale.setDefault(before)

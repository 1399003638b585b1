"""Fixtures for the inspector: the panel at the width of its place in the window."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.gui.common.announce import Announcer
from app.gui.common.theme import Theme
from app.gui.inspector.panel import InspectorPanel
from tests.gui.chat.windows import bring_up


@pytest.fixture
def panel(theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> InspectorPanel:
    """The panel, shown, with nothing in it yet."""
    panel = InspectorPanel(theme, Announcer())
    qtbot.addWidget(panel)
    panel.resize(840, 900)
    bring_up(panel, qtbot)
    return panel

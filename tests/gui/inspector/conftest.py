"""Fixtures for the inspector: the panel at the width of its place in the window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.gui.common.announce import Announcer
from app.gui.common.theme import Theme
from app.gui.inspector.panel import InspectorPanel
from tests.gui.chat.windows import bring_up


@pytest.fixture
def panel(theme: Theme, qtbot: QtBot) -> InspectorPanel:
    """The panel, shown, with nothing in it yet."""
    window = QWidget()
    qtbot.addWidget(window)
    panel = InspectorPanel(theme, Announcer(window))
    qtbot.addWidget(panel)
    panel.resize(840, 900)
    bring_up(panel, qtbot)
    return panel

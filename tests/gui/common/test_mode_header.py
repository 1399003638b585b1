"""The bar with Ask and Search."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.gui.common.mode_header import Mode, ModeHeader
from app.gui.common.theme import Theme
from tests.gui.chat.windows import bring_up


@pytest.fixture
def header(theme: Theme, qtbot: QtBot) -> ModeHeader:
    header = ModeHeader(theme, "Search", Mode.SEARCH)
    qtbot.addWidget(header)
    header.resize(616, 48)
    bring_up(header, qtbot)
    return header


def test_it_shows_its_mode_and_reports_another(header: ModeHeader, qtbot: QtBot) -> None:
    assert header.switch.value() == Mode.SEARCH
    with qtbot.waitSignal(header.mode_chosen) as chosen:
        qtbot.mouseClick(header.switch.segment(Mode.ASK), Qt.MouseButton.LeftButton)
    assert chosen.args == [Mode.ASK]


def test_a_mode_that_the_program_sets_is_not_reported(header: ModeHeader, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(header.mode_chosen):
        header.set_mode(Mode.ASK)
    assert header.switch.value() == Mode.ASK


def test_the_model_is_named_and_asked_for(header: ModeHeader, qtbot: QtBot) -> None:
    assert header.model_button.text() == "No model"
    header.set_model("Qwen2.5\n1.5B", True)
    assert header.model_button.text() == "Qwen2.5 1.5B"
    header.set_narrow(True)
    assert header.model_button.text() == ""
    assert header.model_button.accessibleName() == "Language model: Qwen2.5 1.5B"
    with qtbot.waitSignal(header.model_menu_requested):
        header.model_button.click()

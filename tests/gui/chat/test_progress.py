"""Steps, seconds and the bar of an answer that is being made."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.gui.chat.progress import ProgressCard
from app.gui.common.theme import Theme


class Clock:
    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def card(theme: Theme, qtbot: QtBot, clock: Clock) -> ProgressCard:
    card = ProgressCard(theme, clock)
    qtbot.addWidget(card)
    card.resize(560, 120)
    card.show()
    return card


def plain(card: ProgressCard) -> str:
    return card.time_text.replace("\u00a0", " ")


def test_reading_shows_a_bar_and_how_long_it_takes(card: ProgressCard, clock: Clock) -> None:
    card.start("Reading the passages")
    card.set_share(100, 1600)
    assert plain(card) == ""
    clock.now += 2.0
    card.set_share(500, 1600)
    assert card.bar.isVisible()
    assert card.bar.value() == 312
    assert plain(card) == "about 6 s, 2 s gone"


def test_no_estimate_from_almost_nothing(card: ProgressCard, clock: Clock) -> None:
    card.start("Reading the passages")
    clock.now += 3.0
    card.set_share(100, 1600)
    assert plain(card) == "3 s gone"


def test_each_step_has_its_own_clock(card: ProgressCard, clock: Clock) -> None:
    card.start("Loading the model")
    clock.now += 5
    card.start("Reading the passages")
    clock.now += 1
    card.set_share(0, 0)
    assert plain(card) == "1 s gone"
    card.start("Reading the passages")
    clock.now += 1
    card.set_share(0, 10)
    assert plain(card) == "2 s gone"


def test_text_grows_and_the_bar_goes(card: ProgressCard) -> None:
    card.start("Reading the passages")
    card.set_share(1, 2)
    card.start("Writing the answer")
    card.write("Full-time ")
    card.write("<b>employees</b>")
    assert card.written == "Full-time <b>employees</b>"
    assert not card.bar.isVisible()


def test_stop_can_be_pressed_once(card: ProgressCard, qtbot: QtBot) -> None:
    with qtbot.waitSignal(card.stop_requested):
        qtbot.mouseClick(card.stop_button, Qt.MouseButton.LeftButton)
    card.stopping()
    assert card.step == "Stopping"
    assert not card.stop_button.isEnabled()

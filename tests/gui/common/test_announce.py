"""Announcements come one a second, errors at once, and nothing runs on afterwards."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.gui.common.announce import POLITE_INTERVAL_MS, Announcer, speak


class Reader:
    """A screen reader that writes down what it is told."""

    def __init__(self) -> None:
        self.said: list[tuple[str, bool]] = []

    def __call__(self, widget: QWidget, text: str, *, assertive: bool = False) -> None:
        self.said.append((text, assertive))


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def announcer(window: QWidget, reader: Reader) -> Announcer:
    return Announcer(window, 40, reader)


def timer_of(announcer: Announcer) -> QTimer:
    timer = announcer.findChild(QTimer)
    assert isinstance(timer, QTimer)
    return timer


def test_first_text_is_said_at_once(announcer: Announcer, reader: Reader) -> None:
    announcer.polite("6 passages found")
    assert reader.said == [("6 passages found", False)]


def test_later_text_takes_the_place_of_one_that_waits(
    announcer: Announcer, reader: Reader, qtbot: QtBot
) -> None:
    for text in ("6 passages found", "First sentence.", "Second sentence."):
        announcer.polite(text)
    assert len(reader.said) == 1
    qtbot.waitUntil(lambda: len(reader.said) == 2)
    assert reader.said[1] == ("Second sentence.", False)


def test_timer_ends_when_nothing_waits(announcer: Announcer, reader: Reader, qtbot: QtBot) -> None:
    announcer.polite("6 passages found")
    qtbot.waitUntil(lambda: not timer_of(announcer).isActive())
    assert len(reader.said) == 1
    announcer.polite("Answer complete")
    assert len(reader.said) == 2


def test_error_does_not_wait_and_drops_what_does(
    announcer: Announcer, reader: Reader, qtbot: QtBot
) -> None:
    announcer.polite("6 passages found")
    announcer.polite("First sentence.")
    announcer.assertive("The model stopped.")
    assert reader.said[-1] == ("The model stopped.", True)
    qtbot.waitUntil(lambda: not timer_of(announcer).isActive())
    assert len(reader.said) == 2


def test_nothing_is_said_of_nothing(announcer: Announcer, reader: Reader) -> None:
    announcer.polite("")
    announcer.assertive("")
    assert reader.said == []


def test_stopping_leaves_no_timer(announcer: Announcer, reader: Reader) -> None:
    announcer.polite("6 passages found")
    announcer.polite("First sentence.")
    announcer.stop()
    assert not timer_of(announcer).isActive()


def test_polite_texts_come_at_most_once_a_second() -> None:
    assert POLITE_INTERVAL_MS >= 1000


@pytest.mark.parametrize("assertive", [False, True])
def test_qt_takes_the_announcement(window: QWidget, assertive: bool) -> None:
    speak(window, "Answer complete, 4 of 5 sentences supported", assertive=assertive)

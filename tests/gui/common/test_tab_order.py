"""Tab goes as things are laid out, also while parts of the window come and go."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QTextBrowser, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.gui.common.tab_order import stops


def test_stops_in_the_order_of_nested_layouts(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    last, first, second, third = (QPushButton(window) for _ in range(4))
    group = QWidget()
    column, row, inside = QVBoxLayout(window), QHBoxLayout(), QVBoxLayout(group)
    column.addWidget(QLabel("No stop"))
    column.addLayout(row)
    column.addStretch(1)
    column.addWidget(group)
    column.addWidget(last)
    row.addWidget(first)
    row.addSpacing(4)
    row.addWidget(second)
    inside.addWidget(third)
    outside = QPushButton(window)
    assert list(stops(window)) == [first, second, third, last]
    column.insertWidget(0, outside)
    assert list(stops(window)) == [outside, first, second, third, last]


def test_what_was_passed_is_forgotten_when_it_is_deleted(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    for _ in range(300):
        part = QPushButton()
        column.addWidget(part)
        assert list(stops(window)) == [part]
        part.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        # What is made at the same place in memory is what it says it is.
        browser = QTextBrowser()
        assert type(browser.viewport()) is QWidget
        browser.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

"""The row below an answer: menus, keys, names, and words where there is room."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.gui.chat.answer_actions import AnswerActions, AnswerWish
from app.gui.common.theme import Theme
from tests.gui.chat.windows import bring_up, settle


@pytest.fixture
def row(theme: Theme, qtbot: QtBot) -> AnswerActions:
    row = AnswerActions(theme, "15 s in all, first word after 8.6 s")
    qtbot.addWidget(row)
    row.resize(616, 40)
    bring_up(row, qtbot)
    return row


def test_each_entry_wishes_one_thing(row: AnswerActions) -> None:
    wished: list[AnswerWish] = []
    row.wished.connect(wished.append)
    for menu in (row.copy_menu, row.export_menu):
        for action in menu.actions():
            if not action.isSeparator():
                action.trigger()
    row.copy_button.click()
    assert wished == [*AnswerWish, AnswerWish.COPY_CITED]


def test_the_key_is_shown_and_names_are_whole(row: AnswerActions) -> None:
    assert row.copy_menu.actions()[0].shortcut().toString() == "Ctrl+Shift+C"
    assert row.forms_button.accessibleName() == "Copy in another form"
    row.resize(220, 40)
    settle()
    assert row.export_button.accessibleName() == "Export"
    assert row.inspect_button.accessibleName() == "Inspect"


def test_words_go_where_room_is_scarce_and_come_back(row: AnswerActions) -> None:
    assert (row.export_button.text(), row.inspect_button.text()) == ("Export", "Inspect")
    row.resize(220, 40)
    settle()
    assert (row.export_button.text(), row.inspect_button.text()) == ("", "")
    shown = (row.copy_button, row.forms_button, row.export_button, row.inspect_button)
    assert all(button.geometry().right() < 220 for button in shown)
    row.resize(616, 40)
    settle()
    assert row.export_button.text() == "Export"

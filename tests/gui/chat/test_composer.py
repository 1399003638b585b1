"""The question field, its limits and reasons, scope, style, Ask and Stop."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.answer import AnswerStyle
from app.core.domain.collection import ALL_DOCUMENTS, Collection, ScopeChoice
from app.gui.chat.composer import Composer
from app.gui.common.theme import Theme
from app.gui.common.typography import TextRole
from tests.gui.chat.windows import bring_up, settle
from tests.gui.library.shelves import document


@pytest.fixture
def composer(theme: Theme, qtbot: QtBot) -> Composer:
    composer = Composer(theme)
    qtbot.addWidget(composer)
    composer.set_documents(214)
    composer.resize(568, 110)
    bring_up(composer, qtbot)
    composer.field.setFocus()
    return composer


@pytest.mark.parametrize("modifier", ["NoModifier", "ControlModifier", "KeypadModifier"])
def test_enter_asks(composer: Composer, qtbot: QtBot, modifier: str) -> None:
    composer.field.setPlainText("  How many?\n")
    with qtbot.waitSignal(composer.asked) as heard:
        qtbot.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier[modifier])
    assert heard.args == ["How many?"]


def test_shift_enter_begins_a_line(composer: Composer, qtbot: QtBot) -> None:
    composer.field.setPlainText("")
    with qtbot.assertNotEmitted(composer.asked):
        qtbot.keyClicks(composer.field, "one")
        qtbot.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        qtbot.keyClicks(composer.field, "two")
    assert composer.field.toPlainText() == "one\ntwo"
    assert composer.field.lines == 2


def test_the_button_asks(composer: Composer, qtbot: QtBot) -> None:
    composer.field.setPlainText("How many?")
    with qtbot.waitSignal(composer.asked):
        qtbot.mouseClick(composer.ask_button, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("text", ["", "   \n "])
def test_an_empty_question_is_answered_by_a_sentence(
    composer: Composer, qtbot: QtBot, text: str
) -> None:
    composer.field.setPlainText(text)
    with qtbot.assertNotEmitted(composer.asked):
        qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert composer.message == "Write a question first."
    qtbot.keyClicks(composer.field, "H")
    assert composer.message == ""


def test_4000_characters_can_be_asked_and_4001_cannot(composer: Composer, qtbot: QtBot) -> None:
    composer.field.setPlainText("x" * 3599)
    assert composer.counter == ""
    composer.field.setPlainText("😀" * 4000)
    assert composer.counter.replace(",", "") == "4000 of 4000"
    assert composer.message == ""
    with qtbot.waitSignal(composer.asked):
        qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    composer.field.setPlainText("x" * 4001)
    assert composer.message.replace(",", "") == "Shorten the question to 4000 characters."
    with qtbot.assertNotEmitted(composer.asked):
        qtbot.keyClick(composer.field, Qt.Key.Key_Return)


def test_it_grows_to_six_lines(composer: Composer) -> None:
    heights = []
    for lines in (1, 3, 6, 12):
        composer.field.setPlainText("\n".join(["line"] * lines))
        QApplication.processEvents()
        heights.append(composer.field.height())
    assert heights[0] < heights[1] < heights[2] == heights[3]
    composer.clear()
    QApplication.processEvents()
    assert composer.field.height() == heights[0]


def test_long_words_wrap(composer: Composer) -> None:
    composer.field.setPlainText("W" * 400)
    QApplication.processEvents()
    assert composer.field.lines > 3


def test_without_documents_it_says_what_to_do(composer: Composer, qtbot: QtBot) -> None:
    composer.set_documents(0)
    assert not composer.field.isEnabled()
    assert not composer.ask_button.isEnabled()
    assert composer.field.placeholderText() == "Add documents first."
    assert composer.ask_button.toolTip() == "Add documents first."
    composer.set_documents(1)
    assert composer.field.isEnabled()
    assert composer.field.placeholderText() == "Ask about all documents"


def test_scope_is_named_and_kept(composer: Composer) -> None:
    chosen = ScopeChoice(document_ids=frozenset({1, 2, 3}))
    documents = [document(number, f"Paper {number}") for number in range(1, 5)]
    composer.scope_chooser.set_choices([], documents)
    composer.scope_chooser.set_choice(chosen)
    assert composer.scope == chosen
    assert composer.field.placeholderText() == "Ask about 3 chosen documents"
    assert composer.scope_words.asked_in() == "You asked in 3 chosen documents"
    composer.set_follow_up(True)
    assert composer.field.placeholderText() == "Ask a follow-up about 3 chosen documents"
    composer.scope_chooser.set_choice(ALL_DOCUMENTS)
    assert composer.scope_words.asked_in() == "You asked in all 214 documents"


def test_a_collection_is_named_with_its_count(composer: Composer) -> None:
    hr = Collection(7, "HR policies", frozenset(range(1, 11)))
    composer.scope_chooser.set_choices([hr], [])
    composer.scope_chooser.set_choice(ScopeChoice(hr.id))
    assert composer.field.placeholderText() == "Ask about HR policies"
    assert composer.scope_words.asked_in() == "You asked in HR policies, 10 documents"
    assert composer.scope_words.not_found() == "No answer was found in HR policies."
    composer.set_follow_up(True)
    assert composer.field.placeholderText() == "Ask a follow-up about HR policies"
    composer.set_follow_up(False)
    # A new name is everywhere at once.
    composer.scope_chooser.set_choices([Collection(7, "People", frozenset({1}))], [])
    assert composer.field.placeholderText() == "Ask about People"
    assert composer.scope_words.asked_in() == "You asked in People, 1 document"


def test_where_to_ask_comes_before_the_style(composer: Composer, qtbot: QtBot) -> None:
    composer.show()
    composer.field.setFocus()
    qtbot.keyClick(composer.field, Qt.Key.Key_Tab)
    assert composer.scope_chooser.hasFocus()
    qtbot.keyClick(composer.scope_chooser, Qt.Key.Key_Tab)
    assert composer.style_button.hasFocus()


def test_the_style_is_chosen_from_a_menu(composer: Composer, qtbot: QtBot) -> None:
    menu = composer.style_button.menu()
    assert menu is not None
    assert [action.text() for action in menu.actions()] == ["Written", "Quotes"]
    with qtbot.waitSignal(composer.style_chosen) as heard:
        menu.actions()[1].trigger()
    assert heard.args == [AnswerStyle.QUOTES]
    assert composer.answer_style is AnswerStyle.QUOTES
    assert composer.style_button.text() == "Quotes"


def test_without_a_model_there_are_only_quotes(composer: Composer) -> None:
    composer.set_model_installed(False)
    styles = [composer.answer_style]
    menu = composer.style_button.menu()
    assert menu is not None
    assert [action.isEnabled() for action in menu.actions()] == [False, True]
    composer.set_model_installed(True)
    styles.append(composer.answer_style)
    assert styles == [AnswerStyle.QUOTES, AnswerStyle.WRITTEN]


def test_the_claim_filter_is_switched_beside_the_style(composer: Composer, qtbot: QtBot) -> None:
    button = composer.claim_filter_button
    assert (button.text(), button.isChecked()) == ("Claim filter off", False)
    composer.style_button.setFocus()
    qtbot.keyClick(composer.style_button, Qt.Key.Key_Tab)
    assert button.hasFocus()
    with qtbot.waitSignal(composer.claim_filter_chosen) as heard:
        qtbot.keyClick(button, Qt.Key.Key_Space)
    assert heard.args == [True]
    assert button.text() == "Claim filter on"
    assert button.accessibleName() == "Claim filter"
    assert button.isCheckable()
    assert "another scope than the question" in button.toolTip()
    with qtbot.assertNotEmitted(composer.claim_filter_chosen):
        composer.set_claim_filter(False)
    assert button.text() == "Claim filter off"


def test_where_room_is_scarce_words_go_one_after_the_other(composer: Composer) -> None:
    composer.set_claim_filter(True)
    chooser, style, claim = (
        composer.scope_chooser,
        composer.style_button,
        composer.claim_filter_button,
    )
    seen = []
    for width in (568, 392, 300):
        composer.resize(width, 110)
        settle()
        cut = chooser.width() < chooser.sizeHint().width()
        seen.append((cut, style.text(), claim.text()))
        for button in (chooser, style, claim, composer.ask_button):
            right = button.mapTo(composer, button.rect().topRight()).x()
            assert right < width, button.accessibleName()
            assert button.width() >= button.minimumSizeHint().width()
    assert seen[0] == (False, "Written", "Claim filter on")
    assert seen[1][1:] == ("Written", "On")
    assert seen[2] == (True, "", "On")
    assert style.toolTip() == style.accessibleName() == "Answer style: Written"
    composer.resize(568, 110)
    settle()
    assert (style.text(), claim.text()) == ("Written", "Claim filter on")


def test_a_long_name_of_a_place_leaves_the_words_that_are_needed(composer: Composer) -> None:
    name = "Consolidated agreements on leave and absence, all of them"
    composer.scope_chooser.set_choices([Collection(7, name, frozenset({1}))], [])
    composer.scope_chooser.set_choice(ScopeChoice(7))
    settle()
    assert composer.claim_filter_button.text() == "Off"
    assert composer.style_button.text() == "Written"
    composer.scope_chooser.set_choice(ALL_DOCUMENTS)
    assert composer.claim_filter_button.text() == "Claim filter off"


def test_stop_takes_the_place_of_ask(composer: Composer, qtbot: QtBot) -> None:
    composer.ask_button.setFocus()
    composer.set_running(True)
    assert not composer.ask_button.isVisible()
    assert composer.stop_button.hasFocus()
    with qtbot.waitSignal(composer.stop_requested):
        qtbot.keyClick(composer.stop_button, Qt.Key.Key_Return)
    composer.stopping()
    assert composer.field.hasFocus()
    composer.set_running(False)
    assert composer.ask_button.isVisible()
    assert composer.field.hasFocus()


def test_a_question_waits_while_an_answer_is_made(composer: Composer, qtbot: QtBot) -> None:
    composer.set_running(True)
    composer.field.setPlainText("And then?")
    with qtbot.assertNotEmitted(composer.asked):
        qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert composer.message == "Wait for the answer, or stop it, then ask."
    assert composer.field.toPlainText() == "And then?"
    composer.set_running(False)
    assert composer.message == ""


def test_tab_leaves_the_field(composer: Composer, qtbot: QtBot) -> None:
    qtbot.keyClick(composer.field, Qt.Key.Key_Tab)
    assert not composer.field.hasFocus()
    assert composer.field.toPlainText() == ""


def test_pasted_mark_up_is_text(composer: Composer) -> None:
    QApplication.clipboard().setText("<b>bold</b>")
    composer.field.paste()
    assert composer.field.toPlainText() == "<b>bold</b>"


def test_the_empty_field_follows_the_size_of_text(composer: Composer, theme: Theme) -> None:
    theme.set_text_factor(2.0)
    field = composer.field
    assert field.viewport().font().pixelSize() == field.font().pixelSize()
    assert field.font().pixelSize() == theme.font(TextRole.ANSWER).pixelSize()

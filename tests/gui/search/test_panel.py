"""The search: from typing to a page, all states, and what is told to screen readers."""

from __future__ import annotations

import logging

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.core.domain.collection import ALL_DOCUMENTS, Collection, ScopeChoice
from app.core.domain.document import Document
from app.core.errors import EmbedderMismatch, InvalidInput
from app.gui.search import result_line, wording
from app.gui.search.results_area import AreaState
from tests.gui.chat.scripted_answers import Gate
from tests.gui.chat.windows import settle
from tests.gui.scripted_searches import listed
from tests.gui.search.conftest import Search, document
from tests.gui.search.examples import HITS, QUESTION

ENTER, DOWN, UP = Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Up

ALL_ROWS = [
    *("Employee Handbook 2026", "17", "23", "25", "+2"),
    *("Works Agreement on Leave", "42", "43"),
    *("Contractor and Agency Terms", "91"),
    *("Sickness Absence Procedure", "56"),
]


# --- searching ------------------------------------------------------------------------------


def test_enter_searches_and_goes_to_the_best_passage(search: Search) -> None:
    search.find()
    assert search.searches.asked == [(QUESTION, ALL_DOCUMENTS)]
    assert search.rows() == ALL_ROWS
    assert search.panel.line.text() == "9 passages in 4 documents, 0.2\u00a0s"
    assert search.chosen == 17
    assert search.opened == []
    assert search.panel.field.hasFocus()


def test_a_pause_in_typing_searches_and_goes_nowhere(search: Search) -> None:
    search.searches.add(listed(*HITS))
    with search.qtbot.waitSignal(search.worker.found):
        search.type("unused leave")
    assert [question for question, _ in search.searches.asked] == ["unused leave"]
    assert search.rows() == ALL_ROWS
    assert search.chosen is None


def test_enter_goes_to_the_best_passage_of_what_was_searched_while_typing(search: Search) -> None:
    search.searches.add(listed(*HITS))
    with search.qtbot.waitSignal(search.worker.found):
        search.type("unused leave")
    search.press(ENTER)
    assert search.chosen == 17
    assert len(search.searches.asked) == 1


def test_a_single_letter_is_searched_by_enter_only(search: Search) -> None:
    search.type("x")
    assert not search.panel._pause.isActive()
    search.press(ENTER)
    search.wait()
    assert [question for question, _ in search.searches.asked] == ["x"]


def test_the_same_question_is_not_searched_twice(search: Search) -> None:
    search.find()
    search.qtbot.keyClicks(search.panel.field, " ")
    search.qtbot.keyClick(search.panel.field, Qt.Key.Key_Backspace)
    assert not search.panel._pause.isActive()
    assert search.rows() == ALL_ROWS


def test_enter_during_a_search_waits_for_it(search: Search) -> None:
    gate = Gate()
    search.searches.add(gate, listed(*HITS))
    search.type(QUESTION)
    search.panel._search_typed()
    search.press(ENTER)
    gate.open()
    search.wait()
    assert len(search.searches.asked) == 1
    assert search.chosen == 17


def test_what_was_found_stays_until_the_next_is_there(search: Search) -> None:
    search.find()
    gate = Gate()
    search.searches.add(gate, listed(HITS[1]))
    search.type("sickness")
    search.press(ENTER)
    assert search.rows() == ALL_ROWS
    gate.open()
    search.wait()
    assert search.rows() == ["Works Agreement on Leave", "42"]


def test_pasted_lines_are_one_question(search: Search) -> None:
    search.panel.field.setText("unused\u2028 leave\n days")
    search.press(ENTER)
    search.wait()
    assert [question for question, _ in search.searches.asked] == ["unused leave days"]


def test_a_long_search_says_so(search: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(result_line, "BUSY_AFTER_MS", 1)
    monkeypatch.setattr(result_line, "_SECOND_MS", 1)
    gate = Gate()
    search.searches.add(gate, listed(*HITS))
    search.type(QUESTION)
    search.press(ENTER)
    search.qtbot.waitUntil(lambda: search.panel.line.text() == "Searching…")
    search.now = 3.4
    search.qtbot.waitUntil(lambda: search.panel.line.text() == "Searching… 3\u00a0s gone")
    gate.open()
    search.wait()
    assert search.panel.line.text().startswith("9 passages")


# --- moving and opening ---------------------------------------------------------------------


def test_arrows_in_the_field_move_and_enter_opens(search: Search) -> None:
    search.find()
    search.press(ENTER)
    search.press(DOWN)
    search.press(ENTER)
    search.press(DOWN)
    search.press(UP)
    assert search.opened == [(17, 0, 9), (23, 1, 9)]
    assert search.chosen == 23
    assert search.panel.field.hasFocus()


def test_titles_are_passed_over_and_the_rest_of_a_document_unfolds(search: Search) -> None:
    search.find()
    for _ in range(3):
        search.press(DOWN)
    search.press(ENTER)
    assert search.rows()[:7] == [
        *("Employee Handbook 2026", "17", "23", "25", "11", "12"),
        "Works Agreement on Leave",
    ]
    assert search.chosen == 11
    search.press(DOWN)
    search.press(DOWN)
    assert search.chosen == 42
    search.press(ENTER)
    assert search.opened == [(42, 5, 9)]


def test_up_from_the_first_stays_there(search: Search) -> None:
    search.find()
    search.press(UP)
    assert search.chosen == 17
    assert search.panel.field.hasFocus()


def test_the_list_takes_the_focus_and_gives_it_back(search: Search) -> None:
    search.find()
    search.view.setFocus(Qt.FocusReason.TabFocusReason)
    search.press(DOWN)
    search.press(ENTER)
    search.press(Qt.Key.Key_Space)
    assert search.opened == [(23, 1, 9), (23, 1, 9)]
    search.press(UP)
    assert search.chosen == 17
    search.press(UP)
    assert search.panel.field.hasFocus()


def test_left_and_right_collapse_and_expand_in_the_list(search: Search) -> None:
    search.find()
    search.view.setFocus(Qt.FocusReason.TabFocusReason)
    search.press(Qt.Key.Key_Left)
    search.press(Qt.Key.Key_Left)
    assert search.rows()[:2] == ["Employee Handbook 2026", "Works Agreement on Leave"]
    search.press(DOWN)
    assert search.chosen == 42
    search.press(UP)
    search.press(Qt.Key.Key_Right)
    assert search.rows() == ALL_ROWS


def test_the_mouse_opens_unfolds_and_collapses(search: Search) -> None:
    search.find()
    search.click("23")
    assert search.opened == [(23, 1, 9)]
    assert search.chosen == 23
    search.click("+2")
    assert search.rows()[:6] == ["Employee Handbook 2026", "17", "23", "25", "11", "12"]
    search.click("Employee Handbook 2026")
    assert search.rows()[:2] == ["Employee Handbook 2026", "Works Agreement on Leave"]
    search.press(DOWN)
    assert search.view.hasFocus()


def test_the_passage_after_the_open_one_is_unfolded_where_it_must_be(search: Search) -> None:
    search.find()
    for _ in range(4):
        search.panel.open_next()
    assert [chunk for chunk, _, _ in search.opened] == [23, 25, 11, 12]
    search.panel.open_previous()
    assert search.opened[-1] == (11, 3, 9)
    assert "12" in search.rows()


def test_nothing_comes_after_the_last_passage(search: Search) -> None:
    search.find(listed(HITS[0]))
    search.panel.open_next()
    search.panel.open_previous()
    assert search.opened == []


def test_all_documents_are_collapsed_and_expanded_from_the_menu(search: Search) -> None:
    actions = {action.text(): action for action in search.panel.header.menu.actions()}
    assert not actions["Collapse all documents"].isEnabled()
    search.find()
    actions["Collapse all documents"].trigger()
    assert search.rows() == [row for row in ALL_ROWS if len(row) > 2]
    actions["Expand all documents"].trigger()
    assert search.rows() == ALL_ROWS


# --- order ----------------------------------------------------------------------------------


def test_page_order_moves_passages_and_keeps_what_is_chosen(search: Search) -> None:
    search.find()
    search.press(DOWN)
    search.panel.line.order_switch.set_value("pages")
    assert search.rows()[:5] == ["Employee Handbook 2026", "11", "17", "23", "25"]
    assert search.chosen == 23
    search.press(ENTER)
    assert search.opened == [(23, 2, 9)]
    search.panel.line.order_switch.set_value("best")
    assert search.rows() == ALL_ROWS
    assert len(search.searches.asked) == 1


def test_collapsed_and_unfolded_stay_so_in_another_order_and_not_for_another_question(
    search: Search,
) -> None:
    search.find()
    search.click("+2")
    search.click("Works Agreement on Leave")
    search.panel.line.order_switch.set_value("pages")
    search.panel.line.order_switch.set_value("best")
    assert search.rows()[:6] == ["Employee Handbook 2026", "17", "23", "25", "11", "12"]
    search.panel.line.order_switch.set_value("pages")
    assert search.rows()[:8] == [
        *("Employee Handbook 2026", "11", "17", "23", "25", "12"),
        *("Works Agreement on Leave", "Contractor and Agency Terms"),
    ]
    search.panel.line.order_switch.set_value("best")
    search.find(text="another question")
    assert search.rows() == ALL_ROWS


# --- states ---------------------------------------------------------------------------------


def test_nothing_typed_yet(search: Search) -> None:
    title, sentence = search.panel.area.texts()
    assert title == wording.NOTHING_TYPED
    assert "4 documents" in sentence
    assert search.panel.line.isHidden()
    search.press(ENTER)
    assert search.searches.asked == []
    search.find()
    search.panel.field.clear()
    assert search.panel.area.texts()[0] == wording.NOTHING_TYPED
    assert search.panel.line.isHidden()


def test_a_search_that_is_given_up_by_emptying_the_field_is_not_shown(search: Search) -> None:
    gate = Gate()
    search.searches.add(gate, listed(*HITS), listed(HITS[1]))
    search.type(QUESTION)
    search.press(ENTER)
    search.panel.field.clear()
    gate.open()
    search.find(text="sickness")
    assert search.rows() == ["Works Agreement on Leave", "42"]


def test_without_documents_nothing_can_be_written(search: Search) -> None:
    search.panel.set_documents([])
    assert search.panel.area.texts() == (wording.NO_DOCUMENTS, wording.NO_DOCUMENTS_MORE)
    assert not search.panel.field.isEnabled()
    search.panel.set_documents([document(1)])
    assert search.panel.field.isEnabled()
    assert "1 document " in search.panel.area.texts()[1]


def test_nothing_found_says_what_was_searched_and_what_to_do(search: Search) -> None:
    search.find()
    search.find(listed(documents=214), text="zither")
    title, sentence = search.panel.area.texts()
    assert title == "No passage was found."
    assert sentence.startswith("214 documents were searched, by words and by meaning.")
    assert "Try" in sentence
    assert wording.STILL_READING not in sentence
    assert search.panel.line.isHidden()


def test_nothing_found_while_documents_are_read(search: Search) -> None:
    search.panel.set_reading("Reading 2 documents")
    search.find(listed(documents=1, degraded=("embedding_unavailable",)))
    sentence = search.panel.area.texts()[1]
    assert sentence.startswith("1 document was searched, by words only.")
    assert sentence.endswith(wording.STILL_READING)


@pytest.mark.parametrize(
    ("arm", "sentence"),
    [
        ("embedding_unavailable", wording.WORDS_ONLY),
        ("lexical_unavailable", wording.MEANING_ONLY),
    ],
)
def test_a_missing_arm_is_told(search: Search, arm: str, sentence: str) -> None:
    search.find(listed(*HITS, degraded=(arm,)))
    assert search.panel.remark_note.isVisible()
    assert search.panel.remark_note.text() == sentence
    search.find(text="another question")
    assert search.panel.remark_note.isHidden()


def test_a_fault_is_told_beside_the_field_and_tried_again(
    search: Search, caplog: pytest.LogCaptureFixture, spoken: list[str]
) -> None:
    search.find()
    with caplog.at_level(logging.WARNING):
        search.find(EmbedderMismatch("Prepare the documents again."), text="another question")
    fault = search.panel.fault
    assert fault.isVisible()
    assert fault.text() == "The search did not work. Prepare the documents again."
    assert spoken[-1] == f"! {fault.text()}"
    assert search.panel.area.state is AreaState.BLANK
    assert search.panel.line.isHidden()
    search.searches.add(listed(*HITS))
    fault.button().click()
    search.wait()
    assert fault.isHidden()
    assert search.rows() == ALL_ROWS


def test_enter_tries_again_after_a_fault(search: Search, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        search.find(EmbedderMismatch("Prepare the documents again."))
    search.searches.add(listed(*HITS))
    search.press(ENTER)
    search.wait()
    assert search.chosen == 17


def test_what_was_understood_otherwise_is_told(search: Search, spoken: list[str]) -> None:
    note = "No passage holds “carry on” word for word, so other passages are shown."
    search.find(listed(*HITS, notes=(note,), degraded=("embedding_unavailable",)))
    assert search.panel.remark_note.text() == f"{note} {wording.WORDS_ONLY}"
    assert f"9 passages found. {note} {wording.WORDS_ONLY}" in spoken


def test_a_filter_that_fits_nothing_is_told_below_the_field_and_what_was_found_stays(
    search: Search, caplog: pytest.LogCaptureFixture, spoken: list[str]
) -> None:
    search.find()
    fault = InvalidInput("No document here is called “leas”.")
    with caplog.at_level(logging.WARNING):
        search.find(fault, text="document:leas leave")
    field = search.panel.field
    assert field.accessibleDescription() == fault.message
    assert fault.message in spoken
    assert search.panel.fault.isHidden()
    assert search.rows() == ALL_ROWS
    # What is shown is no answer to this, so Enter opens nothing of it.
    with caplog.at_level(logging.WARNING):
        search.searches.add(fault)
        search.press(ENTER)
        search.wait()
    assert search.opened == []
    search.find(text="document:lease leave")
    assert field.accessibleDescription() == ""
    assert search.chosen == 17


def test_a_question_that_failed_and_is_typed_again_is_searched_again(
    search: Search, caplog: pytest.LogCaptureFixture
) -> None:
    search.find()
    fault = InvalidInput("No document here is called “leas”.")
    with caplog.at_level(logging.WARNING):
        search.find(fault, text="document:leas leave")
        search.searches.add(fault)
        with search.qtbot.waitSignal(search.worker.failed):
            search.panel.field.setText("document:leas leave x")
            search.panel.field.setText("document:leas leave")
    assert search.panel.field.accessibleDescription() == fault.message


def test_a_question_that_is_too_long_is_not_searched(search: Search) -> None:
    search.find()
    field = search.panel.field
    field.setText("x" * 4001)
    assert field.accessibleDescription() == wording.too_long()
    assert field.property("invalid") is True
    search.press(ENTER)
    assert len(search.searches.asked) == 1
    assert not search.panel._pause.isActive()
    assert search.rows() == ALL_ROWS
    field.setText("x" * 4000)
    assert field.accessibleDescription() == ""
    assert search.panel._pause.isActive()
    field.clear()


# --- no model -------------------------------------------------------------------------------


def test_without_a_model_search_says_that_it_needs_none(search: Search) -> None:
    note = search.panel.model_note
    assert note.isHidden()
    search.panel.set_model("", False)
    assert note.isVisible()
    assert note.text() == "No model is installed, and search needs none."
    quotes, choose = note.links
    assert quotes.isHidden()
    with search.qtbot.waitSignal(search.panel.model_menu_requested):
        choose.click()
    search.find()
    with search.qtbot.waitSignal(search.panel.quotes_requested) as asked:
        quotes.click()
    assert asked.args == [QUESTION]
    assert search.rows() == ALL_ROWS


def test_in_a_low_window_the_menu_offers_the_quotes(search: Search) -> None:
    search.panel.set_model("", False)
    search.panel.resize(616, 380)
    settle()
    assert search.panel.model_note.isHidden()
    action = search.panel.header.menu.actions()[0]
    assert action.text() == "Answer with quotes"
    assert not action.isEnabled()
    search.find()
    with search.qtbot.waitSignal(search.panel.quotes_requested) as asked:
        action.trigger()
    assert asked.args == [QUESTION]


# --- the library changes --------------------------------------------------------------------


def test_documents_that_came_are_offered_and_nothing_moves(search: Search) -> None:
    search.find()
    search.press(DOWN)
    search.panel.set_documents([document(number) for number in range(1, 6)])
    note = search.panel.more_note
    assert note.isVisible()
    assert search.chosen == 23
    assert len(search.searches.asked) == 1
    search.searches.add(listed(*HITS))
    note.links[0].click()
    search.wait()
    assert note.isHidden()
    assert search.chosen == 23


@pytest.mark.parametrize(
    "left",
    [
        [document(number) for number in (2, 3, 4)],
        [document(1, sha256="changed"), *(document(number) for number in (2, 3, 4))],
    ],
    ids=["removed", "read again"],
)
def test_passages_that_are_gone_are_searched_anew(search: Search, left: list[Document]) -> None:
    search.find()
    search.searches.add(listed(HITS[1]))
    search.panel.set_documents(left)
    search.wait()
    assert [question for question, _ in search.searches.asked] == [QUESTION, QUESTION]
    assert search.rows() == ["Works Agreement on Leave", "42"]


def test_a_chosen_place_is_named_before_and_after_a_search_in_it(search: Search) -> None:
    policies = Collection(7, "HR policies", frozenset({2}))
    chooser = search.panel.scope
    chooser.set_choices([policies], [document(number) for number in range(1, 5)])
    chooser.set_choice(ScopeChoice(7))
    assert "“HR policies”" in search.panel.area.texts()[1]
    assert search.searches.asked == []
    search.find(listed(documents=1))
    assert wording.LOOK_ELSEWHERE in search.panel.area.texts()[1]
    chooser.set_choice(ALL_DOCUMENTS)
    search.wait()
    assert wording.LOOK_ELSEWHERE not in search.panel.area.texts()[1]


def test_another_place_is_searched_at_once(search: Search) -> None:
    search.find()
    policies = Collection(7, "HR policies", frozenset({2}))
    chooser = search.panel.scope
    chooser.set_choices([policies], [document(number) for number in range(1, 5)])
    search.searches.add(listed(HITS[1]))
    chooser.set_choice(ScopeChoice(7))
    search.wait()
    assert search.searches.asked[-1] == (QUESTION, ScopeChoice(7))
    assert search.rows() == ["Works Agreement on Leave", "42"]
    assert search.chosen is None


# --- looks and screen readers ---------------------------------------------------------------


def test_what_is_found_and_where_one_is_are_announced(search: Search, spoken: list[str]) -> None:
    search.find(listed(*HITS, degraded=("embedding_unavailable",)))
    assert f"9 passages found. {wording.WORDS_ONLY}" in spoken
    spoken.clear()
    search.press(DOWN)
    assert spoken == [
        "Passage 2 of 9, Employee Handbook 2026, page 14, label 12, "
        "6 Annual leave › 6.3 Carry-over of unused leave, found by words and meaning"
    ]
    spoken.clear()
    search.find(listed(), text="zither")
    assert spoken == ["No passages were found"]


def test_tab_goes_from_the_bar_over_the_field_to_the_list(search: Search) -> None:
    search.panel.set_model("", False)
    search.find()
    order = []
    for _ in range(6):
        search.press(Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        assert focused is not None
        order.append(focused)
    panel = search.panel
    assert order == [
        panel.scope,
        panel.line.order_switch.segment("best"),
        *panel.model_note.links,
        search.view,
        panel.header.model_button,
    ]


def test_in_a_narrow_pane_words_are_saved(search: Search) -> None:
    search.panel.set_model("", False)
    search.find()
    search.panel.resize(440, 900)
    settle()
    assert search.panel.header.model_button.text() == ""
    assert search.panel.line.text() == "9 passages in 4 documents"
    note = search.panel.model_note
    assert note.links[0].y() > note._sentence.y()
    search.panel.resize(800, 900)
    settle()
    assert note.links[0].y() < note._sentence.geometry().bottom()


def test_rows_keep_their_column_in_a_wide_pane(search: Search) -> None:
    search.find()
    search.panel.resize(1300, 900)
    settle()
    left, width = search.view.column()
    field = search.panel.field
    assert width == 760
    assert left == field.mapTo(search.panel, field.rect().topLeft()).x()

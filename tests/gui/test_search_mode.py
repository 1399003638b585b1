"""Ask and Search in the window: each keeps its state, and leads to pages and to the other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.answer import AnswerStyle
from app.core.domain.chunk import DraftChunk, Span
from app.core.domain.collection import ScopeChoice
from app.core.domain.evidence import Passage
from app.core.domain.model import ModelState
from app.gui.common.mode_header import Mode
from app.gui.common.theme import Theme
from app.gui.common.widgets import has_keyboard_focus
from app.gui.main_window import MainWindow
from app.gui.search import wording
from tests.gui.chat.examples import QUOTED, finished
from tests.gui.chat.scripted_answers import Gate
from tests.gui.chat.windows import settle
from tests.gui.desks import Desk
from tests.gui.scripted_searches import listed
from tests.gui.viewer.looking import field_text, passage_in_scene, words_in_scene
from tests.viewed_documents import page_text

LEAVE = "Unused days of leave expire on 31 March."
RENT = "The rent is due on the third working day."


@pytest.fixture(autouse=True)
def _no_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Theme, "reduced_motion", property(lambda theme: True))


class Searching:
    """A window in the mode of search, with two documents of which each has a passage."""

    def __init__(self, desk: Desk, width: int = 1440, *, keys: str = "Ctrl+Shift+F") -> None:
        self.desk = desk
        self.passages = (self._passage("Handbook", LEAVE, 2), self._passage("Lease", RENT, 1))
        self.window = desk.open(width)
        self.press(keys)

    def _passage(self, title: str, text: str, page: int) -> Passage:
        pages = [page_text(number, text) for number in (1, 2)]
        chunk = DraftChunk(text, (), (Span(page, 0, len(text), 0),), 9)
        document = self.desk.shelf.put(title, pages, chunks=[chunk])
        [stored] = self.desk.library.document_chunks(document.id)
        whole = pages[page - 1].boxes(0, len(text))
        words = pages[page - 1].boxes(0, 6)
        return Passage(stored, title, document.path, page, "", whole, 0.5, 1, 1, (text[:6],), words)

    def press(self, keys: str) -> None:
        """Press keys where the focus is."""
        target = QApplication.focusWidget()
        assert target is not None
        self.desk.qtbot.keySequence(target, keys)
        settle()

    def find(self, text: str = "unused leave") -> None:
        """Write, press Enter and wait."""
        self.desk.searches.add(listed(*self.passages))
        self.desk.qtbot.keyClicks(self.window.search.field, text)
        self.press("Return")
        self.desk.qtbot.waitUntil(lambda: not self.desk.workers.searches.running)
        settle()

    def wait_for_page(self, title: str, page: int) -> None:
        """Wait until a page is marked."""
        viewer = self.window.viewer
        self.desk.qtbot.waitUntil(
            lambda: (
                viewer.frame.header.title() == title
                and field_text(viewer) == str(page)
                and bool(passage_in_scene(viewer, page))
            )
        )
        settle()


def shown(window: MainWindow) -> str:
    """Which pane the middle shows."""
    panes = {"ask": window.chat, "search": window.search, "welcome": window.welcome}
    return next(name for name, pane in panes.items() if pane is window.middle.currentWidget())


def test_keys_lead_to_the_modes_and_their_fields(desk: Desk) -> None:
    user = Searching(desk, keys="Ctrl+K")
    window = user.window
    assert shown(window) == "ask"
    user.press("Ctrl+Shift+F")
    assert shown(window) == "search"
    assert window.search.field.hasFocus()
    user.press("Ctrl+K")
    assert shown(window) == "ask"
    assert window.chat.composer.field.hasFocus()
    user.press("Ctrl+Shift+F")
    user.press("F6")
    user.press("Shift+F6")
    assert window.search.field.hasFocus()


def test_without_documents_the_welcome_stays(desk: Desk, qtbot: QtBot) -> None:
    window = desk.open()
    qtbot.keySequence(window, "Ctrl+Shift+F")
    assert shown(window) == "welcome"


@pytest.mark.parametrize("by_keyboard", [True, False])
def test_the_switch_changes_the_mode_and_both_keep_their_state(
    desk: Desk, qtbot: QtBot, by_keyboard: bool
) -> None:
    user = Searching(desk)
    user.find()
    window = user.window
    window.chat.composer.field.setPlainText("A question that is being written")

    def use(pane_mode: Mode, mode: Mode) -> None:
        pane = window.search if pane_mode is Mode.SEARCH else window.chat
        switch = pane.header.switch
        if by_keyboard:
            switch.segment(pane_mode).setFocus(Qt.FocusReason.TabFocusReason)
            user.press("Left" if mode is Mode.ASK else "Right")
        else:
            qtbot.mouseClick(switch.segment(mode), Qt.MouseButton.LeftButton)
            settle()

    use(Mode.SEARCH, Mode.ASK)
    assert shown(window) == "ask"
    assert window.chat.composer.field.toPlainText() == "A question that is being written"
    focused = QApplication.focusWidget()
    assert focused is not None
    if by_keyboard:
        assert focused is window.chat.header.switch.segment(Mode.ASK)
        assert has_keyboard_focus(focused)
    else:
        assert focused is window.chat.composer.field
    use(Mode.ASK, Mode.SEARCH)
    assert shown(window) == "search"
    assert window.search.question == "unused leave"
    assert window.search.line.text().startswith("2 passages")
    assert len(desk.searches.asked) == 1


def test_enter_opens_the_page_with_the_passage_and_the_words_marked(desk: Desk) -> None:
    user = Searching(desk)
    user.find()
    user.press("Return")
    user.wait_for_page("Handbook", 2)
    viewer = user.window.viewer
    assert len(words_in_scene(viewer, 2)) == 1
    assert viewer.frame.citation_bar.texts()[2] == "Passage 1 of 2"
    assert user.window.search.field.hasFocus()
    user.press("Down")
    user.press("Return")
    user.wait_for_page("Lease", 1)
    assert user.window.search.field.hasFocus()


def test_the_viewer_and_its_keys_lead_to_the_other_passages(desk: Desk) -> None:
    user = Searching(desk)
    user.find()
    user.press("Return")
    user.wait_for_page("Handbook", 2)
    user.window.viewer.frame.citation_bar.next_button().click()
    user.wait_for_page("Lease", 1)
    user.press("Alt+Up")
    user.wait_for_page("Handbook", 2)
    # Also when the conversation is shown meanwhile: the page is one of the search.
    user.press("Ctrl+K")
    user.window.viewer.frame.citation_bar.next_button().click()
    user.wait_for_page("Lease", 1)
    assert shown(user.window) == "ask"


def test_esc_closes_the_page_then_empties_the_field(desk: Desk) -> None:
    user = Searching(desk)
    user.find()
    user.press("Return")
    user.wait_for_page("Handbook", 2)
    user.press("Escape")
    assert not user.window.panes.viewer_shown
    assert user.window.search.question == "unused leave"
    assert user.window.search.field.hasFocus()
    user.press("Escape")
    assert user.window.search.question == ""
    assert user.window.search.area.texts()[0] == wording.NOTHING_TYPED


def test_in_a_narrow_window_esc_leads_back_to_the_list(desk: Desk) -> None:
    user = Searching(desk, 800)
    user.find()
    user.press("Return")
    user.wait_for_page("Handbook", 2)
    assert user.window.panes.viewer_covers
    user.press("Alt+Down")
    user.wait_for_page("Lease", 1)
    user.press("Escape")
    assert user.window.search.field.hasFocus()
    user.press("Return")
    user.wait_for_page("Lease", 1)
    user.press("Ctrl+Shift+F")
    assert not user.window.panes.viewer_shown
    assert user.window.search.field.hasFocus()


def test_esc_in_the_search_stops_no_answer(desk: Desk) -> None:
    user = Searching(desk)
    gate = Gate()
    desk.answers.add(gate, finished(QUOTED))
    user.window.chat.composer.asked.emit("When do days expire?")
    user.press("Escape")
    assert user.window.chat.running
    gate.open()
    desk.qtbot.waitUntil(lambda: not user.window.chat.running)


def test_without_a_model_the_question_is_answered_with_quotes(desk: Desk) -> None:
    user = Searching(desk)
    user.find()
    user.window.chat.composer.field.setPlainText("A draft")
    desk.answers.add(finished(QUOTED))
    note = user.window.search.model_note
    assert note.isVisible()
    with desk.qtbot.waitSignal(desk.workers.answers.finished):
        note.links[0].click()
    settle()
    assert shown(user.window) == "ask"
    [(question, _, style)] = desk.answers.asked
    assert (question, style) == ("unused leave", AnswerStyle.QUOTES)
    assert user.window.chat.composer.field.toPlainText() == "A draft"
    user.press("Ctrl+Shift+F")
    assert user.window.search.question == "unused leave"


def test_quotes_wait_while_another_answer_is_made(desk: Desk) -> None:
    user = Searching(desk)
    user.find()
    gate = Gate()
    desk.answers.add(gate, finished(QUOTED))
    user.window.chat.composer.asked.emit("When do days expire?")
    user.window.search.model_note.links[0].click()
    composer = user.window.chat.composer
    assert composer.field.toPlainText() == "unused leave"
    assert composer.message != ""
    gate.open()
    desk.qtbot.waitUntil(lambda: not user.window.chat.running)


def test_with_a_model_nothing_is_said_of_it(desk: Desk) -> None:
    desk.models.states["starter"] = ModelState.INSTALLED
    user = Searching(desk)
    assert user.window.search.model_note.isHidden()
    assert "Qwen" in user.window.search.header.model_button.text()


def test_a_removed_document_leaves_what_was_found(desk: Desk) -> None:
    user = Searching(desk)
    user.find()
    desk.searches.add(listed(replace(user.passages[1])))
    desk.workers.library.remove([user.passages[0].chunk.document_id])
    desk.qtbot.waitUntil(lambda: user.window.search.line.text().startswith("1 passage "))
    assert user.window.search.field.hasFocus()


def test_a_place_that_is_chosen_in_the_library_is_searched_without_leaving_the_search(
    desk: Desk,
) -> None:
    user = Searching(desk)
    user.find()
    desk.searches.add(listed(user.passages[1]))
    lease = user.passages[1].chunk.document_id
    user.window.library.scope_chosen.emit(ScopeChoice(document_ids=frozenset({lease})))
    desk.qtbot.waitUntil(lambda: user.window.search.line.text().startswith("1 passage "))
    assert desk.searches.asked[-1][1] == ScopeChoice(document_ids=frozenset({lease}))
    assert shown(user.window) == "search"
    assert user.window.search.field.hasFocus()
    assert user.window.search.scope.text() == "Lease"

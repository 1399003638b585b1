"""The list of conversations as one uses it: by keyboard and mouse, empty, long, and failing."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from app.core.errors import LibraryBusy, StorageError
from app.gui.common.buttons import ButtonVariant
from app.gui.common.theme import SchemeChoice
from app.gui.history.conversation_model import ROW
from app.gui.history.panel import PAGE
from tests.gui.chat.windows import settle
from tests.gui.history.conftest import Shelf

FULL = StorageError("The disk is full. Free some space, then try again.")
DAY = timedelta(days=1)


def three(shelf: Shelf) -> None:
    """Three conversations, the last one of today."""
    shelf.put("Notice periods", ago=40 * DAY, turns=2)
    shelf.put("Rent in arrears", ago=DAY)
    shelf.put("Carry-over of leave", turns=3)


def test_the_latest_stands_first_under_the_heading_of_its_day(shelf: Shelf) -> None:
    three(shelf)
    panel = shelf.open()
    rows = [panel.model.index(n).data(ROW) for n in range(3)]
    assert [(row.heading, row.summary.title) for row in rows] == [
        ("Today", "Carry-over of leave"),
        ("Yesterday", "Rent in arrears"),
        ("October 2026", "Notice periods"),
    ]
    assert panel.foot.text() == "3 conversations"
    name = panel.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert name.startswith("Carry-over of leave, 3 questions in HR policies, Monday, 30 November")
    assert panel.field.hasFocus()


def test_one_goes_through_it_from_the_field_and_opens_one(shelf: Shelf, spoken: list[str]) -> None:
    three(shelf)
    panel = shelf.open()
    shelf.press(Qt.Key.Key_Down)
    shelf.press(Qt.Key.Key_Down)
    assert panel.field.hasFocus()
    assert panel.list.chosen is not None
    assert panel.list.chosen.title == "Rent in arrears"
    assert spoken[-1].startswith("Rent in arrears, 1 question in HR policies")
    with shelf.qtbot.waitSignal(panel.open_requested) as opened:
        shelf.press(Qt.Key.Key_Return)
    assert opened.args[0].title == "Rent in arrears"


def test_enter_goes_to_the_first_and_a_click_opens(shelf: Shelf) -> None:
    three(shelf)
    panel = shelf.open()
    shelf.press(Qt.Key.Key_Return)
    assert panel.list.currentIndex().row() == 0
    place = panel.list.visualRect(panel.model.index(1)).center()
    with shelf.qtbot.waitSignal(panel.open_requested) as opened:
        shelf.qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert opened.args[0].title == "Rent in arrears"


def test_up_from_the_first_row_leads_back_to_the_field(shelf: Shelf) -> None:
    three(shelf)
    panel = shelf.open()
    panel.focus_list()
    assert panel.list.currentIndex().row() == 0
    shelf.press(Qt.Key.Key_Up)
    assert panel.field.hasFocus()


def test_the_one_that_is_shown_is_chosen(shelf: Shelf) -> None:
    three(shelf)
    panel = shelf.open(current=1)
    assert panel.list.chosen is not None
    assert panel.list.chosen.id == 1


def test_words_are_found_and_lead_to_where_they_stand(shelf: Shelf, spoken: list[str]) -> None:
    three(shelf)
    panel = shelf.open()
    shelf.find("31 March")
    assert len(shelf.titles) == 3
    snippet = panel.model.summaries[0].snippet
    assert snippet is not None
    assert spoken[-1] == "3 conversations found"
    shelf.press(Qt.Key.Key_Return)
    with shelf.qtbot.waitSignal(panel.open_requested) as opened:
        shelf.press(Qt.Key.Key_Return)
    assert opened.args[1] == "31"
    shelf.find("arrears")
    assert shelf.titles == ["Rent in arrears"]


def test_what_is_not_found_says_so_and_esc_leads_back(shelf: Shelf) -> None:
    three(shelf)
    panel = shelf.open()
    shelf.find("zebra")
    assert panel.area.texts() == (
        "Nothing was found",
        "No conversation has “zebra”. Try fewer words, or other ones.",
    )
    with shelf.qtbot.waitSignal(shelf.worker.listed):
        shelf.press(Qt.Key.Key_Escape)
    assert len(shelf.titles) == 3
    with shelf.qtbot.waitSignal(panel.close_requested):
        shelf.press(Qt.Key.Key_Escape)


def test_f2_renames_in_place(shelf: Shelf) -> None:
    three(shelf)
    panel = shelf.open()
    panel.focus_list()
    assert panel.list.currentIndex().row() == 0
    shelf.press(Qt.Key.Key_F2)
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    assert field.text() == "Carry-over of leave"
    assert field.accessibleName() == "Title of the conversation"
    field.setText("Leave, carried over")
    with shelf.qtbot.waitSignal(shelf.worker.renamed) as renamed:
        shelf.press(Qt.Key.Key_Return)
    assert renamed.args[0].title == "Leave, carried over"
    shelf.qtbot.waitUntil(lambda: shelf.titles[0] == "Leave, carried over")


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Up])
def test_keys_in_a_title_do_nothing_to_the_list(shelf: Shelf, key: Qt.Key) -> None:
    three(shelf)
    panel = shelf.open()
    panel.focus_list()
    shelf.press(Qt.Key.Key_F2)
    with (
        shelf.qtbot.assertNotEmitted(panel.open_requested),
        shelf.qtbot.assertNotEmitted(panel.list.left_upwards),
    ):
        shelf.press(key)


@pytest.mark.parametrize("text", ["   ", "Carry-over of leave"])
def test_no_title_and_the_same_title_change_nothing(shelf: Shelf, text: str) -> None:
    three(shelf)
    panel = shelf.open()
    assert not panel.model.setData(panel.model.index(0), text)
    assert shelf.titles[0] == "Carry-over of leave"


def test_delete_asks_and_names_what_goes(shelf: Shelf) -> None:
    three(shelf)
    panel = shelf.open()
    panel.focus_list()
    assert panel.list.currentIndex().row() == 0
    shelf.press(Qt.Key.Key_Delete)
    assert panel.notices.notice.text() == (
        "Delete “Carry-over of leave”? Its 3 questions and their answers go. Your documents stay."
    )
    assert panel.notices.notice.button().hasFocus()
    with shelf.qtbot.waitSignal(panel.deleted) as deleted:
        shelf.press(Qt.Key.Key_Return)
    assert deleted.args == [3]
    shelf.qtbot.waitUntil(lambda: shelf.titles == ["Rent in arrears", "Notice periods"])
    assert panel.list.hasFocus()
    assert panel.list.currentIndex().row() == 0


def test_esc_leaves_it_undeleted(shelf: Shelf) -> None:
    three(shelf)
    panel = shelf.open()
    panel.list.step(1)
    panel.ask_to_delete()
    shelf.press(Qt.Key.Key_Escape)
    assert panel.notices.isHidden()
    assert panel.isVisible()
    assert len(shelf.store.kept) == 3


def test_erasing_all_asks_and_leaves_nothing(shelf: Shelf) -> None:
    three(shelf)
    panel = shelf.open()
    panel.foot.erase_button.click()
    asked = panel.notices.notice
    assert asked.text().startswith("Erase all 3 conversations? All questions, answers and how")
    assert asked.button().variant is ButtonVariant.DANGER
    with shelf.qtbot.waitSignal(panel.erased):
        shelf.press(Qt.Key.Key_Return)
    shelf.qtbot.waitUntil(lambda: panel.area.texts()[0] == "No conversations yet")
    assert shelf.store.kept == {}
    assert shelf.store.erasures == 1
    assert panel.field.isHidden()
    assert panel.foot.isHidden()


def test_what_could_not_be_erased_yet_is_erased_again(
    shelf: Shelf,
    spoken: list[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    three(shelf)
    panel = shelf.open()

    def still_read() -> None:
        raise LibraryBusy("It could not be erased yet. Close the other Pincite, then erase again.")

    panel.foot.erase_button.click()
    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING):
        patch.setattr(shelf.store, "erase_free_space", still_read)
        with shelf.qtbot.waitSignal(shelf.worker.changed):
            shelf.press(Qt.Key.Key_Return)
        shelf.qtbot.waitUntil(panel.foot.isHidden)
    assert shelf.store.kept == {}
    again = panel.notices.notice.button()
    assert again.text() == "Erase again"
    assert again.isVisible()
    assert "All conversations were erased" not in spoken
    with shelf.qtbot.waitSignal(shelf.worker.changed):
        again.click()
    assert shelf.store.erasures == 1
    assert panel.notices.isHidden()
    assert spoken[-1] == "All conversations were erased"


def test_what_was_deleted_elsewhere_leaves_the_list_when_it_is_opened(
    shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    three(shelf)
    panel = shelf.open()
    gone = panel.model.summaries[0]
    shelf.store.delete([gone.id])
    with caplog.at_level(logging.WARNING), shelf.qtbot.waitSignal(shelf.worker.listed):
        shelf.worker.open(gone.id)
    assert len(shelf.titles) == 2
    assert panel.notices.notice.text().startswith("This conversation is not there any more.")


def test_without_any_it_says_what_will_be_here(shelf: Shelf) -> None:
    panel = shelf.open()
    title, sentence = panel.area.texts()
    assert title == "No conversations yet"
    assert "It stays on this computer." in sentence
    assert panel.header.close_button.hasFocus()
    panel.set_kept(False)
    assert panel.area.texts()[0] == "Conversations are not kept."
    with shelf.qtbot.waitSignal(panel.settings_requested):
        panel.area.settings_button.click()


def test_while_nothing_new_is_kept_it_says_why(shelf: Shelf) -> None:
    three(shelf)
    panel = shelf.open()
    panel.set_kept(False)
    assert panel.foot.not_kept_text.isVisible()
    assert "“Keep conversations” is switched off" in panel.foot.not_kept_text.text()
    with shelf.qtbot.waitSignal(panel.settings_requested):
        panel.foot.settings_link.click()
    panel.set_kept(True)
    assert not panel.foot.not_kept_text.isVisible()


def test_a_list_that_cannot_be_read_says_so_and_can_be_tried_again(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    three(shelf)
    with monkeypatch.context() as broken, caplog.at_level(logging.WARNING):

        def fail() -> int:
            raise FULL

        broken.setattr(shelf.store, "count", fail)
        with shelf.qtbot.waitSignal(shelf.worker.not_listed):
            shelf.panel.enter(None)
    assert shelf.panel.area.fault.text() == (
        "The conversations could not be listed. The disk is full. Free some space, then try again."
    )
    with shelf.qtbot.waitSignal(shelf.worker.listed):
        shelf.panel.area.fault.button().click()
    assert len(shelf.titles) == 3


def test_a_change_that_fails_is_told_and_the_list_stays(
    shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    three(shelf)
    panel = shelf.open()
    shelf.store.fault = FULL
    with caplog.at_level(logging.WARNING), shelf.qtbot.waitSignal(shelf.worker.changed):
        panel.model.setData(panel.model.index(0), "Another title")
    assert panel.notices.notice.text().startswith("The disk is full.")
    shelf.qtbot.waitUntil(lambda: shelf.titles[0] == "Carry-over of leave")


def test_a_thousand_are_listed_as_one_comes_to_them(shelf: Shelf) -> None:
    for number in range(1000):
        shelf.put(f"Conversation {number}", ago=timedelta(hours=7 * number))
    panel = shelf.open()
    assert panel.model.rowCount() == PAGE
    assert panel.foot.text() == "1,000 conversations"
    while panel.model.canFetchMore():
        with shelf.qtbot.waitSignal(shelf.worker.listed):
            panel.model.fetchMore(QModelIndex())
    assert shelf.titles == [f"Conversation {number}" for number in range(1000)]
    headings = [panel.model.index(n).data(ROW).heading for n in range(1000)]
    shown = [heading for heading in headings if heading]
    assert len(shown) == len(set(shown))
    panel.list.step(1)
    panel.list.scrollToBottom()
    # What is kept meanwhile does not throw the user back to the first page.
    with shelf.qtbot.waitSignal(shelf.worker.listed):
        panel.refresh()
    assert panel.model.rowCount() == 1000


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize(("factor", "size"), [(1.0, (592, 440)), (2.0, (544, 440))])
def test_it_fits_the_smallest_window(
    shelf: Shelf, scheme: SchemeChoice, factor: float, size: tuple[int, int]
) -> None:
    shelf.put("A title that is so long that no window holds it, " * 4)
    shelf.theme.set_scheme(scheme)
    shelf.theme.set_text_factor(factor)
    panel = shelf.open()
    panel.resize(*size)
    settle()
    assert (panel.width(), panel.height()) == size
    panel.list.step(1)
    panel.ask_to_delete()
    settle()
    notice = panel.notices.notice
    assert notice.height() >= notice.minimumSizeHint().height()
    assert notice.mapTo(panel, notice.rect().bottomRight()).y() < panel.height()
    assert not panel.grab().isNull()

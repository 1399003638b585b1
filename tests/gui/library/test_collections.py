"""Collections in the library pane, as its user sees them."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from app.core.domain.collection import ALL_DOCUMENTS, Collection, ScopeChoice
from app.core.domain.document import Document
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.library.panel import EMPTY_COLLECTION, NOTHING_FOUND
from app.workers.lane import Task
from tests.gui.chat.scripted_answers import Gate
from tests.gui.library.conftest import Pane
from tests.gui.scripted_services import ended, finished

MENUS = pytest.mark.qt_log_ignore("^This plugin does not support", extend=True)
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
COPY = Qt.DropAction.CopyAction


class Shown:
    """A panel with three documents, of which two are in a collection; another one is empty."""

    def __init__(self, pane: Pane) -> None:
        self.pane = pane
        self.qtbot = pane.qtbot
        self.documents: dict[str, Document] = {
            title: pane.shelf.put(title, pane.shelf.pages("Text.", 2))
            for title in ("Atlas", "Lease", "Zoo")
        }
        service = pane.collections
        self.hr = service.create("HR policies", self.ids("Atlas", "Lease"))
        self.empty = service.create("Nothing yet")
        self.panel = pane.show()
        self.section = self.panel.collections
        self.scopes: list[ScopeChoice] = []
        self.panel.scope_chosen.connect(self.scopes.append)

    def ids(self, *titles: str) -> tuple[int, ...]:
        return tuple(self.documents[title].id for title in titles)

    @property
    def titles(self) -> list[str]:
        return [title for title, _ in self.pane.lines]

    @property
    def names(self) -> list[str]:
        model = self.section.model
        return [model.index(i).data() for i in range(model.rowCount())]

    def members(self, name: str = "HR policies") -> set[str]:
        held = self.pane.collections.named(name).document_ids
        return {title for title, document in self.documents.items() if document.id in held}

    def click(self, collection: Collection | None) -> None:
        index = self.section.model.index_of(collection.id if collection else None)
        view = self.section.list
        self.qtbot.mouseClick(view.viewport(), LEFT, PLAIN, view.visualRect(index).center())

    def wait_listed(self) -> None:
        """Until what was asked of the lane so far is done and shown; lists that were asked for
        earlier may come first. Twice, as the end of one task may ask for another."""
        for _ in range(2):
            last = Task(lambda cancel: iter(()))
            with self.qtbot.waitSignal(last.finished):
                self.pane.collecting._lane.submit(last)

    @property
    def field(self) -> QLineEdit:
        """Where a name is being written."""
        found = self.section.list.findChild(QLineEdit)
        assert isinstance(found, QLineEdit)
        return found

    def write(self, name: str) -> None:
        self.field.selectAll()
        self.qtbot.keyClicks(self.field, name)


@pytest.fixture
def shown(pane: Pane) -> Shown:
    return Shown(pane)


# --- choosing -------------------------------------------------------------------------------


def test_collections_are_listed_with_their_counts(shown: Shown) -> None:
    assert shown.names == ["All documents", "HR policies", "Nothing yet"]
    assert shown.pane.count == 3
    assert shown.titles == ["Atlas", "Lease", "Zoo"]
    assert shown.panel._section.text() == "All documents"


def test_a_click_lists_a_collection_and_chooses_it(shown: Shown) -> None:
    shown.click(shown.hr)
    assert shown.titles == ["Atlas", "Lease"]
    assert shown.panel._section.text() == "HR policies"
    assert set(shown.scopes) == {ScopeChoice(shown.hr.id)}
    shown.click(None)
    assert shown.titles == ["Atlas", "Lease", "Zoo"]
    assert shown.scopes[-1] == ALL_DOCUMENTS


def test_a_click_on_what_is_listed_chooses_it_again(shown: Shown) -> None:
    """Documents may have been chosen meanwhile."""
    shown.click(None)
    assert shown.scopes == [ALL_DOCUMENTS]


def test_arrows_go_through_the_collections(shown: Shown) -> None:
    shown.section.list.setFocus(Qt.FocusReason.TabFocusReason)
    shown.qtbot.keyClick(shown.section.list, Qt.Key.Key_Down)
    assert shown.titles == ["Atlas", "Lease"]
    shown.qtbot.keyClick(shown.section.list, Qt.Key.Key_Down)
    assert shown.titles == []
    assert shown.panel._empty.text() == EMPTY_COLLECTION
    assert shown.panel._empty.isVisible()
    assert shown.scopes == [ScopeChoice(shown.hr.id), ScopeChoice(shown.empty.id)]


def test_find_looks_in_the_collection(shown: Shown) -> None:
    shown.click(shown.hr)
    shown.panel.search_field.setText("zoo")
    assert shown.titles == []
    assert shown.panel._empty.text() == NOTHING_FOUND
    shown.panel.search_field.setText("lea")
    assert shown.titles == ["Lease"]


def test_what_is_chosen_elsewhere_is_listed_and_not_told_back(shown: Shown) -> None:
    shown.panel.show_scope(ScopeChoice(shown.hr.id))
    assert shown.titles == ["Atlas", "Lease"]
    assert shown.section.current == shown.hr
    shown.panel.show_scope(ScopeChoice(document_ids=frozenset({1})))
    assert shown.titles == ["Atlas", "Lease"]
    shown.panel.show_scope(ALL_DOCUMENTS)
    assert shown.titles == ["Atlas", "Lease", "Zoo"]
    assert shown.scopes == []


# --- making and naming ----------------------------------------------------------------------


def test_a_new_collection_is_named_in_the_list(shown: Shown) -> None:
    shown.section.add_button.click()
    assert shown.field.text() == "New collection"
    assert shown.field.hasFocus()
    shown.write("Vessels")
    shown.qtbot.keyClick(shown.field, Qt.Key.Key_Return)
    shown.wait_listed()
    assert shown.names == ["All documents", "HR policies", "Nothing yet", "Vessels"]
    # What is listed and asked stays.
    assert shown.section.current is None
    assert shown.scopes == []


def test_esc_makes_nothing(shown: Shown) -> None:
    shown.section.add_button.click()
    shown.write("Vessels")
    shown.qtbot.keyClick(shown.field, Qt.Key.Key_Escape)
    assert shown.names == ["All documents", "HR policies", "Nothing yet"]
    assert shown.section.list.hasFocus()
    assert len(shown.pane.collections.collections()) == 2


def test_a_name_that_is_taken_is_said_while_it_is_typed(shown: Shown) -> None:
    shown.section.add_button.click()
    shown.write("hr POLICIES")
    field = shown.field
    sentence = "There is a collection “hr POLICIES” already. Choose another name."
    assert field.accessibleDescription() == sentence
    assert shown.section._error.isVisible()
    shown.qtbot.keyClick(field, Qt.Key.Key_Return)
    assert shown.field is field
    assert field.isVisible()
    shown.qtbot.keyClicks(field, " 2")
    assert not shown.section._error.isVisible()
    shown.qtbot.keyClick(field, Qt.Key.Key_Return)
    shown.wait_listed()
    assert "hr POLICIES 2" in shown.names


def test_f2_names_a_collection_anew(shown: Shown) -> None:
    shown.click(shown.hr)
    shown.qtbot.keyClick(shown.section.list, Qt.Key.Key_F2)
    assert shown.field.text() == "HR policies"
    shown.write("Absence")
    shown.qtbot.keyClick(shown.field, Qt.Key.Key_Return)
    shown.wait_listed()
    assert shown.names == ["All documents", "Absence", "Nothing yet"]
    assert shown.panel._section.text() == "Absence"
    assert shown.pane.collections.named("Absence").id == shown.hr.id


def test_all_documents_cannot_be_named_or_deleted(shown: Shown) -> None:
    view = shown.section.list
    view.setFocus()
    for key in (Qt.Key.Key_F2, Qt.Key.Key_Delete):
        shown.qtbot.keyClick(view, key)
    assert view.findChild(QLineEdit) is None
    assert not shown.panel.notice.isVisible()


def test_a_name_survives_what_is_read_meanwhile(shown: Shown) -> None:
    shown.section.add_button.click()
    shown.write("Half a na")
    shown.pane.collections.create("Aft")
    shown.pane.collecting.refresh()
    shown.wait_listed()
    assert shown.field.text() == "Half a na"
    assert shown.names[:2] == ["All documents", "Aft"]
    shown.qtbot.keyClicks(shown.field, "me")
    shown.qtbot.keyClick(shown.field, Qt.Key.Key_Return)
    shown.wait_listed()
    assert "Half a name" in shown.names


def test_a_count_that_changes_leaves_the_name_that_is_typed(shown: Shown) -> None:
    shown.click(shown.hr)
    shown.section.rename()
    shown.write("Absen")
    shown.pane.collections.add(shown.hr.id, shown.ids("Zoo"))
    shown.pane.collecting.refresh()
    shown.wait_listed()
    assert shown.field.text() == "Absen"


def test_a_fault_is_told_and_the_old_name_is_back(
    shown: Shown, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody else took the name a moment ago."""
    shown.pane.collections.create("Absence")
    index = shown.section.model.index_of(shown.hr.id)
    with caplog.at_level(logging.WARNING):
        shown.section.model.setData(index, "Absence")
        shown.qtbot.waitUntil(lambda: "HR policies" in shown.names and "Absence" in shown.names)
    assert "There is a collection “Absence” already." in shown.panel.notice.text()
    assert shown.panel.notice.isVisible()


# --- deleting -------------------------------------------------------------------------------


def test_deleting_asks_first_and_keeps_the_documents(shown: Shown, spoken: list[str]) -> None:
    shown.click(shown.hr)
    shown.qtbot.keyClick(shown.section.list, Qt.Key.Key_Delete)
    notice = shown.panel.notice
    assert notice.text() == (
        "Delete the collection “HR policies”? Its 2 documents stay in the library."
    )
    assert notice.button().hasFocus()
    shown.qtbot.keyClick(notice.button(), Qt.Key.Key_Return)
    shown.wait_listed()
    assert shown.names == ["All documents", "Nothing yet"]
    assert shown.titles == ["Atlas", "Lease", "Zoo"]
    assert shown.scopes[-1] == ALL_DOCUMENTS
    assert spoken[-1] == "HR policies is gone. All documents are listed and asked"
    assert len(shown.pane.library.documents()) == 3


def test_esc_deletes_nothing(shown: Shown) -> None:
    shown.click(shown.empty)
    shown.section.ask_to_delete()
    assert shown.panel.notice.text() == "Delete the collection “Nothing yet”? It is empty."
    shown.qtbot.keyClick(shown.panel.notice.button(), Qt.Key.Key_Escape)
    assert not shown.panel.notice.isVisible()
    assert len(shown.pane.collections.collections()) == 2


# --- filling --------------------------------------------------------------------------------


def drag_over(shown: Shown, data: QMimeData, row: int) -> QDragMoveEvent:
    """Drag something to the middle of a row."""
    view = shown.section.list
    place = view.visualRect(shown.section.model.index(row)).center()
    for event in (
        QDragEnterEvent(place, COPY, data, LEFT, PLAIN),
        moved := QDragMoveEvent(place, COPY, data, LEFT, PLAIN),
    ):
        QApplication.sendEvent(view.viewport(), event)
    return moved


def drop(shown: Shown, data: QMimeData, row: int) -> None:
    drag_over(shown, data, row)
    view = shown.section.list
    place = QPointF(view.visualRect(shown.section.model.index(row)).center())
    QApplication.sendEvent(view.viewport(), QDropEvent(place, COPY, data, LEFT, PLAIN))


def dragged(shown: Shown, *rows: int) -> QMimeData:
    """What the list of documents gives when these rows are dragged."""
    model = shown.panel.list.model()
    return model.mimeData([model.index(row, 0) for row in rows])


def test_documents_are_dragged_onto_a_collection(shown: Shown, spoken: list[str]) -> None:
    drop(shown, dragged(shown, 0, 2), 2)
    shown.wait_listed()
    assert shown.members("Nothing yet") == {"Atlas", "Zoo"}
    assert spoken[-1] == "2 documents added to Nothing yet"
    assert shown.titles == ["Atlas", "Lease", "Zoo"]


def test_nothing_is_dropped_on_all_documents(shown: Shown) -> None:
    data = dragged(shown, 0)
    assert not drag_over(shown, data, 0).isAccepted()
    assert drag_over(shown, data, 1).isAccepted()


def test_the_row_that_takes_what_is_dragged_has_a_ring(shown: Shown, theme: Theme) -> None:
    def ringed(row: int) -> bool:
        view = shown.section.list
        place = view.visualRect(shown.section.model.index(row))
        picture = view.grab().toImage()
        edge = QPointF(place.left() + 9, place.center().y()) * picture.devicePixelRatio()
        return picture.pixelColor(edge.toPoint()) == theme.color("focus")

    data = dragged(shown, 0)
    assert not ringed(1)
    drag_over(shown, data, 1)
    assert ringed(1)
    drag_over(shown, data, 0)
    assert not ringed(0)
    assert not ringed(1)
    drop(shown, data, 2)
    assert not ringed(2)
    shown.wait_listed()


def test_a_row_of_a_file_that_is_being_read_cannot_be_dragged(shown: Shown) -> None:
    shown.panel._reading_row.show(Path("Aft.pdf"), 1, 2)
    model = shown.panel.list.model()
    flags = {
        model.index(i, 0).data(): bool(
            model.flags(model.index(i, 0)) & Qt.ItemFlag.ItemIsDragEnabled
        )
        for i in range(model.rowCount())
    }
    assert flags == {"Aft": False, "Atlas": True, "Lease": True, "Zoo": True}
    shown.panel._reading_row.hide()


def open_menu(shown: Shown, *rows: int) -> dict[str, bool]:
    """The words of the menu for these rows, and of its list of collections; whether usable."""
    shown.pane.choose(*rows)
    shown.panel.list.customContextMenuRequested.emit(QPoint(20, 20))
    menu = shown.panel.menu
    actions = [*menu.actions(), *menu.collections.actions()]
    words = {
        action.text(): action.isEnabled()
        for action in actions
        if action.isVisible() and not action.isSeparator()
    }
    menu.close()
    return words


def trigger(shown: Shown, words: str) -> None:
    menu = shown.panel.menu
    [action] = [
        action
        for action in [*menu.actions(), *menu.collections.actions()]
        if action.text() == words
    ]
    action.trigger()


@MENUS
def test_the_menu_adds_to_a_collection(shown: Shown) -> None:
    words = open_menu(shown, 1, 2)
    assert words["HR policies"]
    trigger(shown, "HR policies")
    shown.wait_listed()
    assert shown.members() == {"Atlas", "Lease", "Zoo"}
    assert not open_menu(shown, 1, 2)["HR policies"]
    assert "Remove from “HR policies”" not in open_menu(shown, 1)


@MENUS
def test_the_menu_makes_a_collection_of_documents(shown: Shown) -> None:
    open_menu(shown, 0, 2)
    trigger(shown, "New collection…")
    shown.write("Vessels")
    shown.qtbot.keyClick(shown.field, Qt.Key.Key_Return)
    shown.wait_listed()
    assert shown.members("Vessels") == {"Atlas", "Zoo"}
    # The next new one starts empty.
    shown.section.add_button.click()
    shown.qtbot.keyClick(shown.field, Qt.Key.Key_Return)
    shown.wait_listed()
    assert shown.members("New collection") == set()


@MENUS
def test_the_menu_takes_out_of_the_collection(shown: Shown, spoken: list[str]) -> None:
    shown.click(shown.hr)
    open_menu(shown, 1)
    trigger(shown, "Remove from “HR policies”")
    shown.wait_listed()
    assert shown.titles == ["Atlas"]
    assert spoken[-1] == "1 document removed from HR policies"
    assert len(shown.pane.library.documents()) == 3


@MENUS
def test_the_menu_of_a_collection(shown: Shown) -> None:
    def words() -> list[str]:
        shown.section.list.customContextMenuRequested.emit(QPoint(20, 10))
        shown.section.menu.close()
        return [action.text() for action in shown.section.menu.actions() if action.isVisible()]

    assert words() == ["New collection"]
    shown.click(shown.hr)
    assert words() == ["New collection", "Rename", "Delete collection…"]


# --- what is read and removed ---------------------------------------------------------------


def test_a_collection_fills_while_files_are_read(shown: Shown) -> None:
    shown.click(shown.hr)
    new = shown.pane.shelf.put("Binnacle", shown.pane.shelf.pages("North.", 1))
    shown.pane.collections.add(shown.hr.id, [new.id])
    gate = Gate()
    shown.pane.ingest.add(finished(new, 1, 2, "unchanged"), gate, ended(unchanged=2))
    shown.panel.add((new.path,))
    shown.qtbot.waitUntil(lambda: shown.titles == ["Atlas", "Binnacle", "Lease"])
    gate.open()
    shown.pane.wait_idle()


def test_a_removed_document_leaves_the_counts(shown: Shown) -> None:
    shown.pane.listing.remove([shown.documents["Atlas"].id])

    def held() -> list[int]:
        return [collection.document_count for collection in shown.section.collections()]

    shown.qtbot.waitUntil(lambda: held() == [1, 0])


# --- seen -----------------------------------------------------------------------------------


def test_a_hundred_collections_scroll(shown: Shown) -> None:
    for number in range(100):
        shown.pane.collections.create(f"Case {number:03}")
    shown.pane.collecting.refresh()
    shown.wait_listed()
    shown.pane.settle()
    view = shown.section.list
    assert view.height() <= shown.panel.height() * 0.3
    assert view.verticalScrollBar().maximum() > 0
    assert shown.panel.list.height() > 200
    shown.panel.show_scope(ScopeChoice(shown.pane.collections.named("Case 099").id))
    shown.pane.settle()
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))


def test_a_low_panel_keeps_the_collection_that_is_chosen_in_sight(shown: Shown) -> None:
    shown.click(shown.hr)
    shown.panel.setMinimumSize(1, 1)
    shown.panel.resize(264, 300)
    shown.pane.settle()
    view = shown.section.list
    assert not shown.section.add_button.isVisible()
    assert view.height() == view.visualRect(view.currentIndex()).height()
    assert view.visualRect(view.currentIndex()).top() == 0


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_rows_grow_with_the_text_in_any_look(
    shown: Shown, theme: Theme, scheme: SchemeChoice, factor: float
) -> None:
    theme.set_scheme(scheme)
    theme.set_text_factor(factor)
    shown.click(shown.hr)
    shown.pane.settle()
    view = shown.section.list
    assert view.visualRect(view.currentIndex()).height() == theme.scaled(28)
    picture = view.grab().toImage()
    ratio = picture.devicePixelRatio()
    row = view.visualRect(view.currentIndex())
    corner = QPoint(round((row.left() + 12) * ratio), round((row.top() + 4) * ratio))
    assert picture.pixelColor(corner) == theme.color("select")

"""The table in the window: its key, its pages, its files, and what it shares with the others."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from app.core.domain.answer import Citation
from app.core.domain.chunk import DraftChunk, Span
from app.core.domain.collection import ScopeChoice
from app.core.domain.extraction import ExtractionSchema
from app.core.domain.model import ModelState
from app.core.errors import StorageError
from app.core.extraction.built_in import BUILT_IN
from app.gui.common.mode_header import Mode
from app.gui.common.theme import Theme
from app.gui.export.save_dialog import SaveDialog
from app.gui.extraction.table_rows import RowState
from app.gui.schemas.dialog import SchemaDialog
from app.services.extraction_events import ExtractionBegun
from tests.gui.chat.scripted_answers import Gate
from tests.gui.chat.windows import settle
from tests.gui.desks import Desk
from tests.gui.extraction.examples import cell, row
from tests.gui.scripted_extractions import ended, extracted
from tests.gui.viewer.looking import field_text, words_in_scene
from tests.viewed_documents import page_text

TOTAL_LINE = "Total due 1234.50 EUR"
TOTAL = 4
WAIT_MS = 20_000


@pytest.fixture(autouse=True)
def _no_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Theme, "reduced_motion", property(lambda theme: True))


class Extracting:
    """A window with two documents whose totals were extracted, in the mode of the table."""

    def __init__(self, desk: Desk, width: int = 1440) -> None:
        self.desk = desk
        self.schema: ExtractionSchema = next(one for one in BUILT_IN if one.name == "invoice")
        desk.models.states = dict.fromkeys(desk.models.states, ModelState.INSTALLED)
        self.ids = tuple(self._put(title, page) for title, page in (("Chairs", 2), ("Lamps", 1)))
        rows = [
            row(one, cell("total", 1234.5, page=page), title=title, schema=self.schema)
            for one, title, page in zip(self.ids, ("Chairs", "Lamps"), (2, 1), strict=True)
        ]
        desk.tables.put(self.schema, *rows)
        self.window = desk.open(width)
        desk.qtbot.waitUntil(lambda: bool(self.window.table._schemas))
        self.press("Ctrl+Shift+T")

    def _put(self, title: str, page: int) -> int:
        pages = [page_text(number, TOTAL_LINE) for number in (1, 2)]
        chunk = DraftChunk(TOTAL_LINE, (), (Span(page, 0, len(TOTAL_LINE), 0),), 9)
        document = self.desk.shelf.put(title, pages, chunks=[chunk])
        [stored] = self.desk.library.document_chunks(document.id)
        whole = pages[page - 1].boxes(0, len(TOTAL_LINE))
        words = pages[page - 1].boxes(10, 17)
        self.desk.tables.citations[document.id, "total"] = Citation(
            stored.id,
            document.id,
            title,
            document.path,
            page,
            "",
            "",
            "1234.50",
            True,
            words,
            whole,
        )
        return document.id

    def choose(self) -> None:
        """Choose the schema, and wait for its table."""
        with self.desk.qtbot.waitSignal(self.desk.workers.extractions.table_ready):
            self.window.table.choose_schema(self.schema)
        settle()

    def press(self, keys: str) -> None:
        """Press keys where the focus is."""
        target = QApplication.focusWidget() or self.window
        self.desk.qtbot.keySequence(target, keys)
        settle()

    def click_total(self, number: int) -> None:
        """Click the total of a row."""
        view = self.window.table.area.view
        index = view.table.index(number, TOTAL)
        view.scrollTo(index)
        place = view.visualRect(index).center()
        self.desk.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def wait_for_page(self, title: str, page: int) -> None:
        """Wait until a page is shown with its words marked."""
        viewer = self.window.viewer
        self.desk.qtbot.waitUntil(
            lambda: (
                viewer.frame.header.title() == title
                and field_text(viewer) == str(page)
                and bool(words_in_scene(viewer, page))
            ),
            timeout=WAIT_MS,
        )
        settle()


@pytest.fixture
def user(desk: Desk) -> Extracting:
    user = Extracting(desk)
    user.choose()
    return user


def test_a_key_and_the_switch_lead_to_the_table_and_back(desk: Desk) -> None:
    user = Extracting(desk)
    window = user.window
    assert window.middle.currentWidget() is window.table
    assert window.table.header.switch.value() == Mode.TABLE
    user.choose()
    user.press("Ctrl+K")
    assert window.middle.currentWidget() is window.chat
    user.press("Ctrl+Shift+T")
    assert window.table.area.view.hasFocus()
    user.press("F6")
    user.press("Shift+F6")
    assert window.table.area.view.hasFocus()
    switch = window.table.header.switch
    desk.qtbot.mouseClick(switch.segment(Mode.SEARCH), Qt.MouseButton.LeftButton)
    settle()
    assert window.middle.currentWidget() is window.search
    assert window.search.header.switch.value() == Mode.SEARCH


def test_a_click_on_a_value_shows_its_words(user: Extracting) -> None:
    user.click_total(0)
    user.wait_for_page("Chairs", 2)
    caption = user.window.viewer.frame.citation_bar.texts()
    assert caption[2] == "Citation 1 of 2"
    user.press("Alt+Down")
    user.wait_for_page("Lamps", 1)
    # Also when the conversation is shown meanwhile: the page is one of the table.
    user.press("Ctrl+K")
    user.window.viewer.frame.citation_bar.previous_button().click()
    user.wait_for_page("Chairs", 2)


def test_a_document_is_opened_at_its_first_page(user: Extracting) -> None:
    user.window.table.document_activated.emit(user.ids[1])
    viewer = user.window.viewer
    user.desk.qtbot.waitUntil(lambda: viewer.frame.header.title() == "Lamps")
    assert field_text(viewer) == "1"


def test_esc_closes_the_page_and_then_chooses_no_rows(user: Extracting) -> None:
    user.click_total(0)
    user.wait_for_page("Chairs", 2)
    view = user.window.table.area.view
    view.selectAll()
    user.press("Escape")
    assert not user.window.panes.viewer_shown
    assert len(view.chosen_documents()) == 2
    user.press("Escape")
    assert view.chosen_documents() == ()


def test_the_scope_is_that_of_the_library_and_of_the_others(user: Extracting) -> None:
    choice = ScopeChoice(document_ids=frozenset({user.ids[1]}))
    with user.desk.qtbot.waitSignal(user.desk.workers.extractions.table_ready):
        user.window.search.scope.set_choice(choice)
    settle()
    assert user.window.table.choice == choice
    assert len(user.window.table.model.rows()) == 1


def test_it_says_which_model_reads_and_offers_one(user: Extracting) -> None:
    window = user.window
    assert window.table.header.model_button.text().startswith("Qwen2.5")
    window.table.model_menu_requested.emit()
    settle()
    assert window.dialogs.current is not None


def test_schemas_are_made_in_their_dialog_and_listed_here(user: Extracting) -> None:
    window, qtbot = user.window, user.desk.qtbot
    window.table.schemas_requested.emit()
    dialog = window.dialogs.current
    assert isinstance(dialog, SchemaDialog)
    own = ExtractionSchema("pay", "Pay slip", user.schema.fields[:1])
    with qtbot.waitSignal(user.desk.workers.schemas.listed):
        user.desk.workers.schemas.put(own, False)
    settle()
    dialog.close()
    settle()
    window.table.controls.schema.menu().aboutToShow.emit()
    entries = [action.text() for action in window.table.controls.schema.menu().actions()]
    assert "Pay slip" in entries
    assert window.table.schema == user.schema


def test_the_first_schema_that_is_made_is_used(desk: Desk) -> None:
    user = Extracting(desk)
    own = ExtractionSchema("pay", "Pay slip", user.schema.fields[:1])
    desk.tables.put(own)
    user.window.table.schemas_requested.emit()
    dialog = user.window.dialogs.current
    assert isinstance(dialog, SchemaDialog)
    with desk.qtbot.waitSignal(desk.workers.schemas.listed):
        desk.workers.schemas.put(own, False)
    with desk.qtbot.waitSignal(desk.workers.extractions.table_ready):
        dialog.schema_saved.emit(own)
    assert user.window.table.schema == own
    dialog.close()


def test_schemas_that_cannot_be_listed_are_told(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    user = Extracting(desk)
    user.desk.workers.schemas.failed.emit(StorageError("The library cannot be read. Try again."))
    notice = user.window.table.notices.notice
    assert notice.text() == "The library cannot be read. Try again."


def test_what_an_earlier_run_left_is_taken_up(desk: Desk) -> None:
    gate = Gate()
    desk.tables.waiting["invoice"] = [1]
    desk.runs.add(
        ExtractionBegun("invoice", 1, "Chairs", 1), gate, extracted("invoice", 1), ended(1)
    )
    user = Extracting(desk)
    table = user.window.table
    desk.qtbot.waitUntil(lambda: table.model.row_of(user.ids[0]) is not None)
    shown = table.model.row_of(user.ids[0])
    assert shown is not None
    assert shown.state is RowState.READING
    gate.open()
    desk.qtbot.waitUntil(lambda: not desk.workers.extractions.busy)
    settle()
    assert table.strip.texts()[0] == "1 document extracted"


def test_a_document_that_is_removed_leaves_the_table(user: Extracting) -> None:
    [gone, stays] = user.ids
    user.desk.tables.put(user.schema, user.desk.tables.rows["invoice"][stays])
    user.desk.library.remove_documents([gone])
    user.desk.workers.library.refresh()
    user.desk.qtbot.waitUntil(lambda: len(user.window.table.model.rows()) == 1)


# --- files ----------------------------------------------------------------------------------


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "Documents"
    folder.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _kind: str(folder))
    return folder


def pick(user: Extracting, words: str) -> SaveDialog:
    menu = user.window.table.header.menu
    [action] = [action for action in menu.actions() if action.text() == words]
    action.trigger()
    dialog = user.window.extraction.dialog
    assert dialog is not None
    return dialog


def test_the_table_is_exported_with_what_was_chosen(documents: Path, user: Extracting) -> None:
    with user.desk.qtbot.waitSignal(user.desk.workers.table_exports.saved, timeout=30_000):
        pick(user, "Export as XLSX…").accept()
    settle()
    assert (documents / "Invoice.xlsx").read_bytes() == b"invoice as xlsx"
    assert user.desk.tables.calls("export")[0][:1] == ("invoice",)
    notice = user.window.table.notices.notice
    assert notice.text() == "Exported. “Invoice.xlsx” is in the folder “Documents”."
    assert notice.button().text() == "Show in folder"
    # The conversation's own exports say nothing of it.
    assert user.window.chat.export_notice.isHidden()


def test_the_key_of_exports_offers_every_form_of_the_table(
    documents: Path, user: Extracting
) -> None:
    user.press("Ctrl+E")
    dialog = user.window.extraction.dialog
    assert dialog is not None
    assert [words.partition(" (")[0] for words in dialog.nameFilters()] == [
        "Excel workbook",
        "CSV",
        "JSON",
    ]
    [name] = dialog.findChildren(QLineEdit, "fileNameEdit")
    name.setText("totals.csv")
    with user.desk.qtbot.waitSignal(user.desk.workers.table_exports.saved, timeout=30_000):
        dialog.accept()
    settle()
    assert (documents / "totals.csv").read_bytes() == b"invoice as csv"
    user.press("Ctrl+K")
    user.press("Ctrl+E")
    assert user.window.extraction.dialog is None


def test_an_export_that_fails_is_offered_again(
    documents: Path, user: Extracting, caplog: pytest.LogCaptureFixture
) -> None:
    user.desk.tables.fault = StorageError("The disk is full. Free some space.")
    with caplog.at_level(logging.WARNING):
        with user.desk.qtbot.waitSignal(user.desk.workers.table_exports.failed, timeout=30_000):
            pick(user, "Export as CSV…").accept()
        settle()
    notice = user.window.table.notices.notice
    assert notice.text() == "Nothing was exported. The disk is full. Free some space."
    notice.button().click()
    dialog = user.window.extraction.dialog
    assert dialog is not None
    with user.desk.qtbot.waitSignal(user.desk.workers.table_exports.saved, timeout=30_000):
        dialog.accept()
    settle()
    assert (documents / "Invoice.csv").exists()


@pytest.mark.parametrize(("width", "height", "factor"), [(640, 440, 1.0), (1280, 880, 2.0)])
def test_in_the_smallest_window_all_is_reached(
    desk: Desk, width: int, height: int, factor: float
) -> None:
    user = Extracting(desk, width)
    desk.theme.set_text_factor(factor)
    desk.resize(width, height)
    user.choose()
    table = user.window.table
    assert user.window.width() == width
    inside = table.rect()
    for part in (table.controls.schema, table.controls.scope, table.controls.button):
        place = part.rect().translated(part.mapTo(table, part.rect().topLeft()))
        assert inside.contains(place)
    assert table.area.view.viewport().height() >= table.area.view.rowHeight(0)

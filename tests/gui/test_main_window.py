"""The window over scripted services: what one pane reports reaches the others, by mouse and key."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, QSettings, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.core.domain.answer import AnswerStyle, RefusalReason
from app.core.domain.collection import ALL_DOCUMENTS, Collection, ScopeChoice
from app.core.domain.document import DocumentStatus
from app.core.domain.model import ModelRole, ModelState
from app.core.errors import StorageError
from app.core.settings import AnswerSettings, ModelSettings, Settings
from app.gui import window_adding, window_models
from app.gui.chat.begin_anew import BeginAnewNotice
from app.gui.common.announce import Announcer
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.common.widgets import Notice, Select, Switch
from app.gui.main_window import MainWindow
from app.gui.settings.dialog import SettingsDialog
from app.gui.settings.keys import GROUPS, KeysDialog
from app.gui.welcome.model_dialog import ModelDialog
from app.services.events import FileStarted, ScanFinished
from app.services.ingest_control import CollectedPath
from tests.fakes.model_files import model_entry, model_file
from tests.gui.chat.examples import FOUND, QUESTION, finished, refusal, whole_flow
from tests.gui.chat.scripted_answers import Gate
from tests.gui.chat.windows import settle
from tests.gui.desks import Desk
from tests.gui.scripted_services import STARTER, ScriptedModels, ended, progress
from tests.gui.scripted_services import finished as file_finished
from tests.gui.viewer.looking import field_text

MENUS = pytest.mark.qt_log_ignore("^This plugin does not support", extend=True)
COPY, LEFT = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier


@pytest.fixture(autouse=True)
def _no_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Theme, "reduced_motion", property(lambda theme: True))


def press(qtbot: QtBot, keys: str) -> None:
    """Press keys such as "Ctrl+K" where the focus is."""
    target = QApplication.focusWidget()
    assert target is not None
    qtbot.keySequence(target, keys)
    settle()


def ask(desk: Desk, question: str = QUESTION) -> None:
    """Ask and wait for the end."""
    with desk.qtbot.waitSignal(desk.workers.answers.finished):
        desk.window.chat.composer.asked.emit(question)
    settle()


def opened_pages(desk: Desk, page: int) -> Callable[[], bool]:
    """Whether the viewer is at a page."""
    return lambda: field_text(desk.window.viewer) == str(page)


# Asked anew each time; a checker of types would take a property for what it was before.


def page_shown(window: MainWindow) -> bool:
    return window.panes.viewer_shown


def drawer_open(window: MainWindow) -> bool:
    return window.panes.drawer_open


def style_of(window: MainWindow) -> AnswerStyle:
    return window.chat.composer.answer_style


def dialog_of(window: MainWindow) -> QDialog | None:
    return window.dialogs.current


# --- starting -------------------------------------------------------------------------------


def test_a_first_run_welcomes(desk: Desk) -> None:
    window = desk.open()
    assert window.middle.currentWidget() is window.welcome
    assert window.windowTitle() == "Pincite"
    assert desk.ingest.runs == []


def test_a_library_with_documents_opens_the_conversation(desk: Desk) -> None:
    desk.put("Lease")
    desk.put("Locked", 0, DocumentStatus.NEEDS_PASSWORD)
    window = desk.open()
    assert window.middle.currentWidget() is window.chat
    assert window.chat.composer.ask_button.isEnabled()
    assert [document.title for document in window.library.documents()] == ["Lease", "Locked"]


def test_documents_without_text_cannot_be_asked(desk: Desk) -> None:
    desk.put("Locked", 0, DocumentStatus.NEEDS_PASSWORD)
    window = desk.open()
    assert window.middle.currentWidget() is window.chat
    assert not window.chat.composer.ask_button.isEnabled()


def test_neither_is_shown_before_the_library_is_listed(desk: Desk) -> None:
    desk.put("Lease")
    window = desk.make()
    assert window.middle.currentWidget() not in (window.welcome, window.chat)
    desk.show()
    assert window.middle.currentWidget() is window.chat


def test_what_an_earlier_run_left_is_taken_up(desk: Desk) -> None:
    desk.ingest.left_over = True
    desk.open()
    desk.wait_idle()
    assert desk.ingest.runs == [()]


# --- adding ---------------------------------------------------------------------------------


def test_files_dropped_anywhere_are_read(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    desk.put("Lease")
    window = desk.open()
    window.chat.composer.field.setFocus()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "PDFs"))])
    handle = window.windowHandle()
    QApplication.sendEvent(handle, QDragEnterEvent(QPoint(900, 800), COPY, data, LEFT, PLAIN))
    assert window.drop.isVisible()
    assert window.drop.geometry() == window.rect()
    QApplication.sendEvent(handle, QDropEvent(QPointF(900, 800), COPY, data, LEFT, PLAIN))
    desk.wait_idle()
    assert desk.ingest.runs == [(CollectedPath(tmp_path / "PDFs"),)]
    assert window.chat.composer.field.toPlainText() == ""


def test_chosen_folders_and_files_are_read(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Dialog:
        """Answers at once, as a user who knows what they want."""

        folder = str(tmp_path)
        files: tuple[str, ...] = (str(tmp_path / "a.pdf"), str(tmp_path / "b.pdf"))

        @classmethod
        def getExistingDirectory(cls, parent: QWidget, title: str) -> str:
            return cls.folder

        @classmethod
        def getOpenFileNames(cls, *given: object) -> tuple[list[str], str]:
            return list(cls.files), ""

    monkeypatch.setattr(window_adding, "QFileDialog", Dialog)
    window = desk.open()
    window.welcome.folder_button.click()
    desk.wait_idle()
    window.library.add_menu.actions()[1].trigger()
    desk.wait_idle()
    files = (CollectedPath(tmp_path / "a.pdf"), CollectedPath(tmp_path / "b.pdf"))
    assert desk.ingest.runs == [(CollectedPath(tmp_path),), files]
    Dialog.folder, Dialog.files = "", ()
    window.adding.choose_folder()
    window.adding.choose_files()
    desk.wait_idle()
    assert len(desk.ingest.runs) == 2


def test_the_first_document_that_is_read_opens_the_conversation(desk: Desk, qtbot: QtBot) -> None:
    window = desk.open()
    gate = Gate()
    lease = desk.put("Lease")
    desk.ingest.add(ScanFinished(2, ()), file_finished(lease, 1, 2), gate, ended(added=1))
    window.adding.add((desk.folder,))
    qtbot.waitUntil(lambda: window.middle.currentWidget() is window.chat)
    assert window.chat.composer.ask_button.isEnabled()
    gate.open()
    desk.wait_idle()


# --- asking and looking ---------------------------------------------------------------------


def test_a_citation_opens_its_page_beside_the_answer(desk: Desk, qtbot: QtBot) -> None:
    full(desk)
    window = desk.window
    assert not page_shown(window)
    press(qtbot, "Alt+Down")
    assert page_shown(window)
    qtbot.waitUntil(opened_pages(desk, 14))
    assert window.viewer.isVisible()
    window.viewer.frame.close_button.click()
    assert not page_shown(window)


def test_a_document_opens_at_its_first_page(desk: Desk, qtbot: QtBot) -> None:
    desk.put("Lease", 3)
    window = desk.open()
    window.library.focus_list()
    press(qtbot, "Return")
    qtbot.waitUntil(opened_pages(desk, 1))
    assert window.viewer.isVisible()


def test_a_removed_document_is_not_shown_any_more(desk: Desk, qtbot: QtBot) -> None:
    lease = desk.put("Lease", 3)
    desk.put("Atlas", 3)
    window = desk.open()
    window.library.open_document(lease)
    qtbot.waitUntil(opened_pages(desk, 1))
    with qtbot.waitSignal(desk.workers.library.removed):
        desk.workers.library.remove([lease.id])
    settle()
    assert not page_shown(window)
    assert window.viewer.frame.header.title() == "Page"


def test_another_document_that_is_removed_changes_nothing(desk: Desk, qtbot: QtBot) -> None:
    lease, atlas = desk.put("Lease", 3), desk.put("Atlas", 3)
    window = desk.open()
    window.library.open_document(lease)
    qtbot.waitUntil(opened_pages(desk, 1))
    with qtbot.waitSignal(desk.workers.library.removed):
        desk.workers.library.remove([atlas.id])
    assert page_shown(window)


def test_the_viewer_can_have_a_changed_file_read_again(desk: Desk) -> None:
    lease = desk.put("Lease", 3)
    window = desk.open()
    window.viewer.read_again.emit(lease.path)
    desk.wait_idle()
    assert desk.ingest.runs == [(lease.path,)]


def test_citations_can_be_gone_through_from_the_viewer(desk: Desk, qtbot: QtBot) -> None:
    full(desk)
    viewer = desk.window.viewer
    viewer.next_citation.emit()
    qtbot.waitUntil(opened_pages(desk, 14))
    viewer.next_citation.emit()
    qtbot.waitUntil(opened_pages(desk, 1))
    viewer.previous_citation.emit()
    qtbot.waitUntil(opened_pages(desk, 14))


# --- scope ----------------------------------------------------------------------------------


def test_questions_can_be_asked_in_chosen_documents_only(desk: Desk, qtbot: QtBot) -> None:
    lease, atlas = desk.put("Lease"), desk.put("Atlas")
    desk.put("Zoo")
    for _ in range(3):
        desk.answers.add(FOUND, finished(refusal(RefusalReason.NO_SUPPORT)))
    window = desk.open()
    only_lease = ScopeChoice(document_ids=frozenset({lease.id}))
    two = ScopeChoice(document_ids=frozenset({lease.id, atlas.id}))
    window.library.scope_chosen.emit(only_lease)
    settle()
    assert window.chat.composer.scope_words.label == "Lease"
    assert window.chat.composer.field.hasFocus()
    ask(desk)
    window.library.scope_chosen.emit(two)
    assert window.chat.composer.scope_words.label == "2 chosen documents"
    ask(desk)
    window.library.scope_chosen.emit(ALL_DOCUMENTS)
    ask(desk)
    assert [scope for _, scope, _ in desk.answers.asked] == [
        only_lease,
        two,
        ALL_DOCUMENTS,
    ]


def test_a_scope_shrinks_with_the_library(desk: Desk, qtbot: QtBot) -> None:
    lease, atlas = desk.put("Lease"), desk.put("Atlas")
    desk.put("Zoo")
    window = desk.open()
    both = ScopeChoice(document_ids=frozenset({lease.id, atlas.id}))
    window.library.scope_chosen.emit(both)
    for removed, label in ((lease, "Atlas"), (atlas, "All documents")):
        with qtbot.waitSignal(desk.workers.library.removed):
            desk.workers.library.remove([removed.id])
        settle()
        assert window.chat.composer.scope_words.label == label


def in_hr(desk: Desk, *titles: str) -> Collection:
    """A collection of new documents, beside a document that is in none."""
    desk.put("Zoo")
    return desk.collections.create("HR policies", [desk.put(title).id for title in titles])


def look_in(desk: Desk, collection: Collection | None) -> None:
    """Click a collection in the library, or all documents."""
    section = desk.window.library.collections
    index = section.model.index_of(collection.id if collection else None)
    place = section.list.visualRect(index).center()
    desk.qtbot.mouseClick(section.list.viewport(), LEFT, PLAIN, place)


def listed_titles(window: MainWindow) -> list[str]:
    model = window.library.list.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_a_collection_that_is_chosen_is_asked_and_searched(desk: Desk) -> None:
    hr = in_hr(desk, "Lease", "Atlas")
    desk.answers.add(FOUND, finished(refusal(RefusalReason.NO_SUPPORT)))
    window = desk.open()
    look_in(desk, hr)
    assert listed_titles(window) == ["Atlas", "Lease"]
    assert window.chat.composer.scope_chooser.text() == "HR policies"
    assert window.search.scope.text() == "HR policies"
    ask(desk)
    assert [scope for _, scope, _ in desk.answers.asked] == [ScopeChoice(hr.id)]
    [turn] = window.chat.conversation.turns
    assert turn.asked.scope_words.asked_in() == "You asked in HR policies, 2 documents"


def test_what_the_composer_chooses_is_listed_and_searched(desk: Desk, qtbot: QtBot) -> None:
    hr = in_hr(desk, "Lease")
    window = desk.open()
    window.search.field.setText("rent")
    qtbot.waitUntil(lambda: desk.searches.asked == [("rent", ALL_DOCUMENTS)])
    window.chat.composer.scope_chooser.set_choice(ScopeChoice(hr.id))
    assert listed_titles(window) == ["Lease"]
    assert window.library.collections.current == hr
    qtbot.waitUntil(lambda: desk.searches.asked[1:] == [("rent", ScopeChoice(hr.id))])
    window.search.scope.set_choice(ALL_DOCUMENTS)
    assert listed_titles(window) == ["Lease", "Zoo"]
    assert window.chat.composer.scope == ALL_DOCUMENTS


def test_a_question_keeps_its_collection_when_it_is_asked_again(desk: Desk, qtbot: QtBot) -> None:
    hr = in_hr(desk, "Lease")
    for _ in range(2):
        desk.answers.add(finished(refusal(RefusalReason.CANCELLED)))
    window = desk.open()
    look_in(desk, hr)
    ask(desk)
    look_in(desk, None)
    [turn] = window.chat.conversation.turns
    assert isinstance(turn.outcome, Notice)
    with qtbot.waitSignal(desk.workers.answers.finished):
        turn.outcome.button().click()
    assert [scope for _, scope, _ in desk.answers.asked] == [ScopeChoice(hr.id)] * 2


def test_documents_that_are_chosen_in_the_list_are_offered(desk: Desk) -> None:
    desk.put("Lease")
    atlas = desk.put("Atlas")
    window = desk.open()
    window.library.list.setCurrentIndex(window.library.list.model().index(0, 0))
    menu = window.chat.composer.scope_chooser.menu()
    menu.aboutToShow.emit()
    [action] = [action for action in menu.actions() if action.text() == "Only “Atlas”"]
    action.trigger()
    assert window.chat.composer.scope == ScopeChoice(document_ids=frozenset({atlas.id}))
    assert listed_titles(window) == ["Atlas", "Lease"]


def test_a_deleted_collection_gives_way_to_all_documents_in_sight(desk: Desk, qtbot: QtBot) -> None:
    hr = in_hr(desk, "Lease")
    window = desk.open()
    look_in(desk, hr)
    desk.workers.collections.delete(hr.id)
    # A list that was asked for earlier may come first.
    qtbot.waitUntil(lambda: window.scope.choice == ALL_DOCUMENTS)
    assert window.chat.composer.scope_chooser.text() == "All documents"
    assert window.search.scope.text() == "All documents"
    assert window.scope.choice == ALL_DOCUMENTS
    assert listed_titles(window) == ["Lease", "Zoo"]


# --- models and settings --------------------------------------------------------------------


def test_without_a_model_answers_are_quotes(desk: Desk) -> None:
    desk.put("Lease")
    window = desk.open()
    assert style_of(window) is AnswerStyle.QUOTES


def test_the_chosen_model_is_named(desk: Desk) -> None:
    second = STARTER.model_copy(update={"name": "second", "title": "Second model"})
    desk.models = ScriptedModels(STARTER, second, installed=True)
    desk.settings = Settings(models=ModelSettings(chat_model="second"))
    desk.put("Lease")
    window = desk.open()
    assert "Second model" in window.chat.header.model_button.accessibleName()
    assert style_of(window) is AnswerStyle.WRITTEN


def test_a_model_for_tests_writes_only_when_it_is_named(desk: Desk) -> None:
    tiny = model_entry(model_file("tiny.gguf", b"0"), name="tiny", role=ModelRole.TEST)
    desk.models = ScriptedModels(STARTER, tiny)
    desk.models.states["tiny"] = ModelState.INSTALLED
    desk.put("Lease")
    window = desk.open()
    assert style_of(window) is AnswerStyle.QUOTES
    changed = Settings(models=ModelSettings(chat_model="tiny"))
    window.dialogs.settings_changed.emit(changed)
    assert style_of(window) is AnswerStyle.WRITTEN


def test_a_download_is_told_at_the_foot_and_ends_in_written_answers(
    desk: Desk, qtbot: QtBot
) -> None:
    gate = Gate()
    desk.models.add(progress(5), gate)
    desk.settings = Settings(answers=AnswerSettings(style=AnswerStyle.QUOTES))
    window = desk.open(1000)
    footer, rail = window.library.footer, window.panes.rail
    assert footer.line() == "Offline. Nothing is sent."
    with qtbot.waitSignal(desk.workers.models.reported):
        window.welcome.model_choice.rows[0].download.click()
    assert footer.line() == "Downloading a model. Your documents stay here."
    assert rail._connection.accessibleName() == footer.line()
    with qtbot.waitSignal(window.settings_changed) as signal:
        gate.open()
    assert signal.args[0].answers.style is AnswerStyle.WRITTEN
    qtbot.waitUntil(lambda: footer.line() == "Offline. Nothing is sent.")
    assert style_of(window) is AnswerStyle.WRITTEN


def test_the_style_that_is_chosen_in_the_conversation_is_a_setting(
    desk: Desk, qtbot: QtBot
) -> None:
    desk.models = ScriptedModels(installed=True)
    desk.put("Lease")
    window = desk.open()
    with qtbot.waitSignal(window.settings_changed) as signal:
        window.chat.style_chosen.emit(AnswerStyle.QUOTES)
    assert signal.args[0].answers.style is AnswerStyle.QUOTES
    assert style_of(window) is AnswerStyle.QUOTES
    with qtbot.assertNotEmitted(window.settings_changed):
        window.chat.style_chosen.emit(AnswerStyle.QUOTES)


def test_the_claim_filter_is_one_setting_in_conversation_and_dialog(
    desk: Desk, qtbot: QtBot
) -> None:
    desk.put("Lease")
    window = desk.open()
    button = window.chat.composer.claim_filter_button
    assert not button.isChecked()
    with qtbot.waitSignal(window.settings_changed) as signal:
        button.click()
    assert signal.args[0] == Settings(answers=AnswerSettings(claim_filter=True))
    window.models.open_settings()
    dialog = window.dialogs.current
    assert isinstance(dialog, SettingsDialog)
    switch = dialog.editor("answers", "claim_filter").widget
    assert isinstance(switch, Switch)
    assert switch.isChecked()
    with qtbot.waitSignal(window.settings_changed):
        switch.click()
    assert not button.isChecked()
    assert button.text() == "Claim filter off"


def test_the_models_that_are_installed_may_judge(desk: Desk) -> None:
    second, third = (
        STARTER.model_copy(update={"name": name, "title": f"The {name} model"})
        for name in ("second", "third")
    )
    desk.models = ScriptedModels(STARTER, second, third, installed=True)
    desk.models.states |= {"second": ModelState.MISSING, "third": ModelState.MISSING}
    desk.settings = Settings(answers=AnswerSettings(claim_filter_model="third"))
    window = desk.open()
    window.models.open_settings()
    dialog = window.dialogs.current
    assert isinstance(dialog, SettingsDialog)
    judges = dialog.editor("answers", "claim_filter_model").widget
    assert isinstance(judges, Select)
    assert [judges.itemText(index) for index in range(judges.count())] == [
        "Same as for answers",
        STARTER.title,
        "The third model (not installed)",
    ]
    assert judges.currentText() == "The third model (not installed)"


def test_settings_are_in_force_as_soon_as_they_are_touched(desk: Desk, qtbot: QtBot) -> None:
    desk.models = ScriptedModels(installed=True)
    desk.put("Lease")
    window = desk.open()
    window.models.open_settings()
    dialog = window.dialogs.current
    assert isinstance(dialog, SettingsDialog)
    with qtbot.waitSignal(window.settings_changed):
        dialog.editor("answers", "style").edited.emit(AnswerStyle.QUOTES)
    assert style_of(window) is AnswerStyle.QUOTES
    dialog.accept()
    assert dialog_of(window) is None
    window.models.open_settings()
    again = window.dialogs.current
    assert isinstance(again, SettingsDialog)
    with qtbot.waitSignal(window.settings_changed) as signal:
        again.editor("answers", "passages").edited.emit(3)
    assert signal.args[0].answers == AnswerSettings(style=AnswerStyle.QUOTES, passages=3)


def test_settings_that_cannot_be_kept_are_told_where_they_were_changed(desk: Desk) -> None:
    window = desk.open()
    fault = StorageError("The disk is full. Free some space.")
    window.models.settings_not_kept(fault)
    assert window.library.notice.isVisible()
    window.models.open_settings()
    dialog = window.dialogs.current
    assert isinstance(dialog, SettingsDialog)
    window.models.settings_not_kept(fault)
    assert dialog.notice.isVisible()


def test_the_settings_offer_models_and_tell_where_the_library_lies(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(window_models, "open_folder", opened.append)
    window = desk.open()
    window.models.open_settings()
    dialog = window.dialogs.current
    assert isinstance(dialog, SettingsDialog)
    texts = [label.text() for label in dialog.findChildren(type(dialog.notice._title))]
    assert str(desk.folder) in texts
    assert dialog.editor("models", "chat_model").widget.currentText() == STARTER.title  # type: ignore[attr-defined]


def test_one_dialog_is_open_at_a_time_and_none_outlives_the_window(desk: Desk) -> None:
    window = desk.open()
    window.models.open_models()
    first = window.dialogs.current
    assert isinstance(first, ModelDialog)
    window.models.open_settings()
    assert isinstance(window.dialogs.current, SettingsDialog)
    window.close()
    assert dialog_of(window) is None


# --- keys -----------------------------------------------------------------------------------


def full(desk: Desk) -> None:
    """A document, a model, and an answer."""
    desk.models = ScriptedModels(installed=True)
    desk.answers.add(*whole_flow(desk.cited_answer()))
    desk.open()
    desk.window.chat.composer.field.setFocus()
    ask(desk)


def test_keys_that_lead_somewhere(desk: Desk, qtbot: QtBot) -> None:
    full(desk)
    window = desk.window
    press(qtbot, "Ctrl+L")
    assert window.library.search_field.hasFocus()
    press(qtbot, "Ctrl+K")
    assert window.chat.composer.field.hasFocus()
    press(qtbot, "Ctrl+B")
    assert not window.library.isVisible()
    press(qtbot, "Ctrl+B")
    assert window.library.isVisible()
    press(qtbot, "Ctrl+,")
    assert isinstance(window.dialogs.current, SettingsDialog)
    window.dialogs.close()
    with qtbot.waitActive(window):
        window.activateWindow()
    press(qtbot, "F1")
    assert isinstance(window.dialogs.current, KeysDialog)


@pytest.mark.parametrize("searching", [False, True])
def test_the_key_for_a_new_conversation(desk: Desk, qtbot: QtBot, searching: bool) -> None:
    full(desk)
    window = desk.window
    press(qtbot, "Ctrl+Shift+F" if searching else "Ctrl+L")
    press(qtbot, "Ctrl+N")
    assert window.middle.currentWidget() is window.chat
    assert window.chat.conversation.turns == ()
    assert window.chat.header.title() == "New conversation"
    assert window.chat.composer.field.hasFocus()


def test_what_that_key_asks_fits_the_smallest_window_with_the_largest_text(
    desk: Desk, qtbot: QtBot
) -> None:
    full(desk)
    window = desk.window
    desk.theme.set_text_factor(2.0)
    desk.resize(640, 440)
    desk.answers.add(FOUND, Gate())
    with qtbot.waitSignal(desk.workers.answers.reported):
        window.chat.composer.asked.emit("Another question?")
    press(qtbot, "Ctrl+N")
    [notice] = window.chat.findChildren(BeginAnewNotice)
    assert notice.button().hasFocus()
    assert window.height() == 440
    seen = window.chat.rect()
    for part in (notice.button(), window.chat.composer.stop_button):
        place = QRect(part.mapTo(window.chat, QPoint()), part.size())
        assert seen.contains(place)
        assert part.visibleRegion().boundingRect() == part.rect()


def test_that_key_does_nothing_where_there_is_no_conversation(desk: Desk, qtbot: QtBot) -> None:
    window = desk.open()
    window.welcome.setFocus()
    press(qtbot, "Ctrl+N")
    assert window.middle.currentWidget() is window.welcome


def test_keys_of_citations_and_copy(desk: Desk, qtbot: QtBot) -> None:
    full(desk)
    window = desk.window
    window.library.focus_list()
    press(qtbot, "Alt+Down")
    qtbot.waitUntil(opened_pages(desk, 14))
    press(qtbot, "Alt+Down")
    qtbot.waitUntil(opened_pages(desk, 1))
    press(qtbot, "Alt+Up")
    qtbot.waitUntil(opened_pages(desk, 14))
    QApplication.clipboard().clear()
    press(qtbot, "Ctrl+Shift+C")
    assert "31 March" in QApplication.clipboard().text()


@MENUS
@pytest.mark.parametrize("width", [1440, 1000])
def test_the_key_for_adding_opens_the_menu_at_a_button_that_can_be_seen(
    desk: Desk, qtbot: QtBot, width: int
) -> None:
    window = desk.open(width)
    press(qtbot, "Ctrl+O")
    menu = window.library.add_menu
    assert menu.isVisible()
    button = window.library.add_button if width == 1440 else window.panes.rail.add_button
    place = button.mapToGlobal(QPoint(0, button.height()))
    assert abs(menu.x() - place.x()) < 8
    menu.close()


def pane_with_focus(desk: Desk) -> str:
    window = desk.window
    panes = {
        "rail": window.panes.rail,
        "library": window.library,
        "middle": window.middle,
        "viewer": window.viewer,
    }
    focused = QApplication.focusWidget()
    assert focused is not None
    return next(name for name, pane in panes.items() if pane.isAncestorOf(focused))


@pytest.mark.parametrize(
    ("width", "order"),
    [
        (1440, ["library", "middle", "viewer"]),
        (1000, ["rail", "middle", "viewer"]),
        (800, ["rail", "viewer"]),
    ],
)
def test_f6_goes_through_the_panes_that_can_be_seen(
    desk: Desk, qtbot: QtBot, width: int, order: list[str]
) -> None:
    full(desk)
    desk.resize(width)
    desk.window.library.open_document(desk.window.library.documents()[0])
    qtbot.waitUntil(opened_pages(desk, 1))
    for _ in range(3):
        press(qtbot, "F6")
        if pane_with_focus(desk) == order[0]:
            break
    assert pane_with_focus(desk) == order[0]
    for name in [*order[1:], order[0]]:
        press(qtbot, "F6")
        assert pane_with_focus(desk) == name
    for name in reversed(order):
        press(qtbot, "Shift+F6")
        assert pane_with_focus(desk) == name


def test_f6_on_the_first_run(desk: Desk, qtbot: QtBot) -> None:
    window = desk.open()
    press(qtbot, "F6")
    press(qtbot, "F6")
    assert {pane_with_focus(desk)} <= {"library", "middle"}
    window.library.search_field.setFocus()
    press(qtbot, "F6")
    assert window.welcome.folder_button.hasFocus()


def test_every_key_of_the_list_is_bound(desk: Desk) -> None:
    """Ctrl+F and its like are bound by the viewer, keys without Ctrl or Alt where the focus is."""
    window = desk.open()
    window.table.schemas_requested.emit()  # the form of schemas has keys of its own
    bound = {
        key.toString()
        for shortcut in window.findChildren(QShortcut)
        for key in QShortcut.keys(shortcut)
    }
    listed = {name for _, keys in GROUPS for _, names in keys for name in names}
    assert listed - bound == {"Return", "Shift+Return", "Esc", "Del", "F2", "Up", "Down"}
    assert bound - listed == {"Ctrl+="}


# --- Esc ------------------------------------------------------------------------------------


def test_esc_stops_the_answer_first_and_then_closes_the_page(desk: Desk, qtbot: QtBot) -> None:
    full(desk)
    window = desk.window
    window.library.open_document(window.library.documents()[0])
    qtbot.waitUntil(opened_pages(desk, 1))
    desk.answers.add(FOUND, Gate())
    with qtbot.waitSignal(desk.workers.answers.reported):
        window.chat.composer.asked.emit("Another question?")
    window.library.list.setFocus()
    with qtbot.waitSignal(desk.workers.answers.finished):
        press(qtbot, "Esc")
    assert page_shown(window)
    press(qtbot, "Esc")
    assert not page_shown(window)
    press(qtbot, "Esc")
    assert window.isVisible()


def test_esc_empties_a_search_before_it_closes_anything(desk: Desk, qtbot: QtBot) -> None:
    full(desk)
    window = desk.window
    window.library.open_document(window.library.documents()[0])
    qtbot.waitUntil(opened_pages(desk, 1))
    press(qtbot, "Ctrl+L")
    qtbot.keyClicks(window.library.search_field, "lea")
    press(qtbot, "Esc")
    assert window.library.search_field.text() == ""
    assert page_shown(window)
    press(qtbot, "Esc")
    assert not page_shown(window)


def test_esc_closes_the_find_bar_before_the_page(desk: Desk, qtbot: QtBot) -> None:
    full(desk)
    window = desk.window
    window.library.open_document(window.library.documents()[0])
    qtbot.waitUntil(opened_pages(desk, 1))
    press(qtbot, "Ctrl+F")
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    press(qtbot, "Esc")
    assert not window.viewer.frame.find_bar.isVisible()
    assert page_shown(window)
    press(qtbot, "Esc")
    assert not page_shown(window)


def test_esc_closes_a_question_of_the_library_before_the_page(desk: Desk, qtbot: QtBot) -> None:
    full(desk)
    window = desk.window
    window.library.open_document(window.library.documents()[0])
    qtbot.waitUntil(opened_pages(desk, 1))
    window.library.focus_list()
    window.library.list.selectAll()
    press(qtbot, "Del")
    assert window.library.notice.isVisible()
    press(qtbot, "Esc")
    assert not window.library.notice.isVisible()
    assert page_shown(window)


@MENUS
def test_esc_closes_an_open_menu_and_nothing_else(desk: Desk, qtbot: QtBot) -> None:
    full(desk)
    window = desk.window
    window.library.open_document(window.library.documents()[0])
    qtbot.waitUntil(opened_pages(desk, 1))
    window.open_add_menu()
    menu = window.library.add_menu
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    assert not menu.isVisible()
    assert page_shown(window)


def test_esc_in_a_dialog_leaves_the_window_alone(desk: Desk, qtbot: QtBot) -> None:
    full(desk)
    window = desk.window
    window.library.open_document(window.library.documents()[0])
    qtbot.waitUntil(opened_pages(desk, 1))
    window.models.open_settings()
    dialog = window.dialogs.current
    assert isinstance(dialog, QDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog_of(window) is None
    assert page_shown(window)


def test_esc_brings_back_from_a_covering_page_to_where_one_was(desk: Desk, qtbot: QtBot) -> None:
    full(desk)
    desk.resize(800, 600)
    window = desk.window
    window.chat.composer.field.setFocus()
    press(qtbot, "Alt+Down")
    assert window.panes.viewer_covers
    assert pane_with_focus(desk) == "viewer"
    press(qtbot, "Esc")
    assert window.middle.isVisible()
    assert window.chat.composer.field.hasFocus()


def test_esc_closes_the_drawer_before_the_page(desk: Desk, qtbot: QtBot) -> None:
    full(desk)
    desk.resize(1000)
    window = desk.window
    window.library.open_document(window.library.documents()[0])
    qtbot.waitUntil(opened_pages(desk, 1))
    press(qtbot, "Ctrl+B")
    assert drawer_open(window)
    press(qtbot, "Esc")
    assert not drawer_open(window)
    assert page_shown(window)


def test_the_question_can_be_reached_from_a_covering_page(desk: Desk, qtbot: QtBot) -> None:
    full(desk)
    desk.resize(800, 600)
    press(qtbot, "Alt+Down")
    press(qtbot, "Ctrl+K")
    assert desk.window.chat.composer.field.hasFocus()
    press(qtbot, "Ctrl+L")
    assert desk.window.library.search_field.hasFocus()
    press(qtbot, "Ctrl+K")
    assert desk.window.chat.composer.field.hasFocus()
    assert not drawer_open(desk.window)


# --- closing and coming back ----------------------------------------------------------------


def test_closing_while_reading_and_answering_leaves_nothing_alive(desk: Desk, qtbot: QtBot) -> None:
    desk.put("Lease")
    desk.answers.add(FOUND, Gate())
    desk.ingest.add(ScanFinished(9, ()), FileStarted(Path("a.pdf"), 1, 9), Gate(), ended())
    window = desk.open()
    window.adding.add((Path("a.pdf"),))
    with qtbot.waitSignal(desk.workers.answers.reported):
        window.chat.composer.asked.emit(QUESTION)
    qtbot.waitUntil(window.library.strip.isVisible)
    with qtbot.waitSignal(window.closed):
        window.close()
    assert not window.isVisible()
    assert desk.ingest.forgotten == 0


def test_the_window_comes_back_as_it_was_left(
    desk: Desk, theme: Theme, qtbot: QtBot, tmp_path: Path
) -> None:
    store = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    desk.memory = store
    desk.put("Lease")
    window = desk.open(1440, 700)
    window.panes.toggle_library()
    window.close()
    store.sync()
    later = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    other = Desk(theme, qtbot, tmp_path / "other")
    other.memory = later
    again = other.open(1440, 700)
    assert again.panes.rail.isVisible()
    other.close()


def test_what_cannot_be_understood_of_the_memory_is_left_aside(desk: Desk, tmp_path: Path) -> None:
    store = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    for key in ("window", "library_width", "viewer_width", "library_closed"):
        store.setValue(key, "broken")
    desk.memory = store
    window = desk.open()
    assert window.panes.docked


# --- every look -----------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize("size", [(1440, 900), (1024, 700), (800, 600), (640, 440)])
def test_the_window_in_every_look(
    desk: Desk, theme: Theme, scheme: SchemeChoice, factor: float, size: tuple[int, int]
) -> None:
    theme.set_scheme(scheme)
    theme.set_text_factor(factor)
    full(desk)
    desk.resize(*size)
    window = desk.window
    assert window.size().toTuple() == size
    assert not window.grab().isNull()
    window.library.open_document(window.library.documents()[0])
    desk.qtbot.waitUntil(opened_pages(desk, 1))
    assert window.viewer.width() >= 400
    window.panes.show_library()
    settle()
    assert not window.grab().isNull()
    for button in window.findChildren(QAbstractButton):
        if button.isVisible():
            place = button.mapTo(window, button.rect().center())
            inside = window.panes.rect().contains(place) or button.visibleRegion().isEmpty()
            assert inside, button.accessibleName() or button.text()


def test_colours_and_text_size_change_while_the_window_is_open(
    desk: Desk, theme: Theme, qtbot: QtBot
) -> None:
    full(desk)
    window = desk.window
    light = window.library.grab().toImage().pixelColor(4, 300)
    header = window.library._header.height()
    theme.set_scheme(SchemeChoice.DARK)
    settle()
    assert window.library.grab().toImage().pixelColor(4, 300) == theme.color("sidebar") != light
    theme.set_text_factor(1.5)
    settle()
    assert window.library._header.height() == 72 > header


def test_all_controls_have_names(desk: Desk) -> None:
    full(desk)
    window = desk.window
    for control in window.findChildren(QAbstractButton):
        if control.isVisible() and not control.objectName().startswith("qt_"):
            assert control.accessibleName() or control.text(), control.parent()


def test_all_panes_announce_through_one_announcer(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """So a screen reader hears one thing a second, whatever happens at the same time."""
    spoken_by: list[tuple[Announcer, str]] = []
    monkeypatch.setattr(Announcer, "polite", lambda self, text: spoken_by.append((self, text)))
    full(desk)
    press(qtbot, "Alt+Down")
    qtbot.waitUntil(opened_pages(desk, 14))
    desk.window.adding.add((desk.folder,))
    desk.wait_idle()
    texts = [text for _, text in spoken_by]
    for part in ("passages found", "page 14", "No PDF was found"):
        assert any(part in text for text in texts), part
    assert {id(announcer) for announcer, _ in spoken_by} == {id(desk.window._announcer)}


def test_faults_of_the_library_are_told_in_its_pane(
    desk: Desk, caplog: pytest.LogCaptureFixture, qtbot: QtBot
) -> None:
    desk.put("Lease")
    window = desk.open()
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(desk.workers.library.failed):
        desk.workers.library.remove([99])
    settle()
    assert window.library.notice.isVisible()


def test_tab_goes_through_the_whole_window_and_comes_back(desk: Desk) -> None:
    desk.put("Lease")
    window = desk.open()
    ring: list[QWidget] = []
    widget = window.nextInFocusChain()
    while widget is not None and widget is not window and len(ring) < 5000:
        ring.append(widget)
        widget = widget.nextInFocusChain()
    inside = [child for child in window.findChildren(QWidget) if child.window() is window]
    assert [child for child in inside if child not in ring] == []

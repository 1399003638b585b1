"""From the conversation to the clipboard and to files, and what is said of it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest
from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from app.core.domain.answer import RefusalReason
from app.core.errors import StorageError
from app.gui.chat.answer_section import AnswerSection
from app.gui.chat.turn import TurnView
from app.gui.common.widgets import NoticeKind
from app.gui.export.save_dialog import SaveDialog
from app.gui.window_export import shown_turn
from tests.gui.chat import examples
from tests.gui.chat.windows import settle
from tests.gui.desks import Desk

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def asked(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: list[str]) -> Desk:
    """A window with an answer; exports are proposed for a folder of its own."""
    (tmp_path / "Documents").mkdir()
    monkeypatch.setattr(
        QStandardPaths, "writableLocation", lambda _kind: str(tmp_path / "Documents")
    )
    desk.put("Employee Handbook 2026")
    desk.open()
    ask(desk)
    return desk


def ask(desk: Desk, question: str = examples.QUESTION, *, refused: bool = False) -> None:
    refusal = examples.refusal(RefusalReason.NO_SUPPORT, question=question)
    desk.answers.add(*examples.whole_flow(refusal if refused else examples.ANSWER))
    chat = desk.window.chat
    with desk.qtbot.waitSignal(chat.running_changed, check_params_cb=lambda running: not running):
        chat.composer.field.setPlainText(question)
        desk.qtbot.keyClick(chat.composer.field, Qt.Key.Key_Return)
    settle()


def section(desk: Desk) -> AnswerSection:
    outcome = desk.window.chat.conversation.turns[0].outcome
    assert isinstance(outcome, AnswerSection)
    return outcome


def pick(menu: QMenu, words: str) -> None:
    [action] = [action for action in menu.actions() if action.text() == words]
    assert isinstance(action, QAction)
    action.trigger()


def dialog(desk: Desk) -> SaveDialog:
    shown = desk.window.export.dialog
    assert shown is not None
    return shown


def save(desk: Desk, begin: Callable[[], object]) -> Path:
    """Begin an export, and take the name that is proposed."""
    with desk.qtbot.waitSignal(desk.workers.exports.saved, timeout=30_000) as saved:
        begin()
        dialog(desk).accept()
    settle()
    [path] = saved.args or [None]
    assert isinstance(path, Path)
    return path


def test_the_answer_is_copied_in_each_form(asked: Desk, spoken: list[str]) -> None:
    row, clipboard = section(asked).action_row, QGuiApplication.clipboard()
    pick(row.copy_menu, "Copy as Markdown")
    assert clipboard.text().startswith(f"# {examples.QUESTION}\n\nAsked on ")
    assert "in 1 document. Written by" in clipboard.text()
    assert "\n[^1]: **Employee Handbook 2026**, p. 14 (label 12)" in clipboard.text()
    assert row.copy_button.text() == "Copied"
    assert spoken[-1] == "The answer was copied as Markdown"
    pick(row.copy_menu, "Copy as plain text")
    assert "\n[1] Employee Handbook 2026, p. 14 (label 12)" in clipboard.text()
    assert spoken[-1] == "The answer was copied as plain text"
    pick(row.copy_menu, "Copy with citations")
    assert "calendar year. [chunk:17] p. 14" in clipboard.text()


def test_one_answer_as_markdown(asked: Desk, tmp_path: Path) -> None:
    ask(asked, "And then?", refused=True)
    menu = section(asked).action_row.export_menu
    path = save(asked, lambda: pick(menu, "This answer as Markdown…"))
    assert path.parent == tmp_path / "Documents"
    assert path.name.startswith("How many days of unused leave can a full-time employee carry over")
    text = path.read_text(encoding="utf-8")
    assert "Exported from Pincite on " in text
    assert "[^3]: **Works Agreement**" in text
    assert "And then?" not in text
    notice = asked.window.chat.export_notice
    assert notice.isVisible()
    assert notice.text() == f"Exported. “{path.name}” is in the folder “Documents”."


def test_the_conversation_as_pdf(asked: Desk) -> None:
    ask(asked, "And then?", refused=True)
    menu = section(asked).action_row.export_menu
    path = save(asked, lambda: pick(menu, "This conversation as PDF…"))
    text = " ".join("".join(page.get_text() for page in pymupdf.open(path).pages()).split())
    assert "2 questions, exported from Pincite on" in text
    assert "And then?" in text
    assert "No answer was found in 1 document" in text


def test_the_key_and_the_menu_export_the_conversation(asked: Desk, spoken: list[str]) -> None:
    window = asked.window
    asked.qtbot.keyClick(window, Qt.Key.Key_E, CONTROL)
    assert dialog(asked).nameFilters() == ["PDF document (*.pdf)", "Markdown (*.md)"]
    dialog(asked).reject()
    assert window.export.dialog is None
    menu = window.chat.header.menu
    path = save(asked, lambda: pick(menu, "Export this conversation…"))
    assert path.read_bytes().startswith(b"%PDF-")
    assert spoken[-1] == f"Exported. “{path.name}” is in the folder “Documents”."


def test_without_questions_there_is_nothing_to_export(desk: Desk) -> None:
    desk.put("Employee Handbook 2026")
    window = desk.open()
    desk.qtbot.keyClick(window, Qt.Key.Key_E, CONTROL)
    assert window.export.dialog is None
    [action] = [a for a in window.chat.header.menu.actions() if a.text().startswith("Export")]
    assert not action.isEnabled()


def test_what_cannot_be_written_is_told_beside_it_and_tried_again(
    asked: Desk, tmp_path: Path, spoken: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    window = asked.window
    with caplog.at_level(logging.WARNING), asked.qtbot.waitSignal(asked.workers.exports.failed):
        window.export.export_conversation()
        (tmp_path / "Documents").rename(tmp_path / "Elsewhere")
        dialog(asked).accept()
    settle()
    notice = window.chat.export_notice
    failed = notice.kind
    assert failed is NoticeKind.ERROR
    assert "is not there. Export it again to another folder." in notice.text()
    assert spoken[-1] == f"! {notice.text()}"
    (tmp_path / "Documents").mkdir()
    path = save(asked, lambda: asked.qtbot.mouseClick(notice.button(), Qt.MouseButton.LeftButton))
    assert path.exists()
    assert notice.text() == f"Exported. “{path.name}” is in the folder “Documents”."


def test_the_next_question_puts_the_message_away(asked: Desk) -> None:
    save(asked, asked.window.export.export_conversation)
    assert asked.window.chat.export_notice.isVisible()
    ask(asked, "And then?")
    assert not asked.window.chat.export_notice.isVisible()


def test_the_folder_of_the_file_is_shown(asked: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    monkeypatch.setattr("app.gui.external.QDesktopServices.openUrl", opened.append)
    path = save(asked, asked.window.export.export_conversation)
    notice = asked.window.chat.export_notice
    asked.qtbot.mouseClick(notice.button(), Qt.MouseButton.LeftButton)
    assert [Path(url.toLocalFile()) for url in opened] == [path.parent]  # type: ignore[attr-defined]


def test_a_turn_without_an_answer_says_why(asked: Desk) -> None:
    turn = asked.window.chat.conversation.turns[0]
    assert shown_turn(turn).answer is examples.ANSWER
    assert shown_turn(turn).asked.asked_at.utcoffset() is not None
    turn.restart(turn.asked)
    assert shown_turn(turn).answer is None
    assert shown_turn(turn).lost == ""
    turn.fail(StorageError("The library cannot be read."))
    assert shown_turn(turn).lost == "The library cannot be read."
    turn.restart(turn.asked)
    turn.end()
    stopped = shown_turn(turn).answer
    assert stopped is not None
    assert stopped.reason is RefusalReason.CANCELLED


def test_a_lost_answer_is_exported_with_its_sentence(asked: Desk) -> None:
    window = asked.window
    [kept] = [shown_turn(turn) for turn in window.chat.conversation.turns]
    lost = type(kept)(1, kept.asked, None, "It was made from a document that was erased.")
    window.chat.show_conversation("Kept", [lost])
    [turn] = window.chat.conversation.turns
    assert isinstance(turn, TurnView)
    assert shown_turn(turn).lost == "It was made from a document that was erased."
    assert shown_turn(turn).asked == kept.asked

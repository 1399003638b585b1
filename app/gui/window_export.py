"""Copies and exports what stands in the conversation: asks where to, hands it to the lane of
exports, and says what came of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QLocale, QObject, QStandardPaths, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.core.domain.conversation import Turn
from app.core.errors import PinciteError
from app.core.export.composing import answer_report, conversation_report
from app.core.export.markdown import markdown
from app.core.export.plain_text import plain_text
from app.core.export.report import Report
from app.gui.chat.answer_actions import AnswerWish
from app.gui.chat.answer_section import AnswerSection
from app.gui.chat.header import EXPORT_KEY
from app.gui.chat.kept_turns import kept_answer, kept_question
from app.gui.chat.panel import ChatPanel
from app.gui.chat.turn import TurnView
from app.gui.export.pdf import pdf
from app.gui.export.save_dialog import ExportForm, SaveDialog
from app.gui.external import show_in_folder
from app.gui.middle import Middle
from app.gui.window_keys import bind_keys
from app.workers.exports import ExportWorker

_COPIED = {
    AnswerWish.COPY_MARKDOWN: (markdown, "The answer was copied as Markdown"),
    AnswerWish.COPY_TEXT: (plain_text, "The answer was copied as plain text"),
}
_FORMS = {
    AnswerWish.ANSWER_MARKDOWN: ExportForm.MARKDOWN,
    AnswerWish.ANSWER_PDF: ExportForm.PDF,
    AnswerWish.CONVERSATION_MARKDOWN: ExportForm.MARKDOWN,
    AnswerWish.CONVERSATION_PDF: ExportForm.PDF,
}
_OF_ONE = (AnswerWish.ANSWER_MARKDOWN, AnswerWish.ANSWER_PDF)


class Window(Protocol):
    """What is needed of the window."""

    chat: ChatPanel
    middle: Middle


@dataclass(frozen=True, slots=True)
class _Export:
    """What is to be exported, as it was when that was asked for, and the forms to choose from."""

    report: Report
    forms: tuple[ExportForm, ...]


def shown_turn(view: TurnView) -> Turn:
    """A turn as it stands on the screen, with the time of this place. Its id is not known here."""
    asked = kept_question(view)
    asked = replace(asked, asked_at=asked.asked_at.astimezone())
    if view.running:
        return Turn(0, asked, None)
    lost = view.fault or view.lost
    if view.finished is None and lost:
        return Turn(0, asked, None, lost)
    return Turn(0, asked, kept_answer(view))


def content(report: Report, form: ExportForm, locale: QLocale) -> bytes:
    """The bytes of a report's file."""
    return pdf(report, locale) if form is ExportForm.PDF else markdown(report).encode()


class WindowExport(QObject):
    """Carries wishes of the conversation to the clipboard, or to a file by way of the worker.

    Signal: `asked_elsewhere` when the key was pressed where no conversation is shown.
    """

    asked_elsewhere = Signal()

    def __init__(self, window: Window, worker: ExportWorker) -> None:
        assert isinstance(window, QWidget)
        super().__init__(window)
        self._window: QWidget = window
        self._chat, self._middle = window.chat, window.middle
        self._worker = worker
        self._folder = Path(
            QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        )
        self._export: _Export | None = None
        self._dialog: SaveDialog | None = None
        notice = self._notice = self._chat.export_notice
        notice.show_requested.connect(show_in_folder)
        notice.again_requested.connect(self._ask_where)
        self._chat.wished.connect(self._fulfil)
        self._chat.header.export_requested.connect(self.export_conversation)
        self._chat.emptied.connect(notice.hide)
        self._chat.running_changed.connect(notice.hide)
        worker.saved.connect(self._saved)
        worker.failed.connect(self._failed)
        bind_keys(window, {EXPORT_KEY: self.export_conversation})

    @property
    def dialog(self) -> SaveDialog | None:
        """What asks where to save, while it does."""
        return self._dialog

    @Slot()
    def export_conversation(self) -> None:
        """Export what is shown, in the form that the user chooses."""
        if self._middle.currentWidget() is not self._chat:
            self.asked_elsewhere.emit()
        elif self._chat.conversation.turns:
            self._begin(self._conversation(), (ExportForm.PDF, ExportForm.MARKDOWN))

    @Slot(object, object)
    def _fulfil(self, turn: TurnView, wish: AnswerWish) -> None:
        if wish in _COPIED:
            write, words = _COPIED[wish]
            self._copy(turn, write(answer_report(shown_turn(turn))), words)
            return
        if wish in _OF_ONE:
            report = answer_report(shown_turn(turn), datetime.now().astimezone())
        else:
            report = self._conversation()
        self._begin(report, (_FORMS[wish],))

    def _copy(self, turn: TurnView, text: str, words: str) -> None:
        QGuiApplication.clipboard().setText(text)
        if isinstance(turn.outcome, AnswerSection):
            turn.outcome.action_row.show_copied()
        turn.spoken.emit(words)

    def _conversation(self) -> Report:
        turns = self._chat.conversation.turns
        title = self._chat.header.title()
        return conversation_report(title, list(map(shown_turn, turns)), datetime.now().astimezone())

    # --- files ------------------------------------------------------------------------------

    def _begin(self, report: Report, forms: tuple[ExportForm, ...]) -> None:
        self._export = _Export(report, forms)
        self._ask_where()

    @Slot()
    def _ask_where(self) -> None:
        if self._export is None or self._dialog is not None:
            return
        self._notice.hide()
        title, forms = self._export.report.name, self._export.forms
        dialog = self._dialog = SaveDialog(title, self._folder, forms, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._save)
        dialog.finished.connect(self._forget)
        dialog.open()

    @Slot(object, object)
    def _save(self, path: Path, form: ExportForm) -> None:
        if self._export is not None:
            self._folder = path.parent
            self._worker.save(path, partial(content, self._export.report, form, QLocale()))

    @Slot()
    def _forget(self) -> None:
        self._dialog = None

    @Slot(object)
    def _saved(self, path: Path) -> None:
        words = self._notice.tell_saved(path)
        self._say(words)

    @Slot(object)
    def _failed(self, error: PinciteError) -> None:
        self._notice.tell_failed(error)

    def _say(self, words: str) -> None:
        turns = self._chat.conversation.turns
        if turns:
            turns[-1].spoken.emit(words)

"""What can be done with an answer: copy it in several forms, export it, see how it came about."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QMenu, QWidget

from app.gui.chat.inspect_button import InspectButton
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, TextRole
from app.gui.common.widgets import Button, ButtonVariant, ElidedLabel, native_key

COPY_KEY = "Ctrl+Shift+C"
COPIED_MS = 2000
"""How long the button says that the answer was copied."""


class AnswerWish(StrEnum):
    """What the user wants to have of an answer, or of the conversation that it stands in."""

    COPY_CITED = "copy_cited"
    COPY_MARKDOWN = "copy_markdown"
    COPY_TEXT = "copy_text"
    ANSWER_MARKDOWN = "answer_markdown"
    ANSWER_PDF = "answer_pdf"
    CONVERSATION_MARKDOWN = "conversation_markdown"
    CONVERSATION_PDF = "conversation_pdf"


_COPIES = {
    AnswerWish.COPY_CITED: "Copy with citations",
    AnswerWish.COPY_MARKDOWN: "Copy as Markdown",
    AnswerWish.COPY_TEXT: "Copy as plain text",
}
_EXPORTS = {
    AnswerWish.ANSWER_MARKDOWN: "This answer as Markdown…",
    AnswerWish.ANSWER_PDF: "This answer as PDF…",
    AnswerWish.CONVERSATION_MARKDOWN: "This conversation as Markdown…",
    AnswerWish.CONVERSATION_PDF: "This conversation as PDF…",
}


class AnswerActions(QWidget):
    """A row of buttons, and how long the answer took. Where room is scarce, the buttons at the
    right keep their signs only.

    `wished` carries an AnswerWish.
    """

    wished = Signal(object)

    def __init__(self, theme: Theme, took: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        ghost = ButtonVariant.GHOST
        self.copy_button = Button(theme, "Copy", variant=ghost, icon="copy", compact=True)
        self.copy_button.setToolTip(f"Copy the answer with its citations ({native_key(COPY_KEY)})")
        self.copy_button.clicked.connect(self._copy_cited)
        self.copy_menu = self._menu(_COPIES)
        self._show_key(self.copy_menu.actions()[0])
        self.forms_button = Button(theme, variant=ghost, compact=True)
        self.forms_button.show_chevron()
        self.forms_button.setAccessibleName("Copy in another form")
        self.forms_button.setToolTip("Copy in another form")
        self.forms_button.clicked.connect(self._open_forms)
        self.export_button = Button(theme, "Export", variant=ghost, icon="export", compact=True)
        self.export_button.setAccessibleName("Export")
        self.export_menu = self._menu(_EXPORTS)
        self.export_menu.insertSeparator(self.export_menu.actions()[2])
        self.export_button.setMenu(self.export_menu)
        self.inspect_button = InspectButton(theme)
        self.inspect_button.setAccessibleName("Inspect")
        self._took = ElidedLabel(theme, took, role=TextRole.SECONDARY, tone="text2")
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(COPIED_MS)
        self._copied.timeout.connect(self._forget_copied)
        self._row = self._arrange()
        theme.changed.connect(self._fit)

    def _arrange(self) -> QHBoxLayout:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, SPACE_2, 0, 0)
        row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        copying = QHBoxLayout()
        copying.setSpacing(0)
        copying.addWidget(self.copy_button)
        copying.addWidget(self.forms_button)
        row.addLayout(copying)
        row.addWidget(self.export_button)
        row.addWidget(self.inspect_button)
        row.addStretch(1)
        row.addWidget(self._took)
        return row

    @property
    def took(self) -> str:
        """How long the answer took, in words."""
        return self._took.text()

    def show_copied(self) -> None:
        """Say for a moment that the clipboard has the answer."""
        self.copy_button.setText("Copied")
        self._copied.start()

    def _menu(self, entries: dict[AnswerWish, str]) -> QMenu:
        menu = QMenu(self)
        for wish, words in entries.items():
            menu.addAction(words).setData(wish)
        menu.triggered.connect(self._chosen)
        return menu

    def _show_key(self, action: QAction) -> None:
        """The conversation binds the key; here it is only shown."""
        action.setShortcut(QKeySequence(COPY_KEY))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)

    def _chosen(self, action: QAction) -> None:
        self.wished.emit(AnswerWish(action.data()))

    def _copy_cited(self) -> None:
        self.wished.emit(AnswerWish.COPY_CITED)

    def _open_forms(self) -> None:
        self.copy_menu.popup(self.copy_button.mapToGlobal(self.copy_button.rect().bottomLeft()))

    def _forget_copied(self) -> None:
        self.copy_button.setText("Copy")

    def _fit(self) -> None:
        """Show words on all buttons, or on the first only."""
        for button, words in ((self.export_button, "Export"), (self.inspect_button, "Inspect")):
            button.setText(words)
        if self._least_width() > self.width():
            for button in (self.export_button, self.inspect_button):
                button.setText("")
        self.updateGeometry()

    def _least_width(self) -> int:
        buttons = (self.copy_button, self.forms_button, self.export_button, self.inspect_button)
        return sum(button.sizeHint().width() for button in buttons) + 3 * self._row.spacing()

    # Qt overrides

    def minimumSizeHint(self) -> QSize:
        # The row is as narrow as it has to be; what is shown follows the width that it is given.
        return QSize(self.copy_button.sizeHint().width(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

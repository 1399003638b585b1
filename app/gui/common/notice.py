"""A banner beside its cause: what happened, what is kept, one button."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.gui.common.announce import speak
from app.gui.common.buttons import Button, IconButton
from app.gui.common.keyboard_focus import restyle
from app.gui.common.labels import IconLabel, TextLabel
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import SPACE_1, SPACE_2, SPACE_3, TextRole


class NoticeKind(StrEnum):
    """How serious it is."""

    INFO = "info"
    WARN = "warn"
    ERROR = "error"


_ICONS: dict[NoticeKind, tuple[str, TokenName]] = {
    NoticeKind.INFO: ("info", "text2"),
    NoticeKind.WARN: ("state-warning", "warn"),
    NoticeKind.ERROR: ("state-failed", "bad"),
}


class Notice(QFrame):
    """Icon, title in bold, a sentence, and perhaps a button and a way to close it.

    ``stacked`` puts the button below the words, for narrow panes.

    Emits ``action`` when its button is pressed and ``closed`` when it is put away. An error is
    read out at once when it appears.
    """

    action = Signal()
    closed = Signal()

    def __init__(
        self,
        theme: Theme,
        kind: NoticeKind,
        title: str,
        sentence: str = "",
        *,
        button: str = "",
        closable: bool = False,
        stacked: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kind = kind
        self._icon = IconLabel(theme, *_ICONS[kind])
        self._title = TextLabel(theme, title, role=TextRole.HEADING, wrap=True)
        self._sentence = TextLabel(
            theme, sentence, role=TextRole.SECONDARY, tone="text2", wrap=True, selectable=True
        )
        self._button = Button(theme, button, compact=True)
        self._button.clicked.connect(self._act)
        self._close = IconButton(theme, "close", "Close this message")
        self._close.clicked.connect(self._put_away)
        self._close.setVisible(closable)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        words.addWidget(self._sentence)
        top, middle = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignVCenter
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_3, SPACE_2, SPACE_3, SPACE_2)
        layout.setSpacing(SPACE_2 if stacked else SPACE_3)
        layout.addWidget(self._icon, 0, top if stacked else middle)
        layout.addLayout(words, 1)
        if stacked:
            words.addSpacing(SPACE_1)
            words.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            layout.addWidget(self._button, 0, middle)
        layout.addWidget(self._close, 0, top if stacked else middle)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.set_content(kind, title, sentence, button=button)

    @property
    def kind(self) -> NoticeKind:
        """How serious the message is."""
        return self._kind

    def text(self) -> str:
        """Return title and sentence as one text."""
        return f"{self._title.text()} {self._sentence.text()}".strip()

    def button(self) -> Button:
        """Return the button; it is hidden while it has no words."""
        return self._button

    def set_content(
        self, kind: NoticeKind, title: str, sentence: str = "", *, button: str = ""
    ) -> None:
        """Say something else; an error is read out if the notice can be seen."""
        self._kind = kind
        self._icon.set_icon(*_ICONS[kind])
        self._title.setText(title)
        self._title.setVisible(bool(title))
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))
        self._button.setText(button)
        self._button.setVisible(bool(button))
        self.setProperty("notice", kind.value)
        self.setAccessibleName(self.text())
        restyle(self)
        if self.isVisible():
            self._read_out()

    def _act(self) -> None:
        self.action.emit()

    def _put_away(self) -> None:
        self.hide()
        self.closed.emit()

    def _read_out(self) -> None:
        if self._kind is NoticeKind.ERROR:
            speak(self, self.text(), assertive=True)

    # Qt override

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._read_out()

"""Where a question is written: the field, and below it how it is asked."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.core.domain.answer import AnswerStyle
from app.core.domain.collection import ALL_DOCUMENTS, ScopeChoice
from app.gui.chat import wording
from app.gui.chat.claim_filter_button import ClaimFilterButton
from app.gui.chat.composer_bar import ComposerBar
from app.gui.chat.style_button import StyleButton
from app.gui.chat.wording import ScopeWords
from app.gui.common.scope_choice import ScopeChooser
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import RADIUS_CARD, SPACE_1, SPACE_2, SPACE_3, TextRole
from app.gui.common.widgets import (
    Button,
    FieldError,
    TextLabel,
    paint_focus_ring,
)

MOST_LINES = 6
COUNTER_FROM = 3600
"""Characters from which on the counter is shown."""


class Composer(QWidget):
    """Emits `asked` with the question when it can be asked, `stop_requested` while one runs,
    `style_chosen` with an AnswerStyle when the user picks another, and `claim_filter_chosen` with
    whether passages of another scope are to be set aside."""

    asked = Signal(str)
    stop_requested = Signal()
    style_chosen = Signal(object)
    claim_filter_chosen = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._documents = 0
        self._follow_up = False
        self._running = False
        self._field = QuestionField(theme)
        self._field.entered.connect(self._ask)
        self._field.textChanged.connect(self._text_changed)
        self._bar = ComposerBar(theme)
        self._scope = self._bar.scope
        self._scope.renamed.connect(self._show_state)
        self._bar.style_button.style_chosen.connect(self.style_chosen)
        self._bar.claim_filter.switched.connect(self.claim_filter_chosen)
        self._bar.ask.clicked.connect(self._ask)
        self._bar.stop.clicked.connect(self._stop)
        self._error = FieldError(theme)
        self._counter = TextLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self._counter.hide()
        self._arrange(theme)
        self._show_state()

    def _arrange(self, theme: Theme) -> None:
        box = _Box(theme, self._field)
        inside = QVBoxLayout(box)
        inside.setContentsMargins(SPACE_2, SPACE_2, SPACE_2 - 1, SPACE_2 - 1)
        inside.setSpacing(SPACE_1)
        inside.addWidget(self._field)
        inside.addWidget(self._bar)
        below = QHBoxLayout()
        below.setSpacing(SPACE_3)
        below.addWidget(self._error, 1)
        below.addWidget(self._counter, 0, Qt.AlignmentFlag.AlignRight)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_1)
        layout.addWidget(box)
        layout.addLayout(below)

    @property
    def field(self) -> QuestionField:
        """The field."""
        return self._field

    @property
    def ask_button(self) -> Button:
        """The button that asks."""
        return self._bar.ask

    @property
    def stop_button(self) -> Button:
        """The button that takes its place while an answer is being made."""
        return self._bar.stop

    @property
    def style_button(self) -> StyleButton:
        """The button with the menu of styles."""
        return self._bar.style_button

    @property
    def claim_filter_button(self) -> ClaimFilterButton:
        """The button that switches the claim filter."""
        return self._bar.claim_filter

    @property
    def scope_chooser(self) -> ScopeChooser:
        """The button that says where is asked, with its menu."""
        return self._scope

    @property
    def scope(self) -> ScopeChoice:
        """What the next question is asked in."""
        return self._scope.choice

    @property
    def scope_words(self) -> ScopeWords:
        """How that is called."""
        place, everything = self._scope.place, self.scope == ALL_DOCUMENTS
        return ScopeWords(place.name, everything, self._documents, place.spoken)

    @property
    def answer_style(self) -> AnswerStyle:
        """The style of the next answer: quotes where no model is installed."""
        return self._bar.style_button.answer_style

    @property
    def message(self) -> str:
        """The sentence beside the field; "" when there is nothing to say."""
        return self._field.accessibleDescription()

    @property
    def counter(self) -> str:
        """The count of characters; "" while there is much room."""
        return "" if self._counter.isHidden() else self._counter.text()

    def set_documents(self, count: int) -> None:
        """Tell how many documents there are; without any there is nothing to ask."""
        self._documents = count
        self._show_state()

    def set_model_installed(self, installed: bool) -> None:
        """Tell whether answers can be written."""
        self._bar.style_button.set_model_installed(installed)
        self._bar.fit()

    def set_answer_style(self, style: AnswerStyle) -> None:
        """Choose the style, as the settings say."""
        self._bar.style_button.set_answer_style(style)
        self._bar.fit()

    def set_claim_filter(self, on: bool) -> None:
        """Show whether passages of another scope are set aside, as the settings say."""
        self._bar.claim_filter.set_on(on)

    def set_follow_up(self, follow_up: bool) -> None:
        """Tell whether a question was asked before."""
        self._follow_up = follow_up
        self._show_state()

    def set_running(self, running: bool) -> None:
        """Show Stop in place of Ask, or Ask again; who was on one is on the other."""
        self._running = running
        self._bar.show_running(running)
        if self.message == wording.STILL_ANSWERING:
            self._say("")

    def stopping(self) -> None:
        """The stop is under way; once is enough."""
        if self._bar.stop.hasFocus():
            self._field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._bar.stop.setEnabled(False)

    def clear(self) -> None:
        """Empty the field."""
        self._field.clear()

    def keep(self, question: str) -> None:
        """A question that cannot be asked yet waits in the field, unless another does already."""
        if not self._field.toPlainText().strip():
            self._field.setPlainText(question)
        self.still_answering()

    def still_answering(self) -> None:
        """Say why nothing else can be asked now."""
        self._say(wording.STILL_ANSWERING)

    def _show_state(self) -> None:
        ready = self._documents > 0
        self._field.setEnabled(ready)
        self._bar.ask.setEnabled(ready)
        placeholder = (
            self.scope_words.placeholder(self._follow_up) if ready else wording.NO_DOCUMENTS
        )
        self._field.setPlaceholderText(placeholder)
        self._field.setAccessibleName("Question" if ready else f"Question. {wording.NO_DOCUMENTS}")
        self._bar.ask.setToolTip("" if ready else wording.NO_DOCUMENTS)

    def _text_changed(self) -> None:
        length = len(self._field.toPlainText())
        self._counter.setText(wording.counter(length))
        self._counter.setVisible(length >= COUNTER_FROM)
        self._say(wording.too_long() if length > wording.MOST_CHARACTERS else "")

    def _say(self, sentence: str) -> None:
        self._error.show_error(self._field, sentence)

    def _ask(self) -> None:
        question = self._field.toPlainText().strip()
        if self._running:
            self._say(wording.STILL_ANSWERING)
        elif not question:
            self._say(wording.EMPTY_QUESTION)
        elif len(question) > wording.MOST_CHARACTERS:
            self._say(wording.too_long())
        else:
            self._say("")
            self.asked.emit(question)

    def _stop(self) -> None:
        self.stop_requested.emit()


class QuestionField(QPlainTextEdit):
    """Grows with its text up to six lines. Enter asks, Shift+Enter begins a new line."""

    entered = Signal()
    focus_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("bare", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(4)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def lines(self) -> int:
        """How many lines the text takes, as it wraps now."""
        return max(1, round(self.document().size().height()))

    def _restyle(self) -> None:
        font = self._theme.font(TextRole.ANSWER)
        self.setFont(font)
        # The placeholder is drawn in the font of the viewport, which a style sheet holds back.
        self.viewport().setFont(font)
        self._fit()

    def _fit(self) -> None:
        shown = min(self.lines, MOST_LINES)
        margins = 2 * round(self.document().documentMargin())
        self.setFixedHeight(shown * self.fontMetrics().lineSpacing() + margins)
        overflowing = self.lines > MOST_LINES
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if overflowing else policy.ScrollBarAlwaysOff
        )

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            if not event.isAutoRepeat():
                self.entered.emit()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.scaled(80), self.height())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()


class _Box(QWidget):
    """The edge around field and bar, which looks like one field."""

    def __init__(self, theme: Theme, field: QuestionField) -> None:
        super().__init__()
        self._theme = theme
        self._field = field
        field.focus_changed.connect(self.update)
        field.textChanged.connect(self.update)

    # Qt override

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge: TokenName = "control" if self._field.isEnabled() else "line"
        if self._field.property("invalid"):
            edge = "bad"
        painter.setPen(QPen(self._theme.color(edge), 1))
        painter.setBrush(self._theme.color("surface"))
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(frame, RADIUS_CARD, RADIUS_CARD)
        if self._field.hasFocus() and edge != "bad":
            paint_focus_ring(painter, QRectF(self.rect()), RADIUS_CARD - 1, self._theme)

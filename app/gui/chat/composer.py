"""Where a question is written: the field, what it asks in, the style of the answer, Ask or Stop."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
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
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.core.domain.answer import AnswerStyle
from app.core.domain.collection import ALL_DOCUMENTS, ScopeChoice
from app.gui.chat import wording
from app.gui.chat.wording import ScopeWords
from app.gui.common.scope_choice import ScopeChooser
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import RADIUS_CARD, SPACE_1, SPACE_2, SPACE_3, TextRole
from app.gui.common.widgets import (
    Button,
    ButtonVariant,
    FieldError,
    TextLabel,
    paint_focus_ring,
)

MOST_LINES = 6
COUNTER_FROM = 3600
"""Characters from which on the counter is shown."""

_STYLES = {AnswerStyle.WRITTEN: ("Written", "ask"), AnswerStyle.QUOTES: ("Quotes", "quote")}
_STYLE_HINTS = {
    AnswerStyle.WRITTEN: "The passages put into sentences by the language model.",
    AnswerStyle.QUOTES: "The best sentences, word for word. Needs no language model.",
}
_NEEDS_MODEL = "Choose a language model first; quotes need none."


class Composer(QWidget):
    """Emits `asked` with the question when it can be asked, `stop_requested` while one runs, and
    `style_chosen` with an AnswerStyle when the user picks another."""

    asked = Signal(str)
    stop_requested = Signal()
    style_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._documents = 0
        self._style = AnswerStyle.WRITTEN
        self._model_installed = True
        self._follow_up = False
        self._running = False
        self._field = QuestionField(theme)
        self._field.entered.connect(self._ask)
        self._field.textChanged.connect(self._text_changed)
        self._scope = ScopeChooser(theme)
        self._scope.renamed.connect(self._show_state)
        self._style_button = Button(theme, variant=ButtonVariant.GHOST, compact=True)
        self._actions = self._make_menu()
        self._ask_button = Button(theme, "Ask", variant=ButtonVariant.PRIMARY, compact=True)
        self._ask_button.clicked.connect(self._ask)
        self._stop_button = Button(theme, "Stop", icon="close", key_hint="Esc", compact=True)
        self._stop_button.clicked.connect(self._stop)
        self._stop_button.hide()
        self._error = FieldError(theme)
        self._counter = TextLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self._counter.hide()
        self._arrange(theme)
        self._show_state()

    def _arrange(self, theme: Theme) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(SPACE_1, 0, 0, 0)
        bar.setSpacing(SPACE_2)
        bar.addWidget(self._scope)
        bar.addWidget(self._style_button)
        bar.addStretch(1)
        bar.addWidget(self._ask_button)
        bar.addWidget(self._stop_button)
        box = _Box(theme, self._field)
        inside = QVBoxLayout(box)
        inside.setContentsMargins(SPACE_2, SPACE_2, SPACE_2 - 1, SPACE_2 - 1)
        inside.setSpacing(SPACE_1)
        inside.addWidget(self._field)
        inside.addLayout(bar)
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
        return self._ask_button

    @property
    def stop_button(self) -> Button:
        """The button that takes its place while an answer is being made."""
        return self._stop_button

    @property
    def style_button(self) -> Button:
        """The button with the menu of styles."""
        return self._style_button

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
        return self._style if self._model_installed else AnswerStyle.QUOTES

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
        self._model_installed = installed
        self._show_state()

    def set_answer_style(self, style: AnswerStyle) -> None:
        """Choose the style, as the settings say."""
        self._style = style
        self._show_state()

    def set_follow_up(self, follow_up: bool) -> None:
        """Tell whether a question was asked before."""
        self._follow_up = follow_up
        self._show_state()

    def set_running(self, running: bool) -> None:
        """Show Stop in place of Ask, or Ask again; who was on one is on the other."""
        old, new = self._ask_button, self._stop_button
        if not running:
            old, new = new, old
        had_focus = old.hasFocus()
        self._running = running
        new.show()
        if had_focus:
            new.setFocus(Qt.FocusReason.OtherFocusReason)
        old.hide()
        self._stop_button.setEnabled(True)
        if self.message == wording.STILL_ANSWERING:
            self._say("")

    def stopping(self) -> None:
        """The stop is under way; once is enough."""
        if self._stop_button.hasFocus():
            self._field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._stop_button.setEnabled(False)

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

    def _make_menu(self) -> dict[AnswerStyle, QAction]:
        menu = QMenu(self._style_button)
        menu.setToolTipsVisible(True)
        group = QActionGroup(menu)
        actions = {}
        for style, (word, _icon) in _STYLES.items():
            action = menu.addAction(word)
            action.setCheckable(True)
            action.setData(style)
            group.addAction(action)
            actions[style] = action
        group.triggered.connect(self._choose_style)
        self._style_button.setMenu(menu)
        return actions

    def _choose_style(self, action: QAction) -> None:
        self._style = AnswerStyle(action.data())
        self._show_state()
        self.style_chosen.emit(self._style)

    def _show_state(self) -> None:
        style = self.answer_style
        word, icon = _STYLES[style]
        self._style_button.setText(word)
        self._style_button.set_icon(icon)
        self._style_button.setAccessibleName(f"Answer style: {word}")
        for known, action in self._actions.items():
            action.setChecked(known is style)
            usable = known is AnswerStyle.QUOTES or self._model_installed
            action.setEnabled(usable)
            action.setToolTip(_STYLE_HINTS[known] if usable else _NEEDS_MODEL)
        self._style_button.updateGeometry()
        ready = self._documents > 0
        self._field.setEnabled(ready)
        self._ask_button.setEnabled(ready)
        placeholder = (
            self.scope_words.placeholder(self._follow_up) if ready else wording.NO_DOCUMENTS
        )
        self._field.setPlaceholderText(placeholder)
        self._field.setAccessibleName("Question" if ready else f"Question. {wording.NO_DOCUMENTS}")
        self._ask_button.setToolTip("" if ready else wording.NO_DOCUMENTS)

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

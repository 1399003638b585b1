"""Corrects a value where it stands: an editor that fits the type of its field, and says at once
what is no value.

Enter keeps what was written, Esc gives it up. Who goes elsewhere keeps it too, where it is a value.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QVBoxLayout, QWidget

from app.core.domain.extraction import FieldType, SchemaField, Value
from app.core.errors import InvalidInput
from app.core.extraction.typed_values import typed, value_of
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2
from app.gui.common.widgets import FieldError, Select
from app.gui.extraction import wording
from app.gui.extraction.values import NO, YES

NOT_STATED = "Not stated"
LEAST_WIDTH = 220
"""In px at the design's text size: room for the sentence that says what is wrong."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_REASON = Qt.FocusReason
_FOR_A_WHILE = (
    _REASON.PopupFocusReason,
    _REASON.ActiveWindowFocusReason,
    _REASON.MenuBarFocusReason,
)


def choices_of(field: SchemaField) -> tuple[tuple[str, str], ...]:
    """What can be chosen for a field, as (words, what is typed for it); () where it is written."""
    if field.type is FieldType.YES_NO:
        said: tuple[tuple[str, str], ...] = ((YES, "yes"), (NO, "no"))
    elif field.type is FieldType.CHOICE:
        said = tuple((choice, choice) for choice in field.choices)
    else:
        return ()
    return (*said, (NOT_STATED, ""))


class CellEditor(QFrame):
    """A field over a cell. Signals: `kept` when what stands in it is to be kept, `given_up`, and
    `resized` when it wants another height."""

    kept = Signal()
    given_up = Signal()
    resized = Signal()

    def __init__(self, theme: Theme, field: SchemaField, document: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._of = field
        self._over = False
        self._before = ""
        self.begun = False
        """Whether it has its first value."""
        self.cell = QRect()
        """The cell that it is for, in its parent."""
        self.setProperty("card", True)
        self.setAutoFillBackground(True)
        name = f"{wording.field_title(field)}, {document}"
        choices = choices_of(field)
        self._line: QLineEdit | None = None
        self._select: Select | None = None
        if choices:
            self._select = Select(theme, name)
            for words, text in choices:
                self._select.addItem(words, text)
            self._select.activated.connect(self._keep)
        else:
            self._line = QLineEdit()
            self._line.setAccessibleName(name)
            self._line.setPlaceholderText(NOT_STATED)
            self._line.textEdited.connect(self._typed)
        self._error = FieldError(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.field)
        error = QVBoxLayout()
        error.setContentsMargins(SPACE_2, 0, SPACE_2, 2)
        error.addWidget(self._error)
        column.addLayout(error)
        self.field.installEventFilter(self)
        self.setFocusProxy(self.field)

    @property
    def field(self) -> QWidget:
        """What is written or chosen in."""
        field = self._line or self._select
        assert field is not None
        return field

    @property
    def text(self) -> str:
        """What stands in it, as a person types it."""
        if self._line is not None:
            return self._line.text()
        assert self._select is not None
        return str(self._select.currentData() or "")

    @property
    def changed(self) -> bool:
        """Whether something else stands in it than at first."""
        return self.text != self._before

    @property
    def error(self) -> FieldError:
        """What says that it is no value."""
        return self._error

    def begin(self, value: Value) -> None:
        """Begin with a value."""
        self.begun = True
        self._before = typed(value, self._of)
        if self._line is not None:
            self._line.setText(self._before)
            self._line.selectAll()
        elif self._select is not None:
            self._select.setCurrentIndex(self._select.findData(self._before))

    def wanted_height(self, width: int) -> int:
        """How high it is at a width, in px."""
        layout = self.layout()
        assert layout is not None
        return max(self.sizeHint().height(), layout.heightForWidth(width))

    def _sentence(self) -> str:
        """What is wrong with it; "" where it is a value."""
        try:
            value_of(self.text, self._of)
        except InvalidInput as error:
            return error.message
        return ""

    @Slot()
    def _typed(self) -> None:
        if not self._error.isHidden():
            self._tell("")

    def _tell(self, sentence: str) -> None:
        self._error.show_error(self.field, sentence)
        self.resized.emit()

    @Slot()
    def _keep(self) -> None:
        if self._over:
            return
        if not self.changed:
            self._give_up()
            return
        sentence = self._sentence()
        if sentence:
            self._tell(sentence)
            return
        self._over = True
        self.kept.emit()

    def _give_up(self) -> None:
        if not self._over:
            self._over = True
            self.given_up.emit()

    def _leave(self) -> None:
        """The user went elsewhere."""
        if self._sentence():
            self._give_up()
        else:
            self._keep()

    # Qt override

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self.field:
            return False
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (*_ENTER, Qt.Key.Key_Tab):
                self._keep()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self._give_up()
                return True
        elif (
            isinstance(event, QFocusEvent)
            and event.lostFocus()
            and event.reason() not in _FOR_A_WHILE
        ):
            self._leave()
        return False

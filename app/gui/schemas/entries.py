"""What is written into: a label, a field below it, and what is wrong with what stands there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, TextRole
from app.gui.common.widgets import FieldError, Select, TextLabel
from app.gui.schemas import wording

_BY_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
_EDGES = 16
"""Of a field with lines, above and below them together, in px; the style sheet sets them."""


class LinesField(QPlainTextEdit):
    """Plain text of several lines; it shows so many of them, and Tab leads out of it."""

    def __init__(self, theme: Theme, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines = lines
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        theme.changed.connect(self.updateGeometry)

    # Qt overrides

    def sizeHint(self) -> QSize:
        height = self._lines * self._theme.line_height(TextRole.CONTROL) + _EDGES
        return QSize(super().sizeHint().width(), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())


class TypeSelect(Select):
    """A list that the wheel does not change: whoever scrolls the form does not mean it."""

    def set_name(self, name: str) -> None:
        """Change what screen readers call it."""
        self.setAccessibleName(name)
        if self.accessibleDescription():
            self.setAccessibleDescription(name)

    # Qt override

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Entry(QWidget):
    """A label, the field that it names, and below it what is wrong, once something was written
    there or Tab has passed it. Signal: `edited`."""

    edited = Signal()

    def __init__(
        self,
        theme: Theme,
        label: str,
        field: QLineEdit | LinesField,
        *,
        hint: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.field = field
        self._fault = ""
        self._told = ""
        self._touched = False
        self.label = TextLabel(theme, label, role=TextRole.LABEL)
        self.error = FieldError(theme)
        field.setPlaceholderText(hint)
        field.setAccessibleName(label)
        field.installEventFilter(self)
        field.textChanged.connect(self._edited)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_1)
        column.addWidget(self.label)
        column.addWidget(field)
        column.addWidget(self.error)

    @property
    def text(self) -> str:
        """What stands in the field."""
        field = self.field
        return field.text() if isinstance(field, QLineEdit) else field.toPlainText()

    @property
    def shown_fault(self) -> str:
        """What is said to be wrong; "" where nothing is."""
        return self._fault if self._touched else ""

    def set_text(self, text: str) -> None:
        """Write something into the field, which is not the user's doing."""
        if text == self.text:
            return
        self.field.blockSignals(True)
        if isinstance(self.field, QLineEdit):
            self.field.setText(text)
            self.field.home(False)  # of a long text one wants to see the beginning
        else:
            self.field.setPlainText(text)
        self.field.blockSignals(False)

    def focus(self) -> None:
        """Go to the end of what stands in the field."""
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        if isinstance(self.field, QLineEdit):
            self.field.end(False)

    def show_fault(self, sentence: str) -> None:
        """Tell what is wrong, or with "" that nothing is."""
        self._fault = wording.breakable(sentence)
        self._show()

    def touch(self) -> None:
        """The user has been here: what is wrong is shown from now on."""
        if not self._touched:
            self._touched = True
            self._show()

    def forget(self) -> None:
        """Something else is written here from now on, where the user has not been yet."""
        self._touched = False
        self._show()

    def _show(self) -> None:
        if self.shown_fault != self._told:
            self._told = self.shown_fault
            self.error.show_error(self.field, self._told)

    def _edited(self) -> None:
        self._touched = True
        self.edited.emit()

    # Qt override

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Not after a click elsewhere: what was clicked would move away under the pointer.
        left = event.type() is QEvent.Type.FocusOut and isinstance(event, QFocusEvent)
        if left and event.reason() in _BY_TAB:  # type: ignore[attr-defined]
            self.touch()
        return False

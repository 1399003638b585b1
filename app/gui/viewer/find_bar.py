"""The bar to find text on the pages of a document."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.common.typography import BAR_HEIGHT, SPACE_2, TextRole
from app.gui.common.widgets import IconButton, SearchField, Surface, TextLabel

# Typing pauses this long before the pages are searched, in ms.
PAUSE_MS = 150


class FindBar(Surface):
    """`searched` carries the text to look for, when typing pauses."""

    searched = Signal(str)
    next_match = Signal()
    previous_match = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("surface", edge="bottom", parent=parent)
        self._theme = theme
        self._formats = Formats()
        self._field = SearchField(
            theme, self.tr("Find on these pages"), name=self.tr("Find on the pages of the document")
        )
        self._field.setProperty("compact", True)
        self._count = TextLabel(theme, role=TextRole.LABEL, tone="text2")
        self._up = IconButton(theme, "up", self.tr("Previous match"), key="Shift+F3")
        self._down = IconButton(theme, "down", self.tr("Next match"), key="F3")
        self._close = IconButton(theme, "close", self.tr("Close the find bar"), key="Esc")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self._search)
        self._field.textChanged.connect(self._typed)
        self._field.installEventFilter(self)
        self._up.clicked.connect(self.previous_match)
        self._down.clicked.connect(self.next_match)
        self._close.clicked.connect(self.closed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_2, 0, SPACE_2, 0)
        layout.setSpacing(4)
        layout.addWidget(self._field, 1)
        layout.addWidget(self._count)
        for button in (self._up, self._down, self._close):
            layout.addWidget(button)
        theme.changed.connect(self._fit)
        self._fit()
        self.show_count(0, None)

    @property
    def text(self) -> str:
        """What is looked for."""
        return self._field.text()

    def field(self) -> SearchField:
        """The field to type into."""
        return self._field

    def close_button(self) -> IconButton:
        """The button that closes the bar."""
        return self._close

    def count_text(self) -> str:
        """What is said about matches."""
        return self._count.text()

    def edit(self) -> None:
        """Put the cursor into the field."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    def holds_focus(self) -> bool:
        """Whether the keyboard is in the bar."""
        return any(child.hasFocus() for child in self.findChildren(QWidget))

    def show_count(self, count: int, current: int | None, *, more: bool = False) -> None:
        """Say which match is the current one (from 0), of how many.

        Args:
            more: There are more matches than were counted.
        """
        if not self.text.strip():
            words = ""
        elif current is None:
            words = self.tr("Not found")
        else:
            pattern = (
                self.tr("{current} of the first {count}")
                if more
                else self.tr("{current} of {count}")
            )
            words = pattern.format(
                current=self._formats.number(current + 1), count=self._formats.number(count)
            )
        self._show(words, steps=count > 0)

    def _show(self, words: str, *, steps: bool) -> None:
        self._count.setText(words)
        self._count.setVisible(bool(words))
        self._up.setEnabled(steps)
        self._down.setEnabled(steps)

    def _typed(self, text: str) -> None:
        self._show("", steps=False)
        self._timer.start()

    def _search(self) -> None:
        self.searched.emit(self.text)

    def _fit(self) -> None:
        self.setFixedHeight(self._theme.scaled(BAR_HEIGHT))

    # Qt override

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        if event.type() is QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_Escape:
            event.accept()  # Esc closes the bar before it means anything to the window
            return True
        if event.type() is QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.closed.emit()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._enter(back=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
                return True
        return super().eventFilter(watched, event)

    def _enter(self, *, back: bool) -> None:
        if self._timer.isActive():
            self._timer.stop()
            self._search()
        elif back:
            self.previous_match.emit()
        else:
            self.next_match.emit()

"""The list of keys (F1)."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.gui.common.shared_keys import CONVERSATIONS_KEY, INSPECT_KEY, REPORT_KEY, TABLE_KEY
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_3, SPACE_4, SPACE_6, TextRole
from app.gui.common.widgets import Button, ButtonVariant, Card, KeyHint, TextLabel

WIDTH, HEIGHT = 520, 640
OF_THE_SCREEN = 0.92

GROUPS: tuple[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]], ...] = (
    (
        "Everywhere",
        (
            ("Add documents", ("Ctrl+O",)),
            ("Find in the library", ("Ctrl+L",)),
            ("Go to the question", ("Ctrl+K",)),
            ("Go to the search", ("Ctrl+Shift+F",)),
            ("Go to the table", (TABLE_KEY,)),
            ("Report on what was read", (REPORT_KEY,)),
            ("Next pane, previous pane", ("F6", "Shift+F6")),
            ("Show or hide the library", ("Ctrl+B",)),
            ("Stop the answer, then close what lies on top", ("Esc",)),
            ("Settings", ("Ctrl+,",)),
            ("This list", ("F1",)),
        ),
    ),
    (
        "Questions and answers",
        (
            ("Ask", ("Return",)),
            ("New line in the question", ("Shift+Return",)),
            ("New conversation", ("Ctrl+N",)),
            ("Conversations", (CONVERSATIONS_KEY,)),
            ("Open a conversation, rename it, delete it", ("Return", "F2", "Del")),
            ("Next citation, previous citation", ("Alt+Down", "Alt+Up")),
            ("Copy the answer with its citations", ("Ctrl+Shift+C",)),
            ("Show how the answer came about", (INSPECT_KEY,)),
            ("Export the conversation", ("Ctrl+E",)),
        ),
    ),
    (
        "Search",
        (
            ("Search, go to the best passage, open its page", ("Return",)),
            ("Next passage, previous passage", ("Down", "Up")),
            ("Open the next passage, the previous passage", ("Alt+Down", "Alt+Up")),
        ),
    ),
    (
        "Table",
        (
            ("Show a value on its page, open a document", ("Return",)),
            ("Correct a value", ("F2",)),
            ("Open the next value, the previous value", ("Alt+Down", "Alt+Up")),
            ("Export the table", ("Ctrl+E",)),
        ),
    ),
    (
        "Library",
        (
            ("Open a document", ("Return",)),
            ("Remove documents from the library", ("Del",)),
            ("Rename a collection, delete it", ("F2", "Del")),
        ),
    ),
    (
        "Schemas",
        (
            ("Save", ("Ctrl+S",)),
            ("New schema, import one from a file", ("Ctrl+N", "Ctrl+O")),
            ("Delete a schema", ("Del",)),
            ("Add a field, delete it", ("Ctrl+Return", "Alt+Del")),
            ("Move a field down, up", ("Alt+Down", "Alt+Up")),
        ),
    ),
    (
        "Pages",
        (
            ("Find on the pages", ("Ctrl+F",)),
            ("Next match, previous match", ("F3", "Shift+F3")),
            ("Go to a page", ("Ctrl+G",)),
            ("Larger, smaller, real size", ("Ctrl++", "Ctrl+-", "Ctrl+0")),
        ),
    ),
)


class KeysDialog(QDialog):
    """All keys, by where they work."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        inner = QWidget()
        inner.setProperty("plain", True)
        groups = QVBoxLayout(inner)
        groups.setContentsMargins(0, 0, SPACE_2, 0)
        groups.setSpacing(SPACE_2)
        for title, keys in GROUPS:
            groups.addWidget(TextLabel(theme, title, role=TextRole.HEADING))
            groups.addWidget(_group(theme, keys))
            groups.addSpacing(SPACE_2)
        groups.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setAccessibleName("Keys")
        scroll.setWidget(inner)
        self.done_button = Button(theme, "Done", variant=ButtonVariant.PRIMARY)
        self.done_button.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.done_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_6, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_3)
        column.addWidget(TextLabel(theme, "Keys", role=TextRole.TITLE))
        column.addWidget(scroll, 1)
        column.addLayout(buttons)
        room = self.screen().availableSize() * OF_THE_SCREEN
        self.resize(QSize(theme.scaled(WIDTH), theme.scaled(HEIGHT)).boundedTo(room))


def _group(theme: Theme, keys: tuple[tuple[str, tuple[str, ...]], ...]) -> Card:
    card = Card()
    grid = QGridLayout(card)
    grid.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
    grid.setHorizontalSpacing(SPACE_4)
    grid.setVerticalSpacing(SPACE_2)
    grid.setColumnStretch(0, 1)
    for row, (what, names) in enumerate(keys):
        grid.addWidget(TextLabel(theme, what, wrap=True), row, 0)
        hints = QHBoxLayout()
        hints.setSpacing(SPACE_3)
        hints.addStretch(1)
        for name in names:
            hints.addWidget(KeyHint(theme, name))
        grid.addLayout(hints, row, 1)
    return card

"""The list of keys (F1)."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QGridLayout, QVBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_4, SPACE_6, TextRole
from app.gui.common.widgets import Button, ButtonVariant, TextLabel, native_key

KEYS: tuple[tuple[str, str], ...] = (
    ("Ask", "Return"),
    ("New line in the question", "Shift+Return"),
    ("Stop, then close", "Esc"),
    ("Question", "Ctrl+K"),
    ("Next and previous citation", "Alt+Down"),
    ("Copy the answer with its citations", "Ctrl+Shift+C"),
    ("Add documents", "Ctrl+O"),
    ("Find in the library", "Ctrl+L"),
    ("Show or hide the library", "Ctrl+B"),
    ("Find on the pages", "Ctrl+F"),
    ("Next match", "F3"),
    ("Go to a page", "Ctrl+G"),
    ("Larger, smaller, real size", "Ctrl++"),
    ("Next pane", "F6"),
    ("Previous pane", "Shift+F6"),
    ("Settings", "Ctrl+,"),
    ("This list", "F1"),
)


class KeysDialog(QDialog):
    """All keys in two columns."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_6)
        grid.setVerticalSpacing(SPACE_2)
        for row, (what, key) in enumerate(KEYS):
            grid.addWidget(TextLabel(theme, what), row, 0)
            grid.addWidget(TextLabel(theme, native_key(key), tone="text2"), row, 1)
        done = Button(theme, "Done", variant=ButtonVariant.PRIMARY)
        done.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_6, SPACE_4, SPACE_6, SPACE_4)
        column.setSpacing(SPACE_4)
        column.addWidget(TextLabel(theme, "Keys", role=TextRole.TITLE))
        column.addLayout(grid)
        column.addWidget(done)

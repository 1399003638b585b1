"""Below the list: how many conversations are kept, whether new ones are, and how to erase them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, TextRole
from app.gui.common.widgets import (
    Button,
    ButtonVariant,
    ElidedLabel,
    IconLabel,
    Surface,
    TextLabel,
)
from app.gui.history import wording


class HistoryFoot(Surface):
    """Signals: `erase_requested`, `settings_requested`. Where there are no conversations, the words
    in place of the list say what is to be said."""

    erase_requested = Signal()
    settings_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("surface", edge="top", parent=parent)
        self._count = ElidedLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self.erase_button = Button(
            theme, wording.ERASE_ALL, variant=ButtonVariant.DANGER, icon="trash", compact=True
        )
        self.erase_button.clicked.connect(self._erase)
        self._not_kept = QWidget()
        self.not_kept_text = TextLabel(
            theme, wording.NOT_KEPT_MORE, role=TextRole.SECONDARY, tone="text2", wrap=True
        )
        self.settings_link = Button(
            theme, wording.SETTINGS, variant=ButtonVariant.LINK, compact=True
        )
        self.settings_link.clicked.connect(self._open_settings)
        note = QHBoxLayout(self._not_kept)
        note.setContentsMargins(0, 0, 0, 0)
        note.setSpacing(SPACE_2)
        note.addWidget(IconLabel(theme, "info"))
        note.addWidget(self.not_kept_text, 1)
        note.addWidget(self.settings_link)
        row = QHBoxLayout()
        row.setSpacing(SPACE_2)
        row.addWidget(self._count, 1)
        row.addWidget(self.erase_button)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(SPACE_2)
        self._column.addWidget(self._not_kept)
        self._column.addLayout(row)
        self.hide()

    def text(self) -> str:
        """How many there are, in words."""
        return self._count.text()

    def set_side(self, side: int) -> None:
        """Keep in line with what stands above; `side` in px."""
        self._column.setContentsMargins(side, SPACE_2, side, SPACE_2)

    def show_state(self, total: int, *, kept: bool) -> None:
        """Tell how many are kept, and whether new ones will be."""
        self._count.setText(wording.counted(total))
        self._not_kept.setVisible(not kept)

    def _erase(self) -> None:
        self.erase_requested.emit()

    def _open_settings(self) -> None:
        self.settings_requested.emit()

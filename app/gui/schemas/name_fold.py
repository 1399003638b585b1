"""The name by which files and scripts call a schema or a field, folded away until it matters."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, TextRole
from app.gui.common.widgets import Button, ButtonVariant, TextLabel
from app.gui.schemas import wording
from app.gui.schemas.entries import Entry


class NameFold(QWidget):
    """A button with the name, and below it, unfolded, the field to change it. An empty field means
    that the name is made from the title. Signals: `edited`, `unfolded`."""

    edited = Signal()
    unfolded = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = Button(theme, variant=ButtonVariant.GHOST, compact=True, elide=True)
        self.button.setToolTip(wording.NAME_TIP)
        self.entry = Entry(theme, wording.NAME, QLineEdit())
        self._note = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self._body = QWidget()
        body = QVBoxLayout(self._body)
        body.setContentsMargins(SPACE_2, SPACE_1, 0, 0)
        body.setSpacing(SPACE_1)
        body.addWidget(self.entry)
        body.addWidget(self._note)
        self.entry.label.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._body)
        self._body.hide()
        self._note.hide()
        self.button.clicked.connect(self._toggle)
        self.entry.edited.connect(self.edited)
        self._show_icon()

    @property
    def is_open(self) -> bool:
        """Whether the field can be seen."""
        return not self._body.isHidden()

    @property
    def chosen(self) -> str:
        """The name that was chosen or kept; "" where it is made from the title."""
        return self.entry.text.strip()

    def set_chosen(self, name: str) -> None:
        """Show a name that stays as it is, or with "" one that follows the title."""
        self.entry.set_text(name)

    def show_name(self, name: str, fault: str, note: str = "") -> None:
        """Show the name as it is now, what is wrong with it, and what its change means."""
        self.button.setText(f"{wording.NAME}: {name}")
        self.entry.field.setPlaceholderText(name)
        self.entry.show_fault(fault)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        if fault and not self.is_open:
            # Nobody can correct what is folded away.
            self.entry.touch()
            self.set_open(True)

    def set_open(self, unfold: bool) -> None:
        """Show the field, or fold it away."""
        self._body.setVisible(unfold)
        self._show_icon()
        if unfold:
            self.unfolded.emit()

    @Slot()
    def _toggle(self) -> None:
        self.set_open(not self.is_open)
        if self.is_open:
            self.entry.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_icon(self) -> None:
        self.button.set_icon("down" if self.is_open else "right")
        self.button.setAccessibleDescription("unfolded" if self.is_open else "folded")

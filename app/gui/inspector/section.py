"""A heading with what is counted beside it, and a card below."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, TextRole
from app.gui.common.widgets import (
    Button,
    ButtonVariant,
    Card,
    ElidedLabel,
    TextLabel,
)
from app.gui.inspector.fact_table import FactTable
from app.gui.inspector.facts import Facts

COPIED_MS = 2000
"""How long a button says that something was copied."""


class Section(QWidget):
    """One part of the inspector; hidden where there is nothing to tell."""

    def __init__(
        self, theme: Theme, body: QWidget, action: QWidget | None = None, *, headed: bool = True
    ) -> None:
        super().__init__()
        self._title = TextLabel(theme, role=TextRole.HEADING)
        self._summary = ElidedLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self._heading = QWidget()
        row = QHBoxLayout(self._heading)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_2)
        row.addWidget(self._title)
        row.addWidget(self._summary, 1)
        if action is not None:
            row.addWidget(action)
        self._heading.setMinimumHeight(theme.line_height(TextRole.HEADING))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_2)
        layout.addWidget(self._heading)
        layout.addWidget(body)
        self._heading.setVisible(headed)

    def set_heading(self, title: str, summary: str = "") -> None:
        """Say what stands below."""
        self._title.setText(title)
        self._summary.setText(summary)

    def heading(self) -> str:
        """The heading with what is counted."""
        return ", ".join(filter(None, (self._title.text(), self._summary.text())))


class TableSection(Section):
    """A section around one table."""

    def __init__(self, theme: Theme, action: QWidget | None = None, *, headed: bool = True) -> None:
        card = Card()
        self.table = FactTable(theme)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.table)
        super().__init__(theme, card, action, headed=headed)

    def show_facts(self, facts: Facts, summary: str = "") -> None:
        """Show a table under its name, or nothing where it has no rows."""
        self.set_heading(facts.name, summary)
        self.table.show_facts(facts)
        self.setVisible(bool(facts.rows))


class CopyButton(Button):
    """Copies something, and says so for a moment."""

    def __init__(self, theme: Theme, text: str, tip: str) -> None:
        super().__init__(theme, text, variant=ButtonVariant.GHOST, icon="copy", compact=True)
        self._label = text
        self.setToolTip(tip)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(COPIED_MS)
        self._timer.timeout.connect(self._forget)

    def copied(self) -> None:
        """Say that it was done."""
        self.setText("Copied")
        self._timer.start()

    def _forget(self) -> None:
        self.setText(self._label)

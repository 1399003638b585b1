"""The rows of a page of settings: what a setting means, and its control beside or below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractSpinBox, QBoxLayout, QComboBox, QVBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_3, SPACE_4, SPACE_6, TextRole
from app.gui.common.widgets import Card, Divider, TextLabel

_LEAST_LETTERS = 8
"""That a list shows of its entry at the least."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that the settings only tell; with a folder, a button opens it, or ends what is told
    of it where there are words for that."""

    heading: str
    sentence: str
    folder: Path | None = None
    end: str = ""


class SettingRow(QWidget):
    """A heading, a sentence, and perhaps a control."""

    def __init__(
        self,
        theme: Theme,
        heading: str,
        sentence: str,
        control: QWidget | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._control = control
        text = QVBoxLayout()
        text.setSpacing(0)
        text.addWidget(TextLabel(theme, heading, role=TextRole.HEADING, wrap=True))
        # A setting's sentence explains it; a fact's may be a path that someone wants to copy.
        text.addWidget(
            TextLabel(
                theme,
                sentence,
                role=TextRole.SECONDARY,
                tone="text2",
                wrap=True,
                selectable=control is None,
            )
        )
        text.addStretch(1)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        self._row.setSpacing(SPACE_6)
        self._row.addLayout(text, 1)
        if control is not None:
            self._row.addWidget(control, 0, Qt.AlignmentFlag.AlignTop)
            for widget in (control, *control.findChildren(QAbstractSpinBox)):
                if isinstance(widget, QComboBox | QAbstractSpinBox):
                    widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                    widget.installEventFilter(self)

    def set_narrow(self, narrow: bool) -> None:
        """Put the control below the words."""
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if narrow else right)
        self._row.setSpacing(SPACE_2 if narrow else SPACE_6)
        if isinstance(self._control, QComboBox):
            # A list may be as wide as its longest entry, or else as wide as there is room.
            policy = QComboBox.SizeAdjustPolicy
            shortest = policy.AdjustToMinimumContentsLengthWithIcon
            self._control.setMinimumContentsLength(_LEAST_LETTERS if narrow else 0)
            self._control.setSizeAdjustPolicy(shortest if narrow else policy.AdjustToContents)

    # Qt override

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Whoever scrolls the page with the wheel does not mean the control under the pointer.
        if (
            event.type() is QEvent.Type.Wheel
            and isinstance(watched, QWidget)
            and not watched.hasFocus()
        ):
            event.ignore()
            return True
        return super().eventFilter(watched, event)


class RowCard(Card):
    """Rows below each other with lines between them; `title` is what they have in common, ""
    where that is the page alone."""

    def __init__(
        self, rows: Sequence[SettingRow], title: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent=parent)
        self.title = title
        self._rows = tuple(rows)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        for number, row in enumerate(rows):
            if number:
                column.addWidget(Divider())
            column.addWidget(row)

    def set_narrow(self, narrow: bool) -> None:
        """Put controls below their words."""
        for row in self._rows:
            row.set_narrow(narrow)

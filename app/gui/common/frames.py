"""Grounds and frames: panes, cards, headers, dividers, empty states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.gui.common.keyboard_focus import restyle
from app.gui.common.labels import ElidedLabel, IconLabel, TextLabel
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import HEADER_HEIGHT, SPACE_2, SPACE_4, SPACE_6, TextRole

Ground = Literal["window", "sidebar", "surface", "raised", "sunken"]
Edge = Literal["", "top", "bottom", "left", "right"]


class Surface(QFrame):
    """A plain ground in the colour of a token, perhaps with a line at one edge."""

    def __init__(
        self, ground: Ground = "surface", *, edge: Edge = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("ground", ground)
        self.setProperty("edge", edge)


class Divider(QFrame):
    """A line of 1 px, lying or standing."""

    def __init__(self, *, vertical: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("divider", True)
        if vertical:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)


class Card(QFrame):
    """A framed ground with round corners. ``interactive`` lets the edge answer the pointer."""

    def __init__(self, *, interactive: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._interactive = interactive
        self.setProperty("card", True)
        self.setProperty("selected", False)
        self.setProperty("hovered", False)

    def is_selected(self) -> bool:
        """Return whether the card is shown as the open one."""
        return bool(self.property("selected"))

    def set_selected(self, selected: bool) -> None:
        """Show the card as the open one, or as one of the others."""
        if selected != self.is_selected():
            self.setProperty("selected", selected)
            restyle(self)

    def _set_hovered(self, hovered: bool) -> None:
        if self._interactive:
            self.setProperty("hovered", hovered)
            restyle(self)

    # Qt overrides

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._set_hovered(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_hovered(False)


class PaneHeader(Surface):
    """The bar of 48 px above a pane: title, cut where room ends, and actions at the right."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        *,
        icon: str | None = None,
        ground: Ground = "surface",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(ground, edge="bottom", parent=parent)
        self._theme = theme
        self._title = ElidedLabel(theme, title, role=TextRole.TITLE)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_4, 0, SPACE_2, 0)
        layout.setSpacing(SPACE_2)
        if icon is not None:
            layout.addWidget(IconLabel(theme, icon, "text2"))
        layout.addWidget(self._title, 1)
        self._actions = QHBoxLayout()
        self._actions.setSpacing(SPACE_2)
        layout.addLayout(self._actions)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._fit)
        self._fit()

    def title(self) -> str:
        """Return the whole title."""
        return self._title.text()

    def set_title(self, title: str) -> None:
        """Change the title."""
        self._title.setText(title)

    def add_action(self, widget: QWidget) -> None:
        """Add a button at the right, after those that are there."""
        self._actions.addWidget(widget)

    def _fit(self) -> None:
        self.setFixedHeight(self._theme.scaled(HEADER_HEIGHT))


class EmptyState(QWidget):
    """What a pane shows when there is nothing in it: icon, title, sentence, ways on."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        title: str,
        sentence: str = "",
        *,
        buttons: Sequence[QWidget] = (),
        title_role: TextRole = TextRole.HEADING,
        title_tone: TokenName = "text2",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._title = TextLabel(theme, title, role=title_role, tone=title_tone, wrap=True)
        self._sentence = TextLabel(
            theme, sentence, role=TextRole.SECONDARY, tone="text2", wrap=True
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_6, SPACE_6, SPACE_6, SPACE_6)
        layout.setSpacing(SPACE_2)
        layout.addStretch(1)
        layout.addWidget(IconLabel(theme, icon, "text3", size=24), 0, Qt.AlignmentFlag.AlignHCenter)
        for label in (self._title, self._sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(label)
        if buttons:
            row = QHBoxLayout()
            row.setContentsMargins(0, SPACE_2, 0, 0)
            row.setSpacing(SPACE_2)
            row.addStretch(1)
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
            layout.addLayout(row)
        layout.addStretch(1)
        # Only now that it has a parent: a label without one would show as a window of its own.
        self._sentence.setVisible(bool(sentence))

    def set_text(self, title: str, sentence: str = "") -> None:
        """Change the words."""
        self._title.setText(title)
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))

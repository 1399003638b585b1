"""Leads from an answer to how it came about, and from there to the pages.

The inspector stands in the viewer's place. A passage that is opened in it shows the viewer again;
Ctrl+I or the button of the answer leads back.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QWidget

from app.gui.chat.kept_turns import kept_answer
from app.gui.chat.panel import ChatPanel
from app.gui.chat.turn import TurnView
from app.gui.common.keyboard_focus import has_keyboard_focus
from app.gui.common.shared_keys import INSPECT_KEY
from app.gui.drawer import focused_in
from app.gui.inspector.panel import InspectorPanel
from app.gui.middle import Middle
from app.gui.pane_layout import PaneLayout
from app.gui.window_keys import bind_keys


class Window(Protocol):
    """What is needed of the window."""

    chat: ChatPanel
    inspector: InspectorPanel
    middle: Middle
    panes: PaneLayout


class WindowInspector(QObject):
    """Shows in the inspector what the user asks for; while it is open, what was answered last."""

    def __init__(self, window: Window) -> None:
        assert isinstance(window, QWidget)
        super().__init__(window)
        self._window: QWidget = window
        self._chat, self._panel = window.chat, window.inspector
        self._middle, self._panes = window.middle, window.panes
        self._panel.passage_activated.connect(self._chat.passage_activated)
        self._panel.close_requested.connect(self.close)
        self._chat.inspect_requested.connect(self.inspect)
        self._chat.turn_ended.connect(self._ended)
        self._chat.emptied.connect(self.close)
        bind_keys(window, {INSPECT_KEY: self.toggle})

    @Slot()
    def toggle(self) -> None:
        """Show how the answer came about at which the user is, or close the inspector again."""
        if self._panes.inspector_shown:
            self.close()
        elif self._middle.currentWidget() is self._chat:
            turn = self._turn_at()
            if turn is not None:
                self._show(turn, Qt.FocusReason.ShortcutFocusReason)

    @Slot(object)
    def inspect(self, turn: TurnView) -> None:
        """Show how the answer of a turn came about, of which the button was pressed."""
        focused = focused_in(self._window)
        by_keyboard = focused is not None and has_keyboard_focus(focused)
        reasons = Qt.FocusReason
        self._show(turn, reasons.TabFocusReason if by_keyboard else reasons.MouseFocusReason)

    def _show(self, turn: TurnView, reason: Qt.FocusReason) -> None:
        self._panel.show_answer(kept_answer(turn))
        self._panes.show_inspector()
        self._panel.setFocus(reason)

    @Slot()
    def close(self) -> None:
        """Show the viewer again, where it was."""
        if self._panes.inspector_shown:
            self._panes.close_top()

    def _turn_at(self) -> TurnView | None:
        """The turn in which the user is, else the newest of which something is known."""
        focused = focused_in(self._window)
        turns = [turn for turn in self._chat.conversation.turns if turn.can_be_inspected]
        for turn in turns:
            if focused is not None and turn.isAncestorOf(focused):
                return turn
        return turns[-1] if turns else None

    @Slot(object)
    def _ended(self, turn: TurnView) -> None:
        """The question that is shown, or a newer one, has another answer now."""
        if self._panes.inspector_shown and turn.can_be_inspected:
            self._panel.show_answer(kept_answer(turn))

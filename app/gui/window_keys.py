"""The keys of the whole window (the viewer and the conversation bind their own)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence, QShortcut

if TYPE_CHECKING:
    from app.gui.main_window import MainWindow


def bind_keys(window: MainWindow) -> None:
    """Bind the keys that work in every pane."""
    bindings: dict[str, Callable[[], object]] = {
        "F6": partial(window.move_focus, 1),
        "Shift+F6": partial(window.move_focus, -1),
        "Ctrl+O": window.add_menu,
        "Ctrl+L": window.focus_find,
        "Ctrl+K": window.focus_question,
        "Ctrl+B": window.layout_of_panes.toggle_library,
        "Ctrl+,": window.open_settings,
        "F1": window.show_keys,
        "Esc": window.stop_or_close,
        "Alt+Down": window.chat.next_citation,
        "Alt+Up": window.chat.previous_citation,
        "Ctrl+Shift+C": window.chat.copy_answer,
    }
    for keys, action in bindings.items():
        QShortcut(QKeySequence(keys), window).activated.connect(action)

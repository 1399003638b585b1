"""The button that shows how an answer, or a refusal, came about."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.gui.common.labels import native_key
from app.gui.common.shared_keys import INSPECT_KEY
from app.gui.common.theme import Theme
from app.gui.common.widgets import Button, ButtonVariant


class InspectButton(Button):
    """Stands among the actions of an answer, or below what came instead of one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(
            theme,
            "Inspect",
            variant=ButtonVariant.GHOST,
            icon="inspect",
            compact=True,
            parent=parent,
        )
        self.setToolTip(f"Show how this came about ({native_key(INSPECT_KEY)})")

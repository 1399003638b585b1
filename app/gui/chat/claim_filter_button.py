"""The button that says whether passages of another scope are set aside, and switches that."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.settings import AnswerSettings
from app.gui.common.labels import as_tip
from app.gui.common.theme import Theme
from app.gui.common.widgets import Button, ButtonVariant

NAME = "Claim filter"


class ClaimFilterButton(Button):
    """Says "Claim filter on" or "Claim filter off", and "On" or "Off" after the funnel where room
    is scarce. Signal `switched` (bool) when the user switches it."""

    switched = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(
            theme, variant=ButtonVariant.GHOST, icon="filter", compact=True, parent=parent
        )
        self._short = False
        self.setCheckable(True)
        self.setAccessibleName(NAME)
        # What a setting does is said once, beside it.
        field = AnswerSettings.model_fields["claim_filter"]
        self._does = field.description or ""
        self.setAccessibleDescription(self._does)
        self.clicked.connect(self.switched)
        self.toggled.connect(self._show_state)
        self._show_state()

    def set_on(self, on: bool) -> None:
        """Show what the settings say."""
        self.setChecked(on)

    def set_short(self, short: bool) -> None:
        """Leave the name out, where room is scarce."""
        self._short = short
        self._show_state()

    def _show_state(self) -> None:
        state = "on" if self.isChecked() else "off"
        said = f"{NAME} {state}"
        self.setText(state.capitalize() if self._short else said)
        self.setToolTip(as_tip(f"{said}. {self._does}"))
        self.updateGeometry()

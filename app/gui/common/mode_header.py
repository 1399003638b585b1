"""The bar above the conversation, the search and the table: title, language model, and the switch
between the three.

Each of the panes has a bar of its own, since each keeps its state while another is shown; the
switch stands at the same place in all.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme
from app.gui.common.widgets import Button, ButtonVariant, IconButton, PaneHeader, Segmented

NO_MODEL = "No model"


class Mode(StrEnum):
    """What the middle of the window is used for."""

    ASK = "ask"
    SEARCH = "search"
    TABLE = "table"


_MODES = ((Mode.ASK, "Ask"), (Mode.SEARCH, "Search"), (Mode.TABLE, "Table"))


class ModeHeader(PaneHeader):
    """A bar with a menu for what else can be done.

    Signals: `mode_chosen` (Mode) when the user picks one, `model_menu_requested`.
    """

    mode_chosen = Signal(object)
    model_menu_requested = Signal()

    def __init__(
        self, theme: Theme, title: str, mode: Mode, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, title, parent=parent)
        self._model = Button(
            theme, NO_MODEL, variant=ButtonVariant.GHOST, icon="model", compact=True
        )
        self._model.show_chevron()
        self._model_icon = IconButton(theme, "model", NO_MODEL)
        self._model_icon.hide()
        for button in (self._model, self._model_icon):
            button.clicked.connect(self._request_models)
            self.add_action(button)
        self._switch = Segmented(theme, _MODES, "Mode")
        self.set_mode(mode)
        self._switch.value_changed.connect(self._choose_mode)
        self.add_action(self._switch)
        self._more = IconButton(theme, "more", "More")
        self._menu = QMenu(self._more)
        self._more.clicked.connect(self._show_menu)
        self.add_action(self._more)
        self.set_model("", False)

    @property
    def model_button(self) -> Button:
        """The button with the model's name, or with its icon where room is scarce."""
        return self._model if self._model_icon.isHidden() else self._model_icon

    @property
    def switch(self) -> Segmented:
        """Ask, Search or Table."""
        return self._switch

    @property
    def more_button(self) -> IconButton:
        """The button that opens the menu."""
        return self._more

    @property
    def menu(self) -> QMenu:
        """What else can be done."""
        return self._menu

    def set_mode(self, mode: Mode) -> None:
        """Show which mode holds."""
        with QSignalBlocker(self._switch):
            self._switch.set_value(mode)

    def set_model(self, title: str, installed: bool) -> None:
        """Name the language model, or say that there is none."""
        name = one_line(title) if installed and title else NO_MODEL
        self._model.setText(name)
        self._model.updateGeometry()
        spoken = f"Language model: {name}"
        self._model.setAccessibleName(spoken)
        self._model_icon.set_name(spoken)

    def set_narrow(self, narrow: bool) -> None:
        """Show the model as an icon only, or by its name."""
        self._model.setVisible(not narrow)
        self._model_icon.setVisible(narrow)

    def _request_models(self) -> None:
        self.model_menu_requested.emit()

    def _choose_mode(self, value: str) -> None:
        self.mode_chosen.emit(Mode(value))

    def _show_menu(self) -> None:
        corner = self._more.rect().bottomRight()
        place = self._more.mapToGlobal(corner)
        place.setX(place.x() - self._menu.sizeHint().width())
        self._menu.popup(place)

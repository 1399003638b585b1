"""The bar above the conversation: its title, the language model, and what else can be done."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme
from app.gui.common.widgets import Button, ButtonVariant, IconButton, PaneHeader

UNTITLED = "New conversation"
NO_MODEL = "No model"


class ChatHeader(PaneHeader):
    """The title is the first question, cut where room ends."""

    new_conversation = Signal()
    model_menu_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, UNTITLED, parent=parent)
        self._model = Button(
            theme, NO_MODEL, variant=ButtonVariant.GHOST, icon="model", compact=True
        )
        self._model.show_chevron()
        self._model_icon = IconButton(theme, "model", NO_MODEL)
        self._model_icon.hide()
        for button in (self._model, self._model_icon):
            button.clicked.connect(self._request_models)
            self.add_action(button)
        self._more = IconButton(theme, "more", "More")
        menu = QMenu(self._more)
        self._new = menu.addAction("New conversation")
        self._new.triggered.connect(self._begin_anew)
        self._menu = menu
        self._more.clicked.connect(self._show_menu)
        self.add_action(self._more)
        self.set_model("", False)

    @property
    def model_button(self) -> Button:
        """The button with the model's name, or with its icon where room is scarce."""
        return self._model if self._model_icon.isHidden() else self._model_icon

    @property
    def more_button(self) -> IconButton:
        """The button that opens the menu."""
        return self._more

    @property
    def menu(self) -> QMenu:
        """What else can be done."""
        return self._menu

    def set_title(self, title: str) -> None:
        super().set_title(one_line(title) or UNTITLED)

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

    def _begin_anew(self) -> None:
        self.new_conversation.emit()

    def _show_menu(self) -> None:
        corner = self._more.rect().bottomRight()
        place = self._more.mapToGlobal(corner)
        place.setX(place.x() - self._menu.sizeHint().width())
        self._menu.popup(place)

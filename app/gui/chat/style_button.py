"""The button that says how the next answer is made, with the menu of styles."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.core.domain.answer import AnswerStyle
from app.gui.common.theme import Theme
from app.gui.common.widgets import Button, ButtonVariant

_STYLES = {AnswerStyle.WRITTEN: ("Written", "ask"), AnswerStyle.QUOTES: ("Quotes", "quote")}
_HINTS = {
    AnswerStyle.WRITTEN: "The passages put into sentences by the language model.",
    AnswerStyle.QUOTES: "The best sentences, word for word. Needs no language model.",
}
_NEEDS_MODEL = "Choose a language model first; quotes need none."


class StyleButton(Button):
    """Signal `style_chosen` carries an AnswerStyle when the user picks another."""

    style_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, variant=ButtonVariant.GHOST, compact=True, parent=parent)
        self._style = AnswerStyle.WRITTEN
        self._model_installed = True
        self._short = False
        self._icon = ""
        self._actions = self._make_menu()
        self._show_state()

    @property
    def answer_style(self) -> AnswerStyle:
        """The style of the next answer: quotes where no model is installed."""
        return self._style if self._model_installed else AnswerStyle.QUOTES

    def set_answer_style(self, style: AnswerStyle) -> None:
        """Choose the style, as the settings say."""
        self._style = style
        self._show_state()

    def set_model_installed(self, installed: bool) -> None:
        """Tell whether answers can be written."""
        self._model_installed = installed
        self._show_state()

    def set_short(self, short: bool) -> None:
        """Show the icon of the style only, where room is scarce."""
        self._short = short
        self._show_state()

    def _make_menu(self) -> dict[AnswerStyle, QAction]:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        group = QActionGroup(menu)
        actions = {}
        for style, (word, _icon) in _STYLES.items():
            action = menu.addAction(word)
            action.setCheckable(True)
            action.setData(style)
            group.addAction(action)
            actions[style] = action
        group.triggered.connect(self._choose)
        self.setMenu(menu)
        return actions

    def _choose(self, action: QAction) -> None:
        self._style = AnswerStyle(action.data())
        self._show_state()
        self.style_chosen.emit(self._style)

    def _show_state(self) -> None:
        style = self.answer_style
        word, icon = _STYLES[style]
        name = f"Answer style: {word}"
        self.setText("" if self._short else word)
        if icon != self._icon:
            # Only then: every icon that is made stays as long as the theme.
            self._icon = icon
            self.set_icon(icon)
        self.setAccessibleName(name)
        self.setToolTip(name if self._short else "")
        for known, action in self._actions.items():
            action.setChecked(known is style)
            usable = known is AnswerStyle.QUOTES or self._model_installed
            action.setEnabled(usable)
            action.setToolTip(_HINTS[known] if usable else _NEEDS_MODEL)
        self.updateGeometry()

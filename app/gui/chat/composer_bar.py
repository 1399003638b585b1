"""The bar below the question: what is asked in, the style of the answer, the claim filter, and
Ask or Stop. Where room is scarce, its buttons give up their words one after the other."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QWidget

from app.gui.chat.claim_filter_button import ClaimFilterButton
from app.gui.chat.style_button import StyleButton
from app.gui.common.scope_choice import ScopeChooser
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2
from app.gui.common.widgets import Button, ButtonVariant


class ComposerBar(QWidget):
    """Only arranges its buttons; the composer knows what they do."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scope = ScopeChooser(theme)
        self.style_button = StyleButton(theme)
        self.claim_filter = ClaimFilterButton(theme)
        self.ask = Button(theme, "Ask", variant=ButtonVariant.PRIMARY, compact=True)
        self.stop = Button(theme, "Stop", icon="close", key_hint="Esc", compact=True)
        self.stop.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_1, 0, 0, 0)
        row.setSpacing(SPACE_2)
        row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        for widget in (self.scope, self.style_button, self.claim_filter):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.ask)
        row.addWidget(self.stop)
        self.scope.renamed.connect(self.fit)
        self.style_button.style_chosen.connect(self.fit)
        self.claim_filter.toggled.connect(self.fit)
        theme.changed.connect(self.fit)

    def show_running(self, running: bool) -> None:
        """Show Stop in place of Ask, or Ask again; who was on one is on the other."""
        old, new = (self.ask, self.stop) if running else (self.stop, self.ask)
        had_focus = old.hasFocus()
        new.show()
        if had_focus:
            new.setFocus(Qt.FocusReason.OtherFocusReason)
        old.hide()
        self.stop.setEnabled(True)
        self.fit()

    def fit(self) -> None:
        """Show as many words as there is room for: the name of the filter goes first, then the
        name of where is asked is cut, then the style is an icon."""
        self._shorten(style=False, claim_filter=False)
        if self._width(self.scope.sizeHint()) > self.width():
            self._shorten(style=False, claim_filter=True)
            if self._width(self.scope.minimumSizeHint()) > self.width():
                self._shorten(style=True, claim_filter=True)
        self.updateGeometry()

    def _shorten(self, *, style: bool, claim_filter: bool) -> None:
        self.style_button.set_short(style)
        self.claim_filter.set_short(claim_filter)

    def _width(self, scope: QSize) -> int:
        """What the bar needs where the button of the scope is this wide."""
        last = self.ask if self.stop.isHidden() else self.stop
        others = (self.style_button, self.claim_filter, last)
        buttons = sum(button.sizeHint().width() for button in others)
        return scope.width() + buttons + 4 * SPACE_2 + SPACE_1

    # Qt overrides

    def minimumSizeHint(self) -> QSize:
        # The bar is as narrow as it has to be; what is shown follows the width that it is given.
        return QSize(self.ask.sizeHint().width(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()

"""Buttons: one primary per view, plain for actions, ghost in bars, link for more, danger to erase.

Ground and edge come from the style sheet by the property ``variant``; icon, text, key hint, menu
arrow and focus ring are drawn here, since style sheets can set none of their distances.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QIcon, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QWidget

from app.gui.common.icons import icon as tinted_icon
from app.gui.common.icons import paint_icon
from app.gui.common.keyboard_focus import (
    KeyboardFocus,
    has_keyboard_focus,
    paint_focus_ring,
    restyle,
)
from app.gui.common.labels import native_key
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import (
    BAR_CONTROL_HEIGHT,
    CONTROL_HEIGHT,
    ICON_PX,
    RADIUS_CONTROL,
    TextRole,
)

_GAP = 8
_CHEVRON_PX = 12
# What an elided button keeps of its text at the least, in px.
_LEAST_TEXT = 32


class ButtonVariant(StrEnum):
    """How much a button asks for attention."""

    PRIMARY = "primary"
    PLAIN = "plain"
    GHOST = "ghost"
    LINK = "link"
    DANGER = "danger"


_CONTENT_TOKENS: dict[ButtonVariant, TokenName] = {
    ButtonVariant.PRIMARY: "onaccent",
    ButtonVariant.PLAIN: "text",
    ButtonVariant.GHOST: "text2",
    ButtonVariant.LINK: "accent",
    ButtonVariant.DANGER: "bad",
}
_PADDING: dict[ButtonVariant, int] = {
    ButtonVariant.PRIMARY: 12,
    ButtonVariant.PLAIN: 12,
    ButtonVariant.GHOST: 8,
    ButtonVariant.LINK: 4,
    ButtonVariant.DANGER: 12,
}


class Button(QPushButton):
    """A button with text, and perhaps an icon, a key hint and a menu arrow.

    ``compact`` makes it 28 px high for bars, else it is 32 px. ``elide`` lets the text be cut
    where room ends. Enter presses it as Space does.
    """

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        variant: ButtonVariant = ButtonVariant.PLAIN,
        icon: str | None = None,
        key_hint: QKeySequence | str | None = None,
        compact: bool = False,
        elide: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self._variant = variant
        self._key_hint = native_key(key_hint) if key_hint is not None else ""
        self._compact = compact
        self._chevron = False
        self._elide = elide
        self.setProperty("variant", variant.value)
        self.setAutoDefault(False)
        horizontal = QSizePolicy.Policy.Preferred if elide else QSizePolicy.Policy.Fixed
        self.setSizePolicy(horizontal, QSizePolicy.Policy.Fixed)
        if icon is not None:
            self.set_icon(icon)
        KeyboardFocus(self)
        theme.changed.connect(self.updateGeometry)

    @property
    def variant(self) -> ButtonVariant:
        """The variant in use."""
        return self._variant

    def set_variant(self, variant: ButtonVariant) -> None:
        """Change how much the button asks for attention; set the icon again afterwards."""
        self._variant = variant
        self.setProperty("variant", variant.value)
        restyle(self)

    def set_icon(self, name: str, token: TokenName | None = None) -> None:
        """Show an icon before the text, in the text's colour unless a token is given."""
        usual = self._content_token()
        checked: TokenName = "text" if usual == "text2" else usual
        self.setIcon(tinted_icon(self._theme, name, token or usual, checked=token or checked))

    def show_chevron(self) -> None:
        """Show the arrow of a button that opens something; one with a menu always has it."""
        self._chevron = True
        self.updateGeometry()

    def _content_token(self) -> TokenName:
        if not self.isEnabled():
            # On the grey ground of the primary button the usual grey can hardly be read.
            return "text3" if self._variant is ButtonVariant.PRIMARY else "disabled"
        if self._variant is ButtonVariant.GHOST and self.isChecked():
            return "text"
        return _CONTENT_TOKENS[self._variant]

    def _has_chevron(self) -> bool:
        return self._chevron or self.menu() is not None

    def _hint_font(self) -> QFont:
        font = self._theme.font(TextRole.SECTION)
        font.setWeight(QFont.Weight.Normal)
        return font

    def _hint_metrics(self) -> QFontMetrics:
        return QFontMetrics(self._hint_font())

    def _widths(self) -> tuple[int, int, int, int]:
        """Return the widths of icon, text, key hint and arrow, each with the gap before it."""
        icon = 0 if self.icon().isNull() else self._theme.scaled(ICON_PX)
        text = 0
        if self.text():
            flags = Qt.TextFlag.TextShowMnemonic.value
            text = self.fontMetrics().size(flags, self.text()).width() + (_GAP if icon else 0)
        hint = self._hint_metrics().horizontalAdvance(self._key_hint) if self._key_hint else 0
        hint = hint + _GAP if hint else 0
        arrow = self._theme.scaled(_CHEVRON_PX) + 6 if self._has_chevron() else 0
        return icon, text, hint, arrow

    def _height(self) -> int:
        if self._variant is ButtonVariant.LINK:
            return self._theme.scaled(24)
        return self._theme.scaled(BAR_CONTROL_HEIGHT if self._compact else CONTROL_HEIGHT)

    def _paint_contents(self, painter: QPainter) -> None:
        icon, text, hint, arrow = self._widths()
        room = self.width() - 2 * _PADDING[self._variant]
        text = min(text, max(0, room - icon - hint - arrow))
        left = (self.width() - (icon + text + hint + arrow)) // 2
        if icon:
            mode = QIcon.Mode.Normal if self.isEnabled() else QIcon.Mode.Disabled
            state = QIcon.State.On if self.isChecked() else QIcon.State.Off
            top = (self.height() - icon) // 2
            self.icon().paint(
                painter, QRect(left, top, icon, icon), Qt.AlignmentFlag.AlignCenter, mode, state
            )
        token = self._content_token()
        if text:
            gap = _GAP if icon else 0
            self._paint_text(painter, left + icon + gap, text - gap, token)
        if hint:
            quiet: TokenName = "text3" if self.isEnabled() else "disabled"
            painter.setFont(self._hint_font())
            painter.setPen(
                self._theme.color(token if self._variant is ButtonVariant.PRIMARY else quiet)
            )
            place = QRect(left + icon + text + _GAP, 0, hint, self.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, self._key_hint)
        if arrow:
            side = arrow - 6
            top = (self.height() - side) // 2
            place = QRect(left + icon + text + hint + 6, top, side, side)
            paint_icon(painter, place, self._theme, "down", token)

    def _paint_text(self, painter: QPainter, left: int, width: int, token: TokenName) -> None:
        painter.setFont(self.font())
        painter.setPen(self._theme.color(token))
        text = self.text()
        if self._elide:
            text = self.fontMetrics().elidedText(
                text, Qt.TextElideMode.ElideRight, width, Qt.TextFlag.TextShowMnemonic.value
            )
        flags = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextShowMnemonic.value
        if self._variant is ButtonVariant.LINK and self.underMouse() and self.isEnabled():
            font = self.font()
            font.setUnderline(True)
            painter.setFont(font)
        painter.drawText(QRect(left, 0, width, self.height()), flags, text)

    # Qt overrides

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        return QSize(sum(self._widths()) + 2 * _PADDING[self._variant], self._height())

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        if not self._elide:
            return hint
        icon, text, key, arrow = self._widths()
        least = min(text, _LEAST_TEXT)
        return QSize(icon + least + key + arrow + 2 * _PADDING[self._variant], hint.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.icon = QIcon()
        option.text = ""
        option.features &= ~QStyleOptionButton.ButtonFeature.HasMenu
        painter = QPainter(self)
        self.style().drawControl(QStyle.ControlElement.CE_PushButtonBevel, option, painter, self)
        self._paint_contents(painter)
        if has_keyboard_focus(self):
            primary = self._variant is ButtonVariant.PRIMARY
            radius = RADIUS_CONTROL - 1
            paint_focus_ring(painter, QRectF(self.rect()), radius, self._theme, gap=primary)


class IconButton(Button):
    """A square button with an icon only. The name is its tool tip and its accessible name.

    ``size`` is 28 px in bars and rows, 32 px elsewhere. A key is shown in the tool tip; binding
    it is left to the window.
    """

    def __init__(
        self,
        theme: Theme,
        icon: str,
        name: str,
        *,
        size: int = BAR_CONTROL_HEIGHT,
        key: QKeySequence | str | None = None,
        checkable: bool = False,
        variant: ButtonVariant = ButtonVariant.GHOST,
        parent: QWidget | None = None,
    ) -> None:
        if not name.strip():
            raise ValueError("A button without text needs a name.")
        self._size = size
        super().__init__(theme, variant=variant, icon=icon, parent=parent)
        self._key = native_key(key) if key is not None else ""
        self.setCheckable(checkable)
        self.set_name(name)

    def set_name(self, name: str) -> None:
        """Change the accessible name and the tool tip."""
        self.setAccessibleName(name)
        self.setToolTip(f"{name} ({self._key})" if self._key else name)

    # Qt overrides

    def sizeHint(self) -> QSize:
        side = self._theme.scaled(self._size)
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

"""Text on the window: labels by role and tone, elided and section labels, key hints, icons."""

from __future__ import annotations

import html
from html import escape
from textwrap import fill

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeySequence, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.gui.common.icons import paint_icon
from app.gui.common.keyboard_focus import restyle
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import ICON_PX, TextRole

_TIP_LETTERS = 100
"""In a line of a tool tip: so many fit on any screen."""


def native_key(key: QKeySequence | str) -> str:
    """Return a key as this system writes it, such as "Ctrl+L" or "⌘L"."""
    sequence = QKeySequence(key) if isinstance(key, str) else key
    return sequence.toString(QKeySequence.SequenceFormat.NativeText)


class TextLabel(QLabel):
    """A piece of plain text in the size of a role and the colour of a tone.

    Text is never read as mark-up. With ``wrap`` it breaks into lines of the role's line height.
    Tones are text, text2, text3, accent, ok, warn, bad and onaccent.
    """

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        role: TextRole = TextRole.CONTROL,
        tone: TokenName = "text",
        wrap: bool = False,
        selectable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._role = role
        self._plain = text
        self.setProperty("textRole", role.value)
        self.setProperty("tone", tone)
        self.setWordWrap(wrap)
        self.setTextFormat(Qt.TextFormat.RichText if wrap else Qt.TextFormat.PlainText)
        if wrap:
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
            theme.changed.connect(self._show_text)
        if selectable:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._show_text()

    def set_role(self, role: TextRole) -> None:
        """Change the size, line height and weight."""
        self._role = role
        self.setProperty("textRole", role.value)
        restyle(self)
        self._show_text()

    def set_tone(self, tone: TokenName) -> None:
        """Change the colour."""
        self.setProperty("tone", tone)
        restyle(self)

    def _show_text(self) -> None:
        if not self.wordWrap():
            super().setText(self._plain)
            return
        lines = escape(self._plain).replace("\n", "<br>")
        height = self._theme.line_height(self._role)
        super().setText(f'<div style="line-height:{height}px">{lines}</div>')
        # Qt puts all of the extra height above a line; half of it belongs below.
        extra = height - QFontMetrics(self._theme.font(self._role)).height()
        shift = max(0, extra // 2)
        self.setContentsMargins(0, -shift, 0, shift)

    # Qt overrides

    def setText(self, text: str) -> None:
        self._plain = text
        self._show_text()

    def text(self) -> str:
        return self._plain


class SectionLabel(TextLabel):
    """The small capitals above a group. Screen readers get the words as they are written."""

    def __init__(self, theme: Theme, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(theme, text, role=TextRole.SECTION, tone="text3", parent=parent)
        self.setProperty("capitals", True)


def as_tip(text: str) -> str:
    """Text for a tool tip that is shown as it stands, also where Qt would take it for mark-up.

    Qt guesses that from a "<" and what follows it; without one, text is text. It breaks only
    mark-up into lines, so long text is broken here; a screen reader gets no mark-up that way.
    """
    if "<" not in text:
        return text if len(text) <= _TIP_LETTERS else fill(text, _TIP_LETTERS)
    return f"<p style='white-space:pre-wrap'>{html.escape(text)}</p>"


class ElidedLabel(TextLabel):
    """One line that is cut with "…" where room ends; its tool tip then shows the whole."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        role: TextRole = TextRole.CONTROL,
        tone: TokenName = "text",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, text, role=role, tone=tone, parent=parent)
        self._mode = mode
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def is_elided(self) -> bool:
        """Return whether some of the text is cut off now."""
        return self.fontMetrics().horizontalAdvance(self._plain) > self.contentsRect().width()

    # Qt overrides

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(as_tip(text) if self.is_elided() else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setToolTip(as_tip(self._plain) if self.is_elided() else "")

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        # Room for a few letters and the dots: enough to see that there is something.
        return QSize(min(hint.width(), self.fontMetrics().averageCharWidth() * 6), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        rect = self.contentsRect()
        text = self.fontMetrics().elidedText(self._plain, self._mode, rect.width())
        self.style().drawItemText(
            painter,
            rect,
            int((self.alignment() | Qt.AlignmentFlag.AlignVCenter).value),
            self.palette(),
            self.isEnabled(),
            text,
            QPalette.ColorRole.WindowText,
        )


class KeyHint(TextLabel):
    """A key beside what it does, written as this system writes keys."""

    def __init__(
        self, theme: Theme, key: QKeySequence | str, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, native_key(key), role=TextRole.SECTION, tone="text2", parent=parent)
        self.setProperty("keyHint", True)


class IconLabel(QWidget):
    """An icon that is no button. It is decoration unless it is given an accessible name."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        token: TokenName = "text2",
        *,
        size: int = ICON_PX,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = name
        self._token: TokenName = token
        self._size = size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self.updateGeometry)

    def set_icon(self, name: str, token: TokenName | None = None) -> None:
        """Show another icon, in another colour if one is given."""
        self._name = name
        self._token = token or self._token
        self.update()

    # Qt overrides

    def sizeHint(self) -> QSize:
        side = self._theme.scaled(self._size)
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        token: TokenName = self._token if self.isEnabled() else "disabled"
        paint_icon(painter, self.rect(), self._theme, self._name, token)

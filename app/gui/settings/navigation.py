"""The list of pages at the side of the settings."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app import __version__
from app.gui.common.icons import paint_icon
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import (
    CONTROL_HEIGHT,
    ICON_PX,
    RADIUS_CONTROL,
    SPACE_1,
    SPACE_2,
    SPACE_3,
    SPACE_4,
    TextRole,
)
from app.gui.common.widgets import (
    KeyboardFocus,
    Surface,
    TextLabel,
    has_keyboard_focus,
    paint_focus_ring,
)

WIDTH, NARROW_WIDTH = 192, 56


class PageButton(QPushButton):
    """A row that fills its width; the page that is shown has the ground of what is selected."""

    def __init__(self, theme: Theme, title: str, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self._theme = theme
        self._icon_name = icon
        self._narrow = False
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        KeyboardFocus(self)
        theme.changed.connect(self.updateGeometry)

    def set_narrow(self, narrow: bool) -> None:
        """Show the icon only; the title is in the tip then."""
        self._narrow = narrow
        self.setToolTip(self.text() if narrow else "")
        self.updateGeometry()
        self.update()

    # Qt overrides

    def sizeHint(self) -> QSize:
        side = self._theme.scaled(CONTROL_HEIGHT)
        if self._narrow:
            return QSize(side, side)
        words = QFontMetrics(self._theme.font(TextRole.LABEL)).horizontalAdvance(self.text())
        return QSize(words + self._theme.scaled(ICON_PX) + 3 * SPACE_3, side)

    def minimumSizeHint(self) -> QSize:
        side = self._theme.scaled(CONTROL_HEIGHT)
        return QSize(side, side)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, frame = self._theme, QRectF(self.rect())
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("select" if self.isChecked() else "hover"))
            painter.drawRoundedRect(frame, RADIUS_CONTROL, RADIUS_CONTROL)
        size = theme.scaled(ICON_PX)
        left = (self.width() - size) // 2 if self._narrow else SPACE_3
        place = QRect(left, (self.height() - size) // 2, size, size)
        token: TokenName = "accent" if self.isChecked() else "text2"
        paint_icon(painter, place, theme, self._icon_name, token)
        if not self._narrow:
            font = theme.font(TextRole.LABEL)
            painter.setFont(font)
            painter.setPen(theme.color("text"))
            left += size + SPACE_3
            words = QRect(left, 0, self.width() - left - SPACE_1, self.height())
            mode = Qt.TextElideMode.ElideRight
            text = QFontMetrics(font).elidedText(self.text(), mode, words.width())
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, text)
        if has_keyboard_focus(self):
            paint_focus_ring(painter, frame, RADIUS_CONTROL - 1, theme)


class PageList(Surface):
    """Signal `chosen` carries the index of the page; arrow keys go from one to the next."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__("sidebar", edge="right", parent=parent)
        self._theme = theme
        self._narrow = False
        self.setAccessibleName(title)
        self._group = QButtonGroup(self)
        self._group.idToggled.connect(self._toggled)
        self._title = TextLabel(theme, title, role=TextRole.TITLE)
        self._title.setContentsMargins(SPACE_3, 0, 0, SPACE_2)
        self._version = TextLabel(
            theme, f"Pincite {__version__}", role=TextRole.SECONDARY, tone="text3"
        )
        self._version.setContentsMargins(SPACE_3, 0, 0, 0)
        self._buttons = QVBoxLayout()
        self._buttons.setSpacing(SPACE_1)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_4, SPACE_3, SPACE_4)
        column.setSpacing(SPACE_1)
        column.addWidget(self._title)
        column.addLayout(self._buttons)
        column.addStretch(1)
        column.addWidget(self._version)
        theme.changed.connect(self._fit)
        self._fit()

    def add_page(self, title: str, icon: str) -> None:
        """Add a page at the end; the first one is chosen."""
        index = self._buttons.count()
        button = PageButton(self._theme, title, icon)
        self._buttons.addWidget(button)
        self._group.addButton(button, index)
        button.setChecked(index == 0)

    def buttons(self) -> list[PageButton]:
        """The rows, from the top."""
        return [b for b in self._group.buttons() if isinstance(b, PageButton)]

    def choose(self, index: int) -> None:
        """Go to a page."""
        self.buttons()[index].setChecked(True)

    def set_narrow(self, narrow: bool) -> None:
        """Show icons only."""
        self._narrow = narrow
        for widget in (self._title, self._version):
            widget.setVisible(not narrow)
        for button in self.buttons():
            button.set_narrow(narrow)
        self._fit()

    def _fit(self) -> None:
        self.setFixedWidth(self._theme.scaled(NARROW_WIDTH if self._narrow else WIDTH))

    def _toggled(self, index: int, on: bool) -> None:
        if on:
            self.chosen.emit(index)

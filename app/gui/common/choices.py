"""Ways to choose: one of a few words, on or off, a number, one of a list."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from app.gui.common.buttons import IconButton
from app.gui.common.icons import paint_icon
from app.gui.common.keyboard_focus import KeyboardFocus, has_keyboard_focus, paint_focus_ring
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import (
    BAR_CONTROL_HEIGHT,
    ICON_PX,
    RADIUS_CONTROL,
    TextRole,
)


class _Segment(QPushButton):
    """One word; as wide as it gets when it is the chosen one, so nothing moves."""

    def __init__(self, theme: Theme, word: str, parent: QWidget) -> None:
        super().__init__(word, parent)
        self._theme = theme
        self.setProperty("segment", True)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        KeyboardFocus(self)
        theme.changed.connect(self.updateGeometry)

    # Qt overrides

    def sizeHint(self) -> QSize:
        font = self._theme.font(TextRole.CHIP)
        font.setWeight(QFont.Weight.DemiBold)
        words = QFontMetrics(font).size(Qt.TextFlag.TextShowMnemonic.value, self.text())
        return QSize(words.width() + 24, self._theme.scaled(BAR_CONTROL_HEIGHT - 4))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if has_keyboard_focus(self):
            paint_focus_ring(QPainter(self), QRectF(self.rect()), RADIUS_CONTROL - 2, self._theme)


class Segmented(QFrame):
    """A few words side by side of which one holds, such as Ask and Search.

    ``options`` are pairs of value and word. Left and right move the choice; Tab passes it as one
    stop. Emits ``value_changed`` with the value when the user or the program changes it.
    """

    value_changed = Signal(str)

    def __init__(
        self,
        theme: Theme,
        options: Sequence[tuple[str, str]],
        name: str,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("segmented", True)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        self._segments: dict[str, QPushButton] = {}
        for value, word in options:
            segment = _Segment(theme, word, self)
            segment.setAccessibleDescription(name)
            segment.toggled.connect(self._toggled)
            layout.addWidget(segment)
            self._segments[value] = segment
        first = next(iter(self._segments.values()))
        first.setChecked(True)
        self.setFocusProxy(first)

    def value(self) -> str:
        """Return the value that holds."""
        return next(value for value, segment in self._segments.items() if segment.isChecked())

    def set_value(self, value: str) -> None:
        """Choose a value. Raises KeyError when it is none of the options."""
        self._segments[value].setChecked(True)

    def segment(self, value: str) -> QPushButton:
        """Return the button of one value, for tool tips and tests."""
        return self._segments[value]

    def _toggled(self, on: bool) -> None:
        if on:
            self.setFocusProxy(self._segments[self.value()])
            self.value_changed.emit(self.value())


class Switch(QCheckBox):
    """On or off, drawn as a sliding knob. Space and Enter turn it; its name is required."""

    _WIDTH, _HEIGHT, _RING = 34, 18, 4

    def __init__(self, theme: Theme, name: str, *, parent: QWidget | None = None) -> None:
        if not name.strip():
            raise ValueError("A switch needs a name.")
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        KeyboardFocus(self)
        theme.changed.connect(self.updateGeometry)

    # Qt overrides

    def sizeHint(self) -> QSize:
        scaled = self._theme.scaled
        ring = 2 * self._RING
        return QSize(scaled(self._WIDTH) + ring, scaled(self._HEIGHT) + ring)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pill = QRectF(0, 0, self._theme.scaled(self._WIDTH), self._theme.scaled(self._HEIGHT))
        pill.moveCenter(QRectF(self.rect()).center())
        token: TokenName = "accentfill" if self.isChecked() else "control"
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(token if self.isEnabled() else "track"))
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
        knob = QRectF(0, 0, pill.height() - 4, pill.height() - 4)
        right = self.isChecked() != (self.layoutDirection() is Qt.LayoutDirection.RightToLeft)
        left = pill.right() - knob.width() - 2 if right else pill.left() + 2
        knob.moveTo(left, pill.top() + 2)
        painter.setBrush(self._theme.color("onaccent" if self.isEnabled() else "disabled"))
        painter.drawEllipse(knob)
        if has_keyboard_focus(self):
            ring = pill.adjusted(-self._RING, -self._RING, self._RING, self._RING)
            paint_focus_ring(painter, ring, ring.height() / 2 - 1, self._theme)


class CheckBox(QCheckBox):
    """A box to tick, with its words. Its tick is ours, since style sheets cannot draw one."""

    def __init__(self, theme: Theme, text: str, *, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        KeyboardFocus(self)

    # Qt override

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        box = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
        mark = {Qt.CheckState.Checked: "check", Qt.CheckState.PartiallyChecked: "minus"}
        name = mark.get(self.checkState())
        if name is not None:
            token: TokenName = "onaccent" if self.isEnabled() else "disabled"
            paint_icon(painter, box, self._theme, name, token)
        _ring_around_choice(painter, self, self._theme)


class RadioButton(QRadioButton):
    """One of several choices that exclude each other, with a ring on keyboard focus."""

    def __init__(self, theme: Theme, text: str = "", *, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        KeyboardFocus(self)

    # Qt override

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        _ring_around_choice(QPainter(self), self, self._theme)


def _ring_around_choice(painter: QPainter, choice: QCheckBox | QRadioButton, theme: Theme) -> None:
    if has_keyboard_focus(choice):
        paint_focus_ring(painter, QRectF(choice.rect()), 4, theme)


class Stepper(QFrame):
    """A whole number between two buttons, minus and plus.

    Up, Down, Page up, Page down and digits work too. Emits ``value_changed``.
    """

    value_changed = Signal(int)

    def __init__(
        self,
        theme: Theme,
        name: str,
        minimum: int,
        maximum: int,
        *,
        value: int | None = None,
        step: int = 1,
        suffix: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("stepper", True)
        self._box = QSpinBox(self)
        self._box.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self._box.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._box.setRange(minimum, maximum)
        self._box.setSingleStep(step)
        self._box.setSuffix(suffix)
        self._box.setAccessibleName(name)
        self._box.setFrame(False)
        self._box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._minus = IconButton(theme, "minus", f"{name}: less", size=24, parent=self)
        self._plus = IconButton(theme, "plus", f"{name}: more", size=24, parent=self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        for widget in (self._minus, self._box, self._plus):
            layout.addWidget(widget)
        for button in (self._minus, self._plus):
            # The number itself is the stop for the keyboard; the buttons only help the pointer.
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setAutoRepeat(True)
        self._minus.clicked.connect(self._box.stepDown)
        self._plus.clicked.connect(self._box.stepUp)
        self._box.valueChanged.connect(self._changed)
        self.setFocusProxy(self._box)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        KeyboardFocus(self._box)
        self._box.setValue(minimum if value is None else value)
        self._changed(self._box.value())
        theme.changed.connect(self.updateGeometry)

    def value(self) -> int:
        """Return the number."""
        return self._box.value()

    def set_value(self, value: int) -> None:
        """Set the number; it is kept within the bounds."""
        self._box.setValue(value)

    def spin_box(self) -> QSpinBox:
        """Return the number's field, for focus order and tests."""
        return self._box

    def _changed(self, value: int) -> None:
        self._minus.setEnabled(value > self._box.minimum())
        self._plus.setEnabled(value < self._box.maximum())
        self.value_changed.emit(value)

    # Qt overrides

    def sizeHint(self) -> QSize:
        scaled = self._theme.scaled
        widest = self._box.fontMetrics().horizontalAdvance(
            f"{self._box.maximum()}{self._box.suffix()}"
        )
        return QSize(2 * scaled(28) + max(scaled(44), widest + 16), scaled(BAR_CONTROL_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._box.hasFocus():
            paint_focus_ring(QPainter(self), QRectF(self.rect()), RADIUS_CONTROL - 1, self._theme)


class Select(QComboBox):
    """One of a list, with our arrow."""

    def __init__(self, theme: Theme, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        if sys.platform.startswith("linux"):
            # There Qt gives the chosen entry as the name of a list, and readers miss what it is.
            self.setAccessibleDescription(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    # Qt override

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = self._theme.scaled(ICON_PX)
        right_to_left = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = 8 if right_to_left else self.width() - side - 8
        place = QRect(left, (self.height() - side) // 2, side, side)
        token: TokenName = "text2" if self.isEnabled() else "disabled"
        paint_icon(QPainter(self), place, self._theme, "down", token)

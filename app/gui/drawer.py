"""Lets a pane lie over the others as a drawer, with a shade that takes the click that closes it."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QPoint, QPropertyAnimation, QRect, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.gui.common.theme import Theme
from app.gui.common.widgets import restyle

SLIDE_MS = 120
# So much of what lies below is dimmed, in light and in dark.
_DIMMED = (0.16, 0.4)


class Drawer:
    """Opens and closes `pane`, once it was taken, over `host`."""

    def __init__(self, theme: Theme, pane: QWidget, host: QWidget) -> None:
        self._theme = theme
        self._pane = pane
        self._host = host
        self._shade = _Shade(theme, host)
        self._shade.clicked.connect(self.close)
        self._taken = False
        self._before: QWidget | None = None
        self._slide = QPropertyAnimation(pane, b"pos", host)
        self._slide.setDuration(SLIDE_MS)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)

    @property
    def is_open(self) -> bool:
        """Whether the pane lies over the others."""
        return self._taken and not self._pane.isHidden()

    def take(self) -> None:
        """Take the pane from where it was; it is closed."""
        self._taken = True
        self._pane.setParent(self._host)
        self._pane.hide()
        self._set_edge("right")

    def give_back(self) -> None:
        """Leave the pane to whoever docks it."""
        self._slide.stop()
        self._taken = False
        self._shade.hide()
        self._set_edge("")

    def open(self, place: QRect) -> None:
        """Slide the pane in, and bring the user to it."""
        self._before = focused_in(self._host)
        self.place(place)
        self._shade.show()
        self._shade.raise_()
        self._pane.show()
        self._pane.raise_()
        self._pane.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if not self._theme.reduced_motion:
            self._slide.setStartValue(QPoint(-place.width(), place.top()))
            self._slide.setEndValue(place.topLeft())
            self._slide.start()

    def place(self, place: QRect) -> None:
        """Lie there."""
        self._slide.stop()
        self._shade.setGeometry(self._host.rect())
        self._pane.setGeometry(place)

    def close(self) -> None:
        """Put the pane away, and bring the user back to where they were."""
        if not self.is_open:
            return
        self._slide.stop()
        focused = focused_in(self._host)
        had_focus = focused is not None and self._pane.isAncestorOf(focused)
        self._shade.hide()
        self._pane.hide()
        before, self._before = self._before, None
        if had_focus and before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_edge(self, edge: str) -> None:
        self._pane.setProperty("edge", edge)
        restyle(self._pane)


def focused_in(widget: QWidget) -> QWidget | None:
    """What has the focus in the window of a widget, also while another window is active."""
    return widget.window().focusWidget()


class _Shade(QWidget):
    """Dims what lies below the drawer."""

    clicked = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.hide()

    # Qt overrides

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.clicked.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        shade = QColor(Qt.GlobalColor.black)
        shade.setAlphaF(_DIMMED[self._theme.dark])
        QPainter(self).fillRect(self.rect(), shade)

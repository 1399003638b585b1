"""The icons: our SVG strokes, drawn sharply at any size in the colour of a token.

An icon asks the theme for its colour each time it is painted, so a change of theme needs nothing
but a repaint.
"""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.gui.common.resources import resource_path, resources_root
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName


def icon_names() -> tuple[str, ...]:
    """Return the names of all icons, sorted."""
    return tuple(sorted(path.stem for path in (resources_root() / "icons").glob("*.svg")))


def icon(
    theme: Theme, name: str, token: TokenName = "text2", *, checked: TokenName | None = None
) -> QIcon:
    """Return an icon in the colour of ``token``, or of ``checked`` where it stands for "on".

    Disabled icons take the token ``disabled``. Raises FileNotFoundError for an unknown name.
    """
    source = _source(name)
    return QIcon(TintedSvgEngine(theme, name, source, token, checked or token))


def paint_icon(
    painter: QPainter, rect: QRect | QRectF, theme: Theme, name: str, token: TokenName
) -> None:
    """Draw an icon into ``rect`` with a painter, for delegates and painted widgets."""
    source = _source(name)
    _render(painter, QRectF(rect), source, theme.color(token))


class TintedSvgEngine(QIconEngine):
    """Draws one SVG in the colour that the theme has for a token now."""

    def __init__(
        self, theme: Theme, name: str, source: bytes, token: TokenName, checked: TokenName
    ) -> None:
        super().__init__()
        self._theme = theme
        self._name = name
        self._source = source
        self._token = token
        self._checked = checked

    def color(self, mode: QIcon.Mode, state: QIcon.State) -> QColor:
        """Return the colour for a mode and a state."""
        if mode is QIcon.Mode.Disabled:
            return self._theme.color("disabled")
        return self._theme.color(self._checked if state is QIcon.State.On else self._token)

    # Qt overrides

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        _render(painter, QRectF(rect), self._source, self.color(mode, state))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return pixmap

    def clone(self) -> QIconEngine:
        copy = TintedSvgEngine(self._theme, self._name, self._source, self._token, self._checked)
        # Qt takes the copy, but PySide leaves it to Python, which would collect it at once.
        self._theme.keep(copy)
        return copy

    def iconName(self) -> str:
        return self._name

    def key(self) -> str:
        return "pincite-tinted-svg"


@cache
def _source(name: str) -> bytes:
    # The files never change while the program runs, and delegates paint many icons.
    return resource_path("icons", f"{name}.svg").read_bytes()


def _render(painter: QPainter, rect: QRectF, source: bytes, color: QColor) -> None:
    svg = source.replace(b"currentColor", color.name().encode("ascii"))
    side = min(rect.width(), rect.height())
    square = QRectF(0, 0, side, side)
    square.moveCenter(rect.center())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(svg)).render(painter, square)
    painter.restore()

"""What is drawn in the scene: pages, and the marks on them.

Pages stay light in the dark theme, dimmed a little as a whole, so that a page never looks unlike
the document. Marks are painted with Multiply: the words stay as black as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.gui.common.theme import Theme
from app.gui.viewer.page_pictures import PagePicture

_DIMMED_IN_DARK = 0.10
# How strong the passage around the quoted words is, and a match that is not the current one.
_PASSAGE_STRENGTH = 0.28
_MATCH_STRENGTH = 0.55
_BAR_WIDTH = 3.0
_BAR_DISTANCE = 8.0
_ROUNDING = 2.0
# Rings of the shadow below a page: how far out, and how dark.
_SHADOW = ((1.0, 26), (2.0, 14), (4.0, 7))
_SHADOW_REACH = 6.0


@dataclass(frozen=True, slots=True)
class PageColors:
    """The colours that pages are drawn in."""

    highlight: QColor
    highlight_line: QColor
    edge: QColor
    dimmed: bool

    @classmethod
    def of(cls, theme: Theme) -> PageColors:
        """The colours that belong to a theme."""
        edge = theme.color("control" if theme.high_contrast else "line2")
        return cls(theme.color("hl"), theme.color("hlline"), edge, theme.dark)


class _OnPage(QGraphicsItem):
    """A mark that lies on a page and reaches no further."""

    def __init__(self, page: PageItem) -> None:
        super().__init__(page)
        self._bounds = page.paper

    # Qt override

    def boundingRect(self) -> QRectF:
        return self._bounds


class CitationMark(_OnPage):
    """The quoted words, the passage around them paler, and a bar in the margin.

    Rectangles are pixels from the top left of the page as it is shown.
    """

    def __init__(
        self,
        page: PageItem,
        colors: PageColors,
        words: Sequence[QRectF],
        passage: Sequence[QRectF],
    ) -> None:
        super().__init__(page)
        self.words = tuple(words)
        self.passage = tuple(passage)
        self.bars = margin_bars(self.words or self.passage, self.passage)
        self._colors = colors
        self._words_path = _path(self.words)
        self._passage_path = _path(self.passage).subtracted(self._words_path)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsToShape)

    # Qt override

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        pale = QColor(self._colors.highlight)
        pale.setAlphaF(_PASSAGE_STRENGTH)
        painter.fillPath(self._passage_path, pale)
        painter.fillPath(self._words_path, self._colors.highlight)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setBrush(self._colors.highlight_line)
        for bar in self.bars:
            painter.drawRoundedRect(bar, 1, 1)


class MatchMarks(_OnPage):
    """What the find bar found on a page; the current match stronger and with an edge."""

    def __init__(
        self,
        page: PageItem,
        colors: PageColors,
        others: Sequence[QRectF],
        current: Sequence[QRectF],
    ) -> None:
        super().__init__(page)
        self.others = tuple(others)
        self.current = tuple(current)
        self._colors = colors

    # Qt override

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        pale = QColor(self._colors.highlight)
        pale.setAlphaF(_MATCH_STRENGTH)
        painter.fillPath(_path(self.others), pale)
        path = _path(self.current)
        painter.fillPath(path, self._colors.highlight)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setPen(QPen(self._colors.highlight_line, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)


class _Veil(_OnPage):
    """Dims a page and the marks on it."""

    # Qt override

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        painter.fillRect(self._bounds, QColor.fromRgbF(0, 0, 0, _DIMMED_IN_DARK))


class PageItem(QGraphicsItem):
    """A page: white paper until its picture comes."""

    def __init__(self, place: QRectF, colors: PageColors, picture: PagePicture | None) -> None:
        super().__init__()
        self.paper = QRectF(QPointF(0, 0), place.size())
        self.picture = picture
        self._colors = colors
        self.setPos(place.topLeft())
        if colors.dimmed:
            _Veil(self).setZValue(2)

    def show_picture(self, picture: PagePicture) -> None:
        """Show the page itself on the paper."""
        self.picture = picture
        self.update()

    # Qt overrides

    def boundingRect(self) -> QRectF:
        reach = _SHADOW_REACH
        return self.paper.adjusted(-reach, -reach, reach, reach)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        for reach, alpha in _SHADOW:
            painter.setBrush(QColor(0, 0, 0, alpha))
            painter.drawRoundedRect(
                self.paper.adjusted(-reach, 1 - reach, reach, 1 + reach), reach, reach
            )
        painter.fillRect(self.paper, Qt.GlobalColor.white)
        if self.picture is not None:
            self._paint_picture(painter, self.picture)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._colors.edge, 1))
        painter.drawRect(self.paper.adjusted(-0.5, -0.5, 0.5, 0.5))

    def _paint_picture(self, painter: QPainter, picture: PagePicture) -> None:
        ratio = painter.device().devicePixelRatio()
        drawn = QSizeF(picture.pixmap.size()) / ratio
        off = drawn - self.paper.size()
        # A renderer rounds sizes its own way: one pixel more or less is no reason to blur.
        exact = abs(off.width()) * ratio < 2 and abs(off.height()) * ratio < 2
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not exact)
        target = QRectF(QPointF(0, 0), drawn) if exact else self.paper
        painter.save()
        painter.setClipRect(self.paper, Qt.ClipOperation.IntersectClip)
        painter.drawPixmap(target, picture.pixmap, QRectF(picture.pixmap.rect()))
        painter.restore()


def margin_bars(words: Sequence[QRectF], passage: Sequence[QRectF]) -> tuple[QRectF, ...]:
    """Bars in the margin of the words, one for each run of lines in a column.

    A bar stands left of the passage's column, so that it crosses out no words before the quote;
    above it where the lines run up or down the page.
    """
    extent = [(rect.width(), rect.height()) for rect in (*words, *passage)]
    if sum(width for width, _ in extent) >= sum(height for _, height in extent):
        return _bars_at_left(words, passage)
    bars = _bars_at_left([_turned(rect) for rect in words], [_turned(rect) for rect in passage])
    return tuple(_turned(bar) for bar in bars)


def _bars_at_left(words: Sequence[QRectF], passage: Sequence[QRectF]) -> tuple[QRectF, ...]:
    runs: list[QRectF] = []
    for rect in sorted(words, key=_reading_place):
        for index, run in enumerate(runs):
            near = rect.top() - run.bottom() < max(rect.height(), 1.0)
            if near and _overlap_across(rect, run):
                runs[index] = run.united(rect)
                break
        else:
            runs.append(QRectF(rect))
    bars = []
    for run in runs:
        column = [rect.left() for rect in passage if _overlap_across(rect, run)]
        left = max(1.0, min([run.left(), *column]) - _BAR_DISTANCE)
        bars.append(QRectF(left, run.top(), _BAR_WIDTH, run.height()))
    return tuple(bars)


def _turned(rect: QRectF) -> QRectF:
    return QRectF(rect.top(), rect.left(), rect.height(), rect.width())


def _reading_place(rect: QRectF) -> tuple[float, float]:
    return (rect.top(), rect.left())


def _overlap_across(one: QRectF, other: QRectF) -> bool:
    return one.left() < other.right() and other.left() < one.right()


def _path(rects: Iterable[QRectF]) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for rect in rects:
        path.addRoundedRect(rect.adjusted(-1, 0, 1, 0), _ROUNDING, _ROUNDING)
    return path

"""A passage to click: the common part of the cards for evidence and for nearest passages."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.core.domain.evidence import Passage
from app.core.reading.ocr_wording import ocr_note
from app.gui.chat import wording
from app.gui.common.excerpt import excerpt
from app.gui.common.labels import as_tip
from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import RADIUS_CARD, RADIUS_CHIP, TextRole
from app.gui.common.widgets import KeyboardFocus, has_keyboard_focus, paint_focus_ring

PADDING = 11
_PILL_PADDING = 6


class PassageButton(QAbstractButton):
    """Draws the card's ground; subclasses draw its words and give its height.

    `passage_activated` carries the passage when the card is clicked, or Enter or Space pressed.
    """

    passage_activated = Signal(object)

    def __init__(
        self, theme: Theme, passage: Passage, index: int, count: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self._passage = passage
        self._opened = False
        self._under_pointer = False
        self.title = one_line(passage.document_title)
        self.page = wording.passage_page(passage)
        self.content = excerpt(passage.chunk.text, passage.terms)
        self.setAccessibleName(wording.spoken_passage(passage, index, count))
        self.setAccessibleDescription(self.content.text[:300])
        self.setToolTip(as_tip(ocr_note(passage.ocr_confidence)))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)
        KeyboardFocus(self)
        self.clicked.connect(self._activate)
        theme.changed.connect(self._restyle)

    @property
    def passage(self) -> Passage:
        """The passage that the card shows."""
        return self._passage

    @property
    def opened(self) -> bool:
        """Whether the passage is shown as open in the viewer."""
        return self._opened

    def set_opened(self, opened: bool) -> None:
        """Show the passage as open in the viewer, or not."""
        if opened != self._opened:
            self._opened = opened
            self.update()

    def draw_words(self, painter: QPainter) -> None:
        """Draw what stands on the card."""
        raise NotImplementedError

    def draw_line(
        self, painter: QPainter, rect: QRectF, text: str, role: TextRole, tone: TokenName
    ) -> float:
        """Draw one line of text, cut where room ends; return its width in px."""
        font = self.theme.font(role)
        metrics = QFontMetrics(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(rect.width()))
        painter.setFont(font)
        painter.setPen(self.theme.color(tone))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(rect, int(flags.value) | Qt.TextFlag.TextSingleLine.value, shown)
        return float(metrics.horizontalAdvance(shown))

    def draw_marker(self, painter: QPainter, top: float) -> float:
        """Draw the marker's pill at the right of a line of heading; return its left edge."""
        marker = wording.marker(self.passage.chunk.id)
        height = self.theme.line_height(TextRole.SECONDARY)
        width = self.text_width(marker, TextRole.CHIP) + 2 * _PILL_PADDING
        left = self.width() - PADDING - width
        middle = top + self.theme.line_height(TextRole.HEADING) / 2
        pill = QRectF(left, middle - height / 2, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.color("surface" if self.opened else "tint"))
        painter.drawRoundedRect(pill, RADIUS_CHIP, RADIUS_CHIP)
        inner = pill.adjusted(_PILL_PADDING, 0, 0, 0)
        self.draw_line(painter, inner, marker, TextRole.CHIP, "accent")
        return float(left)

    def text_width(self, text: str, role: TextRole) -> int:
        """Width of a line of text in px."""
        return QFontMetrics(self.theme.font(role)).horizontalAdvance(text) + 1

    def _activate(self) -> None:
        self.passage_activated.emit(self._passage)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    # Qt overrides

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.scaled(80), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
            return
        super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._under_pointer = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._under_pointer = False
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge: TokenName = "line2"
        if self._opened:
            edge = "accent"
        elif self._under_pointer:
            edge = "control"
        painter.setPen(QPen(self.theme.color(edge), 1))
        painter.setBrush(self.theme.color("tint" if self._opened else "surface"))
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(frame, RADIUS_CARD, RADIUS_CARD)
        self.draw_words(painter)
        if has_keyboard_focus(self):
            paint_focus_ring(painter, QRectF(self.rect()), RADIUS_CARD - 1, self.theme)

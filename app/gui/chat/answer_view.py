"""Shows an answer: its claims with their marks, and citations as chips to click or to tab to.

The text is a plain document (see `answer_document`). Pills, marks, tints and focus rings are
painted behind it, so that selecting, copying and reading aloud work as in any text.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from app.core.domain.answer import Answer, Citation
from app.gui.chat import wording
from app.gui.chat.answer_document import Chip, Layout, write_answer
from app.gui.chat.answer_painting import PILL_HEIGHT, paint_claims, paint_pill, pill_rects
from app.gui.common.flow_text import FlowText
from app.gui.common.theme import Theme
from app.services.viewing import CitationState

HIT_HEIGHT = 24
"""Height of the area that a pointer has to hit, in px; the pill itself is 18."""


class AnswerView(FlowText):
    """The claims of one answer.

    Tab and Shift+Tab go from chip to chip, Enter opens one. `chip_activated` carries the index
    of the chip, `chip_focused` too, with its place in this widget's coordinates.
    """

    chip_activated = Signal(int)
    chip_focused = Signal(int, QRect)

    def __init__(self, theme: Theme, answer: Answer, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Answer", parent)
        self._answer = answer
        self._states: Mapping[Citation, CitationState] = {}
        self._layout = Layout()
        self._pills: tuple[float, list[list[QRectF]]] | None = None
        self._focused: int | None = None
        self._hovered: int | None = None
        self._pressed: int | None = None
        self._open: int | None = None
        self.viewport().setMouseTracking(True)
        self.setAccessibleDescription(wording.support_sentence(answer))
        self.rebuild()

    @property
    def chips(self) -> tuple[Chip, ...]:
        """All chips in reading order."""
        return self._layout.chips

    @property
    def focused_chip(self) -> int | None:
        """Index of the chip that has the keyboard focus."""
        return self._focused if self.hasFocus() else None

    @property
    def open_chip(self) -> int | None:
        """Index of the chip whose citation is open in the viewer."""
        return self._open

    def citation(self, chip: int) -> Citation:
        """The citation of a chip."""
        return self._answer.citations[self.chips[chip].citation]

    def chip_of(self, citation: int) -> int | None:
        """Index of the first chip of a citation; None if no claim shows it."""
        return next((i for i, chip in enumerate(self.chips) if chip.citation == citation), None)

    def set_open_chip(self, chip: int | None) -> None:
        """Show a chip as the one that is open in the viewer."""
        if chip != self._open:
            self._open = chip
            self._mark_text()

    def chip_rect(self, chip: int) -> QRect:
        """The place of a chip's first line in this widget's coordinates."""
        rects = self._pill_rects()[chip]
        return rects[0].toAlignedRect() if rects else QRect()

    def chip_at(self, position: QPointF) -> int | None:
        """Index of the chip at a point of this widget."""
        more = (self.theme.scaled(HIT_HEIGHT) - self.theme.scaled(PILL_HEIGHT)) / 2
        for index, rects in enumerate(self._pill_rects()):
            for rect in rects:
                if rect.adjusted(0, -more, 0, more).contains(position):
                    return index
        return None

    def spoken_chip(self, chip: int) -> str:
        """What is read out for a chip."""
        shown = self.chips[chip]
        claim = wording.spoken_claim(shown.claim + 1, self._answer.claims[shown.claim])
        count = len(self._answer.citations)
        citation = self.citation(chip)
        state = self._states.get(citation, CitationState.SAME)
        return f"{wording.spoken_citation(citation, shown.citation, count, state)}. {claim}"

    def set_states(self, states: Mapping[Citation, CitationState]) -> None:
        """Show which citations do not lead to their words any more."""
        if states != self._states:
            self._states = states
            self.rebuild()

    def rebuild(self) -> None:
        self._layout = write_answer(self.document(), self._answer, self.theme, self._states)
        self._pills = None
        self._mark_text()

    def _pill_rects(self) -> list[list[QRectF]]:
        """The pills of all chips, worked out once for each width of the text."""
        width = self.document().textWidth()
        if self._pills is None or self._pills[0] != width:
            rects = [pill_rects(self.document(), chip, self.theme) for chip in self.chips]
            self._pills = (width, rects)
        return self._pills[1]

    def _mark_text(self) -> None:
        """Colour the words of the open chip and underline those under the pointer."""
        marks = []
        if self._open is not None:
            onaccent = QTextCharFormat()
            onaccent.setForeground(self.theme.color("onaccent"))
            chip = self.chips[self._open]
            marks.append(self._mark(chip.start, chip.end, onaccent))
        if self._hovered is not None:
            underlined = QTextCharFormat()
            underlined.setFontUnderline(True)
            chip = self.chips[self._hovered]
            marks.append(self._mark(chip.start + 1, chip.marker_end, underlined))
        self.setExtraSelections(marks)
        self.viewport().update()

    def _mark(self, start: int, end: int, form: QTextCharFormat) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        mark.cursor = cursor
        mark.format = form
        return mark

    def _focus_chip(self, chip: int | None) -> None:
        self._focused = chip
        self.viewport().update()
        if chip is None:
            return
        # The text cursor goes along, so that a screen reader knows where the user is.
        cursor = self.textCursor()
        cursor.setPosition(self.chips[chip].start)
        self.setTextCursor(cursor)
        self.chip_focused.emit(chip, self.chip_rect(chip))

    def _hover(self, chip: int | None) -> None:
        if chip != self._hovered:
            self._hovered = chip
            self._mark_text()
        shape = Qt.CursorShape.IBeamCursor if chip is None else Qt.CursorShape.PointingHandCursor
        self.viewport().setCursor(shape)

    # Qt overrides

    def focusNextPrevChild(self, next: bool) -> bool:
        step = 1 if next else -1
        target = -1 if self._focused is None and next else self._focused
        chip = len(self.chips) - 1 if target is None else target + step
        if self.chips and 0 <= chip < len(self.chips):
            self._focus_chip(chip)
            return True
        self._focus_chip(None)
        # Not the browser's own: it would go through the anchors once more.
        return QWidget.focusNextPrevChild(self, next)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.chips and event.reason() is Qt.FocusReason.TabFocusReason:
            self._focus_chip(0)
        elif self.chips and event.reason() is Qt.FocusReason.BacktabFocusReason:
            self._focus_chip(len(self.chips) - 1)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self._focused = None
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._focused is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chip_activated.emit(self._focused)
            return
        super().keyPressEvent(event)

    # Clicks on chips never reach the browser: it would select the words of the anchor.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._focused = None
        left = event.button() is Qt.MouseButton.LeftButton
        self._pressed = self.chip_at(event.position()) if left else None
        if self._pressed is None:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            super().mouseMoveEvent(event)
        self._hover(self.chip_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            super().mouseReleaseEvent(event)
        elif self.chip_at(event.position()) == pressed:
            self.chip_activated.emit(pressed)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.chip_at(event.position()) is None:
            super().mouseDoubleClickEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # A ring reaches a little beyond its pill.
        clip = QRectF(event.rect()).adjusted(-4, -4, 4, 4)
        paint_claims(painter, self.document(), self._layout.claims, self.theme, clip)
        for index, rects in enumerate(self._pill_rects()):
            if not any(rect.intersects(clip) for rect in rects):
                continue
            paint_pill(
                painter,
                rects,
                self.theme,
                verified=self.chips[index].verified,
                hovered=index == self._hovered,
                opened=index == self._open,
                focused=index == self.focused_chip,
                gone=self.chips[index].gone,
            )
        painter.end()
        super().paintEvent(event)

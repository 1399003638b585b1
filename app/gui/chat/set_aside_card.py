"""A passage that the claim filter set aside: where it stands, what it says, and why."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.core.claims.outcome import reason_of
from app.core.domain.chunk import HIDDEN_ON_PAGE
from app.core.domain.claim_filter import SetAside
from app.core.domain.evidence import Passage
from app.core.reading.ocr_wording import ocr_note
from app.gui.chat.passage_button import PADDING, PassageButton
from app.gui.common.excerpt import Excerpt
from app.gui.common.labels import as_tip
from app.gui.common.marked_text import MarkedText
from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import SPACE_1, SPACE_2, TextRole

HEADING_LINES, EXCERPT_LINES, REASON_LINES = 2, 2, 6
"""A reason quotes question and document; no more is shown of one that is longer."""
_LEAST_TITLE = 60
"""Room for the title, in px at the design's size, below which the page gives way."""


class SetAsideCard(PassageButton):
    """Title, page and marker; headings; the match; the reason in full."""

    def __init__(
        self,
        theme: Theme,
        passage: Passage,
        removal: SetAside,
        index: int,
        count: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, passage, index, count, parent)
        self.heading = one_line(passage.chunk.heading)
        self.reason = one_line(reason_of(removal))
        if passage.chunk.hidden:
            self.reason = f"{HIDDEN_ON_PAGE} {self.reason}"
        self.setAccessibleDescription(f"{self.reason} {self.accessibleDescription()}")
        words = (self.title, self.heading, ocr_note(passage.ocr_confidence))
        self.setToolTip(as_tip("\n".join(filter(None, words))))

    def _parts(self) -> list[tuple[MarkedText, TokenName]]:
        """What stands below the first line, each with its colour."""
        width = max(1, self.width() - 2 * PADDING - 2)
        plain: tuple[tuple[Excerpt, TextRole, int, TokenName], ...] = (
            (Excerpt(self.heading, ()), TextRole.SECONDARY, HEADING_LINES, "text3"),
            (self.content, TextRole.SECONDARY, EXCERPT_LINES, "text2"),
            (Excerpt(self.reason, ()), TextRole.CHIP, REASON_LINES, "text"),
        )
        return [
            (MarkedText(self.theme, content, role, width, lines), tone)
            for content, role, lines, tone in plain
            if content.text
        ]

    # Qt overrides

    def sizeHint(self) -> QSize:
        below = sum(SPACE_1 + text.height() for text, _ in self._parts())
        height = self.theme.line_height(TextRole.HEADING) + below + 2 * PADDING - 4
        return QSize(self.theme.scaled(320), height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def draw_words(self, painter: QPainter) -> None:
        top, left = float(PADDING - 2), float(PADDING + 1)
        height = self.theme.line_height(TextRole.HEADING)
        right = self.draw_marker(painter, top) - SPACE_2
        # The page is short and tells more than the end of a long title.
        page = self.text_width(self.page, TextRole.SECONDARY)
        room = right - left - page - SPACE_2
        if room < self.theme.scaled(_LEAST_TITLE):
            page, room = 0, right - left
        title = QRectF(left, top, max(0.0, room), height)
        end = left + self.draw_line(painter, title, self.title, TextRole.HEADING, "text")
        if page:
            place = QRectF(end + SPACE_2, top, page, height)
            self.draw_line(painter, place, self.page, TextRole.SECONDARY, "text2")
        top += height
        for text, tone in self._parts():
            top += SPACE_1
            text.paint(painter, left, top, tone)
            top += text.height()

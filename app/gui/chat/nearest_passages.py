"""The passages that come nearest to a question without an answer, and the words they lack."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.chunk import HIDDEN_ON_PAGE
from app.core.domain.evidence import Passage
from app.gui.chat import wording
from app.gui.chat.found_words import found_words
from app.gui.chat.passage_button import PADDING, PassageButton
from app.gui.common.formats import Formats
from app.gui.common.marked_text import MarkedText
from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import SPACE_1, SPACE_2, TextRole
from app.gui.common.widgets import Button, ButtonVariant, ElidedLabel, TextLabel

FIRST_SHOWN = 3
EXCERPT_LINES = 2


class NearestCard(PassageButton):
    """A wide card: title, page, heading and marker on one line, the match, has and lacks."""

    def __init__(
        self,
        theme: Theme,
        passage: Passage,
        question: str,
        index: int,
        count: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, passage, index, count, parent)
        self.words = wording.has_and_lacks(found_words(question, passage.chunk.text))
        if passage.chunk.hidden:
            self.words = f"{HIDDEN_ON_PAGE} {self.words}".strip()
        self._heading = one_line(passage.chunk.heading)
        self.setAccessibleDescription(f"{self.words} {self.accessibleDescription()}")

    def _excerpt(self) -> MarkedText:
        width = max(1, self.width() - 2 * PADDING - 2)
        return MarkedText(self.theme, self.content, TextRole.CONTROL, width, EXCERPT_LINES)

    # Qt overrides

    def sizeHint(self) -> QSize:
        lines = self.theme.line_height(TextRole.HEADING) + SPACE_1 + self._excerpt().height()
        if self.words:
            lines += SPACE_1 + self.theme.line_height(TextRole.CHIP)
        return QSize(self.theme.scaled(320), lines + 2 * PADDING - 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def draw_words(self, painter: QPainter) -> None:
        top, left = float(PADDING - 2), float(PADDING + 1)
        heading = self.theme.line_height(TextRole.HEADING)
        right = self.draw_marker(painter, top) - SPACE_2
        line: tuple[tuple[str, TextRole, TokenName], ...] = (
            (self.title, TextRole.HEADING, "text"),
            (self.page, TextRole.SECONDARY, "text2"),
            (self._heading, TextRole.SECONDARY, "text3"),
        )
        for text, role, tone in line:
            if text and right > left:
                place = QRectF(left, top, right - left, heading)
                left += self.draw_line(painter, place, text, role, tone) + SPACE_2
        left = float(PADDING + 1)
        top += heading + SPACE_1
        words = self._excerpt()
        words.paint(painter, left, top, "text2")
        top += words.height() + SPACE_1
        height = self.theme.line_height(TextRole.CHIP)
        place = QRectF(left, top, self.width() - 2 * PADDING, height)
        hidden = self.passage.chunk.hidden
        self.draw_line(painter, place, self.words, TextRole.CHIP, "warn" if hidden else "text2")


class NearestPassages(QWidget):
    """Heading, three cards, and a link that shows the others."""

    passage_activated = Signal(object)

    def __init__(
        self,
        theme: Theme,
        question: str,
        passages: tuple[Passage, ...],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        count = len(passages)
        self._shows_all = False
        self._cards = [
            NearestCard(theme, passage, question, index, count, self)
            for index, passage in enumerate(passages)
        ]
        self._counted = ElidedLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self._more = Button(theme, variant=ButtonVariant.LINK, compact=True)
        self._more.clicked.connect(self._toggle_all)
        heading = QHBoxLayout()
        heading.setSpacing(SPACE_2)
        heading.addWidget(TextLabel(theme, "Nearest passages", role=TextRole.HEADING))
        heading.addWidget(self._counted, 1)
        heading.addWidget(self._more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_2)
        layout.addLayout(heading)
        for card in self._cards:
            card.passage_activated.connect(self.passage_activated)
            layout.addWidget(card)
        self._arrange()

    @property
    def cards(self) -> tuple[NearestCard, ...]:
        """All cards, nearest passage first."""
        return tuple(self._cards)

    @property
    def more_link(self) -> Button:
        """The link that shows all cards, or fewer."""
        return self._more

    def set_open(self, chunk_id: int | None) -> None:
        """Show the card of a chunk as open in the viewer."""
        for card in self._cards:
            card.set_opened(card.passage.chunk.id == chunk_id)

    def _toggle_all(self) -> None:
        self._shows_all = not self._shows_all
        self._arrange()

    def _arrange(self) -> None:
        total = len(self._cards)
        shown = total if self._shows_all else min(FIRST_SHOWN, total)
        for index, card in enumerate(self._cards):
            card.setVisible(index < shown)
        numbers = Formats()
        self._counted.setText(f"{numbers.number(shown)} of {numbers.number(total)} looked at")
        self._counted.setVisible(shown < total)
        self._more.setVisible(total > FIRST_SHOWN)
        self._more.setText("Show fewer" if self._shows_all else f"Show all {total}")

"""The passages that were found, as cards above the answer.

They appear before the model has started and stay where they are. In low windows they fold into
one line once the answer stands.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.chunk import HIDDEN_ON_PAGE
from app.core.domain.evidence import SearchResult
from app.core.reading.ocr_wording import READ_BY_OCR
from app.gui.chat import wording
from app.gui.chat.fold_line import FoldLine
from app.gui.chat.passage_button import PADDING, PassageButton
from app.gui.common.flow_text import PlainFlowText
from app.gui.common.labels import as_tip
from app.gui.common.marked_text import MarkedText
from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, TextRole
from app.gui.common.widgets import Button, ButtonVariant, ElidedLabel, TextLabel

COLUMNS, NARROW_COLUMNS = 3, 2
EXCERPT_LINES = 3


class EvidenceCard(PassageButton):
    """Title, page with marker, and three lines around the match."""

    def _heights(self) -> tuple[int, int, int]:
        heading = self.theme.line_height(TextRole.HEADING)
        secondary = self.theme.line_height(TextRole.SECONDARY)
        return heading, secondary, EXCERPT_LINES * secondary

    def _page_in(self, room: int) -> str:
        """The page with its label, and that OCR read it; words that say less are left out where
        they do not fit."""
        page, label = wording.page(self.passage.page, ""), one_line(self.passage.label)
        short = f"{page} ({label})" if label else page
        forms = [self.page]
        if self.passage.ocr_confidence is not None:
            forms += [f"{short} · {READ_BY_OCR}", f"{short} · OCR", f"{page} · OCR"]
        forms.append(short)
        widths = (self.text_width(form, TextRole.SECONDARY) for form in forms)
        fitting = (form for form, width in zip(forms, widths, strict=True) if width <= room)
        return next(fitting, forms[-1])

    # Qt overrides

    def sizeHint(self) -> QSize:
        return QSize(self.theme.scaled(120), sum(self._heights()) + 2 * PADDING - 2 + 2 * SPACE_1)

    def draw_words(self, painter: QPainter) -> None:
        heading, secondary, _ = self._heights()
        width = self.width() - 2 * PADDING
        top = float(PADDING - 1)
        title = QRectF(PADDING, top, width, heading)
        self.draw_line(painter, title, self.title, TextRole.HEADING, "text")
        top += heading + SPACE_1
        marker = wording.marker(self.passage.chunk.id)
        marker_width = min(self.text_width(marker, TextRole.CHIP), width)
        place = QRectF(PADDING + width - marker_width, top, marker_width, secondary)
        self.draw_line(painter, place, marker, TextRole.CHIP, "accent")
        room = max(0, width - marker_width - SPACE_2)
        page = QRectF(PADDING, top, room, secondary)
        self.draw_line(painter, page, self._page_in(room), TextRole.SECONDARY, "text2")
        top += secondary + SPACE_1
        lines = EXCERPT_LINES
        if self.passage.chunk.hidden:
            note = QRectF(PADDING, top, width, secondary)
            self.draw_line(painter, note, HIDDEN_ON_PAGE, TextRole.SECONDARY, "warn")
            top, lines = top + secondary, lines - 1
        words = MarkedText(self.theme, self.content, TextRole.SECONDARY, width, lines)
        words.paint(painter, PADDING, top, "text2")


class EvidenceSection(QWidget):
    """Heading, cards and the link that shows them all.

    `arranged` says that the user made other cards appear.
    """

    passage_activated = Signal(object)
    arranged = Signal()

    def __init__(
        self, theme: Theme, result: SearchResult, seconds: float, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._result = result
        self._seconds = seconds
        self._columns = COLUMNS
        self._shows_all = False
        self._folds = False
        self._unfolded_by_user = False
        count = len(result.passages)
        self._cards = [
            EvidenceCard(theme, passage, index, count, self)
            for index, passage in enumerate(result.passages)
        ]
        for card in self._cards:
            card.passage_activated.connect(self.passage_activated)
        self._fold_line = FoldLine(theme, self._summary(short=True), self)
        self._fold_line.clicked.connect(self._unfold)
        self._heading = QWidget(self)
        self._words = ElidedLabel(theme, self._summary(), role=TextRole.SECONDARY, tone="text2")
        self._more = Button(theme, variant=ButtonVariant.LINK, compact=True)
        self._more.clicked.connect(self._toggle_all)
        for line in (self._heading, self._fold_line):
            line.setToolTip(as_tip(wording.searched_for(result.query)))
        self._notes = [
            PlainFlowText(theme, "Note on the search", note, role=TextRole.SECONDARY, tone="text2")
            for note in wording.search_notes(result.notes)
        ]
        self._grid = QGridLayout()
        self._lay_out(theme)
        self._arrange()

    def _lay_out(self, theme: Theme) -> None:
        heading = QHBoxLayout(self._heading)
        heading.setContentsMargins(0, 0, 0, 0)
        heading.setSpacing(SPACE_2)
        heading.addWidget(TextLabel(theme, "Evidence", role=TextRole.HEADING))
        heading.addWidget(self._words, 1)
        heading.addWidget(self._more)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(SPACE_2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_1)
        layout.addWidget(self._fold_line)
        layout.addWidget(self._heading)
        for note in self._notes:
            layout.addWidget(note)
        if self._notes:
            layout.addSpacing(SPACE_1)
        layout.addLayout(self._grid)

    @property
    def cards(self) -> tuple[EvidenceCard, ...]:
        """All cards, best passage first; those that are folded away too."""
        return tuple(self._cards)

    @property
    def fold_line(self) -> FoldLine:
        """The line in place of the cards."""
        return self._fold_line

    @property
    def more_link(self) -> Button:
        """The link that shows all cards, or fewer."""
        return self._more

    @property
    def notes(self) -> tuple[str, ...]:
        """What the search understood otherwise than it was asked."""
        return tuple(note.text() for note in self._notes)

    @property
    def folded(self) -> bool:
        """Whether only one line is shown."""
        return self._folds and not self._unfolded_by_user

    def set_narrow(self, narrow: bool) -> None:
        """Show two cards in a row, or three."""
        columns = NARROW_COLUMNS if narrow else COLUMNS
        if columns != self._columns:
            self._columns = columns
            self._words.setText(self._summary())
            self._arrange()

    def set_folds(self, folds: bool) -> None:
        """Fold into one line, unless the user has unfolded it."""
        if folds != self._folds:
            self._folds = folds
            self._arrange()

    def set_open(self, chunk_id: int | None) -> None:
        """Show the card of a chunk as open in the viewer."""
        for card in self._cards:
            card.set_opened(card.passage.chunk.id == chunk_id)

    def _summary(self, *, short: bool = False) -> str:
        return wording.evidence_summary(self._result, self._seconds, short=short)

    def _toggle_all(self) -> None:
        self._shows_all = not self._shows_all
        self._arrange()
        self.arranged.emit()

    def _unfold(self) -> None:
        self._unfolded_by_user = True
        self._arrange()
        self.arranged.emit()
        if self._cards:
            self._cards[0].setFocus()

    def _arrange(self) -> None:
        """Put the shown cards into their grid; a card keeps its place while others come."""
        shown = len(self._cards) if self._shows_all else self._columns
        self._fold_line.setVisible(self.folded)
        self._heading.setVisible(not self.folded)
        for column in range(COLUMNS):
            self._grid.setColumnStretch(column, 1 if column < self._columns else 0)
        for index, card in enumerate(self._cards):
            visible = index < shown and not self.folded
            if visible:
                self._grid.addWidget(card, index // self._columns, index % self._columns)
            card.setVisible(visible)
        total = len(self._cards)
        self._more.setVisible(total > self._columns)
        self._more.setText("Show fewer" if self._shows_all else f"Show all {total}")

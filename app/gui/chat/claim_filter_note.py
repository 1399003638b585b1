"""What the claim filter did for an answer: the passages that it set aside, each with its reason,
and the way to put them back."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.core.claims import outcome
from app.core.domain.answer import Answer
from app.core.domain.claim_filter import ClaimFilterRecord, FilterStatus
from app.gui.chat import wording
from app.gui.chat.set_aside_card import SetAsideCard
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, TextRole
from app.gui.common.widgets import Button, ButtonVariant, IconLabel, TextLabel

STACKED_BELOW = 420
"""Width, in px at the design's text size, below which the buttons stand below the words."""

REVIEW, HIDE, PUT_BACK = "Review", "Hide", "Put back"
_PUTS_BACK = "Ask this question again with these passages"


def claim_filter_note(theme: Theme, answer: Answer) -> ClaimFilterNote | None:
    """The note for an answer or a refusal; None where the filter was off, or had nothing to do."""
    record = answer.trace.claim_filter
    if record is None or record.status is FilterStatus.SKIPPED:
        return None
    return ClaimFilterNote(theme, answer, record)


class ClaimFilterNote(QWidget):
    """One quiet line, or, where passages were set aside, a row with two links.

    Signals:
        passage_activated: a Passage that was set aside and whose card was clicked.
        put_back: the user wants the question answered with all passages.
        unfolded: the passages are shown now, and laid out.
    """

    passage_activated = Signal(object)
    put_back = Signal()
    unfolded = Signal()

    def __init__(
        self,
        theme: Theme,
        answer: Answer,
        record: ClaimFilterRecord,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        applied = record.status is FilterStatus.APPLIED
        self._cards = _cards(theme, answer, record) if applied else []
        words, closer = _said(self._cards, record) if applied else (outcome.summary(record), "")
        self._words, self._closer = (
            TextLabel(
                theme, said, role=TextRole.SECONDARY, tone="text2", wrap=True, selectable=True
            )
            for said in (words, closer)
        )
        self._review = Button(theme, REVIEW, variant=ButtonVariant.LINK, compact=True)
        self._review.clicked.connect(self._toggle)
        self._put_back = Button(theme, PUT_BACK, variant=ButtonVariant.LINK, compact=True)
        self._put_back.setToolTip(_PUTS_BACK)
        self._put_back.setAccessibleDescription(_PUTS_BACK)
        self._put_back.clicked.connect(self.put_back)
        self._links = QWidget()
        self._grid = QGridLayout()
        self._laid_out = QTimer(self)
        self._laid_out.setSingleShot(True)
        self._laid_out.timeout.connect(self.unfolded)
        self._lay_out(framed=applied)
        # Only now that they have a parent: without one they would show as windows of their own.
        self._links.setVisible(applied)
        self._review.setVisible(bool(self._cards))
        self._show_cards(shown=False)
        theme.changed.connect(self._fit)

    def _lay_out(self, *, framed: bool) -> None:
        links = QHBoxLayout(self._links)
        links.setContentsMargins(0, 0, 0, 0)
        links.setSpacing(SPACE_2)
        for link in (self._review, self._put_back):
            links.addWidget(link)
        links.addStretch(1)
        row = QFrame()
        if framed:
            row.setProperty("notice", "info")
        side = SPACE_2 if framed else SPACE_2 + 1
        top = SPACE_1 if framed else 0
        row.setLayout(self._grid)
        self._grid.setContentsMargins(side, top, SPACE_2, top)
        self._grid.setHorizontalSpacing(SPACE_2)
        self._grid.setVerticalSpacing(0)
        middle = Qt.AlignmentFlag.AlignVCenter
        place = middle if framed else Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(IconLabel(self._theme, "filter", "text2"), 0, 0, place)
        self._grid.addWidget(self._words, 0, 1, middle)
        self._grid.setColumnStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_2)
        layout.addWidget(row)
        for card in self._cards:
            card.passage_activated.connect(self.passage_activated)
            layout.addWidget(card)
        layout.addWidget(self._closer)
        self._fit()

    @property
    def words(self) -> str:
        """What the row says."""
        return self._words.text()

    @property
    def closer(self) -> str:
        """What is said below the passages, while they are shown."""
        return "" if self._closer.isHidden() else self._closer.text()

    @property
    def review_link(self) -> Button:
        """The link that shows the passages, or hides them again."""
        return self._review

    @property
    def put_back_link(self) -> Button:
        """The link that answers again with all passages."""
        return self._put_back

    @property
    def cards(self) -> tuple[SetAsideCard, ...]:
        """The passages that were set aside, as far as they are known; folded away at first."""
        return tuple(self._cards)

    def set_open(self, chunk_id: int | None) -> None:
        """Show the card of a chunk as open in the viewer."""
        for card in self._cards:
            card.set_opened(card.passage.chunk.id == chunk_id)

    def _toggle(self) -> None:
        shown = bool(self._cards) and self._cards[0].isHidden()
        self._show_cards(shown=shown)
        if shown:
            self._laid_out.start()

    def _show_cards(self, *, shown: bool) -> None:
        for card in self._cards:
            card.setVisible(shown)
        self._closer.setVisible(shown and bool(self._closer.text()))
        self._review.setText(HIDE if shown else REVIEW)
        does = "Hide" if shown else "Show"
        self._review.setAccessibleDescription(f"{does} the passages that were set aside")

    def _fit(self) -> None:
        """Put the links beside the words, or below them."""
        stacked = self.width() < self._theme.scaled(STACKED_BELOW)
        row, column = (1, 1) if stacked else (0, 2)
        self._grid.addWidget(self._links, row, column, Qt.AlignmentFlag.AlignVCenter)

    # Qt override

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()


def _cards(theme: Theme, answer: Answer, record: ClaimFilterRecord) -> list[SetAsideCard]:
    """A card for each passage that was set aside and that the answer still holds."""
    held = {passage.chunk.id: passage for passage in answer.evidence}
    removed = [one for one in record.removed if one.chunk_id in held]
    return [
        SetAsideCard(theme, held[one.chunk_id], one, index, len(removed))
        for index, one in enumerate(removed)
    ]


def _said(cards: list[SetAsideCard], record: ClaimFilterRecord) -> tuple[str, str]:
    """What is said in the row, and what only to one who looks closer: that which is the same for
    every question, and which the user cannot change here."""
    documents = {card.passage.chunk.document_id for card in cards}
    said = wording.set_aside(len(record.removed), len(documents))
    reason = outcome.reason_sentence(record.reason)
    if cards and record.reason == outcome.NOT_MEASURED:
        return said, reason
    return " ".join(filter(None, (said, reason))), ""

"""The fields of the form, one below the other: added, moved, taken out and put back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from app.core.domain.extraction import SchemaField
from app.core.extraction.drafts import FieldDraft
from app.core.extraction.schema_rules import MAX_FIELDS, SchemaFault, SchemaPart
from app.gui.common.notice_area import short
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2
from app.gui.common.widgets import Notice, NoticeKind
from app.gui.schemas import wording
from app.gui.schemas.field_card import FieldCard


class FieldList(QWidget):
    """Signals: `edited`; `said` (str) for screen readers; `revealed` (QWidget) when something is
    to be scrolled to; `reordered` when Tab has to go another way; `left` with -1 or 1 when ↑ or ↓
    leads out."""

    edited = Signal()
    said = Signal(str)
    revealed = Signal(object)
    reordered = Signal()
    left = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cards: list[FieldCard] = []
        self._gone: list[tuple[int, FieldDraft]] = []
        self.gone_notice = Notice(theme, NoticeKind.INFO, "")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_2)
        self._column.addWidget(self.gone_notice)
        self.gone_notice.hide()
        self.gone_notice.action.connect(self.put_back)

    @property
    def cards(self) -> tuple[FieldCard, ...]:
        """The fields in their order."""
        return tuple(self._cards)

    @property
    def drafts(self) -> tuple[FieldDraft, ...]:
        """What is written of them."""
        return tuple(card.draft for card in self._cards)

    @property
    def current(self) -> FieldCard | None:
        """The field that the focus is in."""
        focused = QApplication.focusWidget()
        for card in self._cards:
            if focused is not None and (card is focused or card.isAncestorOf(focused)):
                return card
        return None

    def stops(self) -> Iterator[QWidget]:
        """Where Tab stops, in order."""
        notice = self._column.indexOf(self.gone_notice)
        for card in self._cards:
            if notice < self._column.indexOf(card):
                yield self.gone_notice.button()
                notice = self._column.count()
            yield from card.stops()
        if notice < self._column.count():
            yield self.gone_notice.button()

    def show_drafts(self, drafts: Iterable[FieldDraft]) -> None:
        """Show these fields and no others. One that has no title yet is unfolded."""
        self.forget_gone()
        for card in self._cards:
            self._end(card)
        self._cards = []
        for draft in drafts:
            card = self._insert(len(self._cards), draft)
            if not draft.title:
                card.set_open(True)
        self.reordered.emit()

    def show_state(self, fields: Sequence[SchemaField], faults: Sequence[SchemaFault]) -> None:
        """Show what the fields stand for, and what is wrong."""
        for place, (card, field) in enumerate(zip(self._cards, fields, strict=True)):
            found: dict[SchemaPart, str] = {}
            for fault in faults:
                if fault.field == place:
                    found.setdefault(fault.part, fault.here)
            card.show_state(place + 1, len(fields), field, found)

    def keep(self, cards: Sequence[FieldCard], fields: Sequence[SchemaField]) -> None:
        """These fields are stored now; their names stay as they are."""
        for card, field in zip(cards, fields, strict=True):
            if card in self._cards:
                draft = card.draft
                kept = FieldDraft(
                    draft.title,
                    draft.type,
                    draft.description,
                    draft.required,
                    draft.choices,
                    field.name,
                    field,
                )
                card.set_draft(kept)
        self.forget_gone()

    def forget_gone(self) -> None:
        """What was taken out cannot be put back any more."""
        self._gone.clear()
        self.gone_notice.hide()

    @Slot()
    def add(self) -> None:
        """Add a field at the end, and go to its title."""
        self._add(len(self._cards))

    @Slot()
    def add_below_current(self) -> None:
        """Add a field below the one that the user is at, or at the end."""
        current = self.current
        self._add(len(self._cards) if current is None else self._cards.index(current) + 1)

    def _add(self, place: int) -> None:
        if len(self._cards) >= MAX_FIELDS:
            return
        card = self._insert(place, FieldDraft())
        card.set_open(True)
        self._changed()
        self._focus_title(card)

    def move_current(self, by: int) -> None:
        """Move the field that the user is at up or down."""
        if (card := self.current) is not None:
            self._move(card, by)

    def delete_current(self) -> None:
        """Take the field out that the user is at."""
        if (card := self.current) is not None:
            self._delete(card)

    @Slot()
    def put_back(self) -> None:
        """Put back what was taken out last."""
        place, draft = self._gone.pop()
        card = self._insert(min(place, len(self._cards)), draft)
        self._show_gone()
        self._changed()
        card.head.setFocus(Qt.FocusReason.OtherFocusReason)
        self.revealed.emit(card)

    # --- inside -----------------------------------------------------------------------------

    def _insert(self, place: int, draft: FieldDraft) -> FieldCard:
        card = FieldCard(self._theme, draft)
        if place < len(self._cards):
            self._column.insertWidget(self._column.indexOf(self._cards[place]), card)
        else:
            self._column.addWidget(card)
        self._cards.insert(place, card)
        card.edited.connect(self.edited)
        card.moved.connect(self._on_moved)
        card.delete_requested.connect(self._on_delete)
        card.stepped.connect(self._on_stepped)
        card.unfolded.connect(self._on_unfolded)
        return card

    def _end(self, card: FieldCard) -> None:
        card.blockSignals(True)
        card.hide()
        self._column.removeWidget(card)
        card.deleteLater()

    def _move(self, card: FieldCard, by: int) -> None:
        place = self._cards.index(card)
        target = place + by
        if not 0 <= target < len(self._cards):
            return
        # A button that is about to be switched off hands the focus to its neighbour.
        if card.up.hasFocus() and target == 0:
            card.down.setFocus(Qt.FocusReason.OtherFocusReason)
        elif card.down.hasFocus() and target == len(self._cards) - 1:
            card.up.setFocus(Qt.FocusReason.OtherFocusReason)
        other = self._cards[target]
        self._column.removeWidget(card)
        self._column.insertWidget(self._column.indexOf(other) + (by > 0), card)
        self._cards[place], self._cards[target] = other, card
        self._changed()
        self.revealed.emit(QApplication.focusWidget() if self.current is card else card)
        self.said.emit(wording.moved(target + 1, len(self._cards), card.draft.title))

    def _delete(self, card: FieldCard) -> None:
        place = self._cards.index(card)
        self._gone.append((place, card.draft))
        self._column.removeWidget(self.gone_notice)
        self._column.insertWidget(self._column.indexOf(card), self.gone_notice)
        self._cards.remove(card)
        self._show_gone()
        # Before the card goes, since Qt would hand the focus to anything.
        self.gone_notice.button().setFocus(Qt.FocusReason.OtherFocusReason)
        self._end(card)
        self._changed()
        self.revealed.emit(self.gone_notice)
        self.said.emit(self.gone_notice.text())

    def _show_gone(self) -> None:
        self.gone_notice.setVisible(bool(self._gone))
        if not self._gone:
            return
        title = short(wording.field_title(self._gone[-1][1].title))
        kept = [draft.kept.title for _, draft in self._gone if draft.kept is not None]
        self.gone_notice.set_content(
            NoticeKind.WARN if kept else NoticeKind.INFO,
            wording.breakable(f"“{title}” was deleted."),
            wording.breakable(wording.lost_all(kept)) if kept else "",
            button="Put back",
        )
        self.gone_notice.button().setAccessibleDescription(self.gone_notice.text())

    def _changed(self) -> None:
        self.reordered.emit()
        self.edited.emit()

    def _focus_title(self, card: FieldCard) -> None:
        if card.editor is not None:
            card.editor.focus_title()
        self.revealed.emit(card)

    def _sender(self) -> FieldCard | None:
        card = self.sender()
        return card if isinstance(card, FieldCard) else None

    @Slot(int)
    def _on_moved(self, by: int) -> None:
        if (card := self._sender()) is not None:
            self._move(card, by)

    @Slot()
    def _on_delete(self) -> None:
        if (card := self._sender()) is not None:
            self._delete(card)

    @Slot(int)
    def _on_stepped(self, by: int) -> None:
        card = self._sender()
        if card is None:
            return
        target = self._cards.index(card) + by
        if 0 <= target < len(self._cards):
            head = self._cards[target].head
            head.setFocus(Qt.FocusReason.OtherFocusReason)
            self.revealed.emit(head)
        else:
            self.left.emit(by)

    @Slot()
    def _on_unfolded(self) -> None:
        self.reordered.emit()
        if (card := self._sender()) is not None:
            self.revealed.emit(card)

"""The list of what was found, moved through with ↑ and ↓ from the field or with the focus inside.

Tried: Qt's own tree tells screen readers which rows are documents, whether they are open and what
is chosen; a column of painted buttons tells less and is slower with fifty of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QWidget

from app.core.domain.evidence import Passage
from app.core.retrieval.grouping import DocumentHits
from app.gui.common.keyboard_focus import KeyboardFocus
from app.gui.common.row_cursor import show_row_cursor
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_6
from app.gui.search.results_model import ROW, GroupRow, HitRow, MoreRow, ResultsModel
from app.gui.search.results_painting import ResultsDelegate

COLUMN_WIDTH = 760
"""In px at the design's text size: longer lines are hard to read."""
MARGIN = SPACE_6

_Action = QAbstractItemView.CursorAction
_STEPS = {_Action.MoveDown: 1, _Action.MoveNext: 1, _Action.MoveUp: -1, _Action.MovePrevious: -1}


class ResultsView(QTreeView):
    """Documents with their passages.

    Signals:
        opened: (Passage, its index from 0, count) of a passage that was clicked or entered.
        moved: the name of the row that the user went to, for screen readers.
        left_upwards: the user went up from the first row.
    """

    opened = Signal(object, int, int)
    moved = Signal(str)
    left_upwards = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._results = ResultsModel(self)
        self.setModel(self._results)
        self._delegate = ResultsDelegate(theme, self, self)
        self._results.modelReset.connect(self._delegate.forget)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Passages")
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setAnimated(False)
        self.setExpandsOnDoubleClick(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        KeyboardFocus(self)
        self.clicked.connect(self._act)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    # --- what is shown ----------------------------------------------------------------------

    @property
    def results(self) -> ResultsModel:
        """What is shown."""
        return self._results

    def show_groups(
        self, groups: Sequence[DocumentHits], *, anew: bool, first_only: bool = True
    ) -> None:
        """Show these documents and no others.

        Args:
            anew: They answer another question: nothing is chosen, all is open, from the top.
                Else what the user chose, collapsed and unfolded stays.
            first_only: Of a document with many passages show the first few only.
        """
        chosen = None if anew else self.chosen()
        collapsed = set() if anew else self._collapsed()
        self.setUpdatesEnabled(False)
        self._results.show(groups, anew=anew, first_only=first_only)
        for number, group in enumerate(groups):
            self.setExpanded(self._results.index(number, 0), group.document_id not in collapsed)
        if chosen is not None:
            self._choose(self._results.index_of(chosen.chunk.id))
        else:
            self.scrollToTop()
        self.setUpdatesEnabled(True)

    def column(self) -> tuple[int, int]:
        """Left edge and width, in px, of the column that the rows are drawn in; in line with what
        stands above the list, whether or not it is scrolled."""
        whole = self.width()
        width = min(self._theme.scaled(COLUMN_WIDTH), max(0, whole - 2 * MARGIN))
        left = (whole - width) // 2
        return left, min(width, max(0, self.viewport().width() - left))

    # --- going through it -------------------------------------------------------------------

    def chosen(self) -> Passage | None:
        """The passage that the user is at."""
        row = self.currentIndex().data(ROW)
        return row.passage if isinstance(row, HitRow) else None

    @property
    def has_choice(self) -> bool:
        """Whether the user is at a row."""
        return self.currentIndex().isValid()

    def choose_first(self) -> None:
        """Go to the best passage."""
        self._choose(QModelIndex())
        self.step(1)

    def step(self, by: int) -> None:
        """Go to the next passage (1), or to the one before (-1)."""
        index = self._stepped(by)
        if index.isValid():
            self._choose(index)
            self.moved.emit(index.data(Qt.ItemDataRole.AccessibleTextRole))
        elif by < 0:
            self.left_upwards.emit()

    def act(self) -> None:
        """Do what Enter does at the row that the user is at."""
        self._act(self.currentIndex())

    def open_neighbour(self, by: int) -> None:
        """Open the passage after the chosen one (1) or before (-1), shown or not yet."""
        hits = self._results.hits
        chosen = self.chosen()
        at = hits.index(chosen) if chosen is not None else (-1 if by > 0 else len(hits))
        if 0 <= at + by < len(hits):
            self._open(hits[at + by])

    def _open(self, passage: Passage) -> None:
        index = self._results.index_of(passage.chunk.id)
        if not index.isValid():
            self._results.show_whole(passage.chunk.document_id)
            index = self._results.index_of(passage.chunk.id)
        self._choose(index)
        self._act(index)

    def _choose(self, index: QModelIndex) -> None:
        parent = index.parent()
        if parent.isValid() and not self.isExpanded(parent):
            self.expand(parent)
        self.setCurrentIndex(index)
        if index.isValid() and not self._stepped(-1, start=index).isValid():
            self.scrollToTop()  # so that the document's title is seen as well

    def _stepped(self, by: int, start: QModelIndex | None = None) -> QModelIndex:
        """The row that is `by` stops further: passages, what stands for more of them, and
        documents that are collapsed. An invalid index where there is none."""
        stops = [index for index in self._results.walk() if self._is_stop(index)]
        current = self.currentIndex() if start is None else start
        if not current.isValid():
            return stops[0] if stops and by > 0 else QModelIndex()
        every = list(self._results.walk())
        at = every.index(current)
        after = every[at + 1 :] if by > 0 else list(reversed(every[:at]))
        return next((index for index in after if index in stops), QModelIndex())

    def _is_stop(self, index: QModelIndex) -> bool:
        parent = index.parent()
        return self.isExpanded(parent) if parent.isValid() else not self.isExpanded(index)

    def _collapsed(self) -> set[int]:
        return {
            group.document_id
            for number, group in enumerate(self._results.groups)
            if not self.isExpanded(self._results.index(number, 0))
        }

    def _act(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, HitRow):
            self.opened.emit(row.passage, row.index, row.count)
        elif isinstance(row, GroupRow):
            self.setExpanded(index, not self.isExpanded(index))
        elif isinstance(row, MoreRow):
            self._results.show_whole(row.document_id)

    # Qt overrides

    def moveCursor(self, action: _Action, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        if action not in _STEPS:
            return super().moveCursor(action, modifiers)
        index = self._stepped(_STEPS[action])
        if not index.isValid() and _STEPS[action] < 0:
            self.left_upwards.emit()
        return index if index.isValid() else self.currentIndex()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        acts = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in acts and self.has_choice:
            if not event.isAutoRepeat():
                self.act()
            return
        super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Letters are for the field: rows are not found by how they begin."""

    def drawBranches(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """The arrow is part of the row."""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        show_row_cursor(self, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._delegate.forget()
            self.scheduleDelayedItemsLayout()

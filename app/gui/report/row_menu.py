"""All that can be done with a document of the report."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.core.domain.reading_report import ReadDocument, Remedy
from app.gui.common.formats import Formats
from app.gui.report import wording
from app.gui.report.wishes import DEEDS, Deed, Wish


class RowMenu(QMenu):
    """Signal: `wished` (Wish)."""

    wished = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._formats = Formats()
        self._one: ReadDocument | None = None
        self.triggered.connect(self._wish)

    def show_for(self, one: ReadDocument, place: QPoint) -> None:
        """Open the menu for a document at a place of the screen."""
        self._one = one
        self.clear()
        if one.document.pages:
            self._offer("Open", Deed.OPEN)
        remedies = one.need.remedies if one.need is not None else ()
        always = (Remedy.RETRY, Remedy.SHOW_FILE, Remedy.REMOVE)
        for remedy in (*(one for one in remedies if one not in always), *always):
            if remedy is Remedy.REMOVE:
                self.addSeparator()
                self._offer_ignoring(one)
            words = wording.button(remedy, one, self._formats)
            if remedy is Remedy.RETRY and remedy not in remedies:
                words = "Read again"
            self._offer(words, DEEDS[remedy])
        self.popup(place)

    def _offer_ignoring(self, one: ReadDocument) -> None:
        if one.need is None:
            return
        if one.document.ignored:
            self._offer(wording.TELL_AGAIN, Deed.TELL_AGAIN)
        else:
            self._offer(wording.IGNORE, Deed.IGNORE)

    def _offer(self, words: str, deed: Deed) -> None:
        self.addAction(words).setData(deed)

    @Slot(QAction)
    def _wish(self, action: QAction) -> None:
        if self._one is not None:
            self.wished.emit(Wish(action.data(), (self._one,)))

"""Finding text: joins the find bar, the search in the background and the marks on the pages."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.gui.common.announce import Announcer
from app.gui.common.formats import Formats
from app.gui.viewer.find_bar import FindBar
from app.gui.viewer.marks import Matches
from app.gui.viewer.page_view import PageView
from app.services.viewing import MOST_FOUND, ViewedDocument
from app.workers.pages import FoundInDocument, PageWorker


class Finding(QObject):
    """Keeps bar and view in step. It belongs to one document at a time."""

    def __init__(
        self,
        bar: FindBar,
        view: PageView,
        worker: PageWorker,
        announcer: Announcer,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bar = bar
        self._view = view
        self._worker = worker
        self._announcer = announcer
        self._formats = Formats()
        self._document: ViewedDocument | None = None
        self._matches = Matches()
        self._reveals = False
        bar.searched.connect(self._search)
        bar.next_match.connect(self.next)
        bar.previous_match.connect(self.previous)
        worker.found.connect(self._found)

    def set_document(self, document: ViewedDocument | None) -> None:
        """Look in another document. What was looked for before is marked there as well, without
        leaving the place that is shown."""
        self._document = document
        self._show(Matches())
        if self._bar.text and not self._bar.isHidden():
            self._ask(reveals=False)

    def forget(self) -> None:
        """Mark nothing any more."""
        self._show(Matches())

    def again(self) -> None:
        """Mark what stands in the bar, which is open again."""
        self._ask(reveals=False)

    def next(self) -> None:
        """Go on to the next match."""
        self._step(1)

    def previous(self) -> None:
        """Go back to the match before."""
        self._step(-1)

    def _search(self, text: str) -> None:
        self._ask(reveals=True)

    def _ask(self, *, reveals: bool) -> None:
        self._reveals = reveals
        if self._document is None or not self._bar.text.strip():
            self._show(Matches())
        else:
            self._worker.find(self._document.document_id, self._bar.text)

    def _found(self, found: object) -> None:
        document = self._document
        if not isinstance(found, FoundInDocument) or document is None:
            return
        if found.document_id != document.document_id or found.text != self._bar.text:
            return  # the user has typed on, or left
        matches = Matches(found.matches)
        self._show(Matches(found.matches, matches.first_from(self._view.page)))
        if self._reveals:
            self._reveal()

    def _step(self, by: int) -> None:
        self._show(self._matches.stepped(by))
        self._reveal()

    def _show(self, matches: Matches) -> None:
        self._matches = matches
        self._view.show_matches(matches)
        count = len(matches.found)
        self._bar.show_count(count, matches.current, more=count >= MOST_FOUND)

    def _reveal(self) -> None:
        document, current = self._document, self._matches.current
        if document is None or current is None:
            self._announcer.polite(self._bar.count_text())
            return
        match = self._matches.found[current]
        self._view.reveal(match.page, match.boxes)
        label = document.pages[match.page - 1].label
        self._announcer.polite(
            self.tr("Match {count}, {page}").format(
                count=self._bar.count_text(), page=self._formats.page_spoken(match.page, label)
            )
        )

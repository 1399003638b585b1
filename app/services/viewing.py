"""Shows pages as they were read, and finds text on them.

A page is drawn only from the very file that was read: where that was changed, moved or deleted,
the user is told so and nothing else is shown (C16). Text and its places come from the library,
so they stay at hand whatever became of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from app.core.domain.answer import Citation
from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, DocumentStatus, FileState
from app.core.domain.geometry import Box
from app.core.domain.page import PageSize, PageText
from app.core.errors import NotFound, PageLocked, PageUnavailable
from app.core.ports import FileStates, LibraryStore, PageRenderer, RenderedPage
from app.core.text.loose_search import LooseSearch
from app.services.passwords import Passwords

# Pages fetched at once: a page with its words is about 30 kB, so this bounds memory to 2 MB.
PAGES_AT_ONCE = 64

# Where reading could not tell a page's size, it is laid out as A4 (ISO 216, in points).
A4 = PageSize(595.0, 842.0, 0)

HIDDEN_BELOW = "The text below is hidden on the page:"
"""Parts, in the text of a page, what can be seen there from what cannot."""

MOST_FOUND = 1000
"""A search ends here: nobody steps through more, and places of each match cost time."""

FILE_CHANGED, FILE_MISSING, PASSAGE_GONE = "file_changed", "file_missing", "passage_gone"
"""Codes of the PageUnavailable that says why pages are not shown."""

_STATE_MESSAGES = {
    FileState.CHANGED: (
        FILE_CHANGED,
        "The file was changed since it was read. Its pages may differ from what was cited, so "
        "they are not shown. What was read is kept. Read the file again to see it here.",
    ),
    FileState.MISSING: (
        FILE_MISSING,
        "The file was moved or deleted since it was read. What was read is kept and can still be "
        "found. Put the file back, or add it from where it is now.",
    ),
}


@dataclass(frozen=True, slots=True)
class ViewedPage:
    """A page to lay out: physical number from 1, printed label ("" for none), unrotated size."""

    number: int
    label: str
    size: PageSize


@dataclass(frozen=True, slots=True)
class ViewedDocument:
    """All that is needed to lay a document out before any page is drawn. `pages` are in order,
    `pages[n - 1]` being physical page n; `sha256` tells one reading of the file from the next."""

    document_id: int
    title: str
    path: Path
    sha256: str
    pages: tuple[ViewedPage, ...]
    file_state: FileState


@dataclass(frozen=True, slots=True)
class FoundText:
    """A match: offsets into the page's text, and boxes around its words, one a line."""

    page: int
    start: int
    end: int
    boxes: tuple[Box, ...]


class CitationState(StrEnum):
    """Whether a citation, which may be of an older answer, still leads to the words it cites."""

    SAME = "same"
    READ_AGAIN = "read_again"
    """The document was read again since; the words may stand elsewhere or be gone."""
    FILE_CHANGED = "file_changed"
    FILE_MISSING = "file_missing"
    REMOVED = "removed"
    """The document is not in the library any more."""


_STATES_OF_FILES = {
    FileState.UNCHANGED: CitationState.SAME,
    FileState.CHANGED: CitationState.FILE_CHANGED,
    FileState.MISSING: CitationState.FILE_MISSING,
}


def state_fault(state: FileState) -> PageUnavailable | None:
    """The fault that a file's state is, or None for an unchanged file."""
    if state is FileState.UNCHANGED:
        return None
    code, message = _STATE_MESSAGES[state]
    return PageUnavailable(message, code=code)


def passage_gone() -> PageUnavailable:
    """The fault of a passage whose document was read again since."""
    return PageUnavailable(
        "The document was read again since this passage was found. The passage is not "
        "marked, because it may stand elsewhere now. What you asked is kept; ask again "
        "to see where it stands.",
        code=PASSAGE_GONE,
    )


class ViewingService:
    """Opens documents for looking at. Safe to call from several threads, as its ports are."""

    def __init__(
        self,
        library: LibraryStore,
        renderer: PageRenderer,
        states: FileStates,
        passwords: Passwords,
    ) -> None:
        self._library = library
        self._renderer = renderer
        self._states = states
        self._passwords = passwords
        self._last_pages: tuple[tuple[int, str, int], tuple[ViewedPage, ...]] | None = None

    def open(self, document_id: int, *, chunk_id: int | None = None) -> ViewedDocument:
        """The document's pages with sizes and labels, and whether its file is what was read.

        With `chunk_id`, that passage has to be in the document still: places that an older
        reading found are not to be marked on what a newer one found.

        Raises:
            NotFound: the document is not in the library any more.
            PageLocked: it was not read yet, for want of a password.
            PageUnavailable: reading found no pages in it, or the passage is gone.
        """
        document = self._document(document_id)
        if chunk_id is not None:
            self._check_passage(document_id, chunk_id)
        pages = self._laid_out_pages(document)
        if not pages:
            reason = document.status_text or "No pages could be read from this file."
            locked = document.status is DocumentStatus.NEEDS_PASSWORD
            kind = PageLocked if locked else PageUnavailable
            raise kind(reason, detail=document.status.value)
        return ViewedDocument(
            document.id,
            document.title,
            document.path,
            document.sha256,
            pages,
            self._states.state(document),
        )

    def render(self, document_id: int, page: int, scale: float) -> RenderedPage:
        """Draw physical page `page` (from 1) at `scale` pixels per point, rotation applied.

        Raises:
            NotFound: the document is not in the library any more.
            PageLocked: the file needs a password that was not given since the program started.
            PageUnavailable: the file is not what was read, or the page cannot be drawn.
        """
        document = self._document(document_id)
        self._check_file(document)
        drawn = self._draw(document, page, scale)
        # The file may have been replaced between the check and the drawing.
        self._check_file(document)
        return drawn

    def find(
        self, document_id: int, text: str, *, cancel: CancelToken | None = None
    ) -> tuple[FoundText, ...]:
        """Places of `text` in reading order, at most MOST_FOUND.

        Case, accents, the kind of quotation marks and dashes, and the amount of white space do
        not matter, so a match may run over line ends; it never runs over a page's end. Blank
        text is found nowhere.

        Raises:
            NotFound: the document is not in the library any more.
            Cancelled: when the token was cancelled.
        """
        search = LooseSearch(text)
        found: list[FoundText] = []
        if search.blank:
            return ()
        for page in self._pages(self._document(document_id)):
            if cancel is not None:
                cancel.raise_if_cancelled()
            for start, end in search.places(page.text):
                found.append(FoundText(page.number, start, end, page.boxes(start, end)))
                if len(found) == MOST_FOUND:
                    return tuple(found)
        return tuple(found)

    def page_text(self, document_id: int, page: int) -> str:
        """The text of a physical page as it was read, "" where it has none; what is hidden on it
        comes last, under a line that says so."""
        stored = self._library.page(document_id, page)
        if stored is None:
            return ""
        if stored.hidden_from is None:
            return stored.text
        seen, hidden = stored.without_hidden().text, stored.text[stored.hidden_from :]
        return f"{seen}\n\n{HIDDEN_BELOW}\n\n{hidden}".strip()

    def citation_states(self, citations: Sequence[Citation]) -> tuple[CitationState, ...]:
        """For each citation whether it still leads to what it cites (C16), as `open` would find it
        with its chunk. Files that were touched are read, which may take a while."""
        documents = self._library.documents_by_id({one.document_id for one in citations})
        chunks = self._library.chunks([one.chunk_id for one in citations])
        files = {number: self._states.state(found) for number, found in documents.items()}

        def state(citation: Citation) -> CitationState:
            chunk = chunks.get(citation.chunk_id)
            if citation.document_id not in documents:
                return CitationState.REMOVED
            if chunk is None or chunk.document_id != citation.document_id:
                return CitationState.READ_AGAIN
            return _STATES_OF_FILES[files[citation.document_id]]

        return tuple(state(citation) for citation in citations)

    def _draw(self, document: Document, page: int, scale: float) -> RenderedPage:
        """Draw a page, with a password where it needs one that is known."""
        for password in self._passwords.attempts(document.sha256):
            try:
                drawn = self._renderer.render(document.path, page, scale, password=password)
            except PageLocked:
                self._passwords.refuse(document.sha256, password)
                continue
            self._passwords.accept(document.sha256, password)
            return drawn
        raise PageLocked(
            "The file is protected with a password. Its text is kept and can be searched. Enter "
            "the password to see its pages."
        )

    def _document(self, document_id: int) -> Document:
        document = self._library.document(document_id)
        if document is None:
            raise NotFound(
                "This document is not in the library any more. Add its file again to see it."
            )
        return document

    def _check_passage(self, document_id: int, chunk_id: int) -> None:
        chunk = self._library.chunks([chunk_id]).get(chunk_id)
        if chunk is None or chunk.document_id != document_id:
            raise passage_gone()

    def _check_file(self, document: Document) -> None:
        fault = state_fault(self._states.state(document))
        if fault is not None:
            raise fault

    def _laid_out_pages(self, document: Document) -> tuple[ViewedPage, ...]:
        """Pages with sizes; those of the last document are remembered while its content stays,
        since a citation of the document that is open already should cost nothing."""
        content = (document.id, document.sha256, document.pages)
        last = self._last_pages
        if last is not None and last[0] == content:
            return last[1]
        read = {
            page.number: ViewedPage(page.number, page.label, _usable(page.size))
            for page in self._pages(document)
        }
        if not read:
            return ()
        numbers = range(1, document.pages + 1)
        pages = tuple(read.get(number) or ViewedPage(number, "", A4) for number in numbers)
        self._last_pages = (content, pages)
        return pages

    def _pages(self, document: Document) -> Iterator[PageText]:
        for first in range(1, document.pages + 1, PAGES_AT_ONCE):
            last = min(document.pages, first + PAGES_AT_ONCE - 1)
            yield from self._library.pages(document.id, range(first, last + 1))


def _usable(size: PageSize) -> PageSize:
    """A page that failed to be read may have no size; it still takes its place."""
    return size if size.width > 0 and size.height > 0 else A4

"""Says in which state a document is once its pages are read, in a sentence for the user."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from app.core.domain.document import DocumentHead, DocumentStatus
from app.core.domain.page import PageKind, PageText

# A long file with many pages of pictures has no text to speak of if its pages with text hold less
# of it than this on average: those are links, page numbers and stamps. In a short file each page
# is worth having.
_SCRAPS = 100
_MANY_PICTURES = 0.2
_LONG_FILE = 12

_DYNAMIC_FORM = (
    "It is a dynamic form: what it shows is made by the program that opens it, so there is no text "
    "to read. Open it in Adobe Reader, print it to a new PDF, and add that one."
)


@dataclass(frozen=True, slots=True)
class PageCount:
    """How many pages of each kind a document has, and how many characters of text in all."""

    text: int
    empty: int
    scan: int
    unreadable: int
    failed: int
    characters: int

    @classmethod
    def of(cls, pages: Iterable[PageText]) -> PageCount:
        """Count pages."""
        kinds: Counter[PageKind] = Counter()
        characters = 0
        for page in pages:
            kinds[page.kind] += 1
            characters += len(page.text)
        return cls(
            text=kinds[PageKind.TEXT],
            empty=kinds[PageKind.EMPTY],
            scan=kinds[PageKind.SCAN],
            unreadable=kinds[PageKind.UNREADABLE],
            failed=kinds[PageKind.FAILED],
            characters=characters,
        )

    @property
    def all(self) -> int:
        """Pages of any kind."""
        return self.text + self.empty + self.scan + self.unreadable + self.failed

    @property
    def lost(self) -> int:
        """Pages that show something which cannot be searched."""
        return self.scan + self.unreadable + self.failed


def classify(head: DocumentHead, pages: Iterable[PageText]) -> tuple[DocumentStatus, str]:
    """The state of a document that could be opened, and the sentences for it.

    Args:
        head: Of the document.
        pages: All its pages; only kinds and the amount of text are looked at.
    """
    status, message = _judge(PageCount.of(pages))
    if head.dynamic_form:
        status, message = DocumentStatus.NO_TEXT, _DYNAMIC_FORM
    return status, " ".join((message, *_embedded(head.embedded_files, head.embedded_pdfs)))


def _judge(count: PageCount) -> tuple[DocumentStatus, str]:
    if not count.text:
        return _without_text(count)
    if _has_only_scraps(count):
        return DocumentStatus.NO_TEXT, (
            f"Hardly any of its {count.all} pages has text. What they show is made of pictures or "
            "lines."
        )
    if not count.lost:
        return DocumentStatus.INDEXED, f"{_pages(count.text)} can be searched."
    searchable = f"The other {count.text} can be searched."
    if count.text == 1:
        searchable = "One page can be searched."
    elif count.empty:
        searchable = f"{count.text} pages can be searched."
    return DocumentStatus.PARTIAL, f"{_losses(count)} {searchable}"


def _without_text(count: PageCount) -> tuple[DocumentStatus, str]:
    if not count.lost:
        message = (
            "Its one page is blank." if count.all == 1 else f"All {count.all} pages are blank."
        )
        return DocumentStatus.EMPTY, message
    if count.failed and count.failed >= max(count.scan, count.unreadable):
        return DocumentStatus.FAILED, _losses(count)
    if count.unreadable > count.scan:
        return DocumentStatus.UNREADABLE_TEXT, _losses(count)
    return DocumentStatus.NO_TEXT, _losses(count)


def _has_only_scraps(count: PageCount) -> bool:
    return (
        count.all >= _LONG_FILE
        and count.scan >= _MANY_PICTURES * count.all
        and count.text < count.all / 2
        and count.characters < _SCRAPS * count.text
    )


def _losses(count: PageCount) -> str:
    sentences = []
    if count.scan:
        subject = _share(count.scan, count.all)
        noun = "a scan" if count.scan == 1 else "scans"
        sentences.append(f"{subject} {_be(count.scan)} {noun} without text.")
    if count.unreadable:
        subject = _share(count.unreadable, count.all)
        sentences.append(
            f"{subject} cannot be read, since the file does not say which letters "
            "its shapes stand for."
        )
    if count.failed:
        sentences.append(f"{_share(count.failed, count.all)} could not be read.")
    return " ".join(sentences)


def _share(part: int, whole: int) -> str:
    if whole == 1:
        return "Its one page"
    return f"All {whole} pages" if part == whole else f"{part} of {whole} pages"


def _be(number: int) -> str:
    return "is" if number == 1 else "are"


def _pages(number: int) -> str:
    return "1 page" if number == 1 else f"{number} pages"


def _embedded(files: int, pdfs: int) -> list[str]:
    """What is said of the files inside of a document: PDFs can be added, others cannot be read."""
    sentences = []
    if pdfs == 1:
        sentences.append("1 PDF is embedded in it and was not read. You can add it by itself.")
    elif pdfs:
        sentences.append(
            f"{pdfs} PDFs are embedded in it and were not read. You can add them by themselves."
        )
    others = max(0, files - pdfs)
    if others == 1:
        sentences.append("1 embedded file is no PDF and was left out.")
    elif others:
        sentences.append(f"{others} embedded files are no PDFs and were left out.")
    return sentences

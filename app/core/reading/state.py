"""Says in which state a document is once its pages are read, in a sentence for the user."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from app.core.domain.document import DocumentHead, DocumentStatus
from app.core.domain.page import OCR_GAVE_UP, PageKind, PageText

# A long file with many pages of pictures has no text to speak of if its pages with text hold less
# of it than this on average: those are links, page numbers and stamps. In a short file each page
# is worth having.
_SCRAPS = 100
_MANY_PICTURES = 0.2
_LONG_FILE = 12

_MAY_BE = "The writing may be faint, by hand, or in letters that OCR does not know."
_TRY_AGAIN = "Choose “Read scanned pages” when the computer is less busy."
_DYNAMIC_FORM = (
    "It is a dynamic form: what it shows is made by the program that opens it, so there is no text "
    "to read. Open it in Adobe Reader, print it to a new PDF, and add that one."
)


@dataclass(frozen=True, slots=True)
class PageCount:
    """How many pages of each kind a document has, and how many characters of text in all.

    Of those with text, OCR read `recognised`, and `partly` of these not for the most part. Of
    scans, `pictures` have nothing that looks like text, and on `illegible` scans and unreadable
    pages OCR saw text that it could not read; some of these it `gave_up`.
    """

    text: int
    empty: int
    scan: int
    unreadable: int
    failed: int
    characters: int
    recognised: int = 0
    partly: int = 0
    pictures: int = 0
    illegible_scans: int = 0
    illegible: int = 0
    gave_up: int = 0

    @classmethod
    def of(cls, pages: Iterable[PageText]) -> PageCount:
        """Count pages."""
        kinds: Counter[PageKind] = Counter()
        found: Counter[str] = Counter()
        characters = gave_up = 0
        for page in pages:
            kinds[page.kind] += 1
            characters += len(page.text)
            gave_up += page.ocr_unread_lines == OCR_GAVE_UP
            if page.ocr_tried:
                found[_found(page)] += 1
        return cls(
            text=kinds[PageKind.TEXT],
            empty=kinds[PageKind.EMPTY],
            scan=kinds[PageKind.SCAN],
            unreadable=kinds[PageKind.UNREADABLE],
            failed=kinds[PageKind.FAILED],
            characters=characters,
            recognised=found["whole"] + found["partly"],
            partly=found["partly"],
            pictures=found["picture"],
            illegible_scans=found["illegible scan"],
            illegible=found["illegible scan"] + found["illegible"],
            gave_up=gave_up,
        )

    @property
    def all(self) -> int:
        """Pages of any kind."""
        return self.text + self.empty + self.scan + self.unreadable + self.failed

    @property
    def lost(self) -> int:
        """Pages that show something which cannot be searched."""
        return self.scan + self.unreadable + self.failed - self.pictures


def _found(page: PageText) -> str:
    """What OCR found on a page that it looked at."""
    if page.kind is PageKind.TEXT:
        read = len({word.line for word in page.words})
        return "partly" if page.ocr_unread_lines > read else "whole"
    if page.kind is PageKind.SCAN:
        return "illegible scan" if page.ocr_unread_lines else "picture"
    return "illegible"


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
    if not count.lost and not count.partly:
        return DocumentStatus.INDEXED, _joined(_readable(count), _pictures(count))
    searchable = f"The other {count.text} can be searched"
    if not count.lost or count.recognised or count.empty or count.pictures:
        searchable = f"{_pages(count.text)} can be searched"
    if count.text == 1:
        searchable = "One page can be searched"
    return DocumentStatus.PARTIAL, _joined(
        _losses(count), f"{searchable}{_by_ocr(count)}.", _pictures(count)
    )


def _readable(count: PageCount) -> str:
    """How many pages of a document of which nothing is lost can be searched."""
    if count.recognised < count.text:
        return f"{_pages(count.text)} can be searched{_by_ocr(count)}."
    if count.all == 1:
        return "Its one page was read by OCR."
    pages = f"All {count.text} pages" if count.text == count.all else _pages(count.text)
    return f"{pages} {'was' if count.text == 1 else 'were'} read by OCR."


def _by_ocr(count: PageCount) -> str:
    if not count.recognised:
        return ""
    if count.recognised == count.text:
        return ", read by OCR"
    return f", {count.recognised} of them read by OCR"


def _pictures(count: PageCount) -> str:
    if not count.pictures:
        return ""
    return f"OCR found no text on {_share(count.pictures, count.all, 'its one page')}."


def _joined(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _without_text(count: PageCount) -> tuple[DocumentStatus, str]:
    if not count.lost and count.pictures:
        return DocumentStatus.NO_TEXT, _pictures(count)
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
        and not count.recognised
    )


def _losses(count: PageCount) -> str:
    sentences = []
    scans = count.scan - count.pictures - count.illegible_scans
    unreadable = count.unreadable - count.illegible + count.illegible_scans
    if scans:
        noun = "a scan" if scans == 1 else "scans"
        sentences.append(f"{_share(scans, count.all)} {_be(scans)} {noun} without text.")
    if unreadable:
        sentences.append(
            f"{_share(unreadable, count.all)} cannot be read, since the file does not say which "
            "letters its shapes stand for."
        )
    if count.gave_up:
        pages = _share(count.gave_up, count.all, "its one page")
        sentences.append(f"Reading {pages} by OCR took too long or too much memory. {_TRY_AGAIN}")
    illegible = count.illegible - count.gave_up
    if illegible:
        pages = _share(illegible, count.all, "its one page")
        sentences.append(f"OCR could not read {pages}. {_MAY_BE}")
    if count.partly:
        pages = _share(count.partly, count.all, "its one page")
        which = "" if illegible else f" {_MAY_BE}"
        sentences.append(f"OCR could not read every line of {pages}.{which}")
    if count.failed:
        sentences.append(f"{_share(count.failed, count.all)} could not be read.")
    return " ".join(sentences)


def _share(part: int, whole: int, one: str = "Its one page") -> str:
    if whole == 1:
        return one
    if part < whole:
        return f"{part} of {whole} pages"
    return f"{'All' if one[0].isupper() else 'any of its'} {whole} pages"


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

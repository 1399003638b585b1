"""Documents in memory, read without an engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentHead, DocumentStatus, OutlineEntry
from app.core.domain.page import PageKind, PageSize, PageText, WordBox, WordTable
from app.core.ports import ExtractionFailed
from app.core.reading.compose import PARAGRAPH_END
from app.core.reading.pages import page_without_text

SIZE = PageSize(595.0, 842.0, 0)
LETTER, LEADING, MARGIN = 5.0, 14.0, 72.0


@dataclass(frozen=True, slots=True)
class FakePdf:
    """What a file holds. A page of None cannot be read, one of "" is empty, and one of another kind
    has no text; `hidden` is what cannot be seen on the pages, which must have text.

    With a `failure` nothing can be had of the file, and with a `password` only by who knows it.
    """

    pages: Sequence[str | PageKind | None] = ("",)
    title: str = ""
    labels: Sequence[str] = ()
    outline: Sequence[OutlineEntry] = ()
    password: str | None = None
    failure: tuple[DocumentStatus, str] | None = None
    embedded_files: int = 0
    embedded_pdfs: int = 0
    hidden: Sequence[str] = ()


def fake_page(number: int, text: str | PageKind | None, label: str = "") -> PageText:
    """A page with this text: letters 5 points wide, lines 14 points apart."""
    if isinstance(text, PageKind):
        return page_without_text(number, label, SIZE, text)
    if not text:
        kind = PageKind.FAILED if text is None else PageKind.EMPTY
        return page_without_text(number, label, SIZE, kind)
    words, start = [], 0
    for line, row in enumerate(text.split("\n")):
        y = MARGIN + LEADING * line
        at = 0
        for word in row.split(" "):
            if word:
                x = MARGIN + LETTER * at
                end = start + at + len(word)
                words.append(
                    WordBox(start + at, end, line, x, y, x + LETTER * len(word), y + LEADING - 4)
                )
            at += len(word) + 1
        start += len(row) + 1
    return PageText(number, label, SIZE, PageKind.TEXT, text, WordTable.pack(words))


class FakeTextExtractor:
    """A `TextExtractor` of the documents in `files`, which tests may change at any time."""

    def __init__(self, files: dict[Path, FakePdf] | None = None) -> None:
        self.files = files if files is not None else {}
        self.closed = 0

    def extract(
        self, path: Path, *, cancel: CancelToken, password: str | None = None
    ) -> Iterator[DocumentHead | PageText]:
        cancel.raise_if_cancelled()
        pdf = self._open(path, password)
        yield DocumentHead(
            pdf.title or path.stem,
            len(pdf.pages),
            tuple(pdf.outline),
            pdf.embedded_files,
            pdf.embedded_pdfs,
        )
        for number, text in enumerate(pdf.pages, 1):
            cancel.raise_if_cancelled()
            hidden = pdf.hidden[number - 1] if number <= len(pdf.hidden) else ""
            whole = f"{text}{PARAGRAPH_END}{hidden}" if hidden else text
            page = fake_page(number, whole, pdf.labels[number - 1] if pdf.labels else "")
            if hidden:
                page = replace(page, hidden_from=len(page.text) - len(hidden))
            yield page

    def close(self) -> None:
        self.closed += 1

    def _open(self, path: Path, password: str | None) -> FakePdf:
        pdf = self.files.get(path)
        if pdf is None:
            raise ExtractionFailed(DocumentStatus.FAILED, "The file is not there any more.")
        if pdf.failure is not None:
            raise ExtractionFailed(*pdf.failure)
        if pdf.password is not None and password != pdf.password:
            raise ExtractionFailed(
                DocumentStatus.NEEDS_PASSWORD, "It is protected with a password."
            )
        return pdf

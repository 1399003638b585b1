"""Proves that a library is whole: documents, pages, passages, both full-text indexes and vectors.

It reads everything and changes nothing. Another program, or another part of this one, may write
meanwhile: what looks wrong of a document that changed under our eyes is looked at once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import Chunk
from app.core.domain.document import Document
from app.core.domain.library_check import StrayKind, VectorContents
from app.core.domain.page import PageText
from app.core.errors import LibraryBusy, PinciteError
from app.core.ports import ErasureStore, LibraryAudit, LibraryStore, VectorIndex
from app.services.findings import Finding, VerifyProgress

MOST_NAMED = 20
"""So many documents with faults are told one by one."""

ANEW = "Take it out with `pincite remove {id}` and read its file again."

UNFINISHED = (
    "Erasing was interrupted, so some of what was to be erased is still in the files. "
    "`pincite erase` finishes it."
)

_STRAY = {
    StrayKind.PAGES: "{count} pages belong to no document.",
    StrayKind.CHUNKS: "{count} passages belong to no document.",
    StrayKind.SPANS: "{count} places on pages belong to no passage.",
    StrayKind.INDEX_ROWS: "{count} entries for search by words belong to no passage.",
    StrayKind.SAME_CONTENT: (
        "{count} documents have the content of another document. Take one of them out with "
        "`pincite remove`; `pincite list` shows them."
    ),
}


class VerifyingService:
    """Looks at every document of one library."""

    def __init__(
        self,
        library: LibraryStore,
        audit: LibraryAudit,
        vectors: VectorIndex,
        erasure: ErasureStore,
    ) -> None:
        self._library = library
        self._erasure = erasure
        self._audit = audit
        self._vectors = vectors

    def verify(self, *, cancel: CancelToken) -> Iterator[Finding | VerifyProgress]:
        """All findings, with progress over the documents between them."""
        yield from self._strays()
        if self._erasure.unfinished() is not None:
            yield Finding("erasing", False, UNFINISHED)
        document_of: dict[int, int] = {}
        yield from self._documents(document_of, cancel)
        yield from self._vector_findings(document_of)

    # --- rows and documents -----------------------------------------------------------------

    def _strays(self) -> Iterator[Finding]:
        strays = self._audit.stray_rows()
        for kind, count in strays.items():
            yield Finding(f"rows:{kind}", False, _STRAY[kind].format(count=count))
        if not strays:
            yield Finding("rows", True, "No row is left over, and no content is there twice.")

    def _documents(
        self, document_of: dict[int, int], cancel: CancelToken
    ) -> Iterator[Finding | VerifyProgress]:
        """Look at all documents; `document_of` gets their chunks."""
        documents = self._library.documents()
        wrong = 0
        for done, document in enumerate(documents):
            cancel.raise_if_cancelled()
            yield VerifyProgress(done, len(documents))
            if fault := self._fault(document, document_of):
                wrong += 1
                if wrong <= MOST_NAMED:
                    advice = ANEW.format(id=document.id)
                    message = f"Document {document.id} is not whole: {fault} {advice}"
                    yield Finding(f"document:{document.id}", False, message)
        yield VerifyProgress(len(documents), len(documents))
        if wrong > MOST_NAMED:
            yield Finding("documents", False, f"{wrong} documents are not whole.")
        if not wrong:
            sentence = "are whole: their pages, passages and entries for search by words agree."
            yield Finding("documents", True, f"All {len(documents)} documents {sentence}")

    def _fault(self, document: Document, document_of: dict[int, int]) -> str:
        """What is wrong with a document, as a sentence; "" where nothing is."""
        fault = self._look(document, document_of)
        while fault:
            now = self._library.document(document.id)
            if now is None:
                return ""  # taken out meanwhile
            if now == document:
                return fault
            document, fault = now, self._look(now, document_of)
        return ""

    def _look(self, document: Document, document_of: dict[int, int]) -> str:
        pages = self._library.pages(document.id)
        chunks = self._library.document_chunks(document.id)
        document_of.update((chunk.id, document.id) for chunk in chunks)
        fault = document_fault(document, pages, chunks)
        if fault:
            return fault
        wrong = len(self._audit.wrongly_indexed(document.id))
        return (
            f"search by words does not know {wrong} of its passages as they are." if wrong else ""
        )

    # --- vectors ----------------------------------------------------------------------------

    def _vector_findings(self, document_of: Mapping[int, int]) -> Iterator[Finding]:
        if not self._library.count_chunks()[0]:
            return
        try:
            held = self._vectors.examine()
        except LibraryBusy:
            return  # said already
        except PinciteError as error:
            yield Finding("vectors:content", False, error.message)
            return
        marked = self._library.embedded_chunk_ids()
        faults = vector_faults(held, marked, document_of)
        if faults:
            message = f"{' '.join(faults)} `pincite ingest` with any path puts that right."
            yield Finding("vectors:content", False, message)
        else:
            sentence = "Search by meaning knows exactly the passages that it should, each once"
            yield Finding(
                "vectors:content", True, f"{sentence}: {len(marked)} vectors agree with the text."
            )


def document_fault(document: Document, pages: Sequence[PageText], chunks: Sequence[Chunk]) -> str:
    """What is wrong with what is stored of a document, as the rest of a sentence; "" where
    nothing is."""
    if [page.number for page in pages] != list(range(1, document.pages + 1)):
        return f"it should have {document.pages} pages and has {len(pages)}."
    if len(chunks) != document.chunks or [one.ordinal for one in chunks] != list(
        range(len(chunks))
    ):
        return "some of its passages are missing."
    if chunks and not document.status.searchable:
        return f"it counts as {document.status.value} and has {len(chunks)} passages."
    by_number = {page.number: page for page in pages}
    for page in pages:
        if not _words_fit(page):
            return f"the words of page {page.number} do not fit its text."
    for chunk in chunks:
        if not _chunk_fits(chunk, by_number):
            return f"passage {chunk.id} is not what stands on its pages."
    return ""


def _words_fit(page: PageText) -> bool:
    """Whether the words lie in the text, one after another."""
    try:
        words = page.words.columns()
    except ValueError:
        return False
    start, end = words["start"], words["end"]
    if not len(words):
        return True
    ordered = bool(np.all(start < end) and np.all(end[:-1] <= start[1:]))
    return ordered and int(end[-1]) <= len(page.text)


def _chunk_fits(chunk: Chunk, pages: Mapping[int, PageText]) -> bool:
    """Whether a chunk is made of text of its pages, piece by piece, and of spaces in between."""
    reached = 0
    for span in chunk.spans:
        page = pages.get(span.page)
        if page is None or not 0 <= span.page_start < span.page_end <= len(page.text):
            return False
        if span.chunk_start < reached or chunk.text[reached : span.chunk_start].strip():
            return False
        if (
            chunk.text[span.chunk_start : span.chunk_end]
            != page.text[span.page_start : span.page_end]
        ):
            return False
        hidden = page.hidden_from is not None and span.page_start >= page.hidden_from
        if hidden != chunk.hidden:
            return False
        reached = span.chunk_end
    return bool(chunk.spans) and not chunk.text[reached:].strip()


def vector_faults(
    held: VectorContents, marked: set[int], documents: Mapping[int, int]
) -> list[str]:
    """What is wrong with vectors, as sentences.

    Args:
        marked: The chunks that should have a vector.
        documents: The document of each chunk.
    """
    there = set(held.documents)
    counted = (
        (len(marked - there), "passages have lost their vector"),
        (len(there - marked), "vectors belong to no passage"),
        (
            sum(documents.get(one) != held.documents[one] for one in there & marked),
            "vectors are kept for a wrong document",
        ),
        (len(marked - set(held.rows)), "vectors are missing for exact search"),
        (len(set(held.rows) - there), "vectors for exact search belong to nothing"),
        (
            sum(held.rows.get(one, of) != of for one, of in held.documents.items()),
            "vectors for exact search are kept for a wrong document",
        ),
        (len(held.unusable), "vectors cannot be used"),
        (len(held.differing), "vectors differ between exact and quick search"),
    )
    return [f"{count} {what}." for count, what in counted if count]

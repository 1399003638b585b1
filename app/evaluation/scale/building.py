"""Builds a library of any number of chunks, without PDFs and without a model.

Documents go through the store as ingest saves them. Vectors go to Chroma in this process and many
at a time: no window waits for the interpreter meanwhile. A build that was interrupted goes on.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from app.adapters.chroma_vectors import ChromaVectors
from app.bootstrap import Application
from app.core.domain.chunk import DraftChunk, Span
from app.core.domain.document import Document, DocumentStatus, FileStamp
from app.core.domain.page import PageKind, PageText
from app.core.errors import InvalidInput
from app.core.ports import LibraryStore, NewDocument
from app.evaluation.documents import made_up_title
from app.evaluation.scale.texts import document_texts
from app.evaluation.scale.vectors import document_vectors
from app.evaluation.stored_documents import A4, word_table

CHUNKS_PER_DOCUMENT = 50
CHUNKS_PER_PAGE = 3

# Vectors of one call; Chroma takes 5,461 at most.
_DOCUMENTS_PER_ADD = 40
_DOCUMENTS_PER_REPORT = 1000

Say = Callable[[str], None]


def build(application: Application, chunks: int, *, say: Say) -> None:
    """Bring a library to `chunks` chunks with vectors. What is there already is kept.

    Args:
        application: An open library that is empty or was made by this function; written to.
        chunks: A multiple of CHUNKS_PER_DOCUMENT.
        say: Takes a sentence on how far it is.

    Raises:
        InvalidInput: not such a number, or the library holds other documents or more.
    """
    wanted = require_whole_documents(chunks)
    library = application.library
    stored = library.documents()
    if len(stored) > wanted or any(not _is_made_up(document) for document in stored):
        raise InvalidInput(
            "This library holds other documents. Choose an empty folder for the measurement.",
            code="library_in_use",
        )
    _store_documents(library, application.folder.path, len(stored), wanted, say)
    library.set_embedder(application.embedder.identity)
    with closing(
        ChromaVectors(
            application.folder.vectors,
            application.embedder.identity,
            rows_per_add=_DOCUMENTS_PER_ADD * CHUNKS_PER_DOCUMENT,
        )
    ) as vectors:
        _add_vectors(library, vectors, say)


def require_whole_documents(chunks: int) -> int:
    """How many documents make so many chunks. InvalidInput where that is no whole number."""
    if chunks < CHUNKS_PER_DOCUMENT or chunks % CHUNKS_PER_DOCUMENT:
        raise InvalidInput(
            f"Ask for a multiple of {CHUNKS_PER_DOCUMENT} chunks, which a made-up document has.",
            code="invalid_chunks",
        )
    return chunks // CHUNKS_PER_DOCUMENT


def _store_documents(
    library: LibraryStore, folder: Path, first: int, wanted: int, say: Say
) -> None:
    for number in range(first, wanted):
        library.save_document(made_up_document(folder, number))
        if (number + 1) % _DOCUMENTS_PER_REPORT == 0 or number + 1 == wanted:
            say(f"Stored {number + 1:,} of {wanted:,} documents.")


def _add_vectors(library: LibraryStore, vectors: ChromaVectors, say: Say) -> None:
    """Add what the library misses; marks follow their vectors, as in ingest."""
    missing = [document for document in library.documents() if document.embedded < document.chunks]
    # In the order of their ids, as ingest would have added them.
    missing.sort(key=lambda document: document.id)
    done = 0
    for documents in _batches(missing, _DOCUMENTS_PER_ADD):
        ids = [[chunk.id for chunk in library.document_chunks(one.id)] for one in documents]
        vectors.add(
            list(itertools.chain.from_iterable(ids)),
            [one.id for one, its in zip(documents, ids, strict=True) for _ in its],
            np.concatenate(
                [
                    document_vectors(number_of(one), len(its))
                    for one, its in zip(documents, ids, strict=True)
                ]
            ),
        )
        library.mark_embedded(list(itertools.chain.from_iterable(ids)))
        done += len(documents)
        if done % _DOCUMENTS_PER_REPORT == 0 or done == len(missing):
            say(f"Added the vectors of {done:,} of {len(missing):,} documents.")


def _batches(documents: Sequence[Document], size: int) -> Iterator[Sequence[Document]]:
    for start in range(0, len(documents), size):
        yield documents[start : start + size]


def made_up_document(folder: Path, number: int) -> NewDocument:
    """Document `number`, from 0; its file does not exist."""
    path = folder / f"made-up-{number:06}.pdf"
    texts = document_texts(number, CHUNKS_PER_DOCUMENT)
    pages, chunks = [], []
    for page, start in enumerate(range(0, len(texts), CHUNKS_PER_PAGE), start=1):
        held = texts[start : start + CHUNKS_PER_PAGE]
        text = "\n".join(held)
        pages.append(PageText(page, str(page), A4, PageKind.TEXT, text, word_table(text)))
        place = 0
        for one in held:
            span = Span(page, place, place + len(one), 0)
            # About four tokens for three words.
            tokens = one.count(" ") * 4 // 3
            chunks.append(DraftChunk(one, (f"Part {page}",), (span,), tokens))
            place += len(one) + 1
    return NewDocument(
        path=path,
        title=made_up_title(number),
        sha256=hashlib.sha256(path.name.encode()).hexdigest(),
        stamp=FileStamp(1, 1),
        status=DocumentStatus.INDEXED,
        status_text="All pages can be searched.",
        pages=tuple(pages),
        chunks=tuple(chunks),
    )


def number_of(document: Document) -> int:
    """The number that a stored document was made with."""
    return int(document.path.stem.removeprefix("made-up-"))


def _is_made_up(document: Document) -> bool:
    name = document.path.stem
    return name.startswith("made-up-") and name.removeprefix("made-up-").isdigit()

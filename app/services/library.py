"""The library as a user handles it: listed, and documents taken out of it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, FileState
from app.core.errors import NotFound, PinciteError
from app.core.ports import FileStates, LibraryStore, VectorIndex

log = logging.getLogger(__name__)


MOST_READ_BYTES = 64_000_000
"""Of the user's files, to list their documents: a fraction of a second."""


@dataclass(frozen=True, slots=True)
class ListedDocument:
    """A document and how its file compares with what was read; None while that is not known."""

    document: Document
    file_state: FileState | None


def known_document(library: LibraryStore, document_id: int) -> Document:
    """The document with this number.

    Raises:
        NotFound: it is not in the library.
    """
    document = library.document(document_id)
    if document is None:
        raise NotFound(
            f"There is no document {document_id} in this library. "
            "`pincite list` shows the documents and their numbers.",
            code="document_not_found",
        )
    return document


class Removals(Protocol):
    """Whoever has to know what the user takes out of the library."""

    def removed(self, documents: Sequence[Document]) -> None:
        """These documents are taken out."""
        ...


class LibraryService:
    """Lists and removes documents; never touches the user's files."""

    def __init__(
        self,
        library: LibraryStore,
        vectors: VectorIndex,
        states: FileStates,
        removals: Removals,
    ) -> None:
        self._library = library
        self._vectors = vectors
        self._states = states
        self._removals = removals

    def documents(self) -> list[Document]:
        """All documents by title."""
        return self._library.documents()

    def listed(self, *, cancel: CancelToken) -> Iterator[tuple[ListedDocument, ...]]:
        """All documents by title: first as they were read, then with the states of their files as
        far as a look tells; then, where some were touched, with the states of those as well.

        Files that were touched are read to see whether they changed, and not more than a little of
        them: a check of the folders reads the others, and they are known then.
        """
        documents = self._library.documents()
        yield tuple(ListedDocument(document, None) for document in documents)
        found = []
        for document in documents:
            cancel.raise_if_cancelled()
            found.append(ListedDocument(document, self._states.glance(document)))
        yield tuple(found)
        touched = [number for number, one in enumerate(found) if one.file_state is None]
        left = MOST_READ_BYTES
        for number in touched:
            cancel.raise_if_cancelled()
            document = found[number].document
            if document.stamp.size <= left:
                left -= document.stamp.size
                found[number] = ListedDocument(document, self._states.state(document))
        if touched:
            yield tuple(found)

    def file_state(self, document: Document) -> FileState:
        """Whether the document's file is still what was read."""
        return self._states.state(document)

    def remove(self, document_ids: Sequence[int]) -> list[Document]:
        """Take documents out of both stores; returns them as they were (I8).

        The library goes first: a vector without its chunk is never shown, a chunk without its
        document would be.

        Raises:
            NotFound: an id that is not in the library; nothing is removed then.
        """
        found = [
            known_document(self._library, document_id)
            for document_id in dict.fromkeys(document_ids)
        ]
        ids = [document.id for document in found]
        # Before they go: a check of the folders between the two would bring them back.
        self._removals.removed(found)
        self._library.remove_documents(ids)
        try:
            self._vectors.remove_documents(ids)
        except PinciteError as error:
            # They are never shown without their chunks, and the next reading takes them out.
            log.warning("vectors were left behind: %s %s", error.code, error.detail)
        return found

"""What is kept: the library and the settings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from app.core.domain.chunk import Chunk, DraftChunk
from app.core.domain.collection import Collection
from app.core.domain.document import (
    Document,
    DocumentStatus,
    FileStamp,
)
from app.core.domain.evidence import Scope
from app.core.domain.model import EmbedderIdentity
from app.core.domain.page import PageRange, PageText
from app.core.settings import Settings


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document as reading left it, to be stored whole. Replaces what has the same path. Reading
    ended at `read_at` and took `read_seconds`."""

    path: Path
    title: str
    sha256: str
    stamp: FileStamp
    status: DocumentStatus
    status_text: str
    pages: tuple[PageText, ...]
    chunks: tuple[DraftChunk, ...]
    context_in_index: bool = True
    reading_version: int = 0
    read_at: datetime | None = None
    read_seconds: float = 0.0
    embedded_pdfs: int = 0

    @property
    def indexed_title(self) -> str | None:
        """The title as the indexes are to know it; None leaves it out, and the headings too."""
        return self.title if self.context_in_index else None


class LibraryStore(Protocol):
    """The truth: documents, pages and chunks. Each write is one transaction: whole or not."""

    def save_document(self, new: NewDocument, *, in_place_of: int | None = None) -> Document:
        """Store or replace (by path) a document with its pages and chunks. A replaced one keeps
        its document id; its old chunk ids are never used again.

        Args:
            in_place_of: Another document with the same content, which goes at once; its
                collections get this one.
        """
        ...

    def update_stamp(self, document_id: int, path: Path, stamp: FileStamp) -> None:
        """The same content was seen at this path with this stamp."""
        ...

    def remove_documents(self, document_ids: Sequence[int]) -> None:
        """Delete documents with all that belongs to them. Their files do not wait to be read any
        more."""
        ...

    def erase_free_space(self) -> None:
        """Leave no byte of deleted text in the database files (I8)."""
        ...

    def documents(self) -> list[Document]:
        """All documents by title, ignoring case, then by id."""
        ...

    def document(self, document_id: int) -> Document | None:
        """One document."""
        ...

    def documents_by_id(self, document_ids: Iterable[int]) -> dict[int, Document]:
        """Some documents; unknown ids are left out."""
        ...

    def count_searchable(self, scope: Scope) -> int:
        """How many documents of the scope can be found at least in part."""
        ...

    def document_by_path(self, path: Path) -> Document | None:
        """The document that was read from this path."""
        ...

    def document_by_sha256(self, sha256: str) -> Document | None:
        """The document with this content."""
        ...

    def chunks(self, chunk_ids: Sequence[int]) -> dict[int, Chunk]:
        """Chunks by id; unknown ids are left out."""
        ...

    def chunks_beside(self, chunk_ids: Sequence[int]) -> dict[int, Chunk]:
        """By id, the chunks that stand right before and after these in their documents."""
        ...

    def chunk_ids_on_pages(self, pages: Sequence[PageRange], scope: Scope) -> set[int]:
        """Chunks of the scope of which a part stands on one of these physical pages."""
        ...

    def document_chunks(self, document_id: int) -> list[Chunk]:
        """All chunks of a document in reading order."""
        ...

    def page(self, document_id: int, number: int) -> PageText | None:
        """One page with text and words."""
        ...

    def pages(self, document_id: int, numbers: Sequence[int] | None = None) -> list[PageText]:
        """Pages of a document in order; all of them without `numbers`."""
        ...

    def page_labels(self, pages: Iterable[tuple[int, int]]) -> dict[tuple[int, int], str]:
        """The printed labels of pages, "" for none, by (document id, physical page), without
        reading the pages; unknown ones are left out."""
        ...

    def ocr_confidences(self, pages: Iterable[tuple[int, int]]) -> dict[tuple[int, int], float]:
        """How sure OCR is of pages that it read, 0 to 1, as `page_labels`; others are left out."""
        ...

    def unembedded(self, limit: int) -> list[Chunk]:
        """Chunks without a vector, oldest first, at most `limit`."""
        ...

    def has_embedded(self) -> bool:
        """Whether any chunk has a vector."""
        ...

    def count_chunks(self) -> tuple[int, int]:
        """(all chunks, chunks with a vector)."""
        ...

    def mark_embedded(self, chunk_ids: Sequence[int]) -> None:
        """These chunks have a vector now."""
        ...

    def embedded_chunk_ids(self) -> set[int]:
        """All chunks that are marked as having a vector."""
        ...

    def reset_embedded(self, keep: set[int]) -> None:
        """Exactly these chunks have a vector; all others need one."""
        ...

    def embedder(self) -> EmbedderIdentity | None:
        """The embedder that made the library's vectors."""
        ...

    def set_embedder(self, identity: EmbedderIdentity) -> None:
        """Record the embedder; does not touch vectors."""
        ...

    def enqueue(self, paths: Sequence[Path]) -> None:
        """Remember files that are to be read, in order, so that a restart goes on (I5)."""
        ...

    def dequeue(self, paths: Sequence[Path]) -> None:
        """These files are done or no longer wanted."""
        ...

    def queue(self) -> list[Path]:
        """Files still to be read, in order."""
        ...

    def is_queued(self, path: Path) -> bool:
        """Whether a file is still to be read."""
        ...

    def integrity(self) -> str:
        """ "ok", or what is wrong with the database."""
        ...

    def close(self) -> None:
        """Close every connection."""
        ...


class CollectionStore(Protocol):
    """Named sets of documents, beside the library. Each write is one transaction. Names differ in
    more than case. A removed document leaves its collections; a replaced one stays in them."""

    def collections(self) -> list[Collection]:
        """All collections by name, ignoring case."""
        ...

    def collection(self, collection_id: int) -> Collection | None:
        """One collection."""
        ...

    def collection_by_name(self, name: str) -> Collection | None:
        """The collection of this name, ignoring case."""
        ...

    def create_collection(self, name: str) -> Collection | None:
        """Make an empty one; None where the name is taken. Its id was never used before."""
        ...

    def rename_collection(self, collection_id: int, name: str) -> Collection | None:
        """Give it another name; None where it is not there or the name is another's."""
        ...

    def delete_collection(self, collection_id: int) -> None:
        """Delete it; its documents stay in the library."""
        ...

    def add_documents(self, collection_id: int, document_ids: Sequence[int]) -> Collection | None:
        """Put documents of the library into it, and return it; None where it is not there."""
        ...

    def take_documents(self, collection_id: int, document_ids: Sequence[int]) -> Collection | None:
        """Take documents out of it, and return it; None where it is not there."""
        ...

    def inherit(self, document_id: int, heir_id: int) -> None:
        """Put a document of the library into all collections of another."""
        ...

    def expect(self, collection_id: int, paths: Sequence[Path]) -> None:
        """The documents that are read from these files are to join it. Outlives a restart."""
        ...

    def settle(self, path: Path, document_id: int | None) -> None:
        """The file was read as this document, which joins what expected it, or could not be."""
        ...

    def expect_nothing(self) -> None:
        """No file that is still expected is going to be read."""
        ...


class SettingsStore(Protocol):
    """Where settings are kept."""

    def load(self) -> Settings:
        """The stored settings; unreadable ones are set aside and defaults returned."""
        ...

    def save(self, settings: Settings) -> None:
        """Write atomically."""
        ...

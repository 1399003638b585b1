"""Ports: what the services need from the world, as small protocols.

Adapters implement them with engines, tests with fakes; both pass one contract suite
(tests/contract). Ids are chunk or document ids of the library. All methods may raise
:class:`~app.core.errors.PinciteError` with a sentence for the user.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import Chunk, DraftChunk
from app.core.domain.document import (
    Document,
    DocumentHead,
    DocumentStatus,
    FileStamp,
    FileState,
    FoundFile,
    SkippedFile,
)
from app.core.domain.evidence import RankedChunk, Scope
from app.core.domain.generation import GenerationEvent, GenerationRequest
from app.core.domain.model import (
    DownloadProgress,
    EmbedderIdentity,
    ModelEntry,
    ModelState,
)
from app.core.domain.page import PageText
from app.core.errors import PinciteError
from app.core.settings import Settings

Vectors = NDArray[np.float32]


class ExtractionFailed(PinciteError):
    """A file could not be read. `status` is the state it ends in, the message its sentence."""

    def __init__(self, status: DocumentStatus, message: str, *, detail: str = "") -> None:
        super().__init__(message, code=status.value, detail=detail)
        self.status = status


class TextExtractor(Protocol):
    """Reads PDFs. The real one works in a child process with limits (I7)."""

    def extract(
        self, path: Path, *, cancel: CancelToken, password: str | None = None
    ) -> Iterator[DocumentHead | PageText]:
        """Yield the head, then every page in order.

        A page that cannot be read is yielded with kind FAILED; only a file of which nothing can
        be had raises.

        Raises:
            ExtractionFailed: with the state the file ends in.
            Cancelled: when the token was cancelled.
        """
        ...

    def close(self) -> None:
        """End the child process, if any."""
        ...


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as a picture: `rgb` holds height rows of width * 3 bytes, rotation applied."""

    page: int
    width: int
    height: int
    rgb: bytes
    scale: float
    """Picture pixels per point that were used (may be lower than asked, for huge pages)."""


class PageRenderer(Protocol):
    """Draws pages. The real one works in a child process with limits."""

    def render(
        self, path: Path, page: int, scale: float, *, password: str | None = None
    ) -> RenderedPage:
        """Draw physical page `page` (from 1) at `scale` pixels per point, capped in pixels.

        Raises:
            PageUnavailable: the file or page cannot be drawn.
        """
        ...

    def close(self) -> None:
        """End the child process, if any."""
        ...


class FileSource(Protocol):
    """The user's files: found, stamped, hashed; never changed."""

    def scan(
        self, paths: Sequence[Path], *, cancel: CancelToken
    ) -> Iterator[FoundFile | SkippedFile]:
        """Every PDF at or below the paths, in a stable order, each once; hidden files and
        symlink loops aside; other files as skipped with a reason (I1)."""
        ...

    def stamp(self, path: Path) -> FileStamp | None:
        """Size and modification time, or None if the file is not there."""
        ...

    def sha256(self, path: Path, *, cancel: CancelToken) -> str:
        """Hash of the content, in lower-case hex."""
        ...


class TokenCounter(Protocol):
    """Counts tokens as the embedder does, without its special tokens."""

    @property
    def limit(self) -> int:
        """Most tokens of text that the embedder takes without cutting."""
        ...

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text."""
        ...


class Embedder(Protocol):
    """Turns text into unit vectors of float32."""

    @property
    def identity(self) -> EmbedderIdentity:
        """Name, dimension and file hash (R4)."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text, shape (len(texts), dimensions). A text over the limit is split
        and its vectors averaged, never cut (R5). No texts: shape (0, dimensions)."""
        ...

    def embed_query(self, text: str) -> Vectors:
        """One unit vector, shape (dimensions,)."""
        ...

    def close(self) -> None:
        """Free the engine."""
        ...


class VectorIndex(Protocol):
    """Vectors by chunk id, searched by cosine similarity. Rebuildable from the library."""

    def add(self, chunk_ids: Sequence[int], document_ids: Sequence[int], vectors: Vectors) -> None:
        """Store vectors; an id that is there already is replaced."""
        ...

    def search(self, vector: Vectors, k: int, scope: Scope) -> list[RankedChunk]:
        """At most `k` chunks by cosine similarity (1 - distance), highest first, ties by id
        ascending (R2). ValueError for k < 1 or an empty vector (R1)."""
        ...

    def remove_documents(self, document_ids: Sequence[int]) -> None:
        """Take out all vectors of these documents."""
        ...

    def chunk_ids(self) -> set[int]:
        """All ids that have a vector."""
        ...

    def erase(self) -> None:
        """Drop everything so that no vector is left on disk (I8). The index stays usable."""
        ...

    def close(self) -> None:
        """Close files."""
        ...


class LexicalIndex(Protocol):
    """Full-text search over the chunks that the library holds."""

    def search(self, terms: Sequence[str], k: int, scope: Scope) -> list[RankedChunk]:
        """At most `k` chunks that hold any of the terms, best bm25 first, ties by id ascending.
        Terms are plain words or phrases; nothing in them is syntax (R10). No terms: []."""
        ...


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document as reading left it, to be stored whole. Replaces what has the same path."""

    path: Path
    title: str
    sha256: str
    stamp: FileStamp
    status: DocumentStatus
    status_text: str
    pages: tuple[PageText, ...]
    chunks: tuple[DraftChunk, ...]


class LibraryStore(Protocol):
    """The truth: documents, pages and chunks. Each write is one transaction: whole or not."""

    def save_document(self, new: NewDocument) -> Document:
        """Store or replace (by path) a document with its pages and chunks. A replaced one keeps
        its document id; its old chunk ids are never used again."""
        ...

    def update_stamp(self, document_id: int, path: Path, stamp: FileStamp) -> None:
        """The same content was seen at this path with this stamp."""
        ...

    def remove_documents(self, document_ids: Sequence[int]) -> None:
        """Delete documents with all that belongs to them."""
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

    def document_by_path(self, path: Path) -> Document | None:
        """The document that was read from this path."""
        ...

    def document_by_sha256(self, sha256: str) -> Document | None:
        """The document with this content."""
        ...

    def chunks(self, chunk_ids: Sequence[int]) -> dict[int, Chunk]:
        """Chunks by id; unknown ids are left out."""
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

    def unembedded(self, limit: int) -> list[Chunk]:
        """Chunks without a vector, oldest first, at most `limit`."""
        ...

    def count_chunks(self) -> tuple[int, int]:
        """(all chunks, chunks with a vector)."""
        ...

    def mark_embedded(self, chunk_ids: Sequence[int]) -> None:
        """These chunks have a vector now."""
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

    def integrity(self) -> str:
        """ "ok", or what is wrong with the database."""
        ...

    def close(self) -> None:
        """Close every connection."""
        ...


class ChatModel(Protocol):
    """Writes text from messages. The real one works in a child process that may crash."""

    @property
    def name(self) -> str:
        """Title that the user sees."""
        ...

    @property
    def context_tokens(self) -> int:
        """Tokens that prompt and output share."""
        ...

    def load(self) -> None:
        """Make ready: start the process and load the file. Does nothing when it is ready.

        Raises:
            ModelUnavailable: missing, corrupt, or refused by the engine.
        """
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, control tokens not recognised. Loads the model if need be."""
        ...

    def generate(
        self, request: GenerationRequest, *, cancel: CancelToken
    ) -> Iterator[GenerationEvent]:
        """Read the prompt, then write. Ends with GenerationEnd, also after a cancel.

        Raises:
            ModelUnavailable: as in `load`.
            WorkerDied: the process ended; the next call starts another.
            InvalidInput: prompt and output do not fit the context.
        """
        ...

    def close(self) -> None:
        """End the process."""
        ...


class ChatModels(Protocol):
    """The language models that can be used now."""

    def open(self, name: str | None) -> ChatModel | None:
        """The model of that name, or without a name the one that the settings choose; None where
        no name was given and none is installed. It is not loaded yet, and stays owned by this
        object.

        Raises:
            InvalidInput: the name is unknown.
            ModelUnavailable: the named model is not installed.
        """
        ...


class ModelFiles(Protocol):
    """The models folder."""

    def path(self, entry: ModelEntry, file_name: str | None = None) -> Path:
        """Where a file of the entry lies or would lie (default: the first file)."""
        ...

    def state(self, entry: ModelEntry) -> ModelState:
        """By presence and size only; see `verify` for bytes."""
        ...

    def verify(self, entry: ModelEntry, *, cancel: CancelToken) -> Iterator[DownloadProgress]:
        """Read every byte; ends with stage "done".

        Raises:
            ModelUnavailable: a file is missing or a byte is wrong.
        """
        ...

    def fetch(self, entry: ModelEntry, *, cancel: CancelToken) -> Iterator[DownloadProgress]:
        """Download what is missing, going on where an earlier try stopped; ends with "done".

        Raises:
            DownloadFailed: no source could deliver; parts are kept.
            StorageError: no space or no permission.
        """
        ...


class SettingsStore(Protocol):
    """Where settings are kept."""

    def load(self) -> Settings:
        """The stored settings; unreadable ones are set aside and defaults returned."""
        ...

    def save(self, settings: Settings) -> None:
        """Write atomically."""
        ...


class FileStates(Protocol):
    """Tells whether a stored document's file is still what was read."""

    def state(self, document: Document) -> FileState:
        """Unchanged by size and time, or by content where the time differs; changed; missing."""
        ...


ChunkMap = Mapping[int, Chunk]

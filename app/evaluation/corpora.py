"""The documents of a measurement: a library that holds them, built or reused, and what they are
called in a set.

Documents that exist as text only are written as PDFs beside the library and read like any others,
so that the whole way of a document is measured.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.bootstrap import Application
from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document
from app.core.domain.evidence import EVERYTHING, Scope
from app.core.errors import InvalidInput, PinciteError, StorageError
from app.evaluation.questions import Place, TextDocument
from app.services.events import (
    EmbedProgress,
    FileFailed,
    FileFinished,
    IngestEvent,
    IngestFinished,
    ScanFinished,
)

Say = Callable[[str], None]

_SECONDS_BETWEEN = 10.0
"""How often progress is said."""


def absolute(path: Path) -> Path:
    """The path as the library knows it: without "..", and links left as they are."""
    import os

    return Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links


class Corpus:
    """The searchable documents of a library, by the names that a set gives them.

    A name is the path below the folder that was asked for, with "/" between its parts; for other
    documents of the library it is the file's name.

    Args:
        copies: Path of a document for paths of files with the same content.
    """

    def __init__(
        self,
        documents: Sequence[Document],
        folders: Sequence[Path] = (),
        copies: Mapping[Path, Path] | None = None,
    ) -> None:
        self.documents = [document for document in documents if document.status.searchable]
        self._folders = [absolute(folder) for folder in folders]
        self._paths = {document.path: document.id for document in self.documents}
        for copy, kept in (copies or {}).items():
            if kept in self._paths:
                self._paths[copy] = self._paths[kept]
        self._names = {document.id: self._name(document.path) for document in self.documents}
        self._ids_by_file: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        for path, document_id in self._paths.items():
            parts = _parts(self._name(path))
            self._ids_by_file.setdefault(parts[-1], []).append((parts, document_id))

    def name(self, path: Path) -> str:
        """What the document of this path is called."""
        document_id = self._paths.get(path)
        return self._name(path) if document_id is None else self._names[document_id]

    def names_of(self, place: Place) -> frozenset[str]:
        """The documents that a place may mean: those whose path ends as the place's does. Case
        does not count, and a file's name alone is enough on either side."""
        wanted = _parts(place.pdf)
        found = set()
        for parts, document_id in self._ids_by_file.get(wanted[-1], ()):
            shared = min(len(parts), len(wanted))
            if parts[-shared:] == wanted[-shared:]:
                found.add(self._names[document_id])
        return frozenset(found)

    def scope(self, folder: str) -> Scope | None:
        """The scope of a question that may be asked of one folder only ("" for all); None where
        no document lies in it."""
        if not folder:
            return EVERYTHING
        ids = frozenset(doc.id for doc in self.documents if folder in doc.path.parent.parts)
        return Scope(ids) if ids else None

    def fingerprint(self) -> str:
        """Changes with the documents and with how they were cut into chunks."""
        lines = sorted(f"{self._names[d.id]} {d.sha256} {d.chunks}" for d in self.documents)
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]

    def record(self) -> dict[str, object]:
        """The documents for the report."""
        return {
            "documents": len(self.documents),
            "pages": sum(document.pages for document in self.documents),
            "chunks": sum(document.chunks for document in self.documents),
            "embedded": sum(document.embedded for document in self.documents),
            "fingerprint": self.fingerprint(),
        }

    def _name(self, path: Path) -> str:
        for folder in self._folders:
            if path.is_relative_to(folder) and path != folder:
                return path.relative_to(folder).as_posix()
        return path.name


def _parts(name: str) -> tuple[str, ...]:
    return tuple(name.replace("\\", "/").casefold().split("/"))


# --- making it ---------------------------------------------------------------------------------


def write_documents(documents: Sequence[TextDocument], folder: Path, say: Say) -> Path:
    """Write documents that are not there yet below `folder`, in a folder that is named by their
    content; return that folder."""
    from app.adapters.pymupdf.text_writing import TextPdfWriter

    content = json.dumps([[one.name, one.title, *one.paragraphs] for one in documents])
    target = folder / hashlib.sha256(content.encode()).hexdigest()[:12]
    missing = [one for one in documents if not (target / one.name).is_file()]
    if missing:
        say(f"Writing {len(missing)} documents …")
    writer = TextPdfWriter()
    try:
        for document in missing:
            path = target / document.name
            path.parent.mkdir(parents=True, exist_ok=True)
            # Without its name the same text under two titles would be one document.
            writer.write(path, document.paragraphs, title=document.title, subject=document.name)
    except OSError as error:
        raise StorageError(
            f"The documents cannot be written to {target}. Check its permissions and the free "
            "space of the disk, then try again."
        ) from error
    return target


def read_documents(
    application: Application, folders: Sequence[Path], say: Say, *, embedded: bool
) -> Corpus:
    """Read what is new in these folders into the library, wait until all of it can be searched, and
    give the library's documents. Without folders the library is taken as it is.

    Args:
        embedded: Whether search by meaning has to be ready as well.

    Raises:
        InvalidInput: there is no such folder, or nothing in the library that can be searched.
        PinciteError: search by meaning cannot be made ready.
    """
    for folder in folders:
        if not folder.exists():
            raise InvalidInput(
                f"There is no file or folder {folder}. Check the path.", code="path_not_found"
            )
    copies: dict[Path, Path] = {}
    if folders:
        cancel = CancelToken()
        progress = _Progress(say)
        for event in application.ingest.run(list(folders), cancel=cancel):
            progress.tell(event)
            if isinstance(event, FileFinished) and event.outcome == "duplicate":
                copies[event.path] = event.document.path
            if isinstance(event, EmbedProgress) and not embedded:
                cancel.cancel()
            if isinstance(event, IngestFinished) and event.degraded and embedded:
                raise PinciteError(event.degraded, code="embedding_unavailable")
    corpus = Corpus(application.library.documents(), folders, copies)
    if not corpus.documents:
        raise InvalidInput(
            "There is no document to ask. Name a folder of PDFs with --pdfs, or a library that "
            "holds documents with --library.",
            code="no_documents",
        )
    chunks, ready = application.library.count_chunks()
    if embedded and ready < chunks:
        raise PinciteError(
            f"Search by meaning is ready for {ready} of {chunks} passages only. Run "
            "`pincite ingest` on this library, or name the folder of its PDFs with --pdfs.",
            code="embedding_unavailable",
        )
    _tell_others(corpus, folders, say)
    return corpus


def _tell_others(corpus: Corpus, folders: Sequence[Path], say: Say) -> None:
    """Say which documents take part in search though nobody named them."""
    given = [absolute(folder) for folder in folders]
    others = sum(
        not any(document.path.is_relative_to(folder) for folder in given)
        for document in corpus.documents
    )
    if given and others:
        say(f"The library also holds {others} documents of other folders; they are searched too.")


class _Progress:
    """Says how reading goes: what went wrong at once, the rest every few seconds."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._said = time.monotonic()

    def tell(self, event: IngestEvent) -> None:
        """Say what is worth saying of an event."""
        if isinstance(event, ScanFinished):
            self._say(f"{event.files} PDFs to look at.")
        elif isinstance(event, FileFinished) and not event.document.status.searchable:
            self._say(f"{event.path.name}: {event.document.status_text}")
        elif isinstance(event, FileFailed):
            self._say(f"{event.path.name}: {event.message}")
        elif isinstance(event, IngestFinished) and event.added + event.replaced:
            read = event.added + event.replaced
            self._say(f"{read} documents read ({event.pages} pages) in {event.seconds:.0f} s.")
        elif time.monotonic() - self._said >= _SECONDS_BETWEEN:
            if isinstance(event, FileFinished):
                self._now(f"{event.position} of {event.files} files read.")
            elif isinstance(event, EmbedProgress):
                self._now(f"Preparing search by meaning: {event.done} of {event.total} passages.")

    def _now(self, text: str) -> None:
        self._said = time.monotonic()
        self._say(text)

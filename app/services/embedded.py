"""Takes the PDFs that are embedded in a document out of it, so that they can be read as documents
of their own: each needs a path, since pages are shown from files.

One step at a time: what is inside of those is told of them when they are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath

from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, EmbeddedFile
from app.core.errors import InvalidInput, PageLocked
from app.core.export.file_names import file_name
from app.core.ports import EmbeddedFiles, FileStates, LibraryStore
from app.services.library import known_document
from app.services.passwords import Passwords
from app.services.viewing import state_fault

MOST_BYTES = 2 << 30
"""Of all files that are taken out of one document in one go."""

NO_NAME = "Embedded file"


@dataclass(frozen=True, slots=True)
class Saved:
    """An embedded PDF that lies in a file of its own now."""

    file: EmbeddedFile
    path: Path


@dataclass(frozen=True, slots=True)
class NotSaved:
    """An embedded PDF that could not be taken out, and the sentence for it."""

    file: EmbeddedFile
    message: str


class EmbeddedService:
    """Lists and saves embedded files of documents in the library."""

    def __init__(
        self,
        library: LibraryStore,
        embedded: EmbeddedFiles,
        states: FileStates,
        passwords: Passwords,
    ) -> None:
        self._library = library
        self._embedded = embedded
        self._states = states
        self._passwords = passwords

    def files(self, document_id: int, *, cancel: CancelToken) -> tuple[EmbeddedFile, ...]:
        """The files inside of a document, in its order.

        Raises:
            NotFound: there is no such document.
            PageLocked: its password was not given since the program started.
            PageUnavailable: its file was changed or is gone, or cannot be opened.
            Cancelled: when the token was cancelled.
        """
        return self._list(known_document(self._library, document_id), cancel)[0]

    def save(
        self, document_id: int, folder: Path, *, cancel: CancelToken
    ) -> Iterator[Saved | NotSaved]:
        """Write each embedded PDF to a folder and yield what became of it. Files that are there
        stay as they are; a PDF that is there already is not written again.

        Raises:
            InvalidInput: the folder is not there.
            StorageError: it cannot be written to; what was written is kept.
            NotFound, PageLocked, PageUnavailable, Cancelled: as `files`.
        """
        if not folder.is_dir():
            raise InvalidInput(
                "The folder for the embedded PDFs is not there. Choose another one.",
                code="folder_not_found",
            )
        document = known_document(self._library, document_id)
        files, password = self._list(document, cancel)
        total = 0
        for file in files:
            if not file.pdf:
                continue
            if total >= MOST_BYTES:
                yield NotSaved(file, "It was left out, since there is too much in one document.")
                continue
            saved = self._embedded.save(
                document.path,
                file.number,
                folder / safe_name(file.name),
                cancel=cancel,
                password=password,
            )
            if saved is None:
                yield NotSaved(file, "It is damaged or too large to be taken out.")
                continue
            path, size = saved
            total += size
            yield Saved(file, path)

    def _list(
        self, document: Document, cancel: CancelToken
    ) -> tuple[tuple[EmbeddedFile, ...], str | None]:
        """The files inside of a document, whose file has to be what was read, and how it opens."""
        fault = state_fault(self._states.state(document))
        if fault is not None:
            raise fault
        for password in self._passwords.attempts(document.sha256):
            try:
                files = self._embedded.list(document.path, cancel=cancel, password=password)
            except PageLocked:
                self._passwords.refuse(document.sha256, password)
                continue
            self._passwords.accept(document.sha256, password)
            return files, password
        raise PageLocked(
            "The file is protected with a password. Open the document and enter the password, then "
            "add its embedded PDFs."
        )


def safe_name(written: str) -> str:
    """A name for a file in any system, without folders, from what a PDF calls it."""
    last = PureWindowsPath(PurePosixPath(written).name).name
    stem = last[:-4] if last.lower().endswith(".pdf") else last
    return file_name(stem, ".pdf", fallback=NO_NAME)

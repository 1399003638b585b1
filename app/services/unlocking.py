"""Opens files that are protected with a password: tries what was given, and takes a new one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, DocumentHead, DocumentStatus
from app.core.domain.page import PageText
from app.core.errors import PinciteError
from app.core.ports import (
    ExtractionFailed,
    FileSource,
    LibraryStore,
    PageRenderer,
    TextExtractor,
)
from app.services.library import known_document
from app.services.passwords import Passwords

MOST_LETTERS = 1024
"""Of a password. The standard lets 127 bytes of UTF-8 count (ISO 32000-2, 7.6.4.3.3)."""


class WrongPassword(PinciteError):
    """The password does not open the file."""

    default_code = "wrong_password"


@dataclass(frozen=True, slots=True)
class Unlocked:
    """A document whose file can be opened now, and the files that are to be read for the first
    time: its own where it was locked, and others that were where the password is for them too."""

    document: Document
    to_read: tuple[Path, ...]


class UnlockingExtractor:
    """Extracts files, with a password where they need one that is known."""

    def __init__(self, extractor: TextExtractor, passwords: Passwords) -> None:
        self._extractor = extractor
        self._passwords = passwords

    def may_unlock(self, document: Document) -> bool:
        """Whether there is a password to try on a document that could not be opened."""
        locked = document.status is DocumentStatus.NEEDS_PASSWORD
        return locked and self._passwords.may_open(document.sha256)

    def extract(
        self, path: Path, sha256: str, *, cancel: CancelToken
    ) -> Iterator[DocumentHead | PageText]:
        """Extract a file of that content.

        Raises:
            ExtractionFailed: as the extractor raises it; the sentence of needs_password says
                whether any was tried.
            Cancelled: when the token was cancelled.
        """
        tried = 0
        for password in self._passwords.attempts(sha256):
            items = iter(self._extractor.extract(path, cancel=cancel, password=password))
            try:
                head = next(items)
            except ExtractionFailed as error:
                if error.status is not DocumentStatus.NEEDS_PASSWORD:
                    raise
                self._passwords.refuse(sha256, password)
                tried += password is not None
                continue
            self._passwords.accept(sha256, password)
            yield head
            yield from items
            return
        raise ExtractionFailed(DocumentStatus.NEEDS_PASSWORD, _still_locked(tried))


def _still_locked(tried: int) -> str:
    """The sentence for a file that none of so many passwords opened."""
    if not tried:
        return "It is protected with a password."
    given = "the one that was given does not open it"
    if tried > 1:
        given = f"none of the {tried:,} that were given opens it"
    return (
        f"It is protected with a password, and {given}. Check capitals and keyboard layout, then "
        "enter it again."
    )


class UnlockingService:
    """Takes passwords for documents of the library."""

    def __init__(
        self,
        library: LibraryStore,
        renderer: PageRenderer,
        files: FileSource,
        passwords: Passwords,
    ) -> None:
        self._library = library
        self._renderer = renderer
        self._files = files
        self._passwords = passwords

    def unlock(
        self, document_id: int, password: str, *, for_others: bool, cancel: CancelToken
    ) -> Unlocked:
        """Try a password on a document's file and remember it if it is right.

        Args:
            for_others: Try it on other files that need a password as well.

        Raises:
            WrongPassword: it does not open the file; it is not remembered.
            PinciteError: the document or its file is gone, or the file is damaged.
            Cancelled: when the token was cancelled; nothing is remembered.
        """
        document = known_document(self._library, document_id)
        # Of what lies there now, for it is that which will be read.
        sha256 = self._files.sha256(document.path, cancel=cancel)
        fits = password and len(password) <= MOST_LETTERS
        if not (fits and self._renderer.unlocks(document.path, password)):
            raise WrongPassword(
                "This password does not open the file. Check capitals and keyboard layout, then "
                "enter it again."
            )
        cancel.raise_if_cancelled()
        self._passwords.accept(sha256, password)
        if for_others:
            self._passwords.offer(password)
        return Unlocked(document, self._to_read(document, for_others))

    def _to_read(self, document: Document, for_others: bool) -> tuple[Path, ...]:
        locked = DocumentStatus.NEEDS_PASSWORD
        others = self._library.documents() if for_others else []
        waiting = [document, *(other for other in others if other.id != document.id)]
        return tuple(one.path for one in waiting if one.status is locked)

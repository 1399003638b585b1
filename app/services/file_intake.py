"""Decides what becomes of a file that is to be read: it has not changed, is a copy of another, was
moved, or is read and stored. Everything here is asked by one thread; only that one writes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from app.core.domain.document import Document, DocumentStatus, FileStamp
from app.core.domain.page import PageText
from app.core.errors import PinciteError
from app.core.ports import FileSource, LibraryStore, NewDocument
from app.core.reading.version import READING_VERSION
from app.services.embedding import ChunkEmbedding
from app.services.events import REMOVED
from app.services.filing import Filing
from app.services.unlocking import UnlockingExtractor


@dataclass(slots=True, eq=False)
class FileAtHand:
    """A file that was begun, and what is known of it so far. `known` is the document that was read
    from its path before, `first_known` the id of the first one that was seen there, `twin` another
    one with its content; `digest` is "" until it is known. `read_before` are its pages, where the
    same content is read again."""

    path: Path
    position: int
    stamp: FileStamp = field(default_factory=lambda: FileStamp(0, 0))
    known: Document | None = None
    first_known: int | None = None
    again: bool = False
    digest: str = ""
    twin: Document | None = None
    read_before: Sequence[PageText] = ()
    started: float = field(default_factory=time.monotonic)


_STAYS_OUT = "It was taken out of the library before it was read again, so it stays out."


class RemovedMeanwhile(PinciteError):
    """The user took the document out of the library before its file was read again."""

    default_code = REMOVED


class Settled(NamedTuple):
    """What became of a file; `outcome` as in FileFinished."""

    document: Document
    outcome: str


class FileIntake:
    """In this order, as far as it comes: `look`, then `twin_of` and `identify` with the digest,
    then `store` with what was read."""

    def __init__(
        self,
        files: FileSource,
        extractor: UnlockingExtractor,
        library: LibraryStore,
        embedding: ChunkEmbedding,
        filing: Filing,
    ) -> None:
        self._files = files
        self._extractor = extractor
        self._library = library
        self._embedding = embedding
        self._filing = filing

    def look(self, file: FileAtHand) -> Settled | None:
        """Settle a file of which a look at its stamp tells enough (I2).

        Raises:
            RemovedMeanwhile: it does not wait any more, as its document was taken out.
            PinciteError: it is gone.
        """
        if not self._library.is_queued(file.path):
            raise RemovedMeanwhile(_STAYS_OUT)
        stamp = self._files.stamp(file.path)
        if stamp is None:
            raise PinciteError(
                "The file is no longer there. Add it again when it is back.", code="missing"
            )
        file.stamp = stamp
        known = self._recall(file)
        if known is not None and known.stamp == stamp and not file.again:
            return Settled(known, "unchanged")
        return None

    def twin_of(self, file: FileAtHand) -> Document | None:
        """Another document with the content of a file."""
        twin = self._library.document_by_sha256(file.digest)
        if twin is not None and twin.status is DocumentStatus.FAILED:
            return None  # what failed once may be read from this copy
        if twin is not None and file.known is not None and twin.id == file.known.id:
            return None
        return twin

    def identify(self, file: FileAtHand) -> Settled | None:
        """Settle a file whose content is in the library; None where it must be read.

        Raises:
            RemovedMeanwhile: its document was taken out.
        """
        self._require_not_removed(file)
        known = self._recall(file)
        if known is not None and known.sha256 == file.digest and not file.again:
            self._library.update_stamp(known.id, file.path, file.stamp)
            return Settled(known, "unchanged")
        file.twin = self.twin_of(file)
        if file.twin is not None and not self._extractor.may_unlock(file.twin):
            return self._take_twin(file.twin, file)
        if known is not None and known.sha256 == file.digest:
            file.read_before = self._library.pages(known.id)
        return None

    def store(self, file: FileAtHand, new: NewDocument) -> Settled:
        """Store what was read of a file.

        Raises:
            RemovedMeanwhile: the document that was read from it before was taken out.
        """
        self._require_not_removed(file)
        known, twin = self._recall(file), file.twin
        if new.status is DocumentStatus.NEEDS_PASSWORD:
            if twin is not None:
                return self._take_twin(twin, file)
            if known is not None and known.sha256 == file.digest and known.pages:
                # It was read with a password that is forgotten by now; its text is kept.
                self._library.update_stamp(known.id, file.path, file.stamp)
                return Settled(self._library.document(known.id) or known, "unchanged")
        # A copy that could not be opened where it was found before goes at once: killed in
        # between, both would stay.
        document = self._library.save_document(new, in_place_of=twin.id if twin else None)
        if known is not None:
            # Only now: a vector without its chunk is never shown, while a chunk that is marked
            # as embedded and has no vector would stay so.
            self._embedding.drop(known.id)
        return Settled(document, "added" if known is None else "replaced")

    def _recall(self, file: FileAtHand) -> Document | None:
        """The document that was read from this path. Another file may have taken it along since
        the last look."""
        known = self._library.document_by_path(file.path)
        file.known = known
        if known is not None and file.first_known is None:
            file.first_known = known.id
        file.again = known is not None and self._to_be_read_again(known)
        return known

    def _require_not_removed(self, file: FileAtHand) -> None:
        if file.first_known is not None and self._library.document(file.first_known) is None:
            raise RemovedMeanwhile(_STAYS_OUT)

    def _take_twin(self, twin: Document, file: FileAtHand) -> Settled:
        """The same content under another name is one document (I1); where the old file is gone or
        was changed, the document moves to the new path. What was read at this path before gives
        way: its file holds something else now."""
        if file.known is not None:
            self._filing.same_as(file.known.id, twin.id)
            self._library.remove_documents([file.known.id])
            self._library.enqueue([file.path])  # it may have been added again meanwhile
            self._embedding.drop(file.known.id)
        if self._files.stamp(twin.path) != twin.stamp:
            self._library.update_stamp(twin.id, file.path, file.stamp)
            moved = self._library.document(twin.id)
            return Settled(moved or twin, "unchanged")
        return Settled(twin, "duplicate")

    def _to_be_read_again(self, document: Document) -> bool:
        """Whether a file that has not changed is read all the same: a failure may have come from
        a passing fault, a password may open it now, and an older Pincite made other passages."""
        failed = document.status is DocumentStatus.FAILED
        older = document.reading_version != READING_VERSION
        return failed or older or self._extractor.may_unlock(document)

"""What becomes of a document once OCR has read pages of it: its text, passages and state."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import UTC, datetime

from app.core.chunking.chunker import chunk_pages
from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, DocumentHead, FileState
from app.core.domain.page import PageKind, PageText
from app.core.ports import (
    ExtractionFailed,
    FileSource,
    FileStates,
    LibraryStore,
    RecognisedPages,
    RecognitionStore,
    TokenCounter,
)
from app.core.reading.state import classify
from app.services.embedding import ChunkEmbedding
from app.services.unlocking import UnlockingExtractor

log = logging.getLogger(__name__)


class RecognisedDocuments:
    """Opens documents of the library whose pages are to be read, and stores what was read."""

    def __init__(
        self,
        store: RecognitionStore,
        library: LibraryStore,
        files: FileSource,
        states: FileStates,
        extractor: UnlockingExtractor,
        counter: TokenCounter,
        embedding: ChunkEmbedding,
    ) -> None:
        self._store = store
        self._library = library
        self._files = files
        self._states = states
        self._extractor = extractor
        self._counter = counter
        self._embedding = embedding

    def open(self, document: Document, cancel: CancelToken) -> DocumentHead | None:
        """The bookmarks and what else is known of a file; None where it is not what was read, or
        does not open with a password that is known.

        Raises:
            Cancelled: when the token was cancelled.
        """
        if self._states.state(document) is not FileState.UNCHANGED:
            return None
        stamp = self._files.stamp(document.path)
        if stamp is not None and stamp != document.stamp:
            # Its time alone differs: without this its content would be compared for each page.
            self._library.update_stamp(document.id, document.path, stamp)
        items = self._extractor.extract(document.path, document.sha256, cancel=cancel)
        try:
            head = next(iter(items))
        except ExtractionFailed as error:
            log.info("pages are left for later: the file ended as %s", error.status)
            return None
        assert isinstance(head, DocumentHead)
        return head

    def keep(
        self, document: Document, head: DocumentHead, looked: Sequence[PageText], seconds: float
    ) -> Document | None:
        """Store pages that OCR looked at; give the document as it is now, None where it was
        removed or replaced meanwhile.

        The document is cut into passages anew, as headings and running lines of the new pages may
        be those of others too; passages that come out as before stay as they are.

        Raises:
            StorageError: nothing of it is stored.
        """
        new = {page.number: page for page in looked}
        pages = [new.get(page.number, page) for page in self._library.pages(document.id)]
        status, sentence = classify(head, pages)
        chunks = None
        if any(page.kind is PageKind.TEXT for page in looked):
            cut = chunk_pages(pages, head.outline, self._counter) if status.searchable else []
            chunks = tuple(cut)
        stored = self._store.save_recognised(
            RecognisedPages(
                document.id,
                document.sha256,
                status,
                sentence,
                tuple(looked),
                chunks,
                seconds,
                datetime.now(UTC),
            )
        )
        if stored is None:
            return None
        self._embedding.drop_chunks(stored.gone)
        return stored.document

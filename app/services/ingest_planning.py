"""The first step of ingest: find out what is to be read, and remember it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.core.domain.document import SkippedFile
from app.core.ports import FileSource, LibraryStore
from app.services.events import IngestEvent, MoreFound
from app.services.filing import Filing
from app.services.ingest_control import ToRead
from app.services.ingest_run import IngestRun
from app.services.scanning import scan


class IngestPlanning:
    """Walks what was added and puts what it finds into the queue, which survives a restart."""

    def __init__(self, files: FileSource, library: LibraryStore, filing: Filing) -> None:
        self._files = files
        self._library = library
        self._filing = filing

    def plan(self, paths: Sequence[ToRead], run: IngestRun) -> tuple[SkippedFile, ...]:
        """Walk the paths and remember what is to be read; return what is left out."""
        found, skipped = scan(self._files, self._filing, paths, cancel=run.cancel)
        self._filing.planned(paths, found, skipped)
        self._library.enqueue(found)
        run.plan(self._library.queue(), found)
        run.skipped += len(skipped)
        return tuple(skipped)

    def take_more(self, run: IngestRun) -> Iterator[IngestEvent]:
        """Plan what was added meanwhile, if anything."""
        if paths := run.inbox.take():
            skipped = self.plan(paths, run)
            run.put_first(frozenset(paths))
            yield MoreFound(run.files, skipped)

"""What `pincite doctor` looks at: whether the parts are there, sound, and agree."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.domain.cancel import CancelToken
from app.core.domain.document import FileState
from app.core.domain.model import ModelRole, ModelState
from app.core.errors import LibraryBusy, PinciteError
from app.core.ports import FileStates, LibraryStore, VectorIndex
from app.services.findings import Finding, VerifyProgress
from app.services.models import ModelService
from app.services.verifying import VerifyingService

NOT_LOOKED_AT = (
    "Another Pincite has this library open, so what search by meaning needs was not looked at. "
    "Close it and run `pincite doctor` again to have that checked too."
)


class DoctorService:
    """Looks, and changes nothing."""

    def __init__(
        self,
        library: LibraryStore,
        vectors: VectorIndex,
        models: ModelService,
        states: FileStates,
        verifying: VerifyingService,
    ) -> None:
        self._library = library
        self._vectors = vectors
        self._models = models
        self._states = states
        self._verifying = verifying

    def examine(self, *, verify: bool, cancel: CancelToken) -> Iterator[Finding | VerifyProgress]:
        """All findings, one by one. With `verify` every document and every byte of the installed
        models is read, and progress is told."""
        yield self._database()
        yield self._index()
        yield self._files()
        yield from self._installed()
        if verify:
            yield from self._verifying.verify(cancel=cancel)
            yield from self._bytes(cancel)

    def _database(self) -> Finding:
        state = self._library.integrity()
        if state == "ok":
            return Finding("database", True, "The library's database is sound.")
        return Finding("database", False, f"The library's database is damaged: {state}.")

    def _index(self) -> Finding:
        every, embedded = self._library.count_chunks()
        try:
            held = self._vectors.look() if embedded else set()
        except LibraryBusy:
            return Finding("vectors", True, NOT_LOOKED_AT)
        except PinciteError as error:
            return Finding("vectors", False, error.message)
        if lost := len(self._library.embedded_chunk_ids() - held):
            return Finding(
                "vectors",
                False,
                f"{lost} of {every} passages have lost what search by meaning needs; "
                "`pincite ingest` with any path prepares them again.",
            )
        if embedded < every:
            return Finding(
                "vectors",
                True,
                f"{embedded} of {every} passages are ready for search by meaning; "
                "`pincite ingest` with any path prepares the rest.",
            )
        return Finding("vectors", True, f"All {every} passages are ready for search by meaning.")

    def _files(self) -> Finding:
        documents = self._library.documents()
        states = [self._states.state(document) for document in documents]
        missing = states.count(FileState.MISSING)
        changed = states.count(FileState.CHANGED)
        if missing or changed:
            return Finding(
                "files",
                False,
                f"Of {len(documents)} files, {missing} are not where they were and {changed} have "
                "changed since they were read. Add them again to read them anew.",
            )
        return Finding("files", True, f"All {len(documents)} files are as they were read.")

    def _installed(self) -> Iterator[Finding]:
        for status in self._models.statuses():
            entry = status.entry
            if entry.role in (ModelRole.TEST, ModelRole.OCR) and status.state is ModelState.MISSING:
                continue
            here = status.state is ModelState.INSTALLED
            message = f"{entry.title} is installed."
            if not here:
                message = (
                    f"{entry.title} is {status.state.value}. "
                    f"Get it with `pincite models fetch {entry.name}`."
                )
            yield Finding(f"model:{entry.name}", here, message)

    def _bytes(self, cancel: CancelToken) -> Iterator[Finding]:
        for status in self._models.statuses():
            if status.state is not ModelState.INSTALLED:
                continue
            name, title = status.entry.name, status.entry.title
            try:
                for _ in self._models.verify([name], cancel=cancel):
                    pass
            except PinciteError as error:
                yield Finding(f"bytes:{name}", False, error.message)
            else:
                yield Finding(f"bytes:{name}", True, f"Every byte of {title} is right.")

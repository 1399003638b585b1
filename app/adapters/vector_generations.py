"""Folders of the vectors: `<folder>/<generation>.<number>`, of which the highest number counts.

Chroma keeps deleted vectors in its files, so erasing means a new folder. A damaged one is moved
aside, where the next one replaces it and erasing deletes it, and an empty one takes its place.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.adapters.library_folder import make_private
from app.adapters.vector_faults import storage_error

# Chroma reads some damaged files without checks and ends the process. Once may also be a power cut
# or an impatient user, so the index is given a second chance.
DEATHS_BEFORE_REPLACING = 2

ASIDE = "damaged"
"""Name of the folder that keeps the last damaged index, for whoever wants to look into it."""


COPY = ".copy"
"""Ends the name of a folder that is to take another's place and is not whole yet."""


class DeadlyIndexError(Exception):
    """Opening the index has ended the process before."""


class VectorGenerations:
    """The folders of one embedder's vectors; others lie beside them.

    Args:
        folder: Holds all generations; made where it is not there.
        name: Names the embedder.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name

    @property
    def lock(self) -> Path:
        """The file that is locked while the vectors are open; beside the folder, all of which is
        deleted when vectors are erased."""
        return self._folder.with_name(f"{self._folder.name}.lock")

    def all(self) -> list[Path]:
        """Folders of this embedder's vectors, oldest first."""
        found = self._folder.glob(f"{self._name}.*") if self._folder.is_dir() else ()
        return sorted((entry for entry in found if entry.suffix[1:].isdigit()), key=_number)

    def start_anew(self) -> Path:
        """Make an empty folder, which counts from now on, then delete this embedder's others."""
        older = self.all()
        fresh = self._make_after(older)
        for generation in older:
            delete(generation)
            _marker(generation).unlink(missing_ok=True)
        return fresh

    def replace_damaged(self) -> Path:
        """Move the newest folder aside, where it takes the place of an earlier one, and make an
        empty one, which counts from now on."""
        older = self.all()
        aside = self._folder / ASIDE
        if aside.exists():
            delete(aside)
        try:
            older[-1].rename(aside)
        except OSError as error:
            raise storage_error(error) from error
        _marker(older[-1]).unlink(missing_ok=True)
        return self._make_after(older)

    def copy_of_newest(self) -> Path:
        """Make an empty folder that may take the place of the newest later."""
        self.delete_copy()
        copy = self._copy()
        make_private(copy)
        return copy

    def take_copy(self) -> Path:
        """Let the copy, which is whole now, count from now on."""
        older = self.all()
        fresh = self._folder / f"{self._name}.{_number(older[-1]) + 1}"
        try:
            return self._copy().rename(fresh)
        except OSError as error:
            raise storage_error(error) from error

    def delete_copy(self) -> None:
        """Delete a copy that did not become whole."""
        if self._copy().exists():
            delete(self._copy())

    def _copy(self) -> Path:
        return self._folder / f"{self._name}{COPY}"

    def _make_after(self, older: Sequence[Path]) -> Path:
        number = _number(older[-1]) + 1 if older else 1
        fresh = self._folder / f"{self._name}.{number}"
        make_private(self._folder)
        make_private(fresh)
        return fresh

    def delete_all_but(self, kept: Path) -> None:
        """Delete everything else, other embedders' vectors too."""
        for entry in self._folder.iterdir():
            if entry != kept:
                delete(entry)


@contextlib.contextmanager
def counting_deaths(generation: Path) -> Iterator[None]:
    """Keep a file beside a folder while something runs that may end the process; it has a byte
    for each time that it did. DeadlyIndexError where it did too often."""
    marker = _marker(generation)
    deaths = marker.stat().st_size if marker.exists() else 0
    if deaths >= DEATHS_BEFORE_REPLACING:
        raise DeadlyIndexError
    marker.write_bytes(b"." * (deaths + 1))
    try:
        yield
    finally:
        marker.unlink(missing_ok=True)


def delete(entry: Path) -> None:
    """Delete a file or a folder. StorageError where it cannot be."""
    try:
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    except OSError as error:
        raise storage_error(error) from error


def _marker(generation: Path) -> Path:
    return generation.with_name(f"{generation.name}.opening")


def _number(generation: Path) -> int:
    return int(generation.suffix[1:])

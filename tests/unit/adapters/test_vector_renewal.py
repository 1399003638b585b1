"""Erasing the vectors of some documents: no byte of them is left, and nothing else is lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.adapters import chroma_vectors, vector_renewal
from app.adapters.chroma_vectors import ChromaVectors
from app.adapters.library_folder import LibraryLock, wait_for_lock
from app.adapters.vector_generations import ASIDE, COPY
from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import EVERYTHING
from app.core.domain.library_check import VectorContents
from app.core.errors import Cancelled, LibraryBusy, StorageError
from tests.contract.test_vector_index import IDENTITY, random_vectors

OF = {row: row % 3 for row in range(60)}
VECTORS = random_vectors(60)
SECRETS = [VECTORS[row].tobytes() for row, of in OF.items() if of == 1]
KEPT = {row: of for row, of in OF.items() if of != 1}


@pytest.fixture
def folder(library_dir: Path) -> Path:
    return library_dir / "vectors"


@pytest.fixture
def index(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChromaVectors]:
    monkeypatch.setattr(vector_renewal, "ROWS_PER_STEP", 20)
    monkeypatch.setattr(vector_renewal, "ROWS_PER_ADD", 10)
    opened = ChromaVectors(folder, IDENTITY)
    opened.add(list(OF), list(OF.values()), VECTORS)
    yield opened
    opened.close()


def found_in(folder: Path) -> int:
    """How many of the secret vectors are in a file."""
    content = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
    return sum(secret in content for secret in SECRETS)


def test_no_byte_is_left(index: ChromaVectors, folder: Path) -> None:
    assert found_in(folder) == len(SECRETS)
    (folder / ASIDE).mkdir()
    (folder / ASIDE / "file").write_bytes(SECRETS[0])
    told = list(index.erase_documents([1], cancel=CancelToken()))
    assert told == [(0, 40), (20, 40), (40, 40)]
    assert found_in(folder) == 0
    assert [entry.name for entry in folder.iterdir()] == [f"{IDENTITY.generation}.2"]
    assert index.examine() == VectorContents(KEPT, KEPT)
    index.close()
    assert found_in(folder) == 0


def test_what_changes_meanwhile_is_not_lost(index: ChromaVectors) -> None:
    steps = index.erase_documents([1], cancel=CancelToken())
    next(steps)
    next(steps)  # the first rows are copied
    index.remove_chunks([0])
    index.add([100], [7], random_vectors(1, seed=8))
    assert index.search(VECTORS[1], 1, EVERYTHING)[0].chunk_id == 1  # still found
    list(steps)
    left = {row: of for row, of in KEPT.items() if row} | {100: 7}
    assert index.examine() == VectorContents(left, left)


def test_stopped_it_leaves_everything_as_it_was(index: ChromaVectors, folder: Path) -> None:
    cancel = CancelToken()
    steps = index.erase_documents([1], cancel=cancel)
    next(steps)
    next(steps)
    cancel.cancel()
    with pytest.raises(Cancelled):
        next(steps)
    assert [entry.name for entry in folder.iterdir()] == [f"{IDENTITY.generation}.1"]
    assert index.examine() == VectorContents(OF, OF)


def test_left_in_the_middle_it_begins_anew(index: ChromaVectors, folder: Path) -> None:
    """As a program does that was killed."""
    index.begin_renewal([1])
    index.renew_some()
    index.close()
    assert list(folder.glob(f"*{COPY}"))
    with pytest.raises(StorageError, match="Erase again"):
        index.renew_some()
    assert index.examine() == VectorContents(OF, OF)
    list(index.erase_documents([1], cancel=CancelToken()))
    assert found_in(folder) == 0
    assert index.examine() == VectorContents(KEPT, KEPT)


def test_killed_after_the_copy_took_its_place(index: ChromaVectors, folder: Path) -> None:
    index.close()
    newest = folder / f"{IDENTITY.generation}.1"
    fresh = ChromaVectors(folder.with_name("fresh"), IDENTITY)
    fresh.add([5], [5], VECTORS[5:6])
    fresh.close()
    (folder.with_name("fresh") / newest.name).rename(newest.with_suffix(".2"))
    assert index.chunk_ids() == {5}
    assert [entry.name for entry in folder.iterdir()] == [f"{IDENTITY.generation}.2"]


# --- one process at a time ------------------------------------------------------------------


def test_files_that_another_process_holds_are_waited_for(
    index: ChromaVectors, folder: Path
) -> None:
    """A process whose parent was killed ends by itself, a little later."""
    index.close()
    held = LibraryLock(folder.with_name("vectors.lock"))
    release = threading.Timer(0.2, held.release)
    release.start()
    assert index.chunk_ids() == set(OF)
    release.join()


def test_files_that_stay_held_are_not_taken_for_damaged(
    index: ChromaVectors, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.close()
    monkeypatch.setattr(chroma_vectors, "wait_for_lock", lambda path: wait_for_lock(path, 0.0))
    with LibraryLock(folder.with_name("vectors.lock")):
        for ask in (index.chunk_ids, index.look, index.examine, index.erase):
            with pytest.raises(LibraryBusy):
                ask()
    assert index.chunk_ids() == set(OF)
    assert not (folder / ASIDE).exists()
    assert index.search(VECTORS[4], 1, EVERYTHING)[0].chunk_id == 4

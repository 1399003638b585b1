"""Both places of the vectors are read and compared, and nothing is changed by it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from app.adapters.chroma_vectors import ChromaVectors
from app.adapters.vector_rows import PLACES_FILE, VECTORS_FILE
from app.core.domain.library_check import VectorContents
from app.core.domain.model import EmbedderIdentity
from tests.contract.test_vector_index import DIMENSIONS, IDENTITY, random_vectors

HELD = {row: row % 2 for row in range(6)}


@pytest.fixture
def generation(library_dir: Path) -> Path:
    """The folder of an index of six vectors, which is closed."""
    index = ChromaVectors(library_dir / "vectors", IDENTITY)
    index.add(list(HELD), list(HELD.values()), random_vectors(6) * 3)
    index.close()
    [folder] = (library_dir / "vectors").glob("*.1")
    return folder


@pytest.fixture
def index(generation: Path) -> Iterator[ChromaVectors]:
    opened = ChromaVectors(generation.parent, IDENTITY)
    yield opened
    opened.close()


def test_all_is_well(index: ChromaVectors, generation: Path) -> None:
    before = sorted(path.name for path in generation.rglob("*"))
    assert index.examine() == VectorContents(HELD, HELD)
    assert sorted(path.name for path in generation.rglob("*")) == before


def test_an_index_that_is_in_use(index: ChromaVectors) -> None:
    index.remove_chunks([3])
    left = {row: of for row, of in HELD.items() if row != 3}
    assert index.examine() == VectorContents(left, left)


def test_rows_that_are_missing(index: ChromaVectors, generation: Path) -> None:
    for name in (PLACES_FILE, VECTORS_FILE):
        (generation / name).unlink()
    assert index.examine() == VectorContents(HELD, {})
    assert not (generation / PLACES_FILE).exists()


def test_rows_that_were_cut_off(index: ChromaVectors, generation: Path) -> None:
    with (generation / VECTORS_FILE).open("r+b") as file:
        file.truncate(4 * DIMENSIONS * 4 + 5)
    assert index.examine() == VectorContents(HELD, {row: row % 2 for row in range(4)})


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_vectors_of_no_use(index: ChromaVectors, generation: Path, number: float) -> None:
    _write(generation, row=2, vector=np.full(DIMENSIONS, number))
    assert index.examine().unusable == {2}


def test_vectors_without_a_direction(index: ChromaVectors, generation: Path) -> None:
    _write(generation, row=2, vector=np.zeros(DIMENSIONS))
    found = index.examine()
    assert (found.unusable, found.differing) == (frozenset([2]), frozenset())


def test_vectors_that_point_elsewhere(index: ChromaVectors, generation: Path) -> None:
    _write(generation, row=4, vector=-random_vectors(6)[4])
    found = index.examine()
    assert (found.unusable, found.differing) == (frozenset(), frozenset([4]))


def test_vectors_of_another_embedder(generation: Path) -> None:
    """As when a folder was copied over another by hand."""
    wider = EmbedderIdentity(IDENTITY.name, DIMENSIONS * 2, IDENTITY.sha256)
    index = ChromaVectors(generation.parent, wider)
    generation.rename(generation.with_name(f"{wider.generation}.1"))
    assert index.examine().unusable == set(HELD)
    index.close()


def _write(generation: Path, row: int, vector: NDArray[np.float64]) -> None:
    with (generation / VECTORS_FILE).open("r+b") as file:
        file.seek(row * 4 * DIMENSIONS)
        file.write(vector.astype("<f4").tobytes())

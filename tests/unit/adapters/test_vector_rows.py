from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.adapters.vector_rows import PLACES_FILE, VECTORS_FILE, VectorRows
from app.core.domain.evidence import EVERYTHING, Scope
from app.core.ports import Vectors

DIMENSIONS = 12


def vectors(count: int, seed: int = 4) -> Vectors:
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSIONS))
    made: Vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return made


@pytest.fixture
def rows(tmp_path: Path) -> Iterator[VectorRows]:
    made = VectorRows(tmp_path, DIMENSIONS)
    yield made
    made.close()


def found(rows: VectorRows, vector: Vectors, k: int = 5, scope: Scope = EVERYTHING) -> list[int]:
    return [hit.chunk_id for hit in rows.nearest(vector, k, rows.inside(scope))]


def test_no_rows(rows: VectorRows) -> None:
    assert len(rows) == 0
    assert found(rows, vectors(1)[0]) == []
    assert rows.ranked([1, 2], vectors(1)[0], rows.inside(EVERYTHING)) == []
    rows.forget_chunks([1])
    rows.forget_documents(frozenset([1]))
    rows.forget_all()


def test_rows_survive_and_the_files_are_private(tmp_path: Path) -> None:
    first = VectorRows(tmp_path, DIMENSIONS)
    first.put([3, 1, 2], [9, 9, 8], vectors(3))
    first.close()
    second = VectorRows(tmp_path, DIMENSIONS)
    assert sorted(second.chunk_ids().tolist()) == [1, 2, 3]
    assert found(second, vectors(3)[2], 1) == [2]
    assert sorted(found(second, vectors(3)[2], scope=Scope(frozenset([9])))) == [1, 3]
    second.close()
    if os.name == "posix":
        assert {entry.stat().st_mode & 0o777 for entry in tmp_path.iterdir()} == {0o600}


@pytest.mark.parametrize("share", [0.01, 0.3, 1.0])
def test_they_are_compared_one_by_one_wherever_they_lie(rows: VectorRows, share: float) -> None:
    held = vectors(3000)
    documents = np.random.default_rng(2).integers(0, 100, 3000)
    rows.put(range(3000), documents.tolist(), held)
    scope = Scope(frozenset(range(int(100 * share))))
    for query in vectors(5, seed=9):
        allowed = np.flatnonzero(documents < 100 * share)
        best = allowed[np.argsort(-(held[allowed] @ query))][:20]
        assert found(rows, query, 20, scope) == best.tolist()


def test_equal_vectors_go_by_id_wherever_they_stand(rows: VectorRows) -> None:
    order = np.random.default_rng(3).permutation(1000).tolist()
    rows.put(order, [1] * 1000, np.repeat(vectors(1), 1000, axis=0))
    rows.forget_chunks(range(0, 1000, 3))
    left = [number for number in range(1000) if number % 3]
    assert found(rows, vectors(1)[0], 700) == left
    assert found(rows, vectors(2)[1], 7) == left[:7]


def test_what_is_forgotten_is_not_found_and_its_place_is_used_again(
    rows: VectorRows, tmp_path: Path
) -> None:
    rows.put(range(10), [row // 5 for row in range(10)], vectors(10))
    size = (tmp_path / VECTORS_FILE).stat().st_size
    rows.forget_documents(frozenset([0]))
    rows.forget_chunks([7, 99])
    assert sorted(rows.chunk_ids().tolist()) == [5, 6, 8, 9]
    assert sorted(found(rows, vectors(1)[0], 10)) == [5, 6, 8, 9]
    rows.put([20, 21, 22, 23, 24, 25, 26], [3] * 7, vectors(7, seed=8))
    assert (tmp_path / VECTORS_FILE).stat().st_size == size + 4 * DIMENSIONS
    for place, vector in enumerate(vectors(7, seed=8)):
        assert found(rows, vector, 1) == [20 + place]
    assert len(rows) == 11


def test_chosen_chunks_are_ranked_inside_a_scope(rows: VectorRows) -> None:
    rows.put([5, 3, 9, 4], [1, 1, 2, 2], vectors(4))
    inside = rows.inside(Scope(frozenset([1])))
    hits = rows.ranked([9, 3, 5, 77, -1], vectors(4)[1], inside)
    assert [hit.chunk_id for hit in hits] == [3, 5]
    assert hits[0].score == pytest.approx(1.0, abs=1e-6)


def test_length_does_not_count(rows: VectorRows) -> None:
    rows.put([1, 2], [1, 1], vectors(2) * np.float32(20.0))
    (hit,) = rows.nearest(vectors(2)[1] * np.float32(0.1), 1, rows.inside(EVERYTHING))
    assert hit.chunk_id == 2
    assert hit.score == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize(
    ("name", "left"), [(PLACES_FILE, 16 * 6 + 5), (VECTORS_FILE, 4 * DIMENSIONS * 6 + 5)]
)
def test_files_that_were_cut_off_hold_fewer_rows(tmp_path: Path, name: str, left: int) -> None:
    first = VectorRows(tmp_path, DIMENSIONS)
    first.put(range(10), [1] * 10, vectors(10))
    first.close()
    os.truncate(tmp_path / name, left)
    second = VectorRows(tmp_path, DIMENSIONS)
    assert second.chunk_ids().tolist() == list(range(6))
    second.put([6], [1], vectors(7)[6:])
    second.close()
    third = VectorRows(tmp_path, DIMENSIONS)
    assert sorted(third.chunk_ids().tolist()) == list(range(7))
    assert found(third, vectors(7)[6], 1) == [6]
    third.close()

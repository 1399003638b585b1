"""What every VectorIndex does: Chroma here, Chroma in its own process, and the exact fake."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.adapters.chroma_vectors import ChromaVectors
from app.adapters.index_handler import IndexPlan
from app.adapters.index_process import IndexProcess, IndexProcessVectors
from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import EVERYTHING, RankedChunk, Scope
from app.core.domain.library_check import VectorContents
from app.core.domain.model import EmbedderIdentity
from app.core.errors import Cancelled
from app.core.ports import VectorIndex, Vectors
from tests.fakes.vector_index import ExactVectorIndex

DIMENSIONS = 8
IDENTITY = EmbedderIdentity(name="test", dimensions=DIMENSIONS, sha256="5e" * 32)


def make_index(kind: str, library_dir: Path) -> VectorIndex:
    folder = library_dir / "vectors"
    if kind == "chroma":
        return ChromaVectors(folder, IDENTITY)
    if kind == "process":
        # No request of these tests needs the model.
        plan = IndexPlan(folder, Path("none.onnx"), Path("none.json"), IDENTITY)
        return IndexProcessVectors(IndexProcess(plan))
    return ExactVectorIndex()


@pytest.fixture(params=["chroma", "process", "fake"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def index(kind: str, library_dir: Path) -> Iterator[VectorIndex]:
    made = make_index(kind, library_dir)
    yield made
    made.close()


def unit(*values: float) -> Vectors:
    vector = np.zeros(DIMENSIONS, dtype=np.float32)
    vector[: len(values)] = values
    made: Vectors = vector / np.linalg.norm(vector)
    return made


def random_vectors(count: int, seed: int = 1) -> Vectors:
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)
    made: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return made


def ids(hits: list[RankedChunk]) -> list[int]:
    return [hit.chunk_id for hit in hits]


def test_an_empty_index(index: VectorIndex) -> None:
    assert index.search(unit(1), 5, EVERYTHING) == []
    assert index.search(unit(1), 5, Scope(frozenset([1]))) == []
    assert index.look() == index.chunk_ids() == set()
    index.remove_documents([1])
    index.remove_documents([])


def test_scores_are_cosine_similarities_highest_first(index: VectorIndex) -> None:
    index.add([1, 2, 3, 4], [1, 1, 2, 2], np.vstack([unit(0, 1), unit(1), unit(1, 1), unit(-1)]))
    hits = index.search(unit(1), 10, EVERYTHING)
    assert ids(hits) == [2, 3, 1, 4]
    assert [hit.score for hit in hits] == pytest.approx([1.0, 0.5**0.5, 0.0, -1.0], abs=1e-5)


def test_length_does_not_count(index: VectorIndex) -> None:
    index.add([1, 2], [1, 1], np.vstack([unit(1, 1) * 10, unit(1)]))
    hits = index.search(unit(1, 1) * 3, 1, EVERYTHING)
    assert ids(hits) == [1]
    assert hits[0].score == pytest.approx(1.0, abs=1e-5)


def test_each_vector_finds_itself(index: VectorIndex) -> None:
    vectors = random_vectors(250)
    index.add(range(1, 251), [1] * 250, vectors)
    for chunk_id in (1, 100, 101, 250):
        best = index.search(vectors[chunk_id - 1], 1, EVERYTHING)[0]
        assert best.chunk_id == chunk_id
        assert best.score == pytest.approx(1.0, abs=1e-5)


def test_it_finds_what_an_exact_search_finds(index: VectorIndex) -> None:
    exact = ExactVectorIndex()
    vectors, documents = random_vectors(1200), [row % 12 for row in range(1200)]
    for one in (index, exact):
        one.add(range(1200), documents, vectors)
    for query in random_vectors(5, seed=2):
        for scope in (EVERYTHING, Scope(frozenset([3])), Scope(frozenset(range(6)))):
            assert ids(index.search(query, 20, scope)) == ids(exact.search(query, 20, scope))


@pytest.mark.parametrize("k", [1, 3, 7, 60, 200])
def test_ties_go_by_id_and_there_are_at_most_k(index: VectorIndex, k: int) -> None:
    order = [int(number) for number in np.random.default_rng(3).permutation(100)]
    index.add(order, [1] * 100, np.vstack([unit(1, 2)] * 100))
    assert ids(index.search(unit(1, 2), k, EVERYTHING)) == list(range(min(k, 100)))


def test_scope(index: VectorIndex) -> None:
    index.add([1, 2, 3], [10, 20, 30], np.vstack([unit(1), unit(1, 1), unit(0, 1)]))
    assert ids(index.search(unit(1), 5, Scope(frozenset([20, 30])))) == [2, 3]
    assert index.search(unit(1), 5, Scope(frozenset())) == []
    assert index.search(unit(1), 5, Scope(frozenset([99]))) == []


def test_one_small_document_among_many_gives_all_its_chunks(index: VectorIndex) -> None:
    vectors = random_vectors(2000)
    small = [17, 400, 1999]
    index.add(range(2000), [7 if row in small else row % 90 + 10 for row in range(2000)], vectors)
    hits = index.search(vectors[400], 50, Scope(frozenset([7])))
    assert sorted(ids(hits)) == small
    assert ids(hits)[0] == 400
    assert hits[0].score == pytest.approx(1.0, abs=1e-5)


def test_a_large_scope(index: VectorIndex) -> None:
    index.add(range(40), range(39_990, 40_030), random_vectors(40))
    whole = index.search(unit(1), 5, EVERYTHING)
    assert index.search(unit(1), 5, Scope(frozenset(range(60_000)))) == whole
    first = index.search(unit(1), 40, Scope(frozenset(range(40_000))))
    assert sorted(ids(first)) == list(range(10))


def test_adding_again_replaces(index: VectorIndex) -> None:
    index.add([1, 2], [1, 1], np.vstack([unit(1), unit(0, 1)]))
    index.add([1], [2], unit(0, 0, 1)[None, :])
    assert index.look() == index.chunk_ids() == {1, 2}
    assert ids(index.search(unit(0, 0, 1), 1, Scope(frozenset([2])))) == [1]
    assert ids(index.search(unit(1), 5, Scope(frozenset([1])))) == [2]


def test_removed_documents_are_not_found(index: VectorIndex) -> None:
    index.add(range(30), [row % 3 for row in range(30)], random_vectors(30))
    index.remove_documents([0, 2, 7])
    left = set(range(1, 30, 3))
    assert index.chunk_ids() == left
    assert set(ids(index.search(unit(1), 30, EVERYTHING))) == left


def test_removed_chunks_are_not_found_and_unknown_ids_are_left_alone(index: VectorIndex) -> None:
    index.add(range(10), [1] * 10, random_vectors(10))
    index.remove_chunks([0, 3, 99])
    index.remove_chunks([])
    left = set(range(10)) - {0, 3}
    assert index.chunk_ids() == left
    assert set(ids(index.search(unit(1), 30, EVERYTHING))) == left


def test_erase_empties_and_the_index_stays_usable(index: VectorIndex) -> None:
    index.add([1, 2], [1, 1], random_vectors(2))
    index.erase()
    assert index.chunk_ids() == set()
    assert index.search(unit(1), 5, EVERYTHING) == []
    index.add([3], [1], unit(1)[None, :])
    assert ids(index.search(unit(1), 5, EVERYTHING)) == [3]


def test_some_documents_are_erased_and_the_others_stay(index: VectorIndex) -> None:
    vectors = random_vectors(1300)
    of = {row: row % 4 for row in range(1300)}
    index.add(list(of), list(of.values()), vectors)
    index.remove_documents([3])
    told = list(index.erase_documents([1], cancel=CancelToken()))
    assert told[0] == (0, 650)
    assert told[-1] == (650, 650)
    left = {row: of[row] for row in of if of[row] in (0, 2)}
    assert index.examine() == VectorContents(left, left)
    assert ids(index.search(vectors[2], 1, EVERYTHING)) == [2]
    index.add([2000], [9], random_vectors(1, seed=5))
    assert 2000 in index.chunk_ids()


def test_nothing_is_erased_where_it_is_stopped(index: VectorIndex) -> None:
    index.add(range(10), [row % 2 for row in range(10)], random_vectors(10))
    cancel = CancelToken()
    steps = index.erase_documents([1], cancel=cancel)
    next(steps)
    cancel.cancel()
    with pytest.raises(Cancelled):
        list(steps)
    assert index.chunk_ids() == set(range(10))


def test_documents_of_an_empty_index_are_erased(index: VectorIndex) -> None:
    assert list(index.erase_documents([1], cancel=CancelToken()))[-1] == (0, 0)
    assert index.chunk_ids() == set()


def test_what_is_in_it_can_be_examined(index: VectorIndex) -> None:
    assert index.examine() == VectorContents()
    index.add(range(10), [row % 3 for row in range(10)], random_vectors(10))
    index.remove_documents([1])
    left = {row: row % 3 for row in range(10) if row % 3 != 1}
    assert index.examine() == VectorContents(left, left)


def test_wrong_input_is_a_value_error(index: VectorIndex) -> None:
    for vector, k in ((unit(1), 0), (unit(1), -1), (np.zeros(0, dtype=np.float32), 5)):
        with pytest.raises(ValueError, match=r"k must be|empty"):
            index.search(vector, k, EVERYTHING)
    with pytest.raises(ValueError, match=r"chunk id|zip"):
        index.add([1, 2], [1], random_vectors(2))


@pytest.mark.parametrize("kind", ["chroma", "process"])
def test_vectors_survive_a_restart(kind: str, library_dir: Path) -> None:
    vectors = random_vectors(1150)  # more than Chroma keeps in its log
    first = make_index(kind, library_dir)
    first.add(range(1150), [1] * 1150, vectors)
    first.close()
    second = make_index(kind, library_dir)
    assert second.look() == set(range(1150))
    assert second.chunk_ids() == set(range(1150))
    assert ids(second.search(vectors[1149], 1, EVERYTHING)) == [1149]
    second.close()


def test_some_chunks_are_ranked_by_themselves(index: VectorIndex) -> None:
    vectors = random_vectors(20)
    index.add(range(20), [1] * 20, vectors)
    everywhere = index.search(vectors[3], 20, EVERYTHING)
    chosen = {3, 7, 12, 99}
    hits = index.rank(vectors[3], chosen, 9)
    assert ids(hits) == [hit.chunk_id for hit in everywhere if hit.chunk_id in chosen]
    assert hits[0].score == pytest.approx(1.0, abs=1e-5)
    assert index.rank(vectors[3], chosen, 2) == hits[:2]
    assert index.rank(vectors[3], set(), 2) == []
    with pytest.raises(ValueError, match="empty"):
        index.rank(np.zeros(0, dtype=np.float32), {1}, 2)
    with pytest.raises(ValueError, match="k must be"):
        index.rank(vectors[3], {1}, 0)

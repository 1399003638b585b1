from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chromadb
import numpy as np
import pytest
from chromadb.config import Settings

from app.adapters import chroma_collection, chroma_vectors, vector_faults
from app.adapters.chroma_vectors import ChromaVectors
from app.adapters.vector_generations import ASIDE
from app.adapters.vector_rows import VectorRows
from app.core.domain.evidence import EVERYTHING, Scope
from app.core.domain.model import EmbedderIdentity
from app.core.errors import StorageError
from app.core.ports import Vectors

IDENTITY = EmbedderIdentity(name="test", dimensions=16, sha256="60" * 32)
OTHER = EmbedderIdentity(name="other", dimensions=16, sha256="61" * 32)


@pytest.fixture
def folder(library_dir: Path) -> Path:
    return library_dir / "vectors"


def vectors(count: int) -> Vectors:
    rows = np.random.default_rng(4).normal(size=(count, 16)).astype(np.float32)
    made: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return made


def filled(folder: Path, identity: EmbedderIdentity = IDENTITY, count: int = 1100) -> ChromaVectors:
    index = ChromaVectors(folder, identity)
    index.add(range(count), [row // 10 for row in range(count)], vectors(count))
    return index


def content(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


def test_nothing_is_made_or_loaded_before_it_is_needed(folder: Path) -> None:
    ChromaVectors(folder, IDENTITY).close()
    assert not folder.exists()


def test_erasing_leaves_no_vector_on_disk(folder: Path) -> None:
    index = filled(folder)
    secret = vectors(1100)[7].tobytes()
    assert secret in content(folder)  # so that it can be found
    index.remove_documents([0])
    assert secret in content(folder)  # removing is not enough
    index.erase()
    assert content(folder) == b""
    assert [entry.name for entry in folder.iterdir()] == [f"{IDENTITY.generation}.2"]
    index.close()


def test_each_embedder_has_a_generation_until_one_is_erased(folder: Path) -> None:
    filled(folder).close()
    index = filled(folder, OTHER, count=10)
    assert index.chunk_ids() == set(range(10))
    assert len(list(folder.iterdir())) == 2
    index.erase()
    assert [entry.name for entry in folder.iterdir()] == [f"{OTHER.generation}.2"]
    index.close()


def test_what_an_interrupted_erase_left_is_deleted(folder: Path) -> None:
    filled(folder).close()
    (folder / f"{IDENTITY.generation}.2").mkdir()
    index = ChromaVectors(folder, IDENTITY)
    assert index.chunk_ids() == set()
    assert [entry.name for entry in folder.iterdir()] == [f"{IDENTITY.generation}.2"]
    index.close()


def test_space_is_cosine_and_no_text_is_held(folder: Path) -> None:
    filled(folder, count=3).close()
    client = chromadb.PersistentClient(
        folder / f"{IDENTITY.generation}.1", settings=Settings(anonymized_telemetry=False)
    )
    collection = client.get_collection(chroma_collection.COLLECTION, embedding_function=None)
    hnsw = collection.configuration_json["hnsw"]
    assert (hnsw["space"], hnsw["ef_search"]) == ("cosine", chroma_collection.EF_SEARCH)
    rows = collection.get(include=["documents", "metadatas"])
    assert not any(rows["documents"] or [])
    assert rows["metadatas"] == [{"document_id": 0}] * 3
    client.close()  # type: ignore[attr-defined]


def test_it_can_be_used_again_after_it_was_closed(folder: Path) -> None:
    index = filled(folder, count=5)
    index.close()
    index.close()
    assert index.chunk_ids() == set(range(5))
    index.close()


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


DAMAGES = pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("chroma.sqlite3", cut),
        ("chroma.sqlite3", lambda path: path.write_bytes(b"no database" * 1000)),
        ("*/header.bin", lambda path: path.write_bytes(b"")),
        ("*/data_level0.bin", Path.unlink),
        ("*/index_metadata.pickle", cut),
    ],
)


@DAMAGES
def test_looking_at_a_damaged_index_replaces_nothing(
    folder: Path, name: str, damage: Callable[[Path], object]
) -> None:
    filled(folder).close()
    (path,) = folder.glob(f"*/{name}")
    damage(path)
    before = sorted(folder.rglob("*"))
    index = ChromaVectors(folder, IDENTITY)
    with pytest.raises(StorageError) as caught:
        index.look()
    assert (caught.value.code, caught.value.message) == (
        "vectors_damaged",
        vector_faults.DAMAGED,
    )
    assert sorted(folder.rglob("*")) == before
    index.close()


def test_looking_makes_nothing(folder: Path) -> None:
    index = ChromaVectors(folder, IDENTITY)
    assert index.look() == set()
    assert not folder.exists()


@DAMAGES
def test_a_damaged_index_is_replaced_by_an_empty_one(
    folder: Path,
    name: str,
    damage: Callable[[Path], object],
    caplog: pytest.LogCaptureFixture,
) -> None:
    filled(folder).close()
    (path,) = folder.glob(f"*/{name}")
    damage(path)
    index = ChromaVectors(folder, IDENTITY)
    with caplog.at_level(logging.WARNING):
        assert index.chunk_ids() == set()
    assert [record.name for record in caplog.records] == [chroma_vectors.__name__]
    index.add([1], [1], vectors(1))
    assert len(index.search(vectors(1)[0], 5, EVERYTHING)) == 1
    assert {entry.name for entry in folder.iterdir()} == {f"{IDENTITY.generation}.2", ASIDE}
    index.erase()
    assert [entry.name for entry in folder.iterdir()] == [f"{IDENTITY.generation}.3"]
    index.close()


def test_an_index_that_ends_the_process_twice_is_replaced(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    filled(folder, count=3).close()
    marker = folder / f"{IDENTITY.generation}.1.opening"
    seen: list[bytes] = []
    open_client = chromadb.PersistentClient

    def look(*arguments: Any, **options: Any) -> Any:
        seen.append(marker.read_bytes())  # what a death now would leave
        return open_client(*arguments, **options)

    monkeypatch.setattr(chromadb, "PersistentClient", look)
    for left_by_deaths in (b"", b"."):
        if left_by_deaths:
            marker.write_bytes(left_by_deaths)
        index = ChromaVectors(folder, IDENTITY)
        assert index.chunk_ids() == {0, 1, 2}
        assert not marker.exists()
        index.close()
    assert seen == [b".", b".."]

    monkeypatch.undo()
    marker.write_bytes(b"..")
    index = ChromaVectors(folder, IDENTITY)
    with caplog.at_level(logging.WARNING):
        assert index.chunk_ids() == set()
    assert len(caplog.records) == 1
    assert {entry.name for entry in folder.iterdir()} == {f"{IDENTITY.generation}.2", ASIDE}
    index.close()


def test_only_the_last_damaged_index_is_kept_aside(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for kept in (b"first", b"second"):
        index = ChromaVectors(folder, IDENTITY)
        index.add([1], [1], vectors(1))
        index.close()
        (newest,) = folder.glob(f"{IDENTITY.generation}.*")
        (newest / "chroma.sqlite3").write_bytes(kept * 1000)
        index = ChromaVectors(folder, IDENTITY)
        with caplog.at_level(logging.WARNING):
            assert index.chunk_ids() == set()
        index.close()
        assert (folder / ASIDE / "chroma.sqlite3").read_bytes() == kept * 1000


def test_erasing_needs_no_sound_index(folder: Path) -> None:
    filled(folder).close()
    for path in folder.rglob("*.*"):
        if path.is_file():
            cut(path)
    index = ChromaVectors(folder, IDENTITY)
    index.erase()
    assert index.chunk_ids() == set()
    index.close()


@pytest.mark.parametrize(
    "said",
    [
        "error returned from database: (code: 8) attempt to write a readonly database",
        "error returned from database: (code: 5) database is locked",
        "error returned from database: (code: 13) database or disk is full",
        "Permission denied (os error 13)",
    ],
)
def test_a_sound_index_that_cannot_be_opened_now_is_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    filled(folder, count=3).close()
    index = ChromaVectors(folder, IDENTITY)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError(said)

    with monkeypatch.context() as patch:
        patch.setattr(chromadb, "PersistentClient", fail)
        with pytest.raises(StorageError) as caught:
            index.chunk_ids()
    assert caught.value.code == "vectors_unusable"
    assert index.chunk_ids() == {0, 1, 2}
    index.close()


def test_a_file_in_the_way_is_told(folder: Path) -> None:
    folder.write_text("in the way")
    with pytest.raises(StorageError):
        ChromaVectors(folder, IDENTITY).chunk_ids()


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("(code: 13) database or disk is full", vector_faults.DISK_FULL),
        ("No space left on device (os error 28)", vector_faults.DISK_FULL),
        ("something else", vector_faults.UNUSABLE),
    ],
)
def test_faults_have_a_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, said: str, sentence: str
) -> None:
    index = filled(folder, count=3)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError(said)

    monkeypatch.setattr(chromadb.Collection, "upsert", fail)
    with pytest.raises(StorageError) as caught:
        index.add([1], [1], vectors(1))
    assert (caught.value.message, caught.value.detail) == (sentence, "RuntimeError")
    index.close()


GRAPH_ALONE: dict[str, Any] = {"exact_rows": 0}


def test_the_graph_finds_nearly_all_of_the_true_best(folder: Path) -> None:
    # Clustered, as the vectors of texts are; found by the graph, although so few are not searched
    # by it otherwise.
    rows = np.concatenate([clustered(number) for number in range(80)])
    documents = [row // 50 for row in range(len(rows))]
    index = ChromaVectors(folder, IDENTITY, rows_per_add=2000, **GRAPH_ALONE)
    index.add(range(len(rows)), documents, rows)
    for scope in (EVERYTHING, Scope(frozenset(range(0, 80, 2)))):
        inside = np.array([scope.holds(document) for document in documents])
        shares = []
        for query in vectors(40):
            truth = np.argsort(np.where(inside, -(rows @ query), 2.0))[:10]
            found = [hit.chunk_id for hit in index.search(query, 10, scope)]
            shares.append(len(set(found) & set(truth.tolist())) / 10)
        assert np.mean(shares) >= 0.98
    index.close()


def clustered(number: int) -> Vectors:
    chance = np.random.default_rng((5, number))
    rows = chance.normal(size=16) + 0.7 * chance.normal(size=(50, 16))
    made: Vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return made


def test_graph_and_rows_give_the_same_scores_and_order(folder: Path) -> None:
    filled(folder).close()
    for scope in (EVERYTHING, Scope(frozenset(range(100)))):
        query = vectors(3)[2]
        found = []
        for options in ({}, GRAPH_ALONE):
            index = ChromaVectors(folder, IDENTITY, **options)
            found.append(index.search(query, 20, scope))
            index.close()
        assert found[0] == found[1]
        assert found[0][0].score == pytest.approx(1.0, abs=1e-6)


def test_a_scope_far_from_the_question_is_searched_exactly(folder: Path) -> None:
    near, far = np.zeros(16, dtype=np.float32), np.zeros(16, dtype=np.float32)
    near[0], far[0] = 1.0, -1.0
    rows = np.vstack([near + 0.1 * vectors(400), far + 0.1 * vectors(400)])
    index = ChromaVectors(folder, IDENTITY, **GRAPH_ALONE)
    index.add(range(800), [1] * 400 + [2] * 400, rows)
    # The nearest of all, among which the graph is asked, are those of the other document.
    found = [hit.chunk_id for hit in index.search(near, 20, Scope(frozenset([2])))]
    assert len(found) == 20
    assert min(found) >= 400
    index.close()


def test_rows_that_are_missing_come_from_chroma(folder: Path) -> None:
    filled(folder).close()
    (places,) = folder.glob("*/rows.places")
    cut(places)  # a write that was interrupted, or files of an older Pincite
    for gone in (False, True):
        if gone:
            places.unlink()
        index = ChromaVectors(folder, IDENTITY)
        assert index.chunk_ids() == set(range(1100))
        assert index.search(vectors(1100)[1099], 1, EVERYTHING)[0].chunk_id == 1099
        assert len(index.search(vectors(1)[0], 20, Scope(frozenset([109])))) == 10
        index.close()


def test_rows_that_chroma_does_not_have_are_dropped(folder: Path) -> None:
    index = filled(folder, count=20)
    index.close()
    (generation,) = folder.iterdir()
    rows = VectorRows(generation, 16)
    rows.put([77], [7], vectors(1))
    rows.close()
    assert index.chunk_ids() == set(range(20))
    assert index.search(vectors(1)[0], 5, Scope(frozenset([7]))) == []
    index.close()


def half_done(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    """Chroma does what it is told, and then something goes wrong."""
    write = getattr(chromadb.Collection, method)

    def write_and_fail(*arguments: Any, **options: Any) -> None:
        write(*arguments, **options)
        raise RuntimeError

    monkeypatch.setattr(chromadb.Collection, method, write_and_fail)


def test_an_add_that_ends_half_way_leaves_both_in_agreement(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = filled(folder, count=20)
    with monkeypatch.context() as patch:
        half_done(patch, "upsert")
        with pytest.raises(StorageError):
            index.add([1, 30], [0, 3], -vectors(2))
    assert index.chunk_ids() == index.look() == {*range(20), 30}
    assert len(index.search(vectors(1)[0], 99, EVERYTHING)) == 21
    # What Chroma has counts.
    assert index.search(-vectors(1)[0], 1, EVERYTHING)[0].chunk_id == 1
    index.close()


def test_a_removal_that_ends_half_way_leaves_both_in_agreement(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = filled(folder, count=20)
    with monkeypatch.context() as patch:
        half_done(patch, "delete")
        with pytest.raises(StorageError):
            index.remove_documents([1])
    assert index.chunk_ids() == index.look() == set(range(10))
    assert len(index.search(vectors(1)[0], 99, EVERYTHING)) == 10
    index.close()


def test_an_older_index_gets_the_accuracy_of_today(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(
            chroma_collection, "_CONFIGURATION", {"hnsw": {"space": "cosine", "ef_search": 10}}
        )
        patch.setattr(chroma_collection, "EF_SEARCH", 10)
        filled(folder, count=3).close()
    for _ in range(2):
        index = ChromaVectors(folder, IDENTITY)
        assert index.chunk_ids() == {0, 1, 2}
        configuration = index._collection.configuration_json["hnsw"]
        assert configuration["ef_search"] == chroma_collection.EF_SEARCH
        assert configuration["space"] == "cosine"
        index.close()


def test_vectors_of_another_length_are_refused(folder: Path) -> None:
    index = filled(folder, count=3)
    with pytest.raises(ValueError, match="16 numbers"):
        index.add([4], [1], np.ones((1, 8), dtype=np.float32))
    assert index.chunk_ids() == {0, 1, 2}
    index.close()


def test_nothing_around_it_changes_how_it_works(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("chroma_api_impl=nonsense\nallow_reset=nonsense\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CHROMA_OTEL_GRANULARITY", "all")
    monkeypatch.setenv("CHROMA_OTEL_COLLECTION_ENDPOINT", "http://example.invalid:4317")
    index = filled(folder, count=3)
    assert len(index.search(vectors(1)[0], 5, Scope(frozenset([0])))) == 3
    index.close()

"""A small library, built and measured with the real parts."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from app.adapters.chroma_vectors import ChromaVectors
from app.bootstrap import Application
from app.core.errors import InvalidInput
from app.core.ports import Vectors
from app.evaluation.scale.building import build
from app.evaluation.scale.report import report
from app.evaluation.stored_documents import store_made_up

ModelPaths = Callable[[str], tuple[Path, ...]]


def ignore(_sentence: str) -> None:
    pass


def test_a_library_is_built_and_measured(tmp_path: Path, model_paths: ModelPaths) -> None:
    model_paths("embedder")
    said: list[str] = []
    record = json.loads(json.dumps(report(tmp_path, 200, 3, say=said.append)))
    assert (record["chunks"], record["documents"], record["questions"]) == (200, 4, 3)
    assert list(record["scopes"]) == list(record["recall"])
    for scope in record["scopes"].values():
        assert list(scope) == ["search", "lexical_arm", "embed_question", "dense_arm"]
        assert all(0 < part["p50_ms"] <= part["worst_ms"] for part in scope.values())
    assert set(record["recall"].values()) == {1.0}  # so few are compared one by one
    assert record["disk_mb"]["database"] > 0.5
    assert record["disk_mb"]["vectors"] > 0.3
    assert record["machine"]["cores"] >= 1
    if Path("/proc/self/status").is_file():
        assert record["memory"]["index_process"]["resident_mb"] > 50
        assert all(value > 0 for value in record["processor_ms"].values())
    assert said == [
        "Stored 4 of 4 documents.",
        "Added the vectors of 4 of 4 documents.",
        "Measuring …",
    ]


def test_a_build_that_was_interrupted_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(
        self: ChromaVectors, chunk_ids: Sequence[int], document_ids: Sequence[int], rows: Vectors
    ) -> None:
        raise KeyboardInterrupt

    with closing(Application(tmp_path, writing=True)) as application:
        with monkeypatch.context() as patch:
            patch.setattr(ChromaVectors, "add", stop)
            with pytest.raises(KeyboardInterrupt):
                build(application, 100, say=ignore)
        assert application.library.count_chunks() == (100, 0)
        build(application, 150, say=ignore)
        assert application.library.count_chunks() == (150, 150)
        titles = [document.title for document in application.library.documents()]
        build(application, 150, say=ignore)
        assert [document.title for document in application.library.documents()] == titles


def test_a_library_of_other_documents_is_left_alone(tmp_path: Path) -> None:
    with closing(Application(tmp_path / "library", writing=True)) as application:
        store_made_up(application.library, tmp_path / "pdfs", 1)
        with pytest.raises(InvalidInput, match="other documents"):
            build(application, 100, say=ignore)
        assert len(application.library.documents()) == 1


@pytest.mark.parametrize("chunks", [0, 49, 1001])
def test_only_whole_documents_can_be_made(tmp_path: Path, chunks: int) -> None:
    with (
        closing(Application(tmp_path, writing=True)) as application,
        pytest.raises(InvalidInput, match="multiple of 50"),
    ):
        build(application, chunks, say=ignore)

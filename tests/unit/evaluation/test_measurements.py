"""Each measurement with the real parts and small amounts: that it measures, not how much."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from app.bootstrap import Application
from app.evaluation.answering import measure_stop, measure_writing
from app.evaluation.figures import Figure
from app.evaluation.indexing import measure_embedding, measure_lexical
from app.evaluation.measuring import Plan
from app.evaluation.stored_documents import PAGES, store_made_up
from app.evaluation.window import measure_event_loop, measure_memory, measure_startup

ModelPaths = Callable[[str], tuple[Path, ...]]

SMALL = Plan(
    startup_documents=3,
    memory_documents=3,
    lexical_files=4,
    pages_per_file=2,
    chunks=96,
    repetitions=1,
    output_tokens=12,
    stops=1,
    reading_seconds=30.0,
)


def _numbers(figure: Figure, name: str) -> list[float]:
    found = figure.details[name]
    assert isinstance(found, list)
    return found


def test_reading_is_measured_and_scaled_to_1000_pages(
    tmp_path: Path, model_paths: ModelPaths
) -> None:
    model_paths("embedder")

    [figure] = measure_lexical(SMALL, tmp_path)

    assert (figure.details["pages"], figure.details["files"]) == (8, 4)
    assert figure.value is not None
    assert figure.details["measured_s"] == pytest.approx(figure.value * 8 / 1000, abs=0.01)
    assert figure.details["hits"] == 5


def test_embedding_is_measured_in_turns(tmp_path: Path, model_paths: ModelPaths) -> None:
    model_paths("embedder")

    [figure] = measure_embedding(SMALL, tmp_path)

    assert figure.details["chunks"] == 96
    assert figure.value is not None
    assert 0.05 < figure.value < 20
    ours, alone = figure.details["chunks_per_s"], figure.details["alone_chunks_per_s"]
    assert isinstance(ours, float)
    assert isinstance(alone, float)
    assert figure.value == pytest.approx(ours / alone, rel=0.02)


@pytest.mark.timeout(600)  # two threads of llama.cpp on a busy machine are very slow
def test_writing_and_stopping_are_measured(
    tmp_path: Path,
    model_paths: ModelPaths,
    models_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With the tiny model, also where the starter model is installed."""
    model_paths("tiny")
    small = tmp_path / "models"
    small.mkdir()
    for path in models_dir.glob("SmolLM2*"):
        (small / path.name).symlink_to(path)
    monkeypatch.setenv("PINCITE_MODELS", str(small))

    [writing] = measure_writing(SMALL, tmp_path / "library")
    reading, stopped = measure_stop(SMALL, tmp_path / "library")

    assert writing.details["model"] == "tiny"
    assert writing.value is not None
    assert writing.value > 0
    assert 0 < _numbers(writing, "output_tokens")[0] <= SMALL.output_tokens
    for figure in (reading, stopped):
        assert figure.value is not None
        assert 0 < figure.value < 30


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert "QT_QPA_PLATFORM" not in os.environ


@pytest.mark.usefixtures("no_display")
def test_the_window_is_measured_from_outside(tmp_path: Path, model_paths: ModelPaths) -> None:
    model_paths("embedder")
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()

    [startup] = measure_startup(SMALL, tmp_path / "a")
    [memory] = measure_memory(SMALL, tmp_path / "b")

    assert (startup.details["documents"], memory.details["documents"]) == (3, 3)
    assert startup.value == pytest.approx(max(_numbers(startup, "each")), abs=0.001)
    assert startup.value is not None
    assert 0 < _numbers(startup, "shown_s")[0] <= startup.value + 0.001
    if Path("/proc/self/smaps_rollup").is_file():
        assert memory.value is not None
        assert memory.value > 30


@pytest.mark.usefixtures("no_display")
def test_the_event_loop_is_watched_while_a_question_interrupts_reading(
    tmp_path: Path,
    model_paths: ModelPaths,
    models_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a language model, so that the answer is made of quotes within a second."""
    model_paths("embedder")
    embedder_only = tmp_path / "models"
    embedder_only.mkdir()
    for path in models_dir.glob("all-MiniLM*"):
        (embedder_only / path.name).symlink_to(path)
    monkeypatch.setenv("PINCITE_MODELS", str(embedder_only))
    work = tmp_path / "work"
    work.mkdir()

    ingesting, answering = measure_event_loop(SMALL, work)

    answer, counts = ingesting.details["answer"], ingesting.details["counts"]
    assert isinstance(answer, dict)
    assert isinstance(counts, dict)
    assert (answer["status"], answer["model"]) == ("answered", None)
    assert counts["files"] == 2
    assert counts["chunks"] > 0
    for figure in (ingesting, answering):
        assert figure.value is not None
        assert 0.005 < figure.value < 30


def test_stored_documents_are_like_read_ones(tmp_path: Path) -> None:
    with closing(Application(tmp_path / "library", writing=True)) as application:
        store_made_up(application.library, tmp_path / "pdfs", 2)
        documents = application.library_service.documents()
        page = application.library.page(documents[0].id, PAGES)
        found = application.search.search("harbour office", 3).passages

    assert len(documents) == 2
    assert all(document.pages == PAGES and document.chunks > PAGES for document in documents)
    assert page is not None
    assert len(page.words) > 400
    assert found
    assert found[0].boxes

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from app.adapters import inference_process
from app.adapters.inference_process import LlamaChatModel
from app.adapters.llama_cpp.facts import ModelFacts
from app.core.domain.cancel import CancelToken
from app.core.domain.generation import (
    ChatMessage,
    GeneratedText,
    GenerationEnd,
    GenerationEvent,
    GenerationRequest,
    PromptProgress,
    Segment,
    StopReason,
)
from app.core.domain.model import ModelFile
from app.core.errors import Cancelled, ModelUnavailable, WorkerDied, WorkerTimeout

ModelPaths = Callable[[str], tuple[Path, ...]]


@pytest.fixture
def tiny(model_paths: ModelPaths) -> Path:
    return model_paths("tiny")[0]


@pytest.fixture
def model(tiny: Path) -> Iterator[LlamaChatModel]:
    with closing(made := LlamaChatModel(tiny, title="Tiny", context_tokens=1024, threads=1)):
        yield made


def asking(text: str, max_tokens: int = 30) -> GenerationRequest:
    return GenerationRequest((ChatMessage("user", (Segment(text, trusted=False),)),), max_tokens)


def text_of(events: list[GenerationEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, GeneratedText))


def expected_of(whole: Path, name: str) -> ModelFile:
    content = whole.read_bytes()
    return ModelFile(
        name=name, bytes=len(content), sha256=hashlib.sha256(content).hexdigest(), sources=()
    )


def stall(path: Path, context_tokens: int, threads: int) -> object:
    """Stands in for an engine that never gets the file loaded. Runs in the child."""
    threading.Event().wait(60)
    return None


class Stalled:
    """Stands in for an engine that hangs while it weighs. Works in the child."""

    def facts(self, _cancel: object) -> ModelFacts:
        return ModelFacts(512, 1, "")

    def weigh(self, _cancel: object, prompts: Sequence[object]) -> Iterator[float]:
        yield 1.0
        threading.Event().wait(60)


def make_stalled(path: Path, context_tokens: int, threads: int) -> object:
    """Factory of it."""
    return Stalled()


def answer(model: LlamaChatModel, text: str = "What is a lease?") -> str:
    return text_of(list(model.generate(asking(text), cancel=CancelToken())))


def test_nothing_is_loaded_before_it_is_needed(model: LlamaChatModel) -> None:
    ids = [model.process_id]
    for _ in range(2):
        model.load()
        ids.append(model.process_id)
    assert ids[0] is None
    assert isinstance(ids[1], int)
    assert ids[1] == ids[2]


def test_stop_while_the_prompt_is_read(model: LlamaChatModel) -> None:
    model.load()
    before = model.process_id
    cancel = CancelToken()
    asked = 0.0
    events: list[GenerationEvent] = []
    for event in model.generate(asking("The rent is due. " * 160), cancel=cancel):
        events.append(event)
        if isinstance(event, PromptProgress) and event.done and not asked:
            asked = time.monotonic()
            cancel.cancel()
    took = time.monotonic() - asked
    end = events[-1]
    assert isinstance(end, GenerationEnd)
    assert end.stop_reason is StopReason.CANCELLED
    assert text_of(events) == ""
    assert took < 1.0, "200 ms is asked for; machines that run tests are slow"
    assert model.process_id == before, "the model stays in memory"
    assert answer(model)


def test_weighing_that_stalls_is_ended_at_its_limit(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inference_process, "make_engine", make_stalled)
    prompts = [asking("Yes or no?").messages] * 2
    with closing(LlamaChatModel(tiny, title="Tiny", threads=1)) as model:
        model.load()
        before = model.process_id
        odds = model.weigh(prompts, cancel=CancelToken(), seconds=0.2)
        assert next(odds) == 1.0
        with pytest.raises(WorkerTimeout, match="took too long"):
            next(odds)
        model.load()
        assert model.process_id not in (None, before), "the process that hung is replaced"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_crash_is_told_and_the_next_question_works(model: LlamaChatModel) -> None:
    events = model.generate(asking("Tell a story.", 600), cancel=CancelToken())
    while not isinstance(next(events), GeneratedText):
        pass
    assert model.process_id is not None
    os.kill(model.process_id, signal.SIGKILL)
    with pytest.raises(WorkerDied, match=r"^The language model ended unexpectedly\."):
        list(events)
    assert answer(model)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_crash_between_questions_goes_unnoticed(model: LlamaChatModel) -> None:
    first = answer(model)
    assert model.process_id is not None
    os.kill(model.process_id, signal.SIGKILL)
    assert model.count_tokens(["rent"]) == [1]
    assert answer(model) == first


# --- files that are no good -----------------------------------------------------------------


def refused(path: Path, expected: ModelFile | None = None) -> ModelUnavailable:
    model = LlamaChatModel(path, title="Tiny", threads=1, expected=expected)
    with closing(model), pytest.raises(ModelUnavailable) as caught:
        model.load()
    assert model.process_id is None
    assert str(path.parent) not in caught.value.message + caught.value.detail
    return caught.value


def test_a_missing_file(tmp_path: Path) -> None:
    assert "is missing. Download it again" in refused(tmp_path / "none.gguf").message


def test_a_missing_file_while_generating(tmp_path: Path) -> None:
    model = LlamaChatModel(tmp_path / "none.gguf", title="Tiny")
    with pytest.raises(ModelUnavailable, match="is missing"):
        list(model.generate(asking("Rent?"), cancel=CancelToken()))
    with pytest.raises(ModelUnavailable, match="is missing"):
        model.count_tokens(["Rent?"])


@pytest.mark.parametrize("size", [0, 3, 24, 1000, 100_000, 3_000_000])
def test_a_truncated_file(tmp_path: Path, tiny: Path, size: int) -> None:
    path = tmp_path / "cut.gguf"
    with tiny.open("rb") as whole:
        path.write_bytes(whole.read(size))
    assert refused(path).message
    assert "is not complete" in refused(path, expected_of(tiny, path.name)).message


@pytest.mark.parametrize("keep", [0, 24, 4096])
def test_a_file_of_garbage(tmp_path: Path, tiny: Path, keep: int) -> None:
    path = tmp_path / "garbage.gguf"
    noise = b"".join(hashlib.sha256(bytes([n % 256, n // 256])).digest() for n in range(8192))
    with tiny.open("rb") as whole:
        path.write_bytes(whole.read(keep) + noise)
    assert "Settings › Models" in refused(path).message


def test_a_wrong_hash(tmp_path: Path, tiny: Path) -> None:
    path = tmp_path / "tiny.gguf"
    shutil.copyfile(tiny, path)
    right = expected_of(tiny, path.name)
    with path.open("r+b") as file:
        file.seek(right.bytes - 1)
        last = file.read(1)
        file.seek(right.bytes - 1)
        file.write(bytes([last[0] ^ 1]))
    assert "has wrong bytes" in refused(path, right).message


def test_the_right_hash_is_read_once_and_not_at_each_start(
    tmp_path: Path, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tiny.gguf"
    shutil.copyfile(tiny, path)
    right = expected_of(tiny, path.name)
    for _ in range(2):
        with closing(LlamaChatModel(path, title="Tiny", threads=1, expected=right)) as model:
            model.load()
        monkeypatch.delattr(hashlib, "sha256", raising=False)


# --- loading that is given up ---------------------------------------------------------------


def test_stop_while_the_model_is_loaded(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inference_process, "make_engine", stall)
    cancel = CancelToken()
    with closing(LlamaChatModel(tiny, title="Tiny")) as model, ThreadPoolExecutor(1) as pool:
        loading = pool.submit(model.load, cancel=cancel)
        give_up = time.monotonic() + 30
        while model.process_id is None and time.monotonic() < give_up:
            threading.Event().wait(0.01)
        assert model.process_id is not None
        asked = time.monotonic()
        cancel.cancel()
        with pytest.raises(Cancelled):
            loading.result(timeout=30)
        assert time.monotonic() - asked < 5
        assert model.process_id is None


def test_stop_while_the_file_is_hashed(tiny: Path, tmp_path: Path) -> None:
    path = tmp_path / "tiny.gguf"
    shutil.copyfile(tiny, path)
    cancel = CancelToken()
    cancel.cancel()
    with closing(
        LlamaChatModel(path, title="Tiny", expected=expected_of(tiny, path.name))
    ) as model:
        with pytest.raises(Cancelled):
            model.load(cancel=cancel)
        assert not (tmp_path / "checked.json").exists()


# --- arguments ------------------------------------------------------------------------------


def test_arguments_out_of_bounds_are_bugs(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    with pytest.raises(ValueError, match="context"):
        LlamaChatModel(path, title="Tiny", context_tokens=255)
    with pytest.raises(ValueError, match="threads"):
        LlamaChatModel(path, title="Tiny", threads=-1)
    with pytest.raises(ValueError, match="max_tokens"):
        LlamaChatModel(path, title="Tiny").generate(asking("Rent?", 0), cancel=CancelToken())


def test_the_context_is_a_multiple_of_256(tmp_path: Path) -> None:
    model = LlamaChatModel(tmp_path / "model.gguf", title="Tiny", context_tokens=1000)
    assert model.context_tokens == 768

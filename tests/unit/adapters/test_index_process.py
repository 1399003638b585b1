from __future__ import annotations

import contextlib
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.adapters.index_handler import IndexPlan
from app.adapters.index_process import (
    IndexProcess,
    IndexProcessEmbedder,
    IndexProcessVectors,
    QuestionsFirst,
)
from app.core.domain.evidence import EVERYTHING
from app.core.domain.model import EmbedderIdentity
from app.core.errors import ModelUnavailable, WorkerDied
from tests.fakes.model_files import model_file

MINILM = EmbedderIdentity(name="all-MiniLM-L6-v2", dimensions=384, sha256="62" * 32)
REPOSITORY = Path(__file__).resolve().parents[3]

# Run in a program of its own: what it prints are the engines that it has loaded at the end.
USE_WITHOUT_ENGINES = """
import sys
from pathlib import Path
from typing import Any
from app.adapters.index_handler import IndexPlan
from app.adapters.index_process import IndexProcess, IndexProcessVectors
from app.core.domain.model import EmbedderIdentity
identity = EmbedderIdentity("test", 8, "0" * 64)
process = IndexProcess(IndexPlan(Path(sys.argv[1]), Path("none"), Path("none"), identity))
assert IndexProcessVectors(process).chunk_ids() == set()
process.close()
print(*{"chromadb", "onnxruntime", "tokenizers", "PySide6"} & set(sys.modules))
"""


@pytest.fixture
def process(
    library_dir: Path, model_paths: Callable[[str], tuple[Path, ...]]
) -> Iterator[IndexProcess]:
    model, tokenizer = model_paths("embedder")
    made = IndexProcess(IndexPlan(library_dir / "vectors", model, tokenizer, MINILM))
    yield made
    made.close()


def test_the_caller_loads_no_engine(library_dir: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", USE_WITHOUT_ENGINES, library_dir / "vectors"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == ("", "")


def test_embedder_and_vectors_share_one_process(process: IndexProcess, library_dir: Path) -> None:
    embedder, vectors = IndexProcessEmbedder(process), IndexProcessVectors(process)
    assert process.process_id is None
    process.warm_up()
    started = process.process_id
    texts = [f"Clause {number} of the lease." for number in range(40)]
    vectors.add(range(40), [1] * 40, embedder.embed_passages(texts))
    hit = vectors.search(embedder.embed_query(texts[17]), 1, EVERYTHING)[0]
    assert hit.chunk_id == 17
    assert hit.score == pytest.approx(1.0, abs=1e-4)
    assert process.process_id == started

    if sys.platform != "win32":
        files = [entry for entry in (library_dir / "vectors").rglob("*") if entry.is_file()]
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_process_is_replaced_and_what_was_added_is_there(process: IndexProcess) -> None:
    embedder, vectors = IndexProcessEmbedder(process), IndexProcessVectors(process)
    vectors.add([1], [1], embedder.embed_passages(["The rent is due."]))
    assert process.process_id is not None
    os.kill(process.process_id, signal.SIGKILL)
    with contextlib.suppress(WorkerDied):  # the death may be seen only when something is sent
        vectors.chunk_ids()
    assert vectors.chunk_ids() == {1}
    assert embedder.embed_query("rent").shape == (384,)


def test_a_missing_model_is_told_and_vectors_still_work(library_dir: Path) -> None:
    none = library_dir / "none"
    process = IndexProcess(IndexPlan(library_dir / "vectors", none, none, MINILM))
    vectors = IndexProcessVectors(process)
    with pytest.raises(ModelUnavailable, match="Fetch"):
        IndexProcessEmbedder(process).embed_query("rent")
    with pytest.raises(ModelUnavailable):
        process.warm_up()
    vectors.add([1], [1], np.eye(1, 384, dtype=np.float32))
    vectors.remove_documents([1])
    vectors.erase()
    assert vectors.chunk_ids() == set()
    process.close()


def test_a_damaged_model_of_the_right_size_is_refused(
    library_dir: Path, tmp_path: Path, model_paths: Callable[[str], tuple[Path, ...]]
) -> None:
    """It may load, and give vectors that mean nothing."""
    paths, expected = [], []
    for whole in model_paths("embedder"):
        content = whole.read_bytes()
        expected.append(model_file(whole.name, content))
        paths.append(tmp_path / whole.name)
        paths[-1].write_bytes(content)
    turned = bytearray(paths[0].read_bytes())
    turned[len(turned) // 2] ^= 1
    model, tokenizer = paths
    plan = IndexPlan(library_dir / "vectors", model, tokenizer, MINILM, expected=tuple(expected))
    with contextlib.closing(IndexProcess(plan)) as process:
        embedder = IndexProcessEmbedder(process)
        assert embedder.embed_query("rent").shape == (384,)
        process.close()
        paths[0].write_bytes(turned)
        for _ in range(2):
            with pytest.raises(ModelUnavailable, match="pincite models fetch embedder"):
                embedder.embed_query("rent")
        assert IndexProcessVectors(process).chunk_ids() == set()


def test_no_texts_need_no_process(process: IndexProcess) -> None:
    assert IndexProcessEmbedder(process).embed_passages([]).shape == (0, 384)
    assert process.process_id is None


def test_ingest_waits_while_a_question_is_served() -> None:
    order = QuestionsFirst()
    passed = threading.Event()

    def ingest() -> None:
        order.let_questions_pass()
        passed.set()

    thread = threading.Thread(target=ingest)
    with order.question():
        with order.question():
            thread.start()
            assert not passed.wait(0.1)
        assert not passed.wait(0.05)
    assert passed.wait(10)
    thread.join()
    order.let_questions_pass()  # without a question it returns at once


def test_a_question_overtakes_ingest(process: IndexProcess) -> None:
    embedder = IndexProcessEmbedder(process)
    process.warm_up()
    began, order = threading.Event(), []

    class Texts(list[str]):
        """Tells when the second request of many is put together."""

        def __getitem__(self, key: Any) -> Any:
            if isinstance(key, slice) and key.start > 0:
                began.set()
            return super().__getitem__(key)

    def ingest() -> None:
        embedder.embed_passages(Texts(["The rent is due on the first day. " * 8] * 480))
        order.append("ingest")

    thread = threading.Thread(target=ingest)
    thread.start()
    assert began.wait(60)
    for _ in range(3):
        embedder.embed_query("When is the rent due?")
        order.append("question")
    thread.join()
    assert order == ["question"] * 3 + ["ingest"]

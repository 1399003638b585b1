"""Child processes that are killed in the middle of their work, and a network that is not there.

Nothing that was stored is lost, the user is told in a sentence, and the next try works.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from app.adapters.inference_process import LlamaChatModel
from app.bootstrap import Application
from app.core.domain.answer import AnswerStatus, AnswerStyle, RefusalReason
from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentStatus
from app.core.domain.page import PageKind
from app.services.events import (
    AnswerFinished,
    EmbedProgress,
    FileFinished,
    IngestEvent,
    IngestFinished,
    ModelLoading,
    PageRead,
    ReadingPassages,
)
from tests.integration.handbook import write_handbook, write_kettle
from tests.pdfs import make_pdf

ModelPaths = Callable[[str], tuple[Path, ...]]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")

QUESTION = "When do unused days of leave expire?"


def _kill(process_id: int | None) -> None:
    """Kill a child process, and wait until it is dead. Its parent still has to find that out."""
    assert process_id is not None
    os.kill(process_id, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):  # its parent has noticed already
        os.waitid(os.P_PID, process_id, os.WEXITED | os.WNOWAIT)


def _many_pages(path: Path, count: int) -> Path:
    """Pages that together are far more than a pipe holds, so that most are still to be read."""
    text = "\n\n".join(
        f"Rule {rule} of the harbour says that vessels wait at buoy {rule} until they are called."
        for rule in range(1, 25)
    )
    return make_pdf(path, [f"This is sheet {n} of the rules.\n\n{text}" for n in range(count)])


def test_the_reader_dies_within_a_file(
    empty_application: Application, pdfs: Path, model_paths: ModelPaths
) -> None:
    model_paths("embedder")
    _many_pages(pdfs / "a-rules.pdf", 60)
    write_kettle(pdfs)
    first = empty_application.extractors.extractors[0]
    cancel = CancelToken()
    killed = False
    finished: list[FileFinished] = []
    for event in empty_application.ingest.run([pdfs], cancel=cancel):
        if isinstance(event, PageRead) and event.path.name == "a-rules.pdf" and not killed:
            killed = True
            _kill(first.process_id)
        elif isinstance(event, FileFinished):
            finished.append(event)
            if len(finished) == 2:
                cancel.cancel()  # embedding is not looked at here

    kettle, rules = sorted((event.document for event in finished), key=lambda one: one.pages)
    assert (rules.status, rules.pages) == (DocumentStatus.PARTIAL, 60)
    kinds = [page.kind for page in empty_application.library.pages(rules.id)]
    assert kinds.count(PageKind.FAILED) == 1
    assert kinds[-1] is PageKind.TEXT
    assert kettle.status is DocumentStatus.INDEXED
    # What came after the lost page can be found.
    passages = empty_application.search.search("sheet 59 of the rules", 3).passages
    assert 60 in {passage.page for passage in passages}


def test_the_index_dies_between_two_batches(
    empty_application: Application, pdfs: Path, model_paths: ModelPaths
) -> None:
    model_paths("embedder")
    _many_pages(pdfs / "rules.pdf", 12)
    events: list[IngestEvent] = []
    for event in empty_application.ingest.run([pdfs], cancel=CancelToken()):
        events.append(event)
        if isinstance(event, EmbedProgress) and event.done == 16:
            _kill(empty_application._index.process_id)

    finished = events[-1]
    assert isinstance(finished, IngestFinished)
    assert finished.degraded == ""
    every, embedded = empty_application.library.count_chunks()
    assert embedded == every
    assert len(empty_application.vectors.chunk_ids()) == every


def test_the_index_dies_while_it_embeds(
    empty_application: Application,
    pdfs: Path,
    model_paths: ModelPaths,
    caplog: pytest.LogCaptureFixture,
) -> None:
    model_paths("embedder")
    _many_pages(pdfs / "rules.pdf", 60)
    events: list[IngestEvent] = []
    killer: threading.Timer | None = None
    with caplog.at_level(logging.WARNING):
        for event in empty_application.ingest.run([pdfs], cancel=CancelToken()):
            events.append(event)
            if isinstance(event, EmbedProgress) and event.done == 96 and not killer:
                # A process that stands still has the next batch, and not its vectors, when it dies.
                process_id = empty_application._index.process_id
                assert process_id is not None
                os.kill(process_id, signal.SIGSTOP)
                killer = threading.Timer(1.0, _kill, (process_id,))
                killer.start()
    assert killer is not None
    killer.join()
    finished = events[-1]
    assert isinstance(finished, IngestFinished)
    every, embedded = empty_application.library.count_chunks()
    assert 0 < embedded < every
    assert finished.degraded.endswith(".")
    assert empty_application.ingest.pending()
    assert empty_application.search.search("harbour buoy", 3).passages

    *_, end = empty_application.ingest.run((), cancel=CancelToken())

    assert isinstance(end, IngestFinished)
    assert end.degraded == ""
    assert len(empty_application.vectors.chunk_ids()) == every
    assert empty_application.library.count_chunks() == (every, every)


def test_the_index_dies_between_questions(application: Application) -> None:
    before = application.search.search(QUESTION, 3)
    _kill(application._index.process_id)

    after = application.search.search(QUESTION, 3)

    assert after.degraded == ()
    assert after == before


def test_the_model_dies_while_it_answers(
    application: Application, model_paths: ModelPaths, caplog: pytest.LogCaptureFixture
) -> None:
    model_paths("tiny")
    model = application.chat_models.open("tiny")
    assert isinstance(model, LlamaChatModel)
    killed = False
    with caplog.at_level(logging.WARNING):
        for event in application.answers.ask(
            QUESTION, cancel=CancelToken(), style=AnswerStyle.WRITTEN, model="tiny"
        ):
            if isinstance(event, ReadingPassages) and not killed:
                killed = True
                _kill(model.process_id)
    assert isinstance(event, AnswerFinished)
    answer = event.answer
    assert (answer.status, answer.reason) == (
        AnswerStatus.REFUSED,
        RefusalReason.MODEL_UNAVAILABLE,
    )
    assert answer.evidence
    assert answer.trace.fault
    assert answer.trace.fault.endswith(".")

    *_, last = application.answers.ask(
        QUESTION, cancel=CancelToken(), style=AnswerStyle.WRITTEN, model="tiny"
    )

    assert isinstance(last, AnswerFinished)
    assert last.answer.reason is not RefusalReason.MODEL_UNAVAILABLE


def test_an_answer_is_stopped_while_the_model_loads(
    application: Application, model_paths: ModelPaths
) -> None:
    model_paths("tiny")
    cancel = CancelToken()
    for event in application.answers.ask(
        QUESTION, cancel=cancel, style=AnswerStyle.WRITTEN, model="tiny"
    ):
        if isinstance(event, ModelLoading):
            cancel.cancel()
    assert isinstance(event, AnswerFinished)
    assert event.answer.reason is RefusalReason.CANCELLED
    assert event.answer.evidence


def _all_zeros(model: Path, copy: Path) -> None:
    with copy.open("wb") as file:
        file.truncate(model.stat().st_size)


def _one_wrong_byte(model: Path, copy: Path) -> None:
    shutil.copy(model, copy)
    with copy.open("r+b") as file:
        file.seek(copy.stat().st_size // 2)
        byte = file.read(1)[0]
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte ^ 1]))


@pytest.mark.parametrize("spoil", [_all_zeros, _one_wrong_byte])
def test_a_model_file_of_wrong_bytes_is_refused(
    application: Application,
    tmp_path: Path,
    models_dir: Path,
    model_paths: ModelPaths,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    spoil: Callable[[Path, Path], None],
) -> None:
    """The size is right, so nothing is noticed before the model is needed."""
    [tiny] = model_paths("tiny")
    folder = tmp_path / "models"
    folder.mkdir()
    for path in models_dir.glob("all-MiniLM*"):
        (folder / path.name).symlink_to(path)
    spoil(tiny, folder / tiny.name)
    monkeypatch.setenv("PINCITE_MODELS", str(folder))

    with caplog.at_level(logging.WARNING):
        *_, last = application.answers.ask(
            QUESTION, cancel=CancelToken(), style=AnswerStyle.WRITTEN, model="tiny"
        )

    assert isinstance(last, AnswerFinished)
    assert last.answer.reason is RefusalReason.MODEL_UNAVAILABLE
    assert last.answer.evidence
    assert tiny.name in last.answer.trace.fault
    assert "Download it again" in last.answer.trace.fault


# Refuses every connection of a process to others, and of all that it starts, and notes the try.
REFUSE_CONNECTIONS = """
import os, socket

def refuse(self, address, *rest):
    if self.family != getattr(socket, "AF_UNIX", None):
        with open(os.environ["PINCITE_TEST_CONNECTIONS"], "a") as file:
            file.write(f"{address}\\n")
    raise OSError("there is no network")

def no_names(host, *rest, **more):
    with open(os.environ["PINCITE_TEST_CONNECTIONS"], "a") as file:
        file.write(f"{host}\\n")
    raise OSError("there is no network")

socket.socket.connect = socket.socket.connect_ex = refuse
socket.getaddrinfo = no_names
"""


def test_the_main_job_needs_no_network(
    empty_application: Application,
    tmp_path: Path,
    pdfs: Path,
    model_paths: ModelPaths,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model_paths("tiny")
    write_handbook(pdfs)
    hook = tmp_path / "hook"
    hook.mkdir()
    (hook / "sitecustomize.py").write_text(REFUSE_CONNECTIONS)
    tried = tmp_path / "tried"
    monkeypatch.setenv("PINCITE_TEST_CONNECTIONS", str(tried))
    monkeypatch.setenv("PYTHONPATH", str(hook))

    *_, end = empty_application.ingest.run([pdfs], cancel=CancelToken())
    *_, last = empty_application.answers.ask(
        QUESTION, cancel=CancelToken(), style=AnswerStyle.WRITTEN, model="tiny"
    )

    assert isinstance(end, IngestFinished)
    assert (end.added, end.degraded) == (1, "")
    assert isinstance(last, AnswerFinished)
    assert last.answer.reason is not RefusalReason.MODEL_UNAVAILABLE
    assert not tried.exists(), tried.read_text()

"""What becomes of pictures that hang the engine, crash it, or take too much."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.adapters.ocr_process import OcrPlan, OcrProcess
from app.core.domain.cancel import CancelToken
from app.core.domain.page import PageKind, PageSize
from app.core.errors import Cancelled, ModelUnavailable, WorkerDied
from app.core.ports import OcrFailed, RenderedPage

SIZE = PageSize(300.0, 200.0, 0)


def blank(width: int = 300, height: int = 200) -> RenderedPage:
    return RenderedPage(7, width, height, b"\xff" * (width * height * 3), 1.0)


@pytest.fixture
def plan(model_paths: Callable[[str], tuple[Path, ...]]) -> OcrPlan:
    finding, reading = model_paths("ocr")
    return OcrPlan(finding, reading, threads=2)


@pytest.fixture
def engine(plan: OcrPlan) -> Iterator[OcrProcess]:
    made = OcrProcess(plan)
    yield made
    made.close()


def kill(process_id: int | None) -> None:
    """End a child, and wait until it is gone without taking its status from its parent."""
    assert process_id is not None
    if sys.platform == "win32":
        os.kill(process_id, signal.SIGTERM)
    else:
        os.kill(process_id, signal.SIGKILL)
        os.waitid(os.P_PID, process_id, os.WEXITED | os.WNOWAIT)


def test_nothing_starts_before_the_first_page(engine: OcrProcess) -> None:
    assert engine.process_id is None


def test_a_crash_between_pages_is_not_noticed(engine: OcrProcess) -> None:
    engine.read(blank(), SIZE, cancel=CancelToken())
    first = engine.process_id
    kill(first)
    assert engine.read(blank(), SIZE, cancel=CancelToken()).page.kind is PageKind.SCAN
    assert engine.process_id != first


@pytest.mark.skipif(sys.platform == "win32", reason="A process cannot be held there.")
def test_a_crash_while_a_page_is_read_costs_that_page(engine: OcrProcess) -> None:
    engine.read(blank(), SIZE, cancel=CancelToken())
    child = engine.process_id
    assert child is not None
    os.kill(child, signal.SIGSTOP)  # so that it is at work when it is killed
    killer = threading.Timer(0.2, os.kill, [child, signal.SIGKILL])
    killer.start()
    with pytest.raises(OcrFailed, match="picture of page 7 could not be read"):
        engine.read(blank(), SIZE, cancel=CancelToken())
    killer.join()
    assert engine.read(blank(), SIZE, cancel=CancelToken()).page.kind is PageKind.SCAN


def test_a_page_that_hangs_is_given_up(plan: OcrPlan) -> None:
    engine = OcrProcess(plan, seconds=0.5)
    try:
        with pytest.raises(OcrFailed, match="page 7 took too long"):
            engine.read(blank(2400, 2400), PageSize(2400, 2400, 0), cancel=CancelToken())
        assert engine.process_id is None
    finally:
        engine.close()


@pytest.mark.skipif(sys.platform == "win32", reason="A process cannot be held there.")
def test_a_cancel_ends_work_that_does_not_look(engine: OcrProcess) -> None:
    engine.read(blank(), SIZE, cancel=CancelToken())
    child = engine.process_id
    assert child is not None
    os.kill(child, signal.SIGSTOP)
    cancel = CancelToken()
    stopper = threading.Timer(0.1, cancel.cancel)
    stopper.start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        engine.read(blank(), SIZE, cancel=cancel)
    stopper.join()
    assert time.monotonic() - started < 20.0
    assert engine.process_id is None


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux limits the memory.")
@pytest.mark.parametrize(
    ("side", "megabytes"),
    [
        pytest.param(9000, 1024, id="for the picture"),
        pytest.param(1300, 700, id="for the networks"),
    ],
)
def test_too_little_memory_is_said(
    plan: OcrPlan, side: int, megabytes: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    engine = OcrProcess(plan, memory_bytes=megabytes << 20)
    try:
        with pytest.raises(OcrFailed, match="needs too much memory") as caught:
            engine.read(blank(side, side), PageSize(side, side, 0), cancel=CancelToken())
    finally:
        engine.close()
    assert isinstance(caught.value.__cause__, WorkerDied)
    assert caught.value.__cause__.code == "worker_memory"
    assert not [record for record in caplog.records if record.levelno > logging.INFO]


def test_missing_files_are_said(tmp_path: Path) -> None:
    engine = OcrProcess(OcrPlan(tmp_path / "finding.onnx", tmp_path / "reading.onnx"))
    try:
        with pytest.raises(ModelUnavailable, match="models fetch ocr"):
            engine.read(blank(), SIZE, cancel=CancelToken())
    finally:
        engine.close()


def test_the_wrong_networks_are_said(plan: OcrPlan) -> None:
    engine = OcrProcess(OcrPlan(plan.reading, plan.finding))
    try:
        with pytest.raises(ModelUnavailable, match="missing or damaged"):
            engine.read(blank(), SIZE, cancel=CancelToken())
    finally:
        engine.close()


def test_unusual_pictures(engine: OcrProcess) -> None:
    for width, height in ((1, 1), (3, 900), (900, 3)):
        size = PageSize(width, height, 0)
        found = engine.read(blank(width, height), size, cancel=CancelToken())
        assert found.page.kind is PageKind.SCAN

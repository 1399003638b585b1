from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from app.adapters.process.client import ChildProcess
from app.adapters.process.messages import WorkerBug
from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentStatus
from app.core.errors import Cancelled, InvalidInput, WorkerDied, WorkerTimeout
from app.core.ports import ExtractionFailed
from tests.unit.adapters.process import handlers
from tests.unit.adapters.process.handlers import Worker

LINUX_ONLY = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
REPOSITORY = Path(__file__).resolve().parents[4]


@pytest.fixture
def child() -> Iterator[ChildProcess]:
    with contextlib.closing(ChildProcess("counter", Worker)) as process:
        yield process


@pytest.fixture
def impatient() -> Iterator[ChildProcess]:
    """A child that is killed at once when it does not react."""
    process = ChildProcess("counter", Worker, cancel_grace=0.05, close_grace=0.05)
    with contextlib.closing(process):
        yield process


class CancelledWhenLookedAt(CancelToken):
    """Cancels itself when it was looked at `looks` times: a user who comes a little later."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._looks = looks

    @property
    def cancelled(self) -> bool:
        self._looks -= 1
        if self._looks < 0:
            self.cancel()
        return super().cancelled


def process_id(child: ChildProcess) -> int:
    assert child.process_id is not None
    return child.process_id


def test_starts_with_the_first_call_and_keeps_its_state(child: ChildProcess) -> None:
    assert child.process_id is None
    assert child.call("add", 2, 3) == 5
    assert child.call("calls") == 1
    assert child.call("process_id") == child.process_id != os.getpid()


def test_arrays_cross_the_pipe(child: ChildProcess) -> None:
    vectors = np.arange(300_000, dtype=np.float32).reshape(-1, 3)
    assert np.array_equal(child.call("doubled", vectors), vectors * 2)


def test_streams_items_in_order(child: ChildProcess) -> None:
    assert list(child.stream("count", 5)) == [0, 1, 2, 3, 4]
    assert list(child.stream("count", 0)) == []


def test_the_child_imports_no_qt(child: ChildProcess) -> None:
    assert child.call("modules", "PySide6", "shiboken6") == []


def test_works_in_a_program_started_as_a_module() -> None:
    command = [sys.executable, "-m", "tests.unit.adapters.process.program"]
    done = subprocess.run(
        command, cwd=REPOSITORY, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "5\n", "")


def test_unknown_and_private_methods_are_bugs(child: ChildProcess) -> None:
    for name in ("_hidden", "missing"):
        with pytest.raises(WorkerBug, match="wrong inside Pincite") as caught:
            child.call(name)
        assert "AttributeError" in caught.value.detail


# --- errors ---------------------------------------------------------------------------------


def test_our_errors_cross_whole(child: ChildProcess) -> None:
    with pytest.raises(InvalidInput) as caught:
        child.call("refuse_input")
    error = caught.value
    assert (error.message, error.code, error.detail) == ("The question is empty.", "empty", "len=0")
    assert str(error) == error.message


def test_extraction_failures_keep_their_status(child: ChildProcess) -> None:
    items = child.stream("fail_to_extract")
    assert next(items) == 1
    with pytest.raises(ExtractionFailed) as caught:
        next(items)
    assert caught.value.status is DocumentStatus.DAMAGED
    assert caught.value.code == "damaged"
    assert child.call("add", 1, 1) == 2


def test_bugs_cross_without_their_text(child: ChildProcess) -> None:
    with pytest.raises(WorkerBug) as caught:
        child.call("have_a_bug")
    error = caught.value
    assert error.detail.startswith("ValueError in handlers.py:")
    assert handlers.SECRET not in error.message + error.detail + repr(error)
    assert child.call("calls") == 0, "the child lives on"


def test_results_and_arguments_that_no_pipe_takes(child: ChildProcess) -> None:
    with pytest.raises(WorkerBug):
        child.call("return_what_no_pipe_takes")
    with pytest.raises(TypeError, match="pickle"):
        child.call("add", threading.Lock(), 1)
    assert child.call("add", 1, 1) == 2


def test_an_error_of_the_factory_is_raised_and_leaves_no_process() -> None:
    child = ChildProcess("counter", handlers.broken_factory)
    with pytest.raises(InvalidInput, match="unknown kind"):
        child.call("add", 1, 1)
    assert child.process_id is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps RLIMIT_AS")
def test_memory_is_limited_and_the_child_replaced() -> None:
    child = ChildProcess("counter", Worker, memory_limit_bytes=4 << 30)
    with contextlib.closing(child):
        assert child.call("allocate", 1 << 20) == 1 << 20
        with pytest.raises(WorkerDied) as caught:
            child.call("allocate", 5 << 30)
        assert caught.value.code == "worker_memory"
        assert child.process_id is None
        assert child.call("allocate", 1 << 20) == 1 << 20


# --- death and lateness ---------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_child_killed_in_a_stream_is_replaced(child: ChildProcess) -> None:
    items = child.stream("yield_once_and_hang")
    assert next(items) == 1
    os.kill(process_id(child), signal.SIGKILL)
    with pytest.raises(WorkerDied, match=r"^The counter ended unexpectedly\.") as caught:
        next(items)
    assert caught.value.detail == f"exit status -{int(signal.SIGKILL)}"
    assert list(child.stream("count", 2)) == [0, 1]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_child_killed_between_calls_is_replaced(child: ChildProcess) -> None:
    assert child.call("add", 1, 1) == 2
    os.kill(process_id(child), signal.SIGKILL)
    with contextlib.suppress(WorkerDied):  # it may not have ended yet when we ask
        child.call("add", 1, 1)
    assert child.call("add", 1, 1) == 2


def test_a_child_that_exits_in_a_call(child: ChildProcess) -> None:
    with pytest.raises(WorkerDied) as caught:
        child.call("exit_at_once")
    assert caught.value.detail == "exit status 3"
    assert not isinstance(caught.value, WorkerTimeout)


def test_a_late_item_ends_the_child(child: ChildProcess) -> None:
    items = child.stream("yield_once_and_hang", item_timeout=1.0)
    assert next(items) == 1
    with pytest.raises(WorkerTimeout, match="took too long"):
        next(items)
    assert child.process_id is None


def test_a_late_call_ends_the_child(child: ChildProcess) -> None:
    child.call("add", 1, 1)
    with pytest.raises(WorkerTimeout):
        child.call("hang", timeout=0.05)
    assert child.call("add", 1, 1) == 2


def test_a_factory_that_hangs_is_ended() -> None:
    child = ChildProcess("counter", handlers.hanging_factory, start_timeout=0.2)
    with pytest.raises(WorkerTimeout):
        child.call("add", 1, 1)
    assert child.process_id is None


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_an_interrupt_does_not_reach_the_child(child: ChildProcess) -> None:
    child.call("add", 1, 1)
    before = process_id(child)
    os.kill(before, signal.SIGINT)
    assert child.call("process_id") == before


@LINUX_ONLY
def test_the_child_ends_with_its_parent() -> None:
    command = [sys.executable, "-m", "tests.unit.adapters.process.program", "wait"]
    with subprocess.Popen(
        command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "5\n"
        child_ends = os.pidfd_open(int(parent.stdout.readline()))
        try:
            parent.kill()
            ready, _, _ = select.select([child_ends], [], [], 30)
        finally:
            os.close(child_ends)
    assert ready


# --- cancelling and leaving -----------------------------------------------------------------


def test_cancel_reaches_running_work_which_may_end_in_its_own_way(child: ChildProcess) -> None:
    cancel = CancelToken()
    items = child.stream("count_and_say_why_it_ended", cancel=cancel)
    assert next(items) == 0
    before = child.process_id
    cancel.cancel()
    assert list(items)[-1] == "cancelled"
    assert child.call("process_id") == before


def test_cancelled_crosses_the_pipe(child: ChildProcess) -> None:
    cancel = CancelToken()
    items = child.stream("yield_once_and_wait_for_cancel", cancel=cancel)
    next(items)
    before = child.process_id
    cancel.cancel()
    with pytest.raises(Cancelled):
        next(items)
    assert child.call("process_id") == before


def test_work_that_ignores_a_cancel_is_killed(impatient: ChildProcess) -> None:
    cancel = CancelToken()
    items = impatient.stream("yield_once_and_hang", cancel=cancel)
    next(items)
    cancel.cancel()
    with pytest.raises(Cancelled):
        next(items)
    assert impatient.process_id is None
    assert impatient.call("add", 1, 1) == 2


def test_nothing_starts_when_cancelled_before(child: ChildProcess) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        child.call("add", 1, 1, cancel=cancel)
    assert child.process_id is None


def test_cancel_while_the_child_starts() -> None:
    child = ChildProcess("counter", handlers.hanging_factory)
    with pytest.raises(Cancelled):
        child.call("add", 1, 1, cancel=CancelledWhenLookedAt(3))
    assert child.process_id is None


def test_leaving_a_stream_keeps_the_channel_in_step(child: ChildProcess) -> None:
    for _ in range(20):
        with contextlib.closing(child.stream("count", 1_000_000)) as items:
            assert next(items) == 0
        assert child.call("add", 20, 22) == 42
    assert child.call("calls") == 20, "the child was not replaced"


def test_leaving_a_stream_that_hangs_kills_the_child(impatient: ChildProcess) -> None:
    items = impatient.stream("yield_once_and_hang")
    next(items)
    items.close()
    assert impatient.process_id is None
    assert impatient.call("add", 1, 1) == 2


def test_an_exception_in_the_loop_over_a_stream_leaves_it_too(child: ChildProcess) -> None:
    def consume() -> None:
        for number in child.stream("count", 1_000_000):
            raise LookupError(number)

    with pytest.raises(LookupError):
        consume()
    assert child.call("add", 1, 1) == 2


# --- turns and closing ----------------------------------------------------------------------


def in_thread(work: Callable[[], object]) -> tuple[threading.Thread, list[object]]:
    """Run work in a thread; its result or its exception is put into the list."""
    outcome: list[object] = []

    def run() -> None:
        try:
            outcome.append(work())
        except Exception as error:
            outcome.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, outcome


def test_calls_of_many_threads_take_turns(child: ChildProcess) -> None:
    runs = [in_thread(lambda n=n: sum(child.stream("count", n))) for n in range(8)]  # type: ignore[misc]
    for thread, _ in runs:
        thread.join(30)
    assert [outcome for _, outcome in runs] == [[sum(range(n))] for n in range(8)]


def test_a_second_request_inside_a_stream_is_a_bug_not_a_deadlock(child: ChildProcess) -> None:
    items = child.stream("count", 3)
    next(items)
    with pytest.raises(RuntimeError, match="stream of this process open"):
        child.call("add", 1, 1)
    assert list(items) == [1, 2]


def test_waiting_for_a_turn_can_be_cancelled(child: ChildProcess) -> None:
    items = child.stream("count", 3)
    next(items)
    thread, outcome = in_thread(lambda: child.call("add", 1, 1, cancel=CancelledWhenLookedAt(3)))
    thread.join(30)
    assert isinstance(outcome[0], Cancelled)
    assert list(items) == [1, 2]


@pytest.mark.parametrize("method", ["yield_once_and_wait_for_cancel", "yield_once_and_hang"])
def test_close_stops_a_request_of_another_thread(impatient: ChildProcess, method: str) -> None:
    running = threading.Event()

    def consume() -> None:
        for _ in impatient.stream(method):
            running.set()

    thread, outcome = in_thread(consume)
    assert running.wait(30)
    impatient.close()
    thread.join(30)
    assert isinstance(outcome[0], Cancelled)
    assert impatient.process_id is None


def test_close_inside_a_stream_of_the_same_thread(child: ChildProcess) -> None:
    items = child.stream("count", 1_000_000)
    next(items)
    child.close()
    with pytest.raises(Cancelled):
        list(items)
    assert child.process_id is None


def test_close_lets_the_handler_close_and_may_be_repeated(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    child = ChildProcess("counter", Worker, mark)
    child.close()
    child.call("add", 1, 1)
    child.close()
    assert mark.read_text() == "closed"
    child.close()
    assert child.process_id is None
    assert child.call("add", 1, 1) == 2, "it can be used again"
    child.close()


def test_a_worn_child_is_replaced() -> None:
    with contextlib.closing(ChildProcess("counter", Worker, restart_after=2)) as child:
        ids = [child.call("process_id") for _ in range(4)]
    assert ids[0] == ids[1] != ids[2] == ids[3]


@LINUX_ONLY
def test_descriptors_are_given_back(child: ChildProcess) -> None:
    def cycle() -> int:
        child.call("add", 1, 1)
        with contextlib.suppress(WorkerDied):
            child.call("exit_at_once")
        child.call("add", 1, 1)
        child.close()
        return len(list(Path("/proc/self/fd").iterdir()))

    assert cycle() == cycle() == cycle()


def test_what_the_child_prints_goes_nowhere(
    child: ChildProcess, capfd: pytest.CaptureFixture[str]
) -> None:
    child.call("write_to_both_outputs")
    child.close()
    assert capfd.readouterr() == ("", "")


def test_what_the_child_prints_is_shown_for_debugging(
    child: ChildProcess, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_DEBUG", "1")
    with pytest.raises(WorkerBug):
        child.call("have_a_bug")
    child.close()
    assert "ValueError: " + handlers.SECRET in capfd.readouterr().err

"""The language engine is compiled once, under a name that says for what."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from setup_steps import llama_wheel
from setup_steps.build_progress import BuildProgress
from setup_steps.cpu import Level, switches
from setup_steps.errors import SetupError
from setup_steps.llama_wheel import Target, build_command, read_pin
from setup_steps.places import Places

SHA = "0" * 63 + "a"
LOCK = f"llama-cpp-python==0.3.36 \\\n    --hash=sha256:{SHA}\n"


def test_read_pin() -> None:
    assert read_pin(LOCK) == llama_wheel.Pin("0.3.36", SHA)


@pytest.mark.parametrize("lock", ["", "llama-cpp-python==0.3.36", LOCK + LOCK])
def test_a_damaged_lock_is_told(lock: str) -> None:
    with pytest.raises(SetupError, match="damaged"):
        read_pin(lock)


def test_the_name_tells_all_that_changes_the_code() -> None:
    target = Target("0.3.36", "cp311", "linux_x86_64", Level.AVX2)
    name = target.folder_name(switches(Level.AVX2), b"")
    assert name.startswith("0.3.36-cp311-linux_x86_64-avx2-")
    assert name == target.folder_name(dict(reversed(switches(Level.AVX2).items())), b"")
    assert name != target.folder_name({**switches(Level.AVX2), "GGML_FMA": "OFF"}, b"")
    assert name != target.folder_name(switches(Level.AVX2), b"set(X)")


def test_pip_cannot_give_back_a_wheel_with_other_switches(tmp_path: Path) -> None:
    command = build_command(
        tmp_path / "python", tmp_path / "s.tar.gz", tmp_path / "out", {"GGML_AVX2": "ON"}, tmp_path
    )
    assert "--no-cache-dir" in command
    assert "--no-index" in command
    assert "--config-settings=cmake.define.GGML_AVX2=ON" in command
    assert f"--config-settings=cmake.define.CMAKE_PROJECT_INCLUDE={tmp_path.as_posix()}" in command


@pytest.fixture
def places(tmp_path: Path) -> Places:
    locks = tmp_path / "checkout" / "packaging" / "locks"
    locks.mkdir(parents=True)
    (locks / "llama.lock").write_text(LOCK)
    return Places(tmp_path / "checkout", tmp_path / "cache")


def test_a_kept_wheel_is_used_without_a_compile(places: Places) -> None:
    assert llama_wheel.find(places, Level.AVX2) is None
    folder = llama_wheel.folder(places, Level.AVX2)
    folder.mkdir(parents=True)
    wheel = folder / "llama_cpp_python-0.3.36-py3-none-any.whl"
    wheel.touch()
    assert llama_wheel.ensure(places, Level.AVX2) == wheel
    assert llama_wheel.find(places, Level.BASELINE) is None


def _watch(code: str, log: Path) -> tuple[int, BuildProgress, str]:
    shown = io.StringIO()
    progress = BuildProgress("Compiling", shown)
    status = llama_wheel._watch([sys.executable, "-c", code], os.environ, log, progress)
    return status, progress, shown.getvalue()


def test_output_goes_to_the_log_and_progress_to_the_screen(tmp_path: Path) -> None:
    log = tmp_path / "build.log"
    status, progress, shown = _watch("print('[1/2] c++'); print('[2/2] ld')", log)
    assert status == 0
    assert log.read_text() == "[1/2] c++\n[2/2] ld\n"
    assert list(progress.last_lines) == ["[1/2] c++", "[2/2] ld"]
    assert shown.startswith("Compiling: getting ready, 0 s\n")


def test_a_failed_build_gives_its_status(tmp_path: Path) -> None:
    status, progress, _ = _watch("import sys; sys.exit('error: no')", tmp_path / "build.log")
    assert status == 1
    assert list(progress.last_lines) == ["error: no"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups of this kind")
def test_an_interruption_ends_the_compilers(tmp_path: Path) -> None:
    class Interrupting(BuildProgress):
        def take(self, line: str) -> None:
            os.kill(int(line), 0)  # it lives
            self.child = int(line)
            raise KeyboardInterrupt

    code = (
        "import subprocess, sys;"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']);"
        "print(child.pid, flush=True); child.wait()"
    )
    progress = Interrupting("Compiling", io.StringIO())
    with pytest.raises(KeyboardInterrupt):
        llama_wheel._watch([sys.executable, "-c", code], os.environ, tmp_path / "log", progress)
    assert _ends(progress.child)


def _ends(pid: int) -> bool:
    """Whether a process that is not our child ends within five seconds."""
    for _ in range(250):
        try:
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (ProcessLookupError, FileNotFoundError):
            return True
        if state == "Z":
            return True
        threading.Event().wait(0.02)
    os.kill(pid, signal.SIGKILL)
    return False

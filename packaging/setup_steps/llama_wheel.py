"""The wheel of llama-cpp-python, compiled once for this kind of machine and kept in the cache.

Only its source is on the package index. A build happens in a folder of its own, and the wheel
gets its place in the cache by a rename, so that what lies there is always whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from setup_steps import build_tools
from setup_steps.build_progress import BuildProgress, elapsed
from setup_steps.cpu import Level, switches
from setup_steps.errors import SetupError
from setup_steps.places import Places
from setup_steps.processes import environment, run

CMAKE_INCLUDE = Path(__file__).with_name("llama_without_common.cmake")

# Build folders this old were left by a computer that went off; younger ones may be at work.
ABANDONED_AFTER_SECONDS = 24 * 3600

_PIN = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[\w.]+)", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Pin:
    """A version of a source release, and the SHA-256 that its file must have."""

    version: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Target:
    """What a wheel is compiled for."""

    version: str
    python_tag: str
    platform: str
    level: Level

    def folder_name(self, definitions: Mapping[str, str], include: bytes) -> str:
        """Name in the cache: whatever changes the compiled code changes the name."""
        text = "\n".join(f"{name}={value}" for name, value in sorted(definitions.items()))
        digest = hashlib.sha256(text.encode() + b"\n" + include).hexdigest()[:12]
        return f"{self.version}-{self.python_tag}-{self.platform}-{self.level}-{digest}"


def read_pin(lock: str) -> Pin:
    """The one pinned source release of a lock file.

    :raises SetupError: the text has not exactly one pin with one hash.
    """
    pins, hashes = _PIN.findall(lock), _HASH.findall(lock)
    if len(pins) != 1 or len(hashes) != 1:
        raise SetupError("packaging/locks/llama.lock is damaged. Get it again with git.")
    return Pin(version=pins[0][1], sha256=hashes[0])


def folder(places: Places, level: Level) -> Path:
    """Where the wheel for this machine lies, or will lie."""
    target = Target(
        version=read_pin(places.lock("llama").read_text()).version,
        python_tag=f"cp{sys.version_info.major}{sys.version_info.minor}",
        platform=re.sub(r"[^\w]", "_", sysconfig.get_platform()),
        level=level,
    )
    name = target.folder_name(switches(level), CMAKE_INCLUDE.read_bytes())
    return places.cache / "wheels" / name


def find(places: Places, level: Level) -> Path | None:
    """The wheel for this machine, when it was compiled before."""
    return next(folder(places, level).glob("*.whl"), None)


def ensure(places: Places, level: Level) -> Path:
    """The wheel for this machine, compiled first where it is missing.

    :raises SetupError: the source cannot be fetched or compiled.
    """
    wheel = find(places, level)
    if wheel is not None:
        return wheel
    tools = build_tools.ensure(places)
    source = _fetch(places, tools)
    kept = folder(places, level)
    kept.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(kept.parent)
    with _terminable(), tempfile.TemporaryDirectory(prefix=".building-", dir=kept.parent) as work:
        _compile(places, tools, source, Path(work), switches(level))
        done = Path(work) / "wheel"
        # Another checkout may have been faster; its wheel is the same.
        with contextlib.suppress(OSError):
            done.rename(kept)
    wheel = find(places, level)
    if wheel is None:
        raise SetupError(f"The compiled wheel could not be kept in {kept}. Is the disk full?")
    return wheel


def _fetch(places: Places, tools: Path) -> Path:
    """The source release, from the cache or the package index."""
    pin = read_pin(places.lock("llama").read_text())
    downloads = places.cache / "downloads"
    downloads.mkdir(parents=True, exist_ok=True)
    wanted = downloads / f"llama_cpp_python-{pin.version}.tar.gz"
    if not (wanted.is_file() and _sha256(wanted) == pin.sha256):
        print("Fetching the source of the language engine (77 MB).", flush=True)
        options = ["--no-deps", "--no-binary=:all:", "--no-build-isolation", "--require-hashes"]
        paths = [f"--requirement={places.lock('llama')}", f"--dest={downloads}"]
        run(
            [str(tools), "-m", "pip", "download", *options, *paths],
            "The source of the language engine could not be fetched. Look at the lines before "
            "this one, and run the command again when the network works.",
        )
    if not (wanted.is_file() and _sha256(wanted) == pin.sha256):
        raise SetupError(f"{wanted} is not the source release that was expected. Delete it.")
    return wanted


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _remove_abandoned(folder_of_builds: Path) -> None:
    for left in folder_of_builds.glob(".building-*"):
        if time.time() - left.stat().st_mtime > ABANDONED_AFTER_SECONDS:
            shutil.rmtree(left, ignore_errors=True)


def build_command(
    tools: Path, source: Path, wheels: Path, definitions: Mapping[str, str], include: Path
) -> list[str]:
    """The command that compiles. pip's own cache is left out: it would give back a wheel that
    was compiled with other switches."""
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--no-cache-dir", "--verbose"]
    everything = {**definitions, "CMAKE_PROJECT_INCLUDE": include.as_posix()}
    settings = [f"--config-settings=cmake.define.{k}={v}" for k, v in everything.items()]
    return [
        *[str(tools), "-m", "pip", "wheel", *options, *settings],
        *["--wheel-dir", str(wheels), str(source)],
    ]


def _compile(
    places: Places, tools: Path, source: Path, work: Path, definitions: Mapping[str, str]
) -> None:
    """Make the wheel in `work`/wheel, and show that it goes on."""
    log = places.cache / "logs" / "llama-build.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    wheels, temporary = work / "wheel", work / "tmp"
    temporary.mkdir()
    print(
        "Compiling the language engine (llama.cpp) for this computer. "
        "This takes up to 15 minutes on two cores and is done once.\n"
        f"All that the compiler says goes to {log}",
        flush=True,
    )
    progress = BuildProgress("Compiling")
    command = build_command(tools, source, wheels, definitions, CMAKE_INCLUDE)
    started = time.monotonic()
    # cmake and ninja are found in the folder of the tools; scratch files die with `work`.
    path = os.pathsep.join([str(tools.parent), os.environ.get("PATH", "")])
    env = environment(os.environ, PATH=path, TMPDIR=str(temporary), TEMP=str(temporary))
    status = _watch(command, env, log, progress)
    if status != 0:
        tail = "\n".join(f"  {line}" for line in progress.last_lines)
        hint = (
            "\nOn Windows the Build Tools for Visual Studio with C++ are needed."
            if sys.platform == "win32"
            else ""
        )
        raise SetupError(
            f"The language engine could not be compiled. The last lines of {log}:\n{tail}{hint}"
        )
    print(f"Compiled in {elapsed(time.monotonic() - started)}.", flush=True)


def _watch(command: list[str], env: Mapping[str, str], log: Path, progress: BuildProgress) -> int:
    """Run a build with its output in `log` and its progress shown; its exit status."""
    lines: queue.Queue[str | None] = queue.Queue()
    with log.open("w", encoding="utf-8") as file, _started(command, env) as process:
        reader = threading.Thread(target=_read, args=(process, lines), name="build output")
        reader.start()
        try:
            while (line := _next_line(lines, progress)) is not None:
                file.write(line)
                progress.take(line)
        finally:
            _stop(process)
            reader.join()
            progress.end()
    return process.returncode


def _started(command: list[str], env: Mapping[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        env=dict(env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        # A group of its own, so that an interruption ends the compilers too.
        start_new_session=True,
    )


def _read(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    if process.stdout is not None:
        for line in process.stdout:
            lines.put(line)
    lines.put(None)


def _next_line(lines: queue.Queue[str | None], progress: BuildProgress) -> str | None:
    """Wait for a line, and let the progress tick meanwhile."""
    while True:
        progress.tick()
        with contextlib.suppress(queue.Empty):
            return lines.get(timeout=0.2)


def _stop(process: subprocess.Popen[str]) -> None:
    """End a build that was interrupted; reap one that has ended."""
    if process.poll() is None:
        if sys.platform == "win32":
            process.terminate()
        else:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
    process.wait()


@contextlib.contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM clean up as Ctrl+C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)

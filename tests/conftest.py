"""What every test can count on: private folders, no network, and nothing left behind.

A test fails when a record of WARNING or above is logged that it did not ask for. To expect one,
log it inside `with caplog.at_level(logging.WARNING):` (or the level that is expected) and assert
on `caplog.records`. A test also fails when a thread or a child process is alive after it.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import platformdirs
import pytest

from app.core.domain.model import Manifest
from tests import leftovers

REPOSITORY = Path(__file__).resolve().parent.parent

# The command that fetches each model, for the sentence that a failing test shows.
COMMAND_THAT_FETCHES = {"starter": "make check-models"}

hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """The folder of fetched models: PINCITE_MODELS, or the program's own."""
    chosen = os.environ.get("PINCITE_MODELS")
    if chosen:
        return Path(chosen)
    return platformdirs.user_data_path("Pincite", appauthor=False) / "models"


@pytest.fixture(scope="session")
def model_paths(models_dir: Path) -> Callable[[str], tuple[Path, ...]]:
    """Gives the files of a model of the manifest, by its name; fails where one is missing."""
    manifest = Manifest.model_validate_json((REPOSITORY / "models" / "manifest.json").read_text())

    def find(name: str) -> tuple[Path, ...]:
        entry = manifest.find(name)
        if entry is None:
            pytest.fail(f"The manifest has no model named {name}.")
        paths = tuple(models_dir / file.name for file in entry.files)
        missing = [path.name for path in paths if not path.is_file()]
        if missing:
            command = COMMAND_THAT_FETCHES.get(name, "make test")
            pytest.fail(
                f"{', '.join(missing)} is missing. Run {command}, which fetches the models."
            )
        return paths

    return find


@pytest.fixture
def library_dir(tmp_path: Path) -> Path:
    """An empty folder for the library of one test."""
    folder = tmp_path / "library"
    folder.mkdir()
    return folder


@pytest.fixture(autouse=True)
def _private_folders(
    tmp_path_factory: pytest.TempPathFactory, models_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keep the user's own library and settings out of reach, and the fetched models in it."""
    home = tmp_path_factory.mktemp("user")
    monkeypatch.setenv("PINCITE_MODELS", str(models_dir))
    monkeypatch.setenv("PINCITE_LIBRARY", str(home / "library"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test connect to this machine only."""
    connect = socket.socket.connect

    def connect_here(self: socket.socket, address: object) -> None:
        host = address[0] if isinstance(address, tuple) else None
        if self.family != getattr(socket, "AF_UNIX", None) and host not in {
            "127.0.0.1",
            "::1",
            "localhost",
        }:
            pytest.fail("A test tried to reach the network.")
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", connect_here)


class _UnexpectedRecords(logging.Handler):
    """Keeps the records of WARNING and above that the test did not ask for."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        super().__init__(logging.WARNING)
        self._caplog = caplog
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        # at_level() sets the level of the capturing handler; it is NOTSET otherwise.
        asked_for = self._caplog.handler.level
        if asked_for == logging.NOTSET or record.levelno < asked_for:
            self.lines.append(f"{record.levelname} {record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def _no_unexpected_logs(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    handler = _UnexpectedRecords(caplog)
    root = logging.getLogger()
    root.addHandler(handler)
    yield
    root.removeHandler(handler)
    if handler.lines:
        pytest.fail("Unexpected log records:\n" + "\n".join(handler.lines), pytrace=False)


@pytest.fixture(autouse=True)
def _nothing_left_alive() -> Iterator[None]:
    threads, children = leftovers.live_threads(), leftovers.live_children()
    yield
    remaining = {
        "threads": leftovers.left_over(leftovers.live_threads, threads),
        "child processes": leftovers.left_over(leftovers.live_children, children),
    }
    for kind, names in remaining.items():
        if names:
            pytest.fail(f"Left alive, {kind}: " + ", ".join(names), pytrace=False)


EXIT_STATUS = pytest.StashKey[int]()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Keep the result for the end."""
    session.config.stash[EXIT_STATUS] = int(exitstatus)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave at once where Qt was used.

    Thousands of widgets in one process outlive their QApplication here, and the interpreter then
    crashes while it takes them apart, after the last test and its report. The result stands by
    then. The program itself has one window and closes it first.
    """
    status = config.stash.get(EXIT_STATUS, None)
    if status is not None and "PySide6.QtWidgets" in sys.modules:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)

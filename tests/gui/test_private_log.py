"""What the log keeps of an exception: its class and places in our modules, and no word of it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from app.adapters.file_source import LocalFiles
from app.core.domain.cancel import CancelToken
from app.core.errors import PinciteError
from app.gui.start import kept_log
from app.workers.lane import Task

SECRET = "secret words"


def log_of(library: Path) -> str:
    return (library / "logs" / "pincite.log").read_text(encoding="utf-8")


def test_a_bug_in_a_task(library_dir: Path, caplog: pytest.LogCaptureFixture) -> None:
    def job(cancel: CancelToken) -> Iterable[object]:
        raise ValueError(SECRET)

    with kept_log(library_dir), caplog.at_level(logging.ERROR):
        Task(job).run()
    text = log_of(library_dir)
    assert "task ended by a bug" in text
    assert "ValueError at app.workers.lane:" in text
    assert SECRET not in text
    assert ".py" not in text


def test_an_exception_that_no_one_caught(
    library_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = library_dir / f"{SECRET}.pdf"
    with kept_log(library_dir), caplog.at_level(logging.ERROR):
        try:
            path.read_bytes()
        except FileNotFoundError as error:
            sys.excepthook(type(error), error, error.__traceback__)
    text = log_of(library_dir)
    assert "uncaught exception\n  FileNotFoundError" in text
    assert SECRET not in text
    assert str(library_dir) not in text


def test_what_an_exception_came_from(library_dir: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = library_dir / f"{SECRET}.pdf"
    with kept_log(library_dir), caplog.at_level(logging.ERROR):
        try:
            try:
                LocalFiles().sha256(path, cancel=CancelToken())
            except PinciteError:
                int(SECRET)
        except ValueError as error:
            sys.excepthook(type(error), error, error.__traceback__)
    text = log_of(library_dir)
    _, *kinds = [line.split()[0] for line in text.splitlines()]
    assert kinds == ["ValueError", "app.core.ports.reading.ExtractionFailed", "FileNotFoundError"]
    assert "FileNotFoundError at app.adapters.file_source:" in text
    assert SECRET not in text


def test_a_traceback_that_another_handler_wrote_is_not_taken_over(
    library_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    logger = logging.getLogger("app.tests")
    with kept_log(library_dir), caplog.at_level(logging.ERROR):
        try:
            raise ValueError(SECRET)
        except ValueError as error:
            kind = (type(error), error, error.__traceback__)
        record = logger.makeRecord(logger.name, logging.ERROR, "f", 1, "a bug", (), kind)
        record.exc_text = logging.Formatter().formatException(kind)
        logger.handle(record)
        assert SECRET in (record.exc_text or "")
    assert SECRET not in log_of(library_dir)

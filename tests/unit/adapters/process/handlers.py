"""Handlers for the tests of child processes. They run in the child."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentStatus
from app.core.errors import InvalidInput
from app.core.ports import ExtractionFailed, Vectors

SECRET = "the witness is Ada Quill"


class Worker:
    """Does in each method what its name says."""

    def __init__(self, closed_mark: Path | None = None) -> None:
        self._closed_mark = closed_mark
        self._calls = 0

    def close(self) -> None:
        if self._closed_mark is not None:
            self._closed_mark.write_text("closed")

    def add(self, _cancel: CancelToken, left: int, right: int) -> int:
        self._calls += 1
        return left + right

    def calls(self, _cancel: CancelToken) -> int:
        return self._calls

    def process_id(self, _cancel: CancelToken) -> int:
        return os.getpid()

    def modules(self, _cancel: CancelToken, *tops: str) -> list[str]:
        return [name for name in sys.modules if name.partition(".")[0] in tops]

    def doubled(self, _cancel: CancelToken, vectors: Vectors) -> Vectors:
        return np.asarray(vectors * 2, dtype=np.float32)

    def count(self, cancel: CancelToken, stop: int) -> Iterator[int]:
        for number in range(stop):
            cancel.raise_if_cancelled()
            yield number

    def count_and_say_why_it_ended(self, cancel: CancelToken) -> Iterator[object]:
        number = 0
        while not cancel.cancelled:
            yield number
            number += 1
        yield "cancelled"

    def yield_once_and_wait_for_cancel(self, cancel: CancelToken) -> Iterator[int]:
        yield 1
        cancel.wait(60)
        cancel.raise_if_cancelled()

    def yield_once_and_hang(self, _cancel: CancelToken) -> Iterator[int]:
        yield 1
        threading.Event().wait(60)

    def hang(self, _cancel: CancelToken) -> None:
        threading.Event().wait(60)

    def refuse_input(self, _cancel: CancelToken) -> None:
        raise InvalidInput("The question is empty.", code="empty", detail="len=0")

    def fail_to_extract(self, _cancel: CancelToken) -> Iterator[int]:
        yield 1
        raise ExtractionFailed(DocumentStatus.DAMAGED, "The file is damaged.", detail="xref")

    def have_a_bug(self, _cancel: CancelToken) -> None:
        raise ValueError(SECRET)

    def return_what_no_pipe_takes(self, _cancel: CancelToken) -> object:
        return threading.Lock()

    def allocate(self, _cancel: CancelToken, size: int) -> int:
        return len(bytearray(size))

    def exit_at_once(self, _cancel: CancelToken) -> None:
        os._exit(3)

    def write_to_both_outputs(self, _cancel: CancelToken) -> None:
        os.write(1, b"from the child")
        os.write(2, b"from the child")
        print("from the child")  # noqa: T201
        print("from the child", file=sys.stderr)  # noqa: T201

    def _hidden(self, _cancel: CancelToken) -> None:
        raise AssertionError("reached")


def broken_factory() -> object:
    raise InvalidInput("The model is of an unknown kind.")


def hanging_factory() -> object:
    threading.Event().wait(60)
    return object()

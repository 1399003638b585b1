"""The child's side: makes a handler, then answers requests until the parent closes or dies.

A handler is any object. Its public methods take a :class:`WatchedToken` first, then the arguments
of the request, and return a value or yield items. They run one at a time in the main thread,
while a second thread listens for cancels.
"""

from __future__ import annotations

import contextlib
import faulthandler
import io
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TextIO

from app.adapters.process.messages import (
    START,
    Cancel,
    Close,
    Done,
    Failed,
    Item,
    Ready,
    Reply,
    Request,
    failure,
)
from app.adapters.process.watched_token import WatchedToken

DEBUG_VARIABLE = "PINCITE_DEBUG"
"""Environment variable that lets children write to the parent's standard error."""

EXIT_UNREADABLE = 70
"""Exit status of a child that could not read a request (EX_SOFTWARE of sysexits.h)."""

ORPHAN_GRACE_SECONDS = 2.0
"""How long running work may take to notice that the parent is gone."""


@dataclass(frozen=True, slots=True)
class ChildLimits:
    """Bounds that a child sets itself before it does anything else."""

    memory_bytes: int | None = None
    """Address space (RLIMIT_AS), on systems that have it."""


def run_child(
    connection: Connection,
    limits: ChildLimits,
    handler_factory: Callable[..., object],
    args: tuple[object, ...],
) -> None:
    """Entry point of a spawned child."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    if os.environ.get(DEBUG_VARIABLE):
        if sys.stderr is not None:
            faulthandler.enable()
    else:
        _silence()
    _limit_memory(limits.memory_bytes)
    serve(connection, lambda: handler_factory(*args))


def serve(connection: Connection, handler_factory: Callable[[], object]) -> None:
    """Answer requests until told to close, or until the parent is gone."""
    _Server(connection).run(handler_factory)


class _ParentGoneError(Exception):
    """The pipe broke while we were writing."""


class _Server:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._requests: queue.SimpleQueue[tuple[Request, WatchedToken] | None] = queue.SimpleQueue()
        self._latest = START
        self._cancel = WatchedToken()
        self._over = threading.Event()

    def run(self, handler_factory: Callable[[], object]) -> None:
        threading.Thread(target=self._listen, name="requests", daemon=True).start()
        try:
            with contextlib.suppress(_ParentGoneError):
                self._run(handler_factory)
        finally:
            self._over.set()

    def _run(self, handler_factory: Callable[[], object]) -> None:
        try:
            handler = handler_factory()
        except Exception as error:
            self._send(_report(START, error))
            return
        try:
            self._send(Ready())
            while (entry := self._requests.get()) is not None:
                self._answer(handler, *entry)
        finally:
            close = getattr(handler, "close", None)
            if close is not None:
                close()

    def _answer(self, handler: object, request: Request, cancel: WatchedToken) -> None:
        try:
            if request.method.startswith("_"):
                raise AttributeError(request.method)
            result = getattr(handler, request.method)(cancel, *request.args)
            if request.streams:
                with contextlib.closing(result) as items:
                    for item in items:
                        self._send(Item(request.number, item))
                result = None
            self._send(Done(request.number, result))
        except _ParentGoneError:
            raise
        except Exception as error:
            self._send(_report(request.number, error))

    def _send(self, reply: Reply) -> None:
        try:
            self._connection.send(reply)
        except (BrokenPipeError, ConnectionError) as error:
            raise _ParentGoneError from error

    def _listen(self) -> None:
        try:
            while True:
                message = self._connection.recv()
                if isinstance(message, Request):
                    self._latest, self._cancel = message.number, WatchedToken()
                    self._requests.put((message, self._cancel))
                elif isinstance(message, Cancel):
                    if message.number == self._latest:
                        self._cancel.cancel()
                elif isinstance(message, Close):
                    self._requests.put(None)
        except (EOFError, OSError):
            self._leave()
        except Exception:
            traceback.print_exc()
            os._exit(EXIT_UNREADABLE)

    def _leave(self) -> None:
        """The parent is gone: end, whatever the main thread is at."""
        self._cancel.cancel()
        self._requests.put(None)
        if not self._over.wait(ORPHAN_GRACE_SECONDS):
            os._exit(0)


def _report(number: int, error: Exception) -> Failed:
    if os.environ.get(DEBUG_VARIABLE):
        traceback.print_exception(error)
    return failure(number, error)


def _silence() -> None:
    """Send what engines print to nowhere. A windowed program has no valid descriptors 1 and 2,
    and engines fail where they expect some; so they always get some."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (1, 2):
        if descriptor != nowhere:
            os.dup2(nowhere, descriptor)
    if nowhere not in (1, 2):
        os.close(nowhere)
    if sys.stdout is None:
        sys.stdout = _text_stream(1)
    if sys.stderr is None:
        sys.stderr = _text_stream(2)


def _text_stream(descriptor: int) -> TextIO:
    return io.TextIOWrapper(io.FileIO(descriptor, "w", closefd=False), encoding="utf-8")


def _limit_memory(limit: int | None) -> None:
    if limit is None:
        return
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(ValueError, OSError):  # a lower limit is set already
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

"""The parent's side: a child process that is started when needed and replaced when it fails."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from app.adapters.process.messages import (
    START,
    Cancel,
    Close,
    Done,
    Failed,
    Item,
    Ready,
    Request,
    WorkerBug,
)
from app.adapters.process.server import ChildLimits, run_child
from app.core.domain.cancel import CancelToken
from app.core.errors import Cancelled, WorkerDied, WorkerTimeout

# How often a waiting parent looks at its cancel token. Small against the 200 ms in which Stop
# has to take effect.
LOOK_SECONDS = 0.02


class ChildProcess:
    """A process with one handler, and the only way to call it.

    One request runs at a time; callers from other threads wait for their turn. Whatever goes
    wrong with a request, the next one finds a working process: a child that died, ran out of
    time or did not react to a cancel is killed, and another is started when needed.

    Args:
        name: What the child is to the user, such as "language model"; stands in messages.
        handler_factory: Makes the handler in the child. A class or function that can be
            imported; its module must import neither Qt nor more than the child needs.
        args: For the factory; they are pickled.
        memory_limit_bytes: Bound on the child's address space, where the system has one.
        restart_after: Replace the child after so many requests.
        start_timeout: Seconds until the handler must stand.
        cancel_grace: Seconds that a request may go on after its cancel before it is killed.
        close_grace: Seconds that the handler may take to close.
    """

    def __init__(
        self,
        name: str,
        handler_factory: Callable[..., object],
        *args: object,
        memory_limit_bytes: int | None = None,
        restart_after: int | None = None,
        start_timeout: float = 60.0,
        cancel_grace: float = 2.0,
        close_grace: float = 5.0,
    ) -> None:
        self._name = name
        self._factory = handler_factory
        self._args = args
        self._limits = ChildLimits(memory_bytes=memory_limit_bytes)
        self._restart_after = restart_after
        self._start_timeout = start_timeout
        self._cancel_grace = cancel_grace
        self._close_grace = close_grace
        self._numbers = itertools.count(START + 1)
        self._turn = threading.Lock()
        self._owner: int | None = None
        self._child: _Child | None = None
        self._closes = 0

    @property
    def process_id(self) -> int | None:
        """Id of the running process, None where there is none."""
        child = self._child
        return None if child is None else child.process_id

    @property
    def busy(self) -> bool:
        """Whether a request is under way."""
        return self._turn.locked()

    def call(
        self,
        method: str,
        *args: object,
        timeout: float | None = None,
        cancel: CancelToken | None = None,
    ) -> Any:
        """Call a method of the handler and give back what it returned.

        Args:
            timeout: Seconds after which the child is killed; starting it does not count.
            cancel: Passed on to the method. The method may still return.

        Raises:
            PinciteError: as the method raised it.
            WorkerDied: the child ended; WorkerTimeout if it had to be ended for being late.
            Cancelled: raised by the method, or the child was killed for going on after a cancel,
                or this object was closed meanwhile.
        """
        with self._request(Request(next(self._numbers), method, args, False), cancel) as exchange:
            reply = exchange.receive(timeout)
            assert isinstance(reply, Done)
            return reply.value

    def stream(
        self,
        method: str,
        *args: object,
        item_timeout: float | None = None,
        cancel: CancelToken | None = None,
    ) -> Generator[Any, None, None]:
        """Iterate over what a method of the handler yields.

        Leaving the iterator early (closing it) cancels the request. Keep it in one thread.

        Args:
            item_timeout: Seconds to wait for an item, or for the end, before the child is killed.
            cancel: Passed on to the method, which may yield more before it ends.

        Raises:
            As `call`.
        """
        with self._request(Request(next(self._numbers), method, args, True), cancel) as exchange:
            while isinstance(reply := exchange.receive(item_timeout), Item):
                yield reply.value

    def close(self) -> None:
        """End the child. A request that runs in another thread is cancelled. May be called at
        any time, again, and from any thread; a later request starts a new child."""
        self._closes += 1
        patience = self._cancel_grace + self._close_grace
        # A stream that this very thread left open cannot end while we wait for it.
        if self._owner != threading.get_ident() and self._turn.acquire(timeout=patience):
            try:
                self._drop(politely=True)
            finally:
                self._turn.release()
        elif (child := self._child) is not None:
            child.kill()  # the stream's owner will find it dead and put it away

    @contextlib.contextmanager
    def _request(self, request: Request, cancel: CancelToken | None) -> Iterator[_Exchange]:
        closes = self._closes

        def stopped() -> bool:
            return self._closes != closes or (cancel is not None and cancel.cancelled)

        with self._my_turn(stopped):
            child = self._ready_child(stopped)
            exchange = _Exchange(child, request.number, stopped, self._cancel_grace, self._name)
            try:
                exchange.send(request)
                yield exchange
            finally:
                exchange.settle()
                child.requests += 1
                worn = self._restart_after is not None and child.requests >= self._restart_after
                if exchange.broken or child.exhausted:
                    self._drop(politely=False)
                elif worn:
                    self._drop(politely=True)

    @contextlib.contextmanager
    def _my_turn(self, stopped: Callable[[], bool]) -> Iterator[None]:
        if self._owner == threading.get_ident():
            raise RuntimeError("This thread has a stream of this process open.")
        while True:
            if stopped():
                raise Cancelled
            if self._turn.acquire(timeout=LOOK_SECONDS):
                break
        self._owner = threading.get_ident()
        try:
            yield
        finally:
            self._owner = None
            self._turn.release()

    def _ready_child(self, stopped: Callable[[], bool]) -> _Child:
        if self._child is not None and self._child.alive:
            return self._child
        self._drop(politely=False)
        self._child = _Child(self._name, self._limits, self._factory, self._args)
        exchange = _Exchange(self._child, START, stopped, 0.0, self._name)
        try:
            exchange.receive(self._start_timeout)
        except BaseException:
            self._drop(politely=False)
            raise
        return self._child

    def _drop(self, *, politely: bool) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        if politely:
            child.end(self._close_grace)
        child.kill()
        child.release()


class _Child:
    """A started process and our end of its pipe."""

    def __init__(
        self,
        name: str,
        limits: ChildLimits,
        factory: Callable[..., object],
        args: tuple[object, ...],
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe(duplex=True)
        self.requests = 0
        self.exhausted = False
        self._reaping = threading.Lock()
        self._released = False
        try:
            self._process: SpawnProcess = context.Process(
                name=f"pincite {name}",
                target=run_child,
                args=(theirs, limits, factory, args),
                daemon=True,
            )
            with _interrupts_blocked():
                self._process.start()
        except BaseException:
            self.connection.close()
            raise
        finally:
            theirs.close()
        self.process_id = self._process.pid

    @property
    def alive(self) -> bool:
        with self._reaping:
            return self._process.is_alive()

    def end(self, grace: float) -> None:
        """Ask the child to exit, and wait for it at most `grace` seconds."""
        with contextlib.suppress(OSError):
            self.connection.send(Close())
        with self._reaping:
            self._process.join(grace)

    def kill(self) -> None:
        """End the process now, if it still runs, and wait for its end."""
        with self._reaping:
            if not self._released:
                self._process.kill()
                self._process.join()

    def exit_code(self) -> int | None:
        """Status of an ended process; negative numbers are signals."""
        with self._reaping:
            self._process.join(LOOK_SECONDS)
            return self._process.exitcode

    def release(self) -> None:
        """Give back the descriptors. Only by the one whose turn it is, after `kill`."""
        self.connection.close()
        with self._reaping:
            self._released = True
            self._process.close()


class _Exchange:
    """One request and its replies.

    `broken` says that the channel cannot be used any more, so that the child has to go.
    """

    def __init__(
        self,
        child: _Child,
        number: int,
        stopped: Callable[[], bool],
        grace: float,
        name: str,
    ) -> None:
        self.broken = False
        self._over = False
        self._child = child
        self._number = number
        self._stopped = stopped
        self._grace = grace
        self._name = name
        self._kill_at: float | None = None

    def send(self, message: Request | Cancel) -> None:
        """Write to the child."""
        try:
            self._child.connection.send(message)
        except OSError as error:
            raise self._died() from error
        except Exception:
            self._over = True  # it could not be pickled, so nothing was sent
            raise
        except BaseException:
            self.broken = True  # interrupted, perhaps in the middle of the message
            raise

    def receive(self, timeout: float | None) -> Ready | Item | Done:
        """The next reply. A failure is raised as the exception that it stands for."""
        late_at = None if timeout is None else time.monotonic() + timeout
        while True:
            reply = self._read(late_at)
            if isinstance(reply, Ready | Done | Failed):
                self._over = True
            if isinstance(reply, Failed):
                self._child.exhausted = reply.exhausted
                raise reply.exception()
            if isinstance(reply, Ready) or reply.number == self._number:
                return reply

    def settle(self) -> None:
        """Bring a request that was left in the middle to its end, one way or the other."""
        if self._over or self.broken:
            return
        with contextlib.suppress(Exception):
            self._cancel()
            while not self._over:
                self.receive(None)
        if not self._over:
            self.broken = True

    def _read(self, late_at: float | None) -> Ready | Item | Done | Failed:
        connection = self._child.connection
        while True:
            if self._kill_at is None and self._stopped():
                self._cancel()
            now = time.monotonic()
            if self._kill_at is not None and now > self._kill_at:
                self.broken = True
                raise Cancelled
            if late_at is not None and now > late_at:
                self.broken = True
                raise WorkerTimeout(
                    f"The {self._name} took too long and was stopped. What was stored is kept."
                )
            try:
                if connection.poll(LOOK_SECONDS):
                    return self._checked(connection)
            except (EOFError, OSError) as error:
                raise self._died() from error

    def _checked(self, connection: Connection) -> Ready | Item | Done | Failed:
        try:
            reply = connection.recv()
        except (EOFError, OSError):
            raise
        except Exception as error:
            self.broken = True
            raise WorkerBug(
                "Something went wrong inside Pincite. What was stored is kept. Try again.",
                detail=f"unreadable reply: {type(error).__name__}",
            ) from error
        except BaseException:
            self.broken = True  # interrupted, perhaps in the middle of the message
            raise
        assert isinstance(reply, Ready | Item | Done | Failed)
        return reply

    def _cancel(self) -> None:
        if self._kill_at is None:
            self._kill_at = time.monotonic() + self._grace
            self.send(Cancel(self._number))

    def _died(self) -> Exception:
        self.broken = True
        if self._stopped():
            return Cancelled()
        return WorkerDied(
            f"The {self._name} ended unexpectedly. What was stored is kept. Try again.",
            detail=f"exit status {self._child.exit_code()}",
        )


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Let a child inherit a blocked SIGINT, so that Ctrl-C cannot end it while it starts."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

"""Reads one web address in a thread of its own, so that a cancel never waits for the network.

TLS uses the certificates of the system, connections use its proxies. Only https is spoken, also
behind a redirect; the one exception is a server on this machine that was given as the base
address, which is how tests work.
"""

from __future__ import annotations

import contextlib
import functools
import http.client
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from app.core.domain.cancel import CancelToken

READ_BYTES = 1 << 18
# At most this many blocks wait for the disk: 8 MiB.
BLOCKS_AHEAD = 32
# How often the waiting side looks at the cancel token.
POLL_SECONDS = 0.05
# How long the end waits for the thread. It only takes longer where the system is looking up a
# name or is connecting, which nothing can interrupt; the thread then ends by itself.
JOIN_SECONDS = 0.5
# Hubs redirect once or twice, to where the bytes lie.
MAX_REDIRECTS = 5


class RedirectRefused(Exception):
    """The server points to an address that is not https."""


@dataclass(frozen=True, slots=True)
class Head:
    """How the server answered. `content_range` is the header as it came, "" without one."""

    status: int
    content_length: int | None
    content_range: str
    content_encoding: str


@dataclass(frozen=True, slots=True)
class End:
    """The body is over, as the server says."""


@dataclass(frozen=True, slots=True)
class _Failure:
    error: Exception


def may_follow(base: str, target: str) -> bool:
    """Whether a redirect may lead to `target`: to https, or within a server on this machine.

    >>> may_follow("https://a.example/x", "https://b.example/y")
    True
    >>> may_follow("https://a.example/x", "http://a.example/x")
    False
    """
    here, there = urlsplit(base), urlsplit(target)
    if there.scheme == "https":
        return True
    same_server = (here.scheme, here.netloc) == (there.scheme, there.netloc)
    return is_on_this_machine(base) and same_server


def is_on_this_machine(address: str) -> bool:
    """Whether the address names this machine.

    >>> is_on_this_machine("http://127.0.0.1:8000"), is_on_this_machine("http://example.org")
    (True, False)
    """
    return urlsplit(address).hostname in {"127.0.0.1", "::1", "localhost"}


class BlockReader:
    """The answer to one GET, as a context manager.

    Args:
        address: What to get.
        start: First byte that is wanted; a Range is asked for when it is not 0.
        silence_seconds: How long the server may say nothing.
    """

    def __init__(self, address: str, *, start: int, silence_seconds: float) -> None:
        self._address = address
        self._start = start
        self._silence_seconds = silence_seconds
        self._arrived: queue.Queue[Head | bytes | End | _Failure] = queue.Queue(BLOCKS_AHEAD)
        self._stopped = threading.Event()
        self._socket: socket.socket | None = None
        self._thread = threading.Thread(target=self._run, name="model download", daemon=True)

    def __enter__(self) -> BlockReader:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stopped.set()
        if self._socket is not None:
            # The thread may have closed it a moment ago.
            with contextlib.suppress(OSError, ValueError):
                self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(JOIN_SECONDS)

    def next(self, cancel: CancelToken, *, patience: float | None = None) -> Head | bytes | End:
        """What comes next: the head, then blocks, then the end.

        Args:
            patience: Seconds after which waiting ends with TimeoutError.

        Raises:
            Cancelled: within a tenth of a second of the cancel.
            RedirectRefused, OSError, http.client.HTTPException: as the network fails;
                urllib.error.HTTPError, which is an OSError, for a status of 300 and above.
        """
        give_up = None if patience is None else time.monotonic() + patience
        while True:
            cancel.raise_if_cancelled()
            try:
                item = self._arrived.get(timeout=POLL_SECONDS)
            except queue.Empty:
                if give_up is not None and time.monotonic() >= give_up:
                    raise TimeoutError from None
                continue
            if isinstance(item, _Failure):
                raise item.error
            return item

    def _run(self) -> None:
        try:
            request = Request(self._address, headers=self._headers())
            opener = _opener(self._address, self._watch)
            with opener.open(request, timeout=self._silence_seconds) as response:
                self._put(_head(response))
                while block := response.read1(READ_BYTES):
                    self._put(block)
                self._put(End())
        except _Stopped:
            pass
        except HTTPError as error:
            error.close()
            self._fail(error)
        except (OSError, http.client.HTTPException, ValueError, RedirectRefused) as error:
            # ValueError is what a closed TLS socket gives.
            self._fail(OSError(str(error)) if isinstance(error, ValueError) else error)

    def _fail(self, error: Exception) -> None:
        with contextlib.suppress(_Stopped):
            self._put(_Failure(error))

    def _headers(self) -> dict[str, str]:
        headers = {"User-Agent": "Pincite", "Accept-Encoding": "identity"}
        if self._start > 0:
            headers["Range"] = f"bytes={self._start}-"
        return headers

    def _put(self, item: Head | bytes | End | _Failure) -> None:
        while not self._stopped.is_set():
            try:
                self._arrived.put(item, timeout=POLL_SECONDS)
            except queue.Full:
                continue
            return
        raise _Stopped

    def _watch(self, connected: socket.socket) -> None:
        """Remember the connection, so that the other thread can end a read from it."""
        self._socket = connected
        if self._stopped.is_set():
            raise _Stopped


class _Stopped(Exception):
    """The other thread wants no more."""


def _head(response: http.client.HTTPResponse) -> Head:
    length = response.headers.get("Content-Length", "")
    return Head(
        status=response.status,
        content_length=int(length) if length.isdigit() else None,
        content_range=response.headers.get("Content-Range", ""),
        content_encoding=response.headers.get("Content-Encoding", "identity"),
    )


class _Redirects(HTTPRedirectHandler):
    max_redirections = MAX_REDIRECTS
    max_repeats = 1  # the same address again is a loop

    def __init__(self, base: str) -> None:
        self._base = base

    def redirect_request(
        self,
        req: Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> Request | None:
        if not may_follow(self._base, newurl):
            fp.close()
            raise RedirectRefused
        return super().redirect_request(req, fp, code, msg, headers, newurl)


Watch = Callable[[socket.socket], None]


class _PlainConnection(http.client.HTTPConnection):
    """Tells of its socket once it is connected. Only spoken to this machine, or to a proxy."""

    def __init__(self, host: str, *, watch: Watch, **options: Any) -> None:
        super().__init__(host, **options)
        self._watch = watch

    def connect(self) -> None:
        super().connect()
        self._watch(self.sock)


class _TlsConnection(http.client.HTTPSConnection):
    """Tells of its socket once it is connected."""

    def __init__(self, host: str, *, watch: Watch, **options: Any) -> None:
        super().__init__(host, **options)
        self._watch = watch

    def connect(self) -> None:
        super().connect()
        self._watch(self.sock)


class _PlainHandler(HTTPHandler):
    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._connection = functools.partial(_PlainConnection, watch=watch)

    def http_open(self, req: Request) -> http.client.HTTPResponse:
        return self.do_open(self._connection, req)


class _TlsHandler(HTTPSHandler):
    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._connection = functools.partial(
            _TlsConnection, watch=watch, context=ssl.create_default_context()
        )

    def https_open(self, req: Request) -> http.client.HTTPResponse:
        return self.do_open(self._connection, req)


def _opener(address: str, watch: Watch) -> OpenerDirector:
    """Speaks https, and http to this machine only; no other scheme exists for it."""
    opener = OpenerDirector()
    opener.add_handler(ProxyHandler())
    opener.add_handler(_TlsHandler(watch))
    if is_on_this_machine(address):
        opener.add_handler(_PlainHandler(watch))
    opener.add_handler(_Redirects(address))
    opener.add_handler(HTTPDefaultErrorHandler())
    opener.add_handler(HTTPErrorProcessor())
    return opener

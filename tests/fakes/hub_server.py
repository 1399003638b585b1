"""A model hub on this machine that can misbehave as networks do."""

from __future__ import annotations

import socket
import struct
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType


@dataclass(frozen=True)
class Asked:
    """A request that came: its path and its Range header, "" without one."""

    path: str
    range: str


Answer = Callable[["_Handler", bytes], None]


class HubServer:
    """Serves `content` at every path, as a context manager.

    `answers` are used up by the requests in order; after the last one, requests are answered
    as a good server does.
    """

    def __init__(self, content: bytes, *answers: Answer) -> None:
        self.content = content
        self.answers: deque[Answer] = deque(answers)
        self.asked: list[Asked] = []
        self.over = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.daemon_threads = False  # so that closing joins them
        self._server.hub = self  # type: ignore[attr-defined]
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}
        )

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> HubServer:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        hub: HubServer = self.server.hub  # type: ignore[attr-defined]
        self.hub = hub
        hub.asked.append(Asked(self.path, self.headers.get("Range", "")))
        answer = hub.answers.popleft() if hub.answers else good
        try:
            answer(self, hub.content)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client has gone

    def log_message(self, format: str, *args: object) -> None:
        pass

    def head(self, status: int, **headers: object) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()

    def wanted_start(self) -> int:
        wanted = self.headers.get("Range", "bytes=0-")
        return int(wanted.removeprefix("bytes=").removesuffix("-"))

    def reset(self) -> None:
        """Break the connection so that the other side gets an error, not an end."""
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True


def good(handler: _Handler, content: bytes) -> None:
    """The bytes from where they are wanted."""
    start = handler.wanted_start()
    body = content[start:]
    if "Range" in handler.headers:
        span = f"bytes {start}-{len(content) - 1}/{len(content)}"
        handler.head(206, Content_Length=len(body), Content_Range=span)
    else:
        handler.head(200, Content_Length=len(body))
    handler.wfile.write(body)


def ignoring_range(handler: _Handler, content: bytes) -> None:
    """All bytes, whatever is wanted."""
    handler.head(200, Content_Length=len(content))
    handler.wfile.write(content)


def breaking_after(count: int) -> Answer:
    """So many of the wanted bytes, then a reset."""

    def answer(handler: _Handler, content: bytes) -> None:
        start = handler.wanted_start()
        body = content[start:]
        span = f"bytes {start}-{len(content) - 1}/{len(content)}"
        status = 206 if "Range" in handler.headers else 200
        handler.head(status, Content_Length=len(body), Content_Range=span)
        handler.wfile.write(body[:count])
        handler.reset()

    return answer


def ending_after(count: int) -> Answer:
    """So many bytes, then an orderly end, without saying how many there are."""

    def answer(handler: _Handler, content: bytes) -> None:
        handler.head(200)
        handler.wfile.write(content[:count])
        handler.close_connection = True

    return answer


def status(code: int) -> Answer:
    """A refusal."""
    return lambda handler, content: handler.head(code, Content_Length=0)


def redirecting(to: str) -> Answer:
    """Somewhere else."""
    return lambda handler, content: handler.head(302, Location=to, Content_Length=0)


def answering(code: int, body: bytes = b"", **headers: object) -> Answer:
    """Exactly this."""

    def answer(handler: _Handler, content: bytes) -> None:
        handler.head(code, Content_Length=len(body), **headers)
        handler.wfile.write(body)

    return answer


def silent_after(count: int) -> Answer:
    """So many bytes, then nothing until the server closes."""

    def answer(handler: _Handler, content: bytes) -> None:
        handler.head(200, Content_Length=len(content))
        handler.wfile.write(content[:count])
        handler.hub.over.wait()

    return answer

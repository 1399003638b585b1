"""The part file: what is kept across interruptions, and what never becomes the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.adapters.downloads.assembling import PartFile, WrongBytes, journal_path, part_path
from app.core.domain.cancel import CancelToken
from app.core.domain.model import PackagePart
from app.core.errors import Cancelled, StorageError
from tests.fakes.model_files import model_file

CONTENT = bytes(range(200))
FILE = model_file("weights.bin", CONTENT)
PARTS = [PackagePart(package=f"p{n}", version="1", member="m") for n in range(3)]


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "weights.bin"


def _seek(part: PartFile, offset: int) -> list[int]:
    return list(part.seek(offset, CancelToken()))


def _leave(target: Path, count: int) -> None:
    with PartFile(target, FILE) as part:
        part.append(CONTENT[:count])


def test_becomes_the_file_when_all_is_there(target: Path) -> None:
    with PartFile(target, FILE) as part:
        part.append(CONTENT[:50])
        part.append(CONTENT[50:])
        part.install()
    assert target.read_bytes() == CONTENT
    assert list(target.parent.iterdir()) == [target]


def test_replaces_a_damaged_file(target: Path) -> None:
    target.write_bytes(b"damaged")
    with PartFile(target, FILE) as part:
        part.append(CONTENT)
        assert target.read_bytes() == b"damaged"
        part.install()
    assert target.read_bytes() == CONTENT


@pytest.mark.parametrize("content", [CONTENT[:-1], CONTENT[:-1] + b"?", b"?" + CONTENT[1:]])
def test_wrong_bytes_do_not_become_the_file(target: Path, content: bytes) -> None:
    with PartFile(target, FILE) as part:
        part.append(content)
        with pytest.raises(WrongBytes):
            part.install()
    assert not target.exists()


def test_never_grows_beyond_the_file(target: Path) -> None:
    with PartFile(target, FILE) as part:
        part.append(CONTENT[:150])
        with pytest.raises(WrongBytes):
            part.append(CONTENT[:51])
        assert part.position == 150


def test_goes_on_after_an_interruption(target: Path) -> None:
    _leave(target, 120)
    with PartFile(target, FILE) as part:
        assert (part.position, part.length) == (0, 120)
        assert _seek(part, part.length) == [120]
        part.append(CONTENT[120:])
        part.install()
    assert target.read_bytes() == CONTENT


def test_what_was_left_is_hashed_anew(target: Path) -> None:
    _leave(target, 120)
    part_path(target).write_bytes(b"?" + CONTENT[1:120])
    with PartFile(target, FILE) as part:
        _seek(part, 120)
        part.append(CONTENT[120:])
        with pytest.raises(WrongBytes):
            part.install()


def test_going_back_keeps_what_lies_behind(target: Path) -> None:
    with PartFile(target, FILE) as part:
        part.append(CONTENT[:150])
        _seek(part, 40)
        assert (part.position, part.length) == (40, 150)
        part.append(CONTENT[40:60])
        assert part.length == 150
        _seek(part, 150)
        part.append(CONTENT[150:])
        part.install()
    assert target.read_bytes() == CONTENT


def test_cutting(target: Path) -> None:
    with PartFile(target, FILE) as part:
        part.append(CONTENT[:150])
        part.cut(40, CancelToken())
        assert (part.position, part.length) == (40, 40)


def test_discarding(target: Path) -> None:
    with PartFile(target, FILE) as part:
        part.append(b"wrong")
        part.discard()
        part.append(CONTENT)
        part.install()
    assert target.read_bytes() == CONTENT


def test_a_try_in_which_nothing_arrived_leaves_nothing(target: Path) -> None:
    with PartFile(target, FILE):
        assert part_path(target).exists()
    assert list(target.parent.iterdir()) == []


@pytest.mark.parametrize("journal", [None, "", "{", '{"sha256": 1}', '{"version": 2}'])
def test_a_part_of_unknown_origin_is_thrown_away(target: Path, journal: str | None) -> None:
    _leave(target, 120)
    if journal is None:
        journal_path(target).unlink()
    else:
        journal_path(target).write_text(journal)
    with PartFile(target, FILE) as part:
        assert part.length == 0


def test_the_part_of_another_version_is_thrown_away(target: Path) -> None:
    _leave(target, 120)
    with PartFile(target, model_file("weights.bin", CONTENT[::-1])) as part:
        assert part.length == 0


def test_a_part_larger_than_the_file_is_thrown_away(target: Path) -> None:
    _leave(target, 120)
    part_path(target).write_bytes(CONTENT + b"!")
    with PartFile(target, FILE) as part:
        assert part.length == 0


def test_complete_parts_are_remembered(target: Path) -> None:
    with PartFile(target, FILE) as part:
        part.append(CONTENT[:50])
        part.note_complete(PARTS[:1])
        part.append(CONTENT[50:90])
        part.note_complete(PARTS[:2])
        part.append(CONTENT[90:99])
    with PartFile(target, FILE) as part:
        assert part.complete_parts(PARTS) == (2, 90)
        assert part.complete_parts(PARTS[1:]) == (0, 0)
        assert part.complete_parts([PARTS[0], PARTS[2]]) == (1, 50)


def test_complete_parts_that_the_disk_lost(target: Path) -> None:
    with PartFile(target, FILE) as part:
        for number, end in enumerate((50, 90)):
            part.append(CONTENT[part.position : end])
            part.note_complete(PARTS[: number + 1])
    with part_path(target).open("r+b") as handle:
        handle.truncate(60)
    with PartFile(target, FILE) as part:
        assert part.complete_parts(PARTS) == (1, 50)


def test_two_cannot_fill_the_same_file(target: Path) -> None:
    with PartFile(target, FILE) as part:
        part.append(CONTENT[:10])
        with pytest.raises(StorageError) as caught, PartFile(target, FILE):
            pass
        assert caught.value.code == "download_running"
        part.append(CONTENT[10:])
        part.install()
    assert target.read_bytes() == CONTENT


def test_hashing_can_be_cancelled(target: Path) -> None:
    _leave(target, 120)
    cancel = CancelToken()
    cancel.cancel()
    with PartFile(target, FILE) as part, pytest.raises(Cancelled):
        list(part.seek(120, cancel))

"""What is remembered of files that were read whole."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from app.adapters.checked_files import RECORD_NAME, CheckedFiles
from app.core.domain.cancel import CancelToken
from app.core.errors import Cancelled
from tests.fakes.model_files import model_file

FILE = model_file("weights.bin", b"right")
WRONG = "0" * 64


@pytest.fixture
def checked(tmp_path: Path) -> CheckedFiles:
    (tmp_path / "weights.bin").write_bytes(b"right")
    return CheckedFiles(tmp_path)


def test_nothing_is_known_at_first(checked: CheckedFiles) -> None:
    assert checked.is_right(FILE) is None


@pytest.mark.parametrize(("sha256", "right"), [(FILE.sha256, True), (WRONG, False)])
def test_findings_last(checked: CheckedFiles, tmp_path: Path, sha256: str, right: bool) -> None:
    checked.note(FILE, sha256)
    assert CheckedFiles(tmp_path).is_right(FILE) is right


def test_a_file_that_changed_is_not_checked(checked: CheckedFiles, tmp_path: Path) -> None:
    checked.note(FILE, FILE.sha256)
    os.utime(tmp_path / "weights.bin", ns=(1, 1))
    assert checked.is_right(FILE) is None


def test_a_file_is_read_where_nothing_is_known_of_it(
    checked: CheckedFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = FILE.model_copy(update={"sha256": WRONG})
    assert checked.check(FILE) is True
    monkeypatch.delattr(hashlib, "sha256")  # from here on it is known
    assert checked.check(FILE) is True
    assert checked.check(wrong) is False


def test_a_check_can_be_given_up(checked: CheckedFiles) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        checked.check(FILE, cancel)
    assert checked.is_right(FILE) is None


def test_a_file_that_is_gone_cannot_be_checked(checked: CheckedFiles, tmp_path: Path) -> None:
    (tmp_path / "weights.bin").unlink()
    with pytest.raises(FileNotFoundError):
        checked.check(FILE)


def test_a_file_that_is_gone_is_not_checked(checked: CheckedFiles, tmp_path: Path) -> None:
    checked.note(FILE, FILE.sha256)
    (tmp_path / "weights.bin").unlink()
    assert checked.is_right(FILE) is None
    checked.note(FILE, FILE.sha256)  # nothing to note, and no error


def test_other_files_are_kept(checked: CheckedFiles, tmp_path: Path) -> None:
    (tmp_path / "other.bin").write_bytes(b"other")
    checked.note(FILE, FILE.sha256)
    checked.note(model_file("other.bin", b"other"), WRONG)
    assert checked.is_right(FILE) is True


@pytest.mark.parametrize("content", ["", "[]", '{"files": {"weights.bin": 1}}'])
def test_a_damaged_record_is_begun_anew(
    checked: CheckedFiles, tmp_path: Path, content: str
) -> None:
    (tmp_path / RECORD_NAME).write_text(content)
    assert checked.is_right(FILE) is None
    checked.note(FILE, FILE.sha256)
    assert checked.is_right(FILE) is True

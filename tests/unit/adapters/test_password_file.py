"""Files of passwords: what is read, what is refused in words, and who else can read them."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from app.adapters.password_file import MOST_BYTES, MOST_PASSWORDS, PasswordFile
from app.core.errors import InvalidInput

POSIX = pytest.mark.skipif(os.name != "posix", reason="only these systems have such permissions")


def written(folder: Path, data: bytes) -> PasswordFile:
    path = folder / "passwords.txt"
    path.write_bytes(data)
    return PasswordFile(path)


@pytest.mark.parametrize(
    ("data", "passwords"),
    [
        (b"one\ntwo\n", ["one", "two"]),
        (b"one\r\n\r\ntwo", ["one", "two"]),
        (b"\xef\xbb\xbfone\n", ["one"]),
        ("Grüße \n Σ\u2028x\n".encode(), ["Grüße ", " Σ\u2028x"]),
        (b"#no comment\n", ["#no comment"]),
        (b"x\n" * MOST_PASSWORDS, ["x"] * MOST_PASSWORDS),
    ],
)
def test_lines_are_passwords(tmp_path: Path, data: bytes, passwords: list[str]) -> None:
    assert written(tmp_path, data).passwords() == passwords


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty. Write one password on each line."),
        (b"\n\r\n", "is empty. Write one password on each line."),
        (b"canary\0\n", "is not text in UTF-8."),
        ("canary\n".encode("utf-16"), "is not text in UTF-8."),
        (b"canary \xff", "is not text in UTF-8."),
        (b"canary\n" * (MOST_BYTES // 7 + 1), "is larger than 64 KiB"),
        (b"x\n" * (MOST_PASSWORDS + 1), "has more than 1,000 lines"),
    ],
)
def test_what_cannot_be_used_is_said(tmp_path: Path, data: bytes, words: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        written(tmp_path, data).passwords()
    error = raised.value
    assert words in error.message
    assert "passwords.txt" in error.message
    assert error.code == "password_file"
    # Nothing of what it holds comes along, not even in the cause.
    assert "canary" not in f"{error.message}{error.detail}{error.__cause__}{error.__context__}"


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="There is no password file") as raised:
        PasswordFile(tmp_path / "gone.txt").passwords()
    assert raised.value.code == "path_not_found"
    with pytest.raises(InvalidInput, match="cannot be read"):
        PasswordFile(tmp_path).passwords()
    assert not PasswordFile(tmp_path).read_by_others
    assert not PasswordFile(tmp_path / "gone.txt").read_by_others


@POSIX
@pytest.mark.parametrize(
    ("mode", "others"), [(0o600, False), (0o640, True), (0o604, True), (0o622, False)]
)
def test_who_else_can_read_it(tmp_path: Path, mode: int, others: bool) -> None:
    file = written(tmp_path, b"one\n")
    (tmp_path / "passwords.txt").chmod(mode)
    assert file.read_by_others is others


@POSIX
def test_a_program_that_keeps_passwords_can_hand_them_over(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    pipe.chmod(stat.S_IRUSR | stat.S_IWUSR | stat.S_IRGRP)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"one\n",))
    writer.start()
    assert PasswordFile(pipe).passwords() == ["one"]
    assert not PasswordFile(pipe).read_by_others
    writer.join()

from __future__ import annotations

import errno
import sqlite3

import pytest

from app.adapters.sqlite import faults
from app.core.errors import LibraryBusy, StorageError


def named(name: str) -> sqlite3.Error:
    error = sqlite3.OperationalError("what SQLite says")
    error.sqlite_errorname = name
    return error


@pytest.mark.parametrize(
    ("name", "sentence", "kind"),
    [
        ("SQLITE_FULL", faults.DISK_FULL, StorageError),
        ("SQLITE_IOERR_SHMSIZE", faults.DISK_FULL, StorageError),
        ("SQLITE_IOERR_READ", faults.UNREADABLE, StorageError),
        ("SQLITE_READONLY_DIRECTORY", faults.NO_PERMISSION, StorageError),
        ("SQLITE_CANTOPEN", faults.NO_PERMISSION, StorageError),
        ("SQLITE_CORRUPT_INDEX", faults.DAMAGED, StorageError),
        ("SQLITE_NOTADB", faults.DAMAGED, StorageError),
        ("SQLITE_BUSY_SNAPSHOT", faults.BUSY, LibraryBusy),
    ],
)
def test_a_fault_of_the_environment_has_a_sentence(
    name: str, sentence: str, kind: type[StorageError]
) -> None:
    with pytest.raises(StorageError) as caught, faults.storage_faults():
        raise named(name)
    assert type(caught.value) is kind
    assert (caught.value.message, caught.value.detail) == (sentence, name)


@pytest.mark.parametrize("name", ["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_ERROR", "SQLITE_MISUSE"])
def test_a_bug_stays_a_bug(name: str) -> None:
    with pytest.raises(sqlite3.OperationalError), faults.storage_faults():
        raise named(name)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [(errno.ENOSPC, faults.DISK_FULL), (errno.EACCES, faults.NO_PERMISSION)],
)
def test_a_fault_of_the_file_system_has_a_sentence(number: int, sentence: str) -> None:
    with pytest.raises(StorageError) as caught, faults.storage_faults():
        raise OSError(number, "what the system says")
    assert caught.value.message == sentence

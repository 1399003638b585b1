"""Brings a library file to the schema of this version, one numbered script after another.

The scripts lie in `migrations/NNNN_name.sql`; the file's `user_version` says which have run. Each
runs in one transaction with its new version, so a migration is whole or did not happen.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from importlib.resources import files

from app.adapters.sqlite import faults
from app.adapters.sqlite.stored_text import bigram_form, context_form, index_form
from app.core.errors import StorageError

# `PRAGMA application_id` of a library, set by the first script: "Pinc" in ASCII.
APPLICATION_ID = 0x50696E63


def _stored_context_form(title: str, heading_path: str) -> str:
    return context_form(title, json.loads(heading_path))


# What scripts may call: the name in SQL, how many values it takes, and what it does. A heading path
# comes as it is stored.
_FUNCTIONS = (
    ("index_form", 1, index_form),
    ("bigram_form", 1, bigram_form),
    ("context_form", 2, _stored_context_form),
)


def scripts() -> dict[int, str]:
    """The migrations by their numbers, which count from 1 without a gap."""
    folder = files("app.adapters.sqlite") / "migrations"
    found = {
        int(entry.name.partition("_")[0]): entry.read_text(encoding="utf-8")
        for entry in folder.iterdir()
        if entry.name.endswith(".sql")
    }
    return dict(sorted(found.items()))


def check_identity(connection: sqlite3.Connection, newest: int) -> None:
    """Refuse a file that is not a library, or one that a newer Pincite made; change nothing."""
    version = _pragma(connection, "user_version")
    application = _pragma(connection, "application_id")
    tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    is_new = tables == 0 and version == 0 and application == 0
    if not is_new and application != APPLICATION_ID:
        raise StorageError(faults.FOREIGN, code="foreign_library")
    if version > newest:
        raise StorageError(faults.NEWER, code="newer_library", detail=f"user_version {version}")


def is_older(connection: sqlite3.Connection, newest: int) -> bool:
    """Whether a library that there is already has to be changed."""
    return 0 < _pragma(connection, "user_version") < newest


def migrate(connection: sqlite3.Connection, migrations: dict[int, str]) -> None:
    """Run the scripts that the file has not seen yet. Several processes may do so at once."""
    for name, parameters, function in _FUNCTIONS:
        connection.create_function(name, parameters, function, deterministic=True)
    for number, script in migrations.items():
        if _pragma(connection, "user_version") >= number:
            continue
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have been faster.
            if _pragma(connection, "user_version") < number:
                for statement in statements(script):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number:d}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def statements(script: str) -> Iterator[str]:
    """The statements of a script; each ends with a semicolon at the end of a line."""
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
    if pending.strip():
        raise ValueError("the script ends in the middle of a statement")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])

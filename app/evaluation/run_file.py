"""The rows of a run, written as they come, so that a run that was stopped goes on where it was.

Beside RUN.jsonl lies RUN.jsonl.header.json, which says what the rows were made with. Rows that
were made with something else are never joined with these.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from app.core.errors import InvalidInput, StorageError

Row = Mapping[str, object]

KEY = "key"
"""The row's question."""

_WORDS = {
    "measured": "a different measurement",
    "set": "another set of questions",
    "library": "other documents",
    "variant": "another variant of search",
    "settings": "other settings",
    "model": "another language model",
    "embedder": "another model for search by meaning",
    "style": "another answer style",
    "program": "another version of Pincite",
}
"""What to say where an entry of the header differs."""


class RunFile:
    """Rows by the key of their question; without a path they are only kept in memory.

    Args:
        header: What the rows are made with: each entry's name and value.

    Raises:
        InvalidInput: the file holds rows that were made with something else, or no rows at all.
        StorageError: the file cannot be read or written.
    """

    def __init__(self, path: Path | None, header: Mapping[str, object]) -> None:
        self._path = path
        self.rows: dict[str, Row] = {}
        if path is None:
            return
        header_path = path.with_name(path.name + ".header.json")
        try:
            if path.exists() and path.stat().st_size:
                self._check(path, header_path, header)
                self._read(path)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                header_path.write_text(json.dumps(header, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise _unwritable(path) from error

    def append(self, key: str, row: Row) -> None:
        """Keep a row, on disk at once.

        Raises:
            StorageError: it cannot be written.
        """
        kept = {**row, KEY: key}
        self.rows[key] = kept
        if self._path is None:
            return
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(kept, ensure_ascii=False) + "\n")
        except OSError as error:
            raise _unwritable(self._path) from error

    def _check(self, path: Path, header_path: Path, header: Mapping[str, object]) -> None:
        try:
            known = json.loads(header_path.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            known = None
        if not isinstance(known, dict):
            raise InvalidInput(
                f"{path} is there already, and nothing says how its rows were made. Give another "
                "file with --out, or delete this one.",
                code="run_mismatch",
            )
        wanted = json.loads(json.dumps(header))
        different = [_WORDS.get(name, name) for name in wanted if known.get(name) != wanted[name]]
        if different:
            raise InvalidInput(
                f"The rows in {path} were made with {' and '.join(different)}, so these cannot be "
                "joined with them. Give another file with --out, or delete this one.",
                code="run_mismatch",
            )

    def _read(self, path: Path) -> None:
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            path.write_bytes(whole)  # the last row was being written when the run was stopped
        for number, line in enumerate(whole.decode("utf-8", "replace").split("\n"), start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
                self.rows[str(row[KEY])] = row
            except (ValueError, KeyError, TypeError) as error:
                raise InvalidInput(
                    f"Line {number} of {path} is damaged. Delete that line, and its question is "
                    "asked again.",
                    code="run_damaged",
                ) from error


def _unwritable(path: Path) -> StorageError:
    return StorageError(
        f"{path} cannot be written. Check its folder's permissions and the free space of the disk, "
        "then try again."
    )

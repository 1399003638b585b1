"""Remembers which steps are done, so that the second start takes no time.

A step is written down after it has ended, never before, and is forgotten before it is done again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass(slots=True)
class Stamp:
    """What was done: digests of what the environment and the checks' tools were made from, and
    for each fetched model its files as `[path, bytes, modified]`."""

    environment: str = ""
    check_tools: str = ""
    models: dict[str, list[list[str | int]]] = field(default_factory=dict)


def read(path: Path) -> Stamp:
    """The stamp, or an empty one where there is none that can be read."""
    try:
        return Stamp(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return Stamp()


def write(path: Path, stamp: Stamp) -> None:
    """Put the stamp in place in one step."""
    unfinished = path.with_suffix(".part")
    unfinished.write_text(json.dumps(asdict(stamp), indent=1) + "\n", encoding="utf-8")
    unfinished.replace(path)


def digest(files: Iterable[Path], *facts: str) -> str:
    """A digest of the bytes of files and of other facts. A missing file counts as such."""
    total = hashlib.sha256()
    for path in files:
        content = path.read_bytes() if path.is_file() else b"missing"
        total.update(hashlib.sha256(content).digest())
    for fact in facts:
        total.update(hashlib.sha256(fact.encode()).digest())
    return total.hexdigest()


def seen(paths: Iterable[Path]) -> list[list[str | int]] | None:
    """How files look now, or None when one is missing."""
    found: list[list[str | int]] = []
    for path in paths:
        try:
            facts = path.stat()
        except OSError:
            return None
        found.append([str(path), facts.st_size, facts.st_mtime_ns])
    return found

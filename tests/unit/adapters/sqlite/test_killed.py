"""Killed in the middle of storing a document, the library is what it was before (I6)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from tests.stored_documents import new_document

REPOSITORY = Path(__file__).resolve().parents[4]
OLD = new_document("book.pdf", ["Old words.", "More old words."], title="Old")


@pytest.mark.parametrize("at", ["pages 1", "chunks 1", "chunks 2", "chunks 3"])
def test_the_old_state_is_whole(library_dir: Path, at: str) -> None:
    path = library_dir / "library.db"
    library = SqliteLibrary(Database(path))
    saved = library.save_document(OLD)
    library.close()

    writer = Path(__file__).with_name("dying_writer.py")
    done = subprocess.run(
        [sys.executable, writer, path, *at.split()],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    assert done.returncode not in (0, 1)

    library = SqliteLibrary(Database(path))
    assert library.documents() == [saved]
    assert tuple(library.pages(saved.id)) == OLD.pages
    assert [chunk.text for chunk in library.document_chunks(saved.id)] == [
        chunk.text for chunk in OLD.chunks
    ]
    assert library.integrity() == "ok"
    library.close()

"""Locked files with real parts: read, found and shown with a password that is written nowhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pymupdf
import pytest

from app.bootstrap import Application
from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, DocumentStatus
from app.core.errors import PageLocked
from tests.pdfs import make_pdf

REPOSITORY = Path(__file__).resolve().parents[2]
# Not a word that occurs in any file but the one that holds it.
SECRET = "Xq7-Grüße-Vb9"
PAY = "The salary bands begin at forty thousand."
EMBEDDER_MODEL = "embedder"


@pytest.fixture(autouse=True)
def _embedder(model_paths: Callable[[str], tuple[Path, ...]]) -> None:
    model_paths(EMBEDDER_MODEL)


@pytest.fixture
def locked(pdfs: Path) -> Path:
    """A locked PDF; another that opens without a password lies beside it."""
    with pymupdf.open(make_pdf(pdfs / "open.pdf", ["Anyone may read this page."])) as document:
        document.save(
            pdfs / "owned.pdf",
            encryption=pymupdf.mupdf.PDF_ENCRYPT_RC4_128,
            user_pw="",
            owner_pw="of the owner",
        )
    return make_pdf(pdfs / "pay.pdf", [PAY], title="Salary Bands", password=SECRET)


def holders(folders: list[Path], secret: str) -> list[Path]:
    """Files that hold a word in one of the ways that programs write words."""
    forms = [secret.encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be", "latin-1")]
    forms += [json.dumps(secret)[1:-1].encode(), ascii(secret)[1:-1].encode()]
    return [
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and any(form in path.read_bytes() for form in forms)
    ]


def pincite(library: Path, *arguments: str) -> tuple[int, list[dict[str, object]], str]:
    """Exit status, records, and what was said."""
    done = subprocess.run(
        [sys.executable, "-m", "app", "--library", str(library), "--json", *arguments],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def states(records: list[dict[str, object]]) -> dict[str, object]:
    return {Path(str(one["path"])).name: one["status"] for one in records if "path" in one}


def test_the_command_line_reads_locked_files(
    library_dir: Path, pdfs: Path, locked: Path, tmp_path: Path
) -> None:
    status, records, said = pincite(library_dir, "ingest", str(pdfs))
    assert (status, states(records)) == (
        0,
        {"open.pdf": "indexed", "owned.pdf": "indexed", "pay.pdf": "needs_password"},
    )
    assert "add --password-file FILE" in said

    file = tmp_path / "passwords.txt"
    file.write_text(f"wrong\n{SECRET}\n", encoding="utf-8")
    file.chmod(0o600)
    status, records, said = pincite(library_dir, "ingest", str(pdfs), "--password-file", str(file))
    assert (status, states(records)["pay.pdf"]) == (0, "indexed")
    assert SECRET not in f"{records}{said}"
    assert "Other users" not in said
    file.unlink()
    # Neither search nor answers need it, and it is nowhere.
    _, hits, _ = pincite(library_dir, "search", "salary bands")
    assert {hit["document"] for hit in hits} >= {"Salary Bands"}
    homes = [Path(os.environ[f"XDG_{name}_HOME"]) for name in ("CONFIG", "DATA", "STATE")]
    places = [library_dir, *(home for home in homes if home.is_dir())]
    assert holders(places, SECRET) == []
    # Looking for the text itself shows that the search for words in files works.
    assert holders(places, PAY) != []


@pytest.mark.parametrize(
    ("data", "reason"), [(None, "path_not_found"), (b"\xff\xfe\0", "password_file")]
)
def test_password_files_that_cannot_be_used(
    library_dir: Path, locked: Path, tmp_path: Path, data: bytes | None, reason: str
) -> None:
    file = tmp_path / "passwords.txt"
    if data is not None:
        file.write_bytes(data)
    status, records, said = pincite(
        library_dir, "ingest", str(locked), "--password-file", str(file)
    )
    assert (status, [one["reason"] for one in records]) == (2, [reason])
    assert "password file" in said


@pytest.mark.skipif(os.name != "posix", reason="only these systems have such permissions")
def test_a_password_file_that_others_can_read_is_said(
    library_dir: Path, locked: Path, tmp_path: Path
) -> None:
    file = tmp_path / "passwords.txt"
    file.write_text("wrong\n", encoding="utf-8")
    file.chmod(0o644)
    status, records, said = pincite(
        library_dir, "ingest", str(locked), "--password-file", str(file)
    )
    assert (status, states(records)) == (0, {"pay.pdf": "needs_password"})
    assert "the one that was given does not open it" in str(records[0]["message"])
    assert "Other users of this computer may read the passwords" in said


@pytest.fixture
def run(library_dir: Path) -> Iterator[Callable[[], Application]]:
    """Starts the program without its window, ending the one before."""
    running: list[Application] = []

    def start() -> Application:
        if running:
            running.pop().close()
        running.append(Application(library_dir, writing=True))
        return running[0]

    yield start
    if running:
        running.pop().close()


def ingested(application: Application, *paths: Path) -> Document:
    list(application.ingest.run(paths, cancel=CancelToken()))
    [document] = application.library.documents()
    return document


def test_after_a_restart_text_is_found_and_pages_ask_again(
    run: Callable[[], Application], locked: Path, pdfs: Path, library_dir: Path
) -> None:
    first = run()
    document = ingested(first, locked)
    assert document.status is DocumentStatus.NEEDS_PASSWORD
    token = CancelToken()
    unlocked = first.unlocking.unlock(document.id, SECRET, for_others=False, cancel=token)
    document = ingested(first, *unlocked.to_read)
    assert document.status is DocumentStatus.INDEXED
    assert first.viewing.render(document.id, 1, 0.1).page == 1
    for place in (Path("/proc") / str(pid) for pid in children(first)):
        held = (place / "cmdline").read_bytes() + (place / "environ").read_bytes()
        assert SECRET.encode() not in held
    moved = locked.rename(pdfs / "moved.pdf")
    assert ingested(first, moved).id == document.id
    assert first.viewing.render(document.id, 1, 0.1).page == 1

    second = run()
    assert ingested(second, moved).status is DocumentStatus.INDEXED
    found = second.search.search("salary bands", 5).passages
    assert [passage.chunk.document_id for passage in found] == [document.id]
    with pytest.raises(PageLocked):
        second.viewing.render(document.id, 1, 0.1)
    again = second.unlocking.unlock(document.id, SECRET, for_others=False, cancel=token)
    assert again.to_read == ()
    assert second.viewing.render(document.id, 1, 0.1).page == 1
    assert holders([library_dir], SECRET) == []


def children(application: Application) -> list[int]:
    """The processes of the reader and of the page viewer, where the system lets us look."""
    if not Path("/proc/self/cmdline").exists():
        return []
    readers = application.extractors.process_ids
    viewer = application.renderer.process_id  # type: ignore[attr-defined]
    assert readers
    assert viewer
    return [*readers, viewer]

"""Watched folders with real parts: moved files keep their citations, removed ones stay away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree

import pytest

from app.bootstrap import Application
from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, FileState
from app.services.events import FileFinished, IngestEvent
from app.services.folders import FolderCheck
from app.services.ingest_control import CollectedPath
from tests.pdfs import make_pdf

RENT = "The rent is due on the third working day of each month."


@dataclass
class Home:
    """Folders of a user, and the library that watches one of them."""

    folder: Path
    application: Application
    checks: list[FolderCheck] = field(default_factory=list)

    def check(self) -> list[FileFinished]:
        """Check the folders and read what is to be read."""
        application = self.application
        check = application.folders.check(cancel=CancelToken(), asked=True)
        self.checks.append(check)
        events: list[IngestEvent] = []
        if check.to_read:
            events = list(application.ingest.run(check.to_read, cancel=CancelToken()))
        return [event for event in events if isinstance(event, FileFinished)]

    def documents(self) -> dict[str, Document]:
        return {one.path.name: one for one in self.application.library.documents()}


@pytest.fixture
def home(
    tmp_path: Path, library_dir: Path, model_paths: Callable[[str], tuple[Path, ...]]
) -> Iterator[Home]:
    model_paths("embedder")
    folder = tmp_path / "Letters"
    folder.mkdir()
    make_pdf(folder / "lease.pdf", [RENT, "The second page."], title="Lease")
    make_pdf(folder / "other.pdf", ["Something else is said here."])
    application = Application(library_dir, writing=True)
    list(application.ingest.run([CollectedPath(folder)], cancel=CancelToken()))
    yield Home(folder, application)
    application.close()


def test_a_citation_leads_to_a_file_that_was_moved(home: Home) -> None:
    lease = home.documents()["lease.pdf"]
    [passage, *_] = home.application.library.document_chunks(lease.id)
    moved = home.folder / "2026" / "The lease.pdf"
    moved.parent.mkdir()
    (home.folder / "lease.pdf").rename(moved)

    assert home.check() == []

    assert [(one.document_id, one.path) for one in home.checks[0].moved] == [(lease.id, moved)]
    viewed = home.application.viewing.open(lease.id, chunk_id=passage.id)
    assert (viewed.path, viewed.file_state, len(viewed.pages)) == (moved, FileState.UNCHANGED, 2)
    assert home.application.viewing.render(lease.id, 1, 0.5).page == 1
    [hit, *_] = home.application.search.search("When is the rent due?", 2).passages
    assert (hit.chunk.id, hit.path) == (passage.id, moved)


def test_new_changed_missing_and_back(home: Home) -> None:
    folder = home.folder
    lease = home.documents()["lease.pdf"]
    make_pdf(folder / "new.pdf", ["This is new."])
    make_pdf(folder / "lease.pdf", ["The rent is due on Friday."], title="Lease")
    kept = (folder / "other.pdf").read_bytes()
    (folder / "other.pdf").unlink()

    outcomes = {event.path.name: event.outcome for event in home.check()}

    assert outcomes == {"new.pdf": "added", "lease.pdf": "replaced"}
    assert home.documents()["lease.pdf"].id == lease.id
    assert [file.path.name for file in home.checks[-1].missing] == ["other.pdf"]
    [letters] = home.application.collection_service.collections()
    assert letters.document_count == 3
    (folder / "other.pdf").write_bytes(kept)
    assert home.check() == []
    assert (home.checks[-1].back, home.checks[-1].unchanged) == (1, 3)


def test_a_removed_document_stays_away_until_it_is_added_again(home: Home) -> None:
    lease = home.documents()["lease.pdf"]
    home.application.library_service.remove([lease.id])
    assert home.check() == []
    assert home.checks[-1].removed == 1
    list(home.application.ingest.run([lease.path], cancel=CancelToken()))
    assert set(home.documents()) == {"lease.pdf", "other.pdf"}


def test_an_erased_document_leaves_no_name(home: Home, library_dir: Path) -> None:
    named = make_pdf(home.folder / "Zwiebelkuchen.pdf", ["What a name."])
    make_pdf(home.folder / "Zwiebelkuchen copy.pdf", ["What a name."])
    home.check()
    documents = [one for name, one in home.documents().items() if name.startswith("Zwiebel")]
    list(home.application.erasing.erase([one.id for one in documents], cancel=CancelToken()))
    assert home.check() == []
    home.application.close()
    assert named.exists()
    assert [
        path
        for path in library_dir.rglob("*")
        if path.is_file() and b"Zwiebelkuchen" in path.read_bytes()
    ] == []


def test_a_folder_that_is_gone_for_a_while(home: Home, tmp_path: Path) -> None:
    away = home.folder.rename(tmp_path / "away")
    assert home.check() == []
    assert (home.checks[-1].unreachable, home.checks[-1].missing) == ((home.folder,), ())
    away.rename(home.folder)
    assert home.check() == []
    assert home.checks[-1].unchanged == 2
    rmtree(home.folder)
    home.folder.mkdir()
    assert home.check() == []
    assert home.checks[-1].unreachable == (home.folder,)
    assert len(home.documents()) == 2

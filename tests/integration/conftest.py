"""Libraries and applications with real parts: processes, engines and models."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.bootstrap import Application
from app.core.domain.cancel import CancelToken
from app.services.events import IngestFinished
from tests.integration.handbook import write_handbook, write_kettle


@dataclass(frozen=True, slots=True)
class Shelf:
    """PDFs, and a library that has read them."""

    pdfs: Path
    library: Path

    @property
    def handbook(self) -> Path:
        """The PDF of three pages."""
        return self.pdfs / "handbook.pdf"


@pytest.fixture(scope="session")
def read_shelf(
    tmp_path_factory: pytest.TempPathFactory,
    models_dir: Path,
    model_paths: Callable[[str], tuple[Path, ...]],
) -> Shelf:
    """Read once; tests that change anything take `shelf`."""
    model_paths("embedder")
    folder = tmp_path_factory.mktemp("shelf")
    shelf = Shelf(folder / "pdfs", folder / "library")
    shelf.pdfs.mkdir()
    write_handbook(shelf.pdfs)
    write_kettle(shelf.pdfs)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PINCITE_MODELS", str(models_dir))
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        application = Application(shelf.library, writing=True)
        try:
            events = list(application.ingest.run([shelf.pdfs], cancel=CancelToken()))
        finally:
            application.close()
    end = events[-1]
    assert isinstance(end, IngestFinished)
    assert (end.added, end.degraded) == (2, "")
    return shelf


@pytest.fixture
def shelf(read_shelf: Shelf, library_dir: Path) -> Shelf:
    """The same PDFs, with a library of the test's own."""
    shutil.copytree(read_shelf.library, library_dir, dirs_exist_ok=True)
    return Shelf(read_shelf.pdfs, library_dir)


@pytest.fixture
def pdfs(tmp_path: Path) -> Path:
    """An empty folder for PDFs."""
    folder = tmp_path / "pdfs"
    folder.mkdir()
    return folder


@pytest.fixture
def application(shelf: Shelf) -> Iterator[Application]:
    """The program without its window, over `shelf`."""
    application = Application(shelf.library, writing=True)
    yield application
    application.close()


@pytest.fixture
def empty_application(library_dir: Path) -> Iterator[Application]:
    """The program without its window, over an empty library."""
    application = Application(library_dir, writing=True)
    yield application
    application.close()

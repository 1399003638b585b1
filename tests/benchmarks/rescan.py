"""Measures how long it takes to look for changes in a folder of many files.

    nice -n 10 python -m tests.benchmarks.rescan [--files 10000] [--folders 100]

Run it in the checkout's folder, in Pincite's own environment. It makes the files in a folder of its
own, puts a document for each into a library as reading would leave it, and then checks the folder:
unchanged (with the folder's entries in the system's memory, as after the first look); after a
folder with a tenth of the files was renamed; after all files were touched without being changed;
and after a tenth was deleted. Files hold 20 kB each, since what was moved is told by its content.
The whole process is measured too, as `pincite ingest` without a path is started.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shutil import rmtree

from app.adapters.file_source import LocalFiles
from app.adapters.library_folder import LibraryFolder
from app.adapters.sqlite.collection_store import SqliteCollections
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.folder_store import SqliteFolders
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.cancel import CancelToken
from app.core.domain.folder import WatchedFolder
from app.core.reading.version import READING_VERSION
from app.services.filing import Filing
from app.services.folder_memory import FolderMemory
from app.services.folders import FolderCheck, FolderService
from app.services.priority import AnswerPriority
from tests.stored_documents import new_document

BYTES = 20_000


def make_files(folder: Path, files: int, folders: int) -> list[Path]:
    """Files of different content, spread over folders three levels deep."""
    paths = []
    for number in range(files):
        place = number % folders
        below = folder / f"Department {place // 10}" / f"Year {place}" / "Reports and letters"
        below.mkdir(parents=True, exist_ok=True)
        path = below / f"Report number {number}.pdf"
        path.write_bytes(f"%PDF-1.7 {number}\n".encode().ljust(BYTES, b"."))
        paths.append(path)
    return paths


def fill(database: Database, paths: list[Path]) -> None:
    """A document for each file, read and embedded."""
    library, files = SqliteLibrary(database), LocalFiles()
    for path in paths:
        stamp = files.stamp(path)
        assert stamp is not None
        new = new_document(path.name, ["A page of it."])
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        stored = library.save_document(
            replace(new, path=path, stamp=stamp, sha256=content, reading_version=READING_VERSION)
        )
        library.mark_embedded([chunk.id for chunk in library.document_chunks(stored.id)])


def measure(what: str, check: Callable[[], FolderCheck]) -> None:
    """Print the seconds of the clock and of the processor: other work on the machine adds to the
    first only."""
    started, worked = time.perf_counter(), time.process_time()
    found = check()
    seconds, processor = time.perf_counter() - started, time.process_time() - worked
    say(
        f"{what:<28} {seconds:6.2f} s ({processor:5.2f} s of the processor): unchanged "
        f"{found.unchanged}, moved {len(found.moved)}, missing {len(found.missing)}, "
        f"to read {len(found.to_read)}"
    )


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def command(library: Path) -> None:
    """The whole program, from its start to its end."""
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "app", "--library", str(library), "ingest"],
        check=True,
        capture_output=True,
    )
    say(f"{'unchanged, whole program':<28} {time.perf_counter() - started:6.2f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--folders", type=int, default=100)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "documents"
        library = LibraryFolder(Path(place) / "library")
        paths = make_files(folder, given.files, given.folders)
        database = Database(library.database)
        fill(database, paths)
        store, files = SqliteFolders(database), LocalFiles()
        store.watch(WatchedFolder(folder))
        filing = Filing(
            SqliteCollections(database),
            FolderMemory(store, files, files, SqliteCollections(database)),
        )
        service = FolderService(store, files, files, filing, AnswerPriority())

        def check() -> FolderCheck:
            return service.check(cancel=CancelToken(), asked=True)

        measure("unchanged", check)
        command(Path(place) / "library")
        (folder / "Department 0").rename(folder / "Renamed")
        measure("a tenth in a renamed folder", check)
        for path in folder.rglob("*.pdf"):
            os.utime(path)
        measure("all touched", check)
        rmtree(folder / "Renamed")
        measure("a tenth deleted", check)
        measure("the same once more", check)
        database.close()


if __name__ == "__main__":
    main()

"""An ingest in a program of its own that is killed, again and again, at any moment (I6).

After each kill the library is looked at in this process: every document that is there must be
whole. What may be unfinished is settled by the next run, which goes on until the next kill.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from app.adapters.chroma_vectors import ChromaVectors
from app.adapters.library_folder import LibraryFolder
from app.adapters.sqlite.audit import SqliteAudit
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.erasure_store import SqliteErasure
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.cancel import CancelToken
from app.core.ports import VectorIndex
from app.services.findings import Finding
from app.services.verifying import VerifyingService, vector_faults
from tests.fakes.vector_index import ExactVectorIndex
from tests.pdfs import make_damaged_pdf, make_pdf

REPOSITORY = Path(__file__).resolve().parents[1]
FILES = 50
SECONDS = 240
"""So long no run takes."""
_PROC = Path("/proc")

# What a run that was killed may leave to the next one.
TO_SETTLE = ("belong to no passage", "missing for exact search")


@dataclass(frozen=True, slots=True)
class Moment:
    """When a run is killed: so many seconds after so many lines of it. Or one of its child
    processes, by its place among them."""

    lines: int
    seconds: float
    child: int | None = None


def moments(seed: int, *, children: bool = False) -> Iterator[Moment]:
    """Moments without end: at the start, while files are read, and while vectors are made."""
    choice = random.Random(seed)
    while True:
        kind = choice.random()
        child = choice.randrange(3) if children else None
        if kind < 0.15 and not children:
            yield Moment(0, choice.uniform(0.0, 2.5))
        elif kind < 0.65:
            yield Moment(choice.randint(1, FILES - 1), choice.uniform(0.0, 0.1), child)
        else:
            yield Moment(FILES, choice.uniform(0.0, 8.0), child)


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look into the library found: whole documents, files that are still to be read,
    passages that have no vector yet, faults, and what the next run settles."""

    documents: int
    queued: int
    without_vector: int
    faults: tuple[str, ...]
    to_settle: tuple[str, ...]

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return not (self.queued or self.without_vector or self.to_settle)


@dataclass(slots=True)
class KilledIngest:
    """A folder of 50 PDFs, and a library that reads it."""

    folder: Path
    version: int = 0
    expected: int = 0
    runs: int = 0
    kills: int = 0
    ended_before: int = 0
    finished: int = 0
    pids: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.pdfs.mkdir()
        self.renew()

    @property
    def pdfs(self) -> Path:
        """Where the files are."""
        return self.folder / "pdfs"

    @property
    def library(self) -> Path:
        """Where the library is."""
        return self.folder / "library"

    def renew(self) -> None:
        """Write all files anew, with other content: 48 documents, a copy, and a damaged one."""
        self.version += 1
        for number in range(FILES - 2):
            pages = [
                f"Berth {number} of harbour {self.version} takes boats of {page + 4} metres.\n\n"
                f"The fee for a night is {number * 7 + page} euros, water and light included. "
                f"Whoever stays longer than {page + 2} weeks asks the harbour master of basin "
                f"{number * 31 + self.version} for a winter place."
                for page in range(1 + number % 6)
            ]
            make_pdf(self.pdfs / f"{number:02}.pdf", pages, title=f"Berth {number}")
        (self.pdfs / "copy.pdf").write_bytes((self.pdfs / "07.pdf").read_bytes())
        make_damaged_pdf(self.pdfs / "damaged.pdf")
        self.expected = FILES - 1

    def run(self, moment: Moment | None = None) -> int:
        """Read the folder; killed at a moment, where one is given. Returns the exit status."""
        command = [sys.executable, "-m", "app", "--library", str(self.library), "--json"]
        self.runs += 1
        with subprocess.Popen(
            [*command, "ingest", str(self.pdfs)],
            cwd=REPOSITORY,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as program:
            lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
            reader = threading.Thread(target=_read, args=(program, lines))
            reader.start()
            try:
                if moment is not None:
                    self._kill(program, moment, lines)
                status = program.wait(SECONDS)
            finally:
                program.kill()
                reader.join()
        self._wait_for_children()
        self.finished += status == 0
        return status

    def look(self) -> Looked:
        """Look into the library, which no program has open."""
        with closing(Database(LibraryFolder(self.library).database)) as database:
            library = SqliteLibrary(database)
            identity = library.embedder()
            vectors: VectorIndex = ExactVectorIndex()
            if identity is not None:
                vectors = ChromaVectors(self.library / "vectors", identity)
            with closing(vectors):
                service = VerifyingService(
                    library, SqliteAudit(database), vectors, SqliteErasure(database)
                )
                found = list(service.verify(cancel=CancelToken()))
                every, embedded = library.count_chunks()
                marked = library.embedded_chunk_ids()
                document_of = {
                    chunk.id: document.id
                    for document in library.documents()
                    for chunk in library.document_chunks(document.id)
                }
                apart = vector_faults(vectors.examine(), marked, document_of)
            wrong = [one for one in found if isinstance(one, Finding) and not one.ok]
            settled = tuple(one for one in apart if any(words in one for words in TO_SETTLE))
            return Looked(
                documents=len(library.documents()),
                queued=len(library.queue()),
                without_vector=every - embedded,
                faults=(
                    *(one.message for one in wrong if one.check != "vectors:content"),
                    *(one for one in apart if one not in settled),
                    *(() if library.integrity() == "ok" else (library.integrity(),)),
                ),
                to_settle=settled,
            )

    def _kill(
        self,
        program: subprocess.Popen[bytes],
        moment: Moment,
        lines: queue.SimpleQueue[bytes | None],
    ) -> None:
        seen = 0
        while seen < moment.lines and (line := lines.get(timeout=SECONDS)) is not None:
            seen += "path" in json.loads(line)
        with contextlib.suppress(subprocess.TimeoutExpired):
            program.wait(moment.seconds)
        if program.poll() is not None:
            self.ended_before += 1
            return
        self.pids = _below(program.pid)
        victims = sorted(self.pids) if moment.child is not None else [program.pid]
        if victims:
            with contextlib.suppress(ProcessLookupError):
                os.kill(victims[(moment.child or 0) % len(victims)], signal.SIGKILL)
            self.kills += 1

    def _wait_for_children(self) -> None:
        """Nobody outlives the program for long."""
        end = time.monotonic() + 20
        while alive := [pid for pid in self.pids if _runs(pid)]:
            assert time.monotonic() < end, f"{len(alive)} processes outlive their parent"
            threading.Event().wait(0.02)
        self.pids = set()


def _read(program: subprocess.Popen[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    assert program.stdout is not None
    for line in program.stdout:
        lines.put(line)
    lines.put(None)


def _below(pid: int) -> set[int]:
    """All processes below one."""
    found: set[int] = set()
    for task in (_PROC / str(pid) / "task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, task.read_text().split()):
                found |= {child, *_below(child)}
    return found


def _runs(pid: int) -> bool:
    try:
        state = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"

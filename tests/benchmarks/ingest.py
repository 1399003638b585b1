"""Measures ingest side by side with the plain recipe of a tutorial: pages a second and memory.

The recipe needs an environment of its own, since most of it is no part of Pincite:

    python -m venv recipe
    recipe/bin/pip install torch sentence-transformers chromadb==1.5.9 langchain-text-splitters \\
        pymupdf==1.28.2
    nice -n 5 python -m tests.benchmarks.ingest --recipe recipe/bin/python --weights FOLDER

Run it in the checkout's folder, with Pincite's own environment and after
`pincite models fetch embedder`. FOLDER holds all-MiniLM-L6-v2 (float32) as sentence-transformers
keeps it. Without `--recipe` only Pincite is measured. Both read the same made-up PDFs, 20 pages of
about 450 words each, in turns, each time from nothing and in processes of their own; starting the
programs and loading the models counts for neither.

"Lexical" are the seconds until the last page can be found by its words, "whole" those until all has
vectors too. Memory is the most that all processes of one side take together (PSS, of Linux).
`--lexical 5000 20000` adds runs of Pincite alone that end with the last page, and `--long 5000`
runs to the last vector: time should grow as the pages do.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from app.evaluation.documents import made_up_pdfs

PAGES_PER_FILE = 20
SAMPLE_SECONDS = 0.2


def read_by_pincite(corpus: Path, files: int, *, lexical_only: bool) -> dict[str, float]:
    """Read the first files of a corpus into a new library."""
    from app.bootstrap import Application
    from app.core.domain.cancel import CancelToken
    from app.services.events import EmbedProgress, FileFinished

    with tempfile.TemporaryDirectory() as folder:
        application = Application(Path(folder), writing=True)
        application.embedder.embed_query("warm up")
        cancel = CancelToken()
        found: dict[str, float] = {"pages": 0}
        started = time.perf_counter()
        for event in application.ingest.run(sorted(corpus.glob("*.pdf"))[:files], cancel=cancel):
            if isinstance(event, FileFinished):
                found["pages"] += event.document.pages
                found.setdefault("first_s", time.perf_counter() - started)
                found["lexical_s"] = time.perf_counter() - started
            elif isinstance(event, EmbedProgress) and lexical_only:
                cancel.cancel()
        if not lexical_only:
            found["whole_s"] = time.perf_counter() - started
            every, embedded = application.library.count_chunks()
            assert every == embedded, "not all passages were embedded"
            found["chunks"] = every
        application.close()
    return found


def measure(command: Sequence[str]) -> dict[str, float]:
    """Run a side in a process of its own; what it prints last, and the memory of all its
    processes."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    most = 0
    over = threading.Event()

    def watch() -> None:
        nonlocal most
        while not over.wait(SAMPLE_SECONDS):
            most = max(most, sum(map(pss, family(process.pid))))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        out, _ = process.communicate()
    finally:
        over.set()
        watcher.join()
    if process.returncode:
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    found: dict[str, float] = json.loads(out.strip().splitlines()[-1])
    return {**found, "peak_mb": round(most / 1024)}


def family(root: int) -> set[int]:
    """A process and all below it."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text(errors="replace").rpartition(")")[2]
            except OSError:
                continue
            parents[int(entry.name)] = int(status.split()[1])
    found = {root}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def pss(process: int) -> int:
    """KiB of memory that a process takes, its share of what it shares included."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:  # it has ended
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def say(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def show(name: str, found: dict[str, float]) -> None:
    """One line for people, which says what was measured."""
    pages = found["pages"]
    parts = [f"{name}: {pages:.0f} pages"]
    if "lexical_s" in found:
        parts.append(f"first {found['first_s']:.1f} s, lexical {found['lexical_s']:.1f} s")
    if "whole_s" in found:
        parts.append(f"whole {found['whole_s']:.1f} s ({pages / found['whole_s']:.1f} pages/s)")
    say(", ".join([*parts, f"{found['peak_mb']:.0f} MB"]))


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print a line a run and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recipe", type=Path, help="the Python of the recipe's environment")
    parser.add_argument("--weights", type=Path, help="all-MiniLM-L6-v2 for the recipe")
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--lexical", type=int, nargs="*", default=[])
    parser.add_argument("--long", type=int, nargs="*", default=[])
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--lexical-only", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(given)
    if asked.read:
        files = asked.pages // PAGES_PER_FILE
        found = read_by_pincite(asked.read, files, lexical_only=asked.lexical_only)
        say(json.dumps(found))
        return
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder)
        most = max([asked.pages, *asked.lexical, *asked.long])
        made_up_pdfs(corpus, files=most // PAGES_PER_FILE, pages=PAGES_PER_FILE)
        own = [sys.executable, "-m", "tests.benchmarks.ingest", "--read", str(corpus)]
        for _ in range(asked.rounds):
            ours = measure([*own, "--pages", str(asked.pages)])
            show("Pincite", ours)
            if asked.recipe:
                script = str(Path(__file__).with_name("ingest_recipe.py"))
                files = str(asked.pages // PAGES_PER_FILE)
                weights = os.fspath(asked.weights)
                theirs = measure([str(asked.recipe), script, str(corpus), files, weights])
                show("the recipe", theirs)
                say(f"ratio of pages a second: {theirs['whole_s'] / ours['whole_s']:.2f}")
        for pages in asked.lexical:
            show("Pincite", measure([*own, "--pages", str(pages), "--lexical-only"]))
        for pages in asked.long:
            show("Pincite", measure([*own, "--pages", str(pages)]))


if __name__ == "__main__":
    main()

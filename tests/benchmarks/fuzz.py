"""Spoils valid PDFs by chance for as long as it is told to, and reads every one of them.

    python -m tests.benchmarks.fuzz --files 2000 --first 0

Run it in the checkout's folder, with the environment of the tests. Each file has a number that
says what is done to which PDF, so that `--first N --files 1` gives the same file again; files over
which something fails are kept in the folder that is named at the end. The test of the suite does
the same with few files.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.fuzzing import Outcome, Reader
from tests.mutated_pdfs import PASSWORD, mutated, seeds, some_mutations


def say(line: str) -> None:
    """Write a line, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Read all files and print what came out; 1 where anything failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="number of the first file")
    parser.add_argument("--seconds", type=float, default=600.0, help="stop after so long")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    kinds = seeds(folder)
    names = sorted(kinds)
    reader = Reader(folder)
    outcomes: list[Outcome] = []
    failures = 0
    slowest: list[tuple[float, int, str]] = []
    deadly: list[int] = []
    ends = time.monotonic() + arguments.seconds
    for number in range(arguments.first, arguments.first + arguments.files):
        if time.monotonic() > ends:
            break
        source = random.Random(number)
        name = source.choice(names)
        mutations, rebuilt = some_mutations(source)
        data = mutated(kinds[name], mutations, rebuilt=rebuilt)
        try:
            outcome = reader.take(data, PASSWORD)
        except Exception as error:
            failures += 1
            (folder / f"failed {number}.pdf").write_bytes(data)
            say(f"{number} {name} {mutations} {rebuilt}: {type(error).__name__} {error}")
            continue
        outcomes.append(outcome)
        if outcome.deaths:
            deadly.append(number)
            (folder / f"deadly {number}.pdf").write_bytes(data)
        slowest = sorted([*slowest, (outcome.seconds, number, name)], reverse=True)[:8]
    reader.close()
    say(f"{len(outcomes) + failures} files, {failures} failures")
    say(str(dict(Counter(outcome.status.value for outcome in outcomes).most_common())))
    say(f"children that ended: {sum(o.deaths for o in outcomes)}, over files {deadly}")
    say(f"slowest: {[(round(seconds, 2), number, name) for seconds, number, name in slowest]}")
    say(f"kept in {folder}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

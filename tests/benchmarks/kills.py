"""Kills an ingest of 50 files at random moments, and looks after each kill whether every document
is whole; see `tests/killed_ingest.py`.

    nice -n 10 python -m tests.benchmarks.kills --moments 100 [--children 20] [--seed 1]

When all files were read, they are written anew before every other kill, so that kills hit the
reading of documents that are added and replaced as well as the making of vectors. Prints JSON: how
many kills, of which kind, and what was found. Exit status 1 where anything was found that should
not be.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from tests.killed_ingest import KilledIngest, moments


def main() -> int:
    """Kill, look, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moments", type=int, default=100, help="kills of the program")
    parser.add_argument("--children", type=int, default=20, help="kills of a child process")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pincite-kills-") as folder:
        ingest = KilledIngest(Path(folder))
        faults: list[str] = []
        unsettled = settled = reading = embedding = 0
        for wanted, children in ((options.moments, False), (options.children, True)):
            ingest.kills, when = 0, moments(options.seed, children=children)
            while ingest.kills < wanted:
                moment = next(when)
                before = ingest.kills
                ingest.run(moment)
                found = ingest.look()
                faults += [f"{moment}: {fault}" for fault in found.faults]
                settled += bool(found.to_settle)
                sys.stderr.write(f"{ingest.kills} {moment} {found}\n")
                reading += bool(found.queued)
                embedding += bool(found.without_vector) and not found.queued
                if ingest.kills == before or ingest.kills % 10 == 0:
                    unsettled += _end(ingest, faults)
                    ingest.renew()
                elif not found.queued and ingest.kills % 2:
                    ingest.renew()
        unsettled += _end(ingest, faults)
    report = {
        "kills_of_the_program": options.moments,
        "kills_of_children": options.children,
        "seed": options.seed,
        "runs": ingest.runs,
        "libraries": ingest.version,
        "killed_while_files_were_to_be_read": reading,
        "killed_while_vectors_were_to_be_made": embedding,
        "left_to_settle_after_a_kill": settled,
        "not_settled_by_the_next_run": unsettled,
        "faults": faults,
        "seconds": round(time.monotonic() - started, 1),
    }
    sys.stdout.write(f"{json.dumps(report, indent=2)}\n")
    return 1 if faults or unsettled else 0


def _end(ingest: KilledIngest, faults: list[str]) -> int:
    """Run to the end; 1 where something is left to do then."""
    status = ingest.run()
    found = ingest.look()
    faults += [f"at the end: {fault}" for fault in found.faults]
    return int(status != 0 or not found.done or found.documents != ingest.expected)


if __name__ == "__main__":
    sys.exit(main())

"""Killed at any moment, the library has whole documents only, and the next run goes on (I6).

`python -m tests.benchmarks.kills` does the same a hundred times.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from tests.killed_ingest import KilledIngest, Moment, moments

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")

ModelPaths = Callable[[str], tuple[Path, ...]]

SEED = 7
WHOLE_PROGRAM = (Moment(0, 0.9), Moment(3, 0.0), Moment(26, 0.1), Moment(50, 0.6), Moment(50, 1.6))


@pytest.fixture
def ingest(tmp_path: Path, model_paths: ModelPaths) -> KilledIngest:
    model_paths("embedder")
    return KilledIngest(tmp_path)


def test_the_program_is_killed(ingest: KilledIngest) -> None:
    for moment in WHOLE_PROGRAM:
        ingest.run(moment)
        assert ingest.look().faults == ()
    assert ingest.kills >= 4
    assert_done(ingest)
    ingest.renew()
    ingest.run(Moment(20, 0.05))
    assert ingest.look().faults == ()
    assert_done(ingest)


def test_its_child_processes_are_killed(ingest: KilledIngest) -> None:
    for moment in islice(moments(SEED, children=True), 3):
        assert ingest.run(moment) == 0
        assert ingest.look().faults == ()
    assert ingest.kills >= 1
    assert_done(ingest)


def assert_done(ingest: KilledIngest) -> None:
    """Run to the end, after which nothing is missing, left over, or there twice."""
    assert ingest.run() == 0
    found = ingest.look()
    assert found.faults == ()
    assert found.done, found
    assert found.documents == ingest.expected

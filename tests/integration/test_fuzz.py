"""Spoiled PDFs cost at most the child that reads them, and end in one state with a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.core.domain.document import DocumentStatus
from tests.fuzzing import Reader
from tests.mutated_pdfs import KINDS, PASSWORD, Mutation, mutated, seeds

FILES = 100
"""Spoiled files of a run; `tests/benchmarks/fuzz.py` reads as many as it is told to."""

shares = st.floats(0, 1, allow_nan=False, width=32)
mutations = st.builds(Mutation, st.sampled_from(KINDS), shares, shares, st.integers(0, 65_535))


class Desk:
    """Good files, and what reads them and what is made of them."""

    def __init__(self, folder: Path) -> None:
        self.kinds = seeds(folder)
        self.reader = Reader(folder)

    def check_good_file(self) -> None:
        """What comes next is read well, whatever came last."""
        outcome = self.reader.take(self.kinds["text"])
        assert (outcome.status, outcome.pages) == (DocumentStatus.INDEXED, 3)
        assert outcome.chunks
        assert not outcome.deaths


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.reader.close()


def test_good_files_are_read(desk: Desk) -> None:
    for name, data in desk.kinds.items():
        outcome = desk.reader.take(data, PASSWORD)
        expected = {
            "scan": DocumentStatus.PARTIAL,
            "drawn": DocumentStatus.NO_TEXT,
        }.get(name, DocumentStatus.INDEXED)
        assert (name, outcome.status, outcome.deaths) == (name, expected, 0)


@pytest.mark.timeout(600)  # a machine that is busy starts children slowly
def test_spoiled_files(desk: Desk) -> None:
    @settings(
        max_examples=FILES,
        # Making a failing file smaller takes many deaths; the figures give it again as it is.
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(
        kind=st.sampled_from(sorted(desk.kinds)),
        changes=st.lists(mutations, min_size=1, max_size=5),
        rebuilt=st.booleans(),
    )
    def read(kind: str, changes: list[Mutation], rebuilt: bool) -> None:
        outcome = desk.reader.take(mutated(desk.kinds[kind], changes, rebuilt=rebuilt), PASSWORD)
        if outcome.deaths:
            desk.check_good_file()

    read()
    desk.check_good_file()

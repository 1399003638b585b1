"""Gold quotes in passages, as they are and widened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.evaluation.metrics import Metric, Rate
from app.evaluation.quotes_held import HELD, HELD_WIDENED, add_quotes, quotes_held
from tests.stored_documents import new_document
from tests.workbench import Workbench


@pytest.fixture
def bench(library_dir: Path) -> Iterator[Workbench]:
    made = Workbench(library_dir)
    yield made
    made.close()


def test_a_quote_over_the_edge_of_a_passage_is_held_once_it_is_widened(bench: Workbench) -> None:
    texts = ["Unused days of annual-leave", "expire on 31 March.", "Dogs bark in the yard."]
    bench.library.save_document(new_document("leave.pdf", texts))
    question = "What of unused days of annual leave?"
    passages = bench.search.search(question, 1).passages
    quotes = ("days of annual leave", "annual leave expire", "dogs bark")
    record = quotes_held(bench.library, passages, question, quotes)
    assert record == {"of": 3, HELD: 1, HELD_WIDENED: 2}


def test_quotes_are_counted_one_by_one() -> None:
    metrics: dict[str, Metric] = {HELD: Rate(), HELD_WIDENED: Rate()}
    add_quotes(metrics, {"of": 3, HELD: 1, HELD_WIDENED: 2})
    add_quotes(metrics, {"of": 1, HELD: 1, HELD_WIDENED: 1})
    add_quotes(metrics, None)
    assert metrics == {HELD: Rate(2, 4), HELD_WIDENED: Rate(3, 4)}

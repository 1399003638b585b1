"""How many of a question's gold quotes stand whole in the passages that an answer is given, as they
are and widened by their neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.core.domain.evidence import Passage
from app.core.ports import LibraryStore
from app.core.text.terms import parts, words
from app.evaluation.metrics import Metric, Rate
from app.services.widening import widen

HELD, HELD_WIDENED = "quotes_in_sources", "quotes_in_widened_sources"


def quotes_held(
    library: LibraryStore, passages: Sequence[Passage], question: str, quotes: Sequence[str]
) -> dict[str, object]:
    """A record for the row: how many quotes there are, and how many are held."""
    wide = widen(library, passages, question)
    return {
        "of": len(quotes),
        HELD: _held(quotes, passages),
        HELD_WIDENED: _held(quotes, wide),
    }


def add_quotes(metrics: Mapping[str, Metric], record: object) -> None:
    """Count the quotes of one row."""
    if not isinstance(record, dict):
        return
    for name in (HELD, HELD_WIDENED):
        metric = metrics[name]
        if isinstance(metric, Rate):
            metric.k += record[name]
            metric.n += record["of"]


def _held(quotes: Sequence[str], passages: Sequence[Passage]) -> int:
    texts = [_letters(passage.chunk.text) for passage in passages]
    return sum(any(_letters(quote) in text for text in texts) for quote in quotes)


def _letters(text: str) -> str:
    """Words without what stands between them: a hyphen or a line end inside of one is no more."""
    return "".join(part for word in words(text) for part in parts(word.folded))

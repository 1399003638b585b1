"""The lexical arm on SQLite's full-text search (FTS5), ranked by bm25.

There are two indexes over the same chunks: one of words, and one of pairs of characters for
scripts that put no spaces between words. A term may have parts in both.

In a large library the rows to be scored are chosen (`term_choice`), and where most of it is
searched, the scope is applied to the best of all. A condition on rows has a unary plus, without
which SQLite would ask the index anew for each row: 20 seconds instead of 28 milliseconds for half
of 100,000 chunks.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.match_terms import pair_phrases, word_phrases
from app.adapters.sqlite.term_choice import choose
from app.core.domain.evidence import RankedChunk, Scope

# bm25 weights: a word in the passage counts full, one in its title or headings half.
TEXT_WEIGHT, CONTEXT_WEIGHT = 1.0, 0.5

WORDS, PAIRS = "chunk_fts", "chunk_bigram_fts"

LEAST_BUDGET, MOST_BUDGET, BUDGET_SHARE = 5_000, 20_000, 50
"""How many rows may be scored for a question: one in BUDGET_SHARE of the library's, within these
bounds. Of smaller libraries all that match are scored."""

ENOUGH = 20
"""Rows that make a ranking where more could only be had by scoring more than the budget."""

# From so many documents on a scope is first applied to the best of the whole library, unless those
# would be more than WIDE_HITS.
WIDE_DOCUMENTS, WIDE_HITS = 400, 1000
# How much more than a scope's share of the best is looked at.
_WIDE_MARGIN = 1.5

# A document's chunks follow each other, so that of one document only a small range is read.
_CONDITIONS = {
    "documents": (
        "{table}.rowid BETWEEN :first AND :last AND +{table}.rowid IN "
        "(SELECT id FROM chunk WHERE document_id IN (SELECT value FROM json_each(:documents)))"
    ),
    "chunks": "+{table}.rowid IN (SELECT value FROM json_each(:chunks))",
    "others": "+{table}.rowid IN (SELECT rowid FROM {other} WHERE {other} MATCH :others)",
}

# About the number of chunks; to count them would take as long as the search.
NEWEST = "SELECT max(id) FROM chunk"

EXTENT = """
    SELECT count(*), min(id), max(id) FROM chunk
    WHERE document_id IN (SELECT value FROM json_each(:documents))
"""

DOCUMENTS_OF = """
    SELECT id, document_id FROM chunk WHERE id IN (SELECT value FROM json_each(:chunks))
"""


def statement(table: str, conditions: Collection[str] = ()) -> str:
    """The search of one index, best first. FTS5's bm25 is lower for better rows; here, as
    everywhere, higher is better.

    Args:
        conditions: "documents", "chunks" and "others" (all must match in the other index too).
    """
    where = " AND ".join([f"{table} MATCH :match", *(_CONDITIONS[name] for name in conditions)])
    return f"""
        SELECT rowid, -bm25({table}, {TEXT_WEIGHT}, {CONTEXT_WEIGHT}) AS score
        FROM {table} WHERE {where} ORDER BY score DESC, rowid LIMIT :k
    """.format(table=table, other=PAIRS if table == WORDS else WORDS)


def counting(table: str) -> str:
    """How many rows of one index match, counted up to a limit."""
    return f"""
        SELECT count(*) FROM (SELECT rowid FROM {table} WHERE {table} MATCH :match LIMIT :limit)
    """


@dataclass(frozen=True, slots=True)
class Expressions:
    """What the indexes are asked for, in FTS5's language; "" where there is nothing to ask.

    `words` and `pairs` rank, any of them; the required ones must match as well.
    """

    words: tuple[str, ...] = ()
    pairs: tuple[str, ...] = ()
    required_words: str = ""
    required_pairs: str = ""

    @classmethod
    def of(cls, terms: Sequence[str], required: Sequence[str] = ()) -> Expressions:
        """Of terms of which any may match, and of phrases that all must."""
        wanted = [*required, *terms]
        return cls(
            words=tuple(word_phrases(wanted)),
            pairs=tuple(pair_phrases(wanted)),
            required_words=" AND ".join(word_phrases(required)),
            required_pairs=" AND ".join(pair_phrases(required)),
        )


@dataclass(frozen=True, slots=True)
class _Place:
    """Where is searched: conditions with their values, how many chunks lie there at most (None
    for all), how many rows may be scored, and how many are enough."""

    budget: int
    enough: int = ENOUGH
    conditions: tuple[str, ...] = ()
    values: dict[str, object] = field(default_factory=dict)
    size: int | None = None

    def narrowed(self, condition: str, size: int | None = None, **values: object) -> _Place:
        sizes = [one for one in (self.size, size) if one is not None]
        return replace(
            self,
            conditions=(*self.conditions, condition),
            values={**self.values, **values},
            size=min(sizes, default=None),
        )


class SqliteLexicalIndex:
    """Implements :class:`~app.core.ports.LexicalIndex` over the chunks of the library file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def search(
        self,
        terms: Sequence[str],
        k: int,
        scope: Scope,
        *,
        required: Sequence[str] = (),
        within: Collection[int] | None = None,
    ) -> list[RankedChunk]:
        """See the port. ValueError for k < 1 (R1)."""
        if k < 1:
            raise ValueError(f"k must be at least 1, not {k}")
        asked = Expressions.of(terms, required)
        if not (asked.words or asked.pairs):
            return []
        with self._database.read() as connection:
            everywhere = _Place(_budget(connection))
            if within is None and not required and (wide := _wide(connection, scope, k)):
                enough = ENOUGH * wide // k
                hits = _both(connection, asked, wide, replace(everywhere, enough=enough))
                found = _in_scope(connection, hits, scope)
                if len(found) >= min(k, ENOUGH):
                    return found[:k]
            place = _narrowed(connection, everywhere, scope, within)
            return _both(connection, asked, k, place)


def _both(
    connection: sqlite3.Connection, asked: Expressions, k: int, place: _Place
) -> list[RankedChunk]:
    """The best `k` of both indexes."""
    words = _arm(connection, WORDS, asked, k, place)
    turned = replace(
        asked,
        words=asked.pairs,
        required_words=asked.required_pairs,
        required_pairs=asked.required_words,
    )
    return _joined(words, _arm(connection, PAIRS, turned, k, place))[:k]


def _arm(
    connection: sqlite3.Connection, table: str, asked: Expressions, k: int, place: _Place
) -> list[RankedChunk]:
    """Search one index, whose terms are the `words`."""
    if not asked.words:
        return []

    def run(match: str) -> list[RankedChunk]:
        rows = connection.execute(
            statement(table, place.conditions), {**place.values, "match": match, "k": k}
        )
        return [RankedChunk(*row) for row in rows]

    def count(match: str) -> int:
        (number,) = connection.execute(
            counting(table), {"match": match, "limit": place.budget + 1}
        ).fetchone()
        return int(number)

    every = " OR ".join(asked.words)
    if asked.required_pairs:
        place = place.narrowed("others", others=asked.required_pairs)
    if asked.required_words:
        return run(f"({asked.required_words}) AND ({every})")
    if place.size is not None and place.size <= place.budget:
        return run(every)
    choice = choose(asked.words, place.enough, place.budget, count)
    found = [hit for match in choice.matches for hit in run(match)]
    if len(found) < min(k, ENOUGH) and place.conditions and not choice.complete:
        return run(every)  # the scope may hold nothing but the words that were left out
    return sorted(found, key=_best_first)[:k]


def _budget(connection: sqlite3.Connection) -> int:
    (newest,) = connection.execute(NEWEST).fetchone()
    return min(MOST_BUDGET, max(LEAST_BUDGET, (newest or 0) // BUDGET_SHARE))


def _narrowed(
    connection: sqlite3.Connection, place: _Place, scope: Scope, within: Collection[int] | None
) -> _Place:
    if scope.document_ids is not None:
        documents = json.dumps(sorted(scope.document_ids))
        size, first, last = connection.execute(EXTENT, {"documents": documents}).fetchone()
        place = place.narrowed("documents", size, documents=documents, first=first, last=last)
    if within is not None:
        place = place.narrowed("chunks", len(within), chunks=json.dumps(sorted(within)))
    return place


def _wide(connection: sqlite3.Connection, scope: Scope, k: int) -> int:
    """How many of the best of all are likely to hold `k` of a large scope; 0: too many."""
    if scope.document_ids is None or len(scope.document_ids) < WIDE_DOCUMENTS:
        return 0
    (documents,) = connection.execute("SELECT count(*) FROM document").fetchone()
    wide = math.ceil(k * documents / len(scope.document_ids) * _WIDE_MARGIN)
    return wide if wide <= WIDE_HITS else 0


def _in_scope(
    connection: sqlite3.Connection, hits: Sequence[RankedChunk], scope: Scope
) -> list[RankedChunk]:
    chunks = json.dumps([hit.chunk_id for hit in hits])
    documents = dict(connection.execute(DOCUMENTS_OF, {"chunks": chunks}).fetchall())
    return [hit for hit in hits if scope.holds(documents[hit.chunk_id])]


def _joined(words: list[RankedChunk], pairs: list[RankedChunk]) -> list[RankedChunk]:
    """One list of the best of both indexes. Each holds other terms of the same chunks, and bm25
    is a sum over terms, so the scores of a chunk add up."""
    if not (words and pairs):
        return words or pairs
    scores = {hit.chunk_id: hit.score for hit in words}
    for hit in pairs:
        scores[hit.chunk_id] = scores.get(hit.chunk_id, 0.0) + hit.score
    return sorted((RankedChunk(*entry) for entry in scores.items()), key=_best_first)


def _best_first(hit: RankedChunk) -> tuple[float, int]:
    return -hit.score, hit.chunk_id

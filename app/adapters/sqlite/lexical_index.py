"""The lexical arm on SQLite's full-text search (FTS5), ranked by bm25.

There are two indexes over the same chunks: one of words, and one of pairs of characters for
scripts that put no spaces between words. A term may have parts in both.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.stored_text import index_form, unspaced_runs
from app.core.domain.evidence import RankedChunk, Scope

# bm25 weights: a word in the passage counts full, one in its title or headings half.
TEXT_WEIGHT, CONTEXT_WEIGHT = 1.0, 0.5

WORDS, PAIRS = "chunk_fts", "chunk_bigram_fts"

# CROSS JOIN keeps the order: the index first, then the document of each match by chunk id.
_CONDITIONS = {
    "documents": (
        "CROSS JOIN chunk ON chunk.id = {table}.rowid",
        "chunk.document_id IN (SELECT value FROM json_each(:documents))",
    ),
    "chunks": ("", "{table}.rowid IN (SELECT value FROM json_each(:chunks))"),
    "others": ("", "{table}.rowid IN (SELECT rowid FROM {other} WHERE {other} MATCH :others)"),
}


def statement(table: str, conditions: Collection[str] = ()) -> str:
    """The search of one index, best first. FTS5's bm25 is lower for better rows; here, as
    everywhere, higher is better.

    Args:
        conditions: "documents", "chunks" and "others" (all must match in the other index too).
    """
    chosen = [_CONDITIONS[name] for name in conditions]
    joins = " ".join(join for join, _ in chosen)
    where = " AND ".join([f"{table} MATCH :match", *(condition for _, condition in chosen)])
    return f"""
        SELECT {table}.rowid, -bm25({table}, {TEXT_WEIGHT}, {CONTEXT_WEIGHT}) AS score
        FROM {table} {joins} WHERE {where} ORDER BY score DESC, {table}.rowid LIMIT :k
    """.format(table=table, other=PAIRS if table == WORDS else WORDS)


@dataclass(frozen=True, slots=True)
class Expressions:
    """What the indexes are asked for, in FTS5's language; "" where there is nothing to ask.

    `words` and `pairs` rank; the required ones must match as well.
    """

    words: str = ""
    pairs: str = ""
    required_words: str = ""
    required_pairs: str = ""

    @classmethod
    def of(cls, terms: Sequence[str], required: Sequence[str] = ()) -> Expressions:
        """Of terms of which any may match, and of phrases that all must."""
        wanted = [*required, *terms]
        return cls(
            words=" OR ".join(_words(wanted)),
            pairs=" OR ".join(_pairs(wanted)),
            required_words=" AND ".join(_words(required)),
            required_pairs=" AND ".join(_pairs(required)),
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
        values: dict[str, object] = {"k": k}
        conditions = []
        if scope.document_ids is not None:
            conditions.append("documents")
            values["documents"] = json.dumps(sorted(scope.document_ids))
        if within is not None:
            conditions.append("chunks")
            values["chunks"] = json.dumps(sorted(within))
        words = self._arm(
            WORDS, asked.words, asked.required_words, asked.required_pairs, conditions, values
        )
        pairs = self._arm(
            PAIRS, asked.pairs, asked.required_pairs, asked.required_words, conditions, values
        )
        return _joined(words, pairs)[:k]

    def _arm(
        self,
        table: str,
        match: str,
        required: str,
        required_others: str,
        conditions: Sequence[str],
        values: dict[str, object],
    ) -> list[RankedChunk]:
        """Search one index."""
        if not match:
            return []
        values = {**values, "match": f"({required}) AND ({match})" if required else match}
        if required_others:
            conditions = [*conditions, "others"]
            values["others"] = required_others
        with self._database.read() as connection:
            rows = connection.execute(statement(table, conditions), values)
            return [RankedChunk(*row) for row in rows]


def _joined(words: list[RankedChunk], pairs: list[RankedChunk]) -> list[RankedChunk]:
    """One list of the best of both indexes. Each holds other terms of the same chunks, and bm25
    is a sum over terms, so the scores of a chunk add up."""
    if not (words and pairs):
        return words or pairs
    scores = {hit.chunk_id: hit.score for hit in words}
    for hit in pairs:
        scores[hit.chunk_id] = scores.get(hit.chunk_id, 0.0) + hit.score
    ranked = sorted(scores.items(), key=lambda entry: (-entry[1], entry[0]))
    return [RankedChunk(chunk_id, score) for chunk_id, score in ranked]


def _words(terms: Iterable[str]) -> list[str]:
    """Terms as quoted strings for the index of words: inside quotes nothing is syntax."""
    # FTS5 reads the expression up to the first NUL. A phrase of signs alone matches nothing, so
    # that where it is required nothing would be found: it is left out.
    forms = (" ".join(index_form(term).replace("\0", " ").split()) for term in terms)
    return [_quoted(form) for form in dict.fromkeys(forms) if any(map(str.isalnum, form))]


def _pairs(terms: Iterable[str]) -> list[str]:
    """Runs of unspaced characters of the terms, as phrases of the index of pairs."""
    runs = dict.fromkeys(run for term in terms for run in unspaced_runs(term))
    return [_phrase(run) for run in runs]


def _phrase(run: str) -> str:
    if len(run) == 1:
        return f"{_quoted(run)} *"  # each character begins one word of that index
    return _quoted(" ".join(run[start : start + 2] for start in range(len(run) - 1)))


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'

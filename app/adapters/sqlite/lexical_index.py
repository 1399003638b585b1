"""The lexical arm on SQLite's full-text search (FTS5), ranked by bm25."""

from __future__ import annotations

import json
from collections.abc import Sequence

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.stored_text import index_form
from app.core.domain.evidence import RankedChunk, Scope

# bm25 weights: a word in the passage counts full, one in its title or headings half.
TEXT_WEIGHT, CONTEXT_WEIGHT = 1.0, 0.5

# FTS5's bm25 is lower for better rows; here, as everywhere, higher is better.
_SCORE = f"-bm25(chunk_fts, {TEXT_WEIGHT}, {CONTEXT_WEIGHT})"

EVERYWHERE = f"""
    SELECT rowid, {_SCORE} AS score FROM chunk_fts
    WHERE chunk_fts MATCH ?1 ORDER BY score DESC, rowid LIMIT ?2
"""

# CROSS JOIN keeps the order: the index first, then the document of each match by chunk id.
IN_DOCUMENTS = f"""
    SELECT chunk_fts.rowid, {_SCORE} AS score
    FROM chunk_fts CROSS JOIN chunk ON chunk.id = chunk_fts.rowid
    WHERE chunk_fts MATCH ?1 AND chunk.document_id IN (SELECT value FROM json_each(?3))
    ORDER BY score DESC, chunk_fts.rowid LIMIT ?2
"""


class SqliteLexicalIndex:
    """Implements :class:`~app.core.ports.LexicalIndex` over the chunks of the library file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def search(self, terms: Sequence[str], k: int, scope: Scope) -> list[RankedChunk]:
        """See the port. ValueError for k < 1 (R1)."""
        if k < 1:
            raise ValueError(f"k must be at least 1, not {k}")
        expression = match_expression(terms)
        if not expression:
            return []
        statement, values = EVERYWHERE, [expression, k]
        if scope.document_ids is not None:
            statement = IN_DOCUMENTS
            values.append(json.dumps(sorted(scope.document_ids)))
        with self._database.read() as connection:
            return [RankedChunk(*row) for row in connection.execute(statement, values)]


def match_expression(terms: Sequence[str]) -> str:
    """Each term as a quoted string, joined by OR: inside quotes nothing is syntax for FTS5."""
    # FTS5 reads the expression up to the first NUL.
    folded = dict.fromkeys(index_form(term).replace("\0", " ").strip() for term in terms)
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in folded if term)

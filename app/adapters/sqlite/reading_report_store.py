"""The store of the report on what was read, on SQLite."""

from __future__ import annotations

import json
from collections.abc import Sequence

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.stored_text import path_of
from app.core.domain.reading_report import LeftOut, PagesByKind, ReadPages

# A picture on which OCR saw no line has nothing to read; on other scans there is something.
_PICTURE = "kind = 'scan' AND ocr_tried = 1 AND ocr_unread_lines = 0"
_SCAN = "kind = 'scan' AND (ocr_tried = 0 OR ocr_unread_lines <> 0)"
# One pass over the index `page_kinds` and nothing else: the rows hold the text of the pages.
_PAGES = f"""
    SELECT document_id,
           count(*) FILTER (WHERE kind = 'text' AND ocr_confidence IS NULL),
           count(*) FILTER (WHERE kind = 'text' AND ocr_confidence IS NOT NULL),
           count(*) FILTER (WHERE kind = 'empty' OR {_PICTURE}),
           count(*) FILTER (WHERE {_SCAN}),
           count(*) FILTER (WHERE kind = 'unreadable'),
           count(*) FILTER (WHERE kind = 'failed'),
           group_concat(number) FILTER (WHERE {_SCAN} OR kind IN ('unreadable', 'failed')),
           count(*) FILTER (WHERE kind IN ('scan', 'unreadable') AND ocr_tried = 0)
    FROM page GROUP BY document_id
"""
_LISTED = "(SELECT value FROM json_each(?))"


class SqliteReadingReport:
    """Implements :class:`~app.core.ports.ReadingReportStore`. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def pages(self) -> dict[int, ReadPages]:
        """See the port."""
        with self._database.read() as connection:
            rows = connection.execute(_PAGES).fetchall()
        return {
            document_id: ReadPages(PagesByKind(*kinds), _numbers(unread), for_ocr)
            for document_id, *kinds, unread, for_ocr in rows
        }

    def left_out(self) -> list[LeftOut]:
        """See the port."""
        with self._database.read() as connection:
            rows = connection.execute("SELECT path, reason FROM skipped_file ORDER BY path")
            return [LeftOut(path_of(path), str(reason)) for path, reason in rows]

    def set_ignored(self, document_ids: Sequence[int], *, ignored: bool) -> None:
        """See the port."""
        with self._database.write() as connection:
            connection.execute(
                f"UPDATE document SET ignored = ? WHERE id IN {_LISTED}",
                (ignored, json.dumps(list(document_ids))),
            )

    def forget_reading(self, document_ids: Sequence[int]) -> None:
        """See the port."""
        with self._database.write() as connection:
            # No reading has this version, so that ingest takes it for one of an older Pincite.
            connection.execute(
                f"UPDATE document SET reading_version = -1 WHERE id IN {_LISTED}",
                (json.dumps(list(document_ids)),),
            )


def _numbers(joined: str | None) -> tuple[int, ...]:
    return tuple(sorted(map(int, joined.split(",")))) if joined else ()

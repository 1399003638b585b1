"""The table of pages, with their words deflated."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Sequence

from app.adapters.sqlite.stored_text import storable
from app.core.domain.page import PageKind, PageSize, PageText, WordTable

# Level 1: three times as fast as the default and within a tenth of its size for word tables.
_DEFLATE_LEVEL = 1

_SELECT = """
    SELECT number, label, width, height, rotation, kind, text, words, hidden_from,
           ocr_confidence, ocr_tried, ocr_unread_lines
    FROM page
"""


# A column of listed pages, each given as [document id, page number].
_LISTED = """
    SELECT document_id, number, {column}
    FROM json_each(?) AS wanted CROSS JOIN page
      ON document_id = json_extract(wanted.value, '$[0]')
      AND number = json_extract(wanted.value, '$[1]')
"""

# As the index `page_for_ocr` has it, word for word: SQLite uses it only then.
_FOR_OCR = "ocr_tried = 0 AND kind IN ('scan', 'unreadable')"


def put(connection: sqlite3.Connection, document_id: int, pages: Sequence[PageText]) -> None:
    """Store the pages of a document in place of those it has."""
    delete(connection, document_id)
    connection.executemany(
        """
        INSERT INTO page
            (document_id, number, label, width, height, rotation, kind, text, words, hidden_from,
             ocr_confidence, ocr_tried, ocr_unread_lines)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (
            (
                document_id,
                page.number,
                storable(page.label),
                page.size.width,
                page.size.height,
                page.size.rotation,
                page.kind.value,
                storable(page.text),
                zlib.compress(page.words.data, _DEFLATE_LEVEL),
                page.hidden_from,
                page.ocr_confidence,
                page.ocr_tried,
                page.ocr_unread_lines,
            )
            for page in pages
        ),
    )


def delete(connection: sqlite3.Connection, document_id: int) -> None:
    """Delete the pages of a document."""
    connection.execute("DELETE FROM page WHERE document_id = ?", (document_id,))


def some(
    connection: sqlite3.Connection, document_id: int, numbers: Sequence[int] | None
) -> list[PageText]:
    """Pages of a document in order; all of them without `numbers`."""
    condition = "WHERE document_id = ?"
    values: list[object] = [document_id]
    if numbers is not None:
        condition += " AND number IN (SELECT value FROM json_each(?))"
        values.append(json.dumps(list(numbers)))
    rows = connection.execute(f"{_SELECT} {condition} ORDER BY number", values)
    return [
        PageText(
            number=number,
            label=label,
            size=PageSize(width=width, height=height, rotation=rotation),
            kind=PageKind(kind),
            text=text,
            words=WordTable(zlib.decompress(words)),
            hidden_from=hidden_from,
            ocr_confidence=confidence,
            ocr_tried=bool(tried),
            ocr_unread_lines=unread,
        )
        for (
            number,
            label,
            width,
            height,
            rotation,
            kind,
            text,
            words,
            hidden_from,
            confidence,
            tried,
            unread,
        ) in rows
    ]


def put_recognised(
    connection: sqlite3.Connection, document_id: int, pages: Sequence[PageText]
) -> None:
    """Store what OCR made of pages that there are already."""
    connection.executemany(
        """
        UPDATE page SET kind = ?, text = ?, words = ?, hidden_from = ?,
                        ocr_confidence = ?, ocr_tried = ?, ocr_unread_lines = ?
        WHERE document_id = ? AND number = ?
        """,
        (
            (
                page.kind.value,
                storable(page.text),
                zlib.compress(page.words.data, _DEFLATE_LEVEL),
                page.hidden_from,
                page.ocr_confidence,
                page.ocr_tried,
                page.ocr_unread_lines,
                document_id,
                page.number,
            )
            for page in pages
        ),
    )


def for_ocr(connection: sqlite3.Connection) -> list[tuple[int, int]]:
    """(document id, page number) of each page that OCR is still to look at, in order."""
    return connection.execute(
        f"SELECT document_id, number FROM page WHERE {_FOR_OCR} ORDER BY document_id, number"
    ).fetchall()


def any_for_ocr(connection: sqlite3.Connection) -> bool:
    """Whether OCR is still to look at any page."""
    query = f"SELECT EXISTS (SELECT 1 FROM page WHERE {_FOR_OCR})"
    return bool(connection.execute(query).fetchone()[0])


def forget_ocr(connection: sqlite3.Connection, document_id: int) -> None:
    """Let OCR look again at those pages of a document on which it found no text."""
    connection.execute(
        """
        UPDATE page SET ocr_tried = 0, ocr_unread_lines = 0
        WHERE document_id = ? AND ocr_tried = 1 AND kind IN ('scan', 'unreadable')
        """,
        (document_id,),
    )


def labels(
    connection: sqlite3.Connection, pages: Sequence[tuple[int, int]]
) -> dict[tuple[int, int], str]:
    """Labels by (document id, page number); unknown pages are left out."""
    rows = connection.execute(_LISTED.format(column="label"), (json.dumps(pages),))
    return {(document_id, number): label for document_id, number, label in rows}


def ocr_confidences(
    connection: sqlite3.Connection, pages: Sequence[tuple[int, int]]
) -> dict[tuple[int, int], float]:
    """Confidence by (document id, page number); only of pages that OCR read."""
    query = f"{_LISTED.format(column='ocr_confidence')} WHERE ocr_confidence IS NOT NULL"
    rows = connection.execute(query, (json.dumps(pages),))
    return {(document_id, number): confidence for document_id, number, confidence in rows}

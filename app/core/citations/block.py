"""The quotes that a model gives in a citation block. Reading them never fails (C6, C7).

    <<<CITATIONS>>>
    [{"chunk": 17, "quote": "words copied from passage 17"}]
    <<<END_CITATIONS>>>

The first block of an answer counts. What is malformed, cut off or no list gives no quotes; an entry
of another form is passed over.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from app.core.citations.markers import Block, scan

MAX_QUOTE_CHARACTERS = 200
"""Quotes and other free text from a model are cut to this (C10)."""
MAX_QUOTES = 24
"""At most so many quotes are read: as many as an answer may have citations (C11)."""
_MOST_BLOCK_CHARACTERS = 20_000
_FENCE = re.compile(r"^```[a-z]*\s*\n|\n\s*```$", re.I)


@dataclass(frozen=True, slots=True)
class OfferedQuote:
    """Words that a model says stand in a chunk; whether they do is not known yet."""

    chunk_id: int
    text: str


def offered_quotes(raw: str) -> tuple[OfferedQuote, ...]:
    """The quotes of the first block of a raw answer, each once, in their order, bounded."""
    first = next((token.text for token in scan(raw) if isinstance(token, Block)), None)
    if first is None:
        return ()
    found: dict[OfferedQuote, None] = {}
    for entry in _entries(first):
        if (quote := _quote(entry)) is not None:
            found.setdefault(quote)
    return tuple(found)[:MAX_QUOTES]


def _entries(text: str) -> list[object]:
    text = _FENCE.sub("", text.strip()).strip()
    if len(text) > _MOST_BLOCK_CHARACTERS:
        return []
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError):  # ValueError also for a number of thousands of digits
        return []
    return entries if isinstance(entries, list) else []


def _quote(entry: object) -> OfferedQuote | None:
    if not isinstance(entry, dict):
        return None
    number, text = entry.get("chunk"), entry.get("quote")
    if not isinstance(number, int) or isinstance(number, bool) or not isinstance(text, str):
        return None
    cut = _bounded(" ".join(text.split()))
    return OfferedQuote(number, cut) if cut else None


def _bounded(text: str) -> str:
    """The text, cut at a word's end where it is too long."""
    if len(text) <= MAX_QUOTE_CHARACTERS:
        return text
    cut = text[: MAX_QUOTE_CHARACTERS + 1]
    shorter = cut.rpartition(" ")[0] or cut[:MAX_QUOTE_CHARACTERS]
    return shorter.rstrip()

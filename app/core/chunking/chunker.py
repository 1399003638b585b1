"""Sentence-aware chunks with exact spans.

What can be seen on the pages comes first, then what is hidden there: no chunk holds both, and
hidden text neither makes headings nor stands under any.

A chunk's text is made of slices of page texts, unchanged, so every character of it can be drawn
on its page; running lines are left out of it. Sentences are never cut unless one alone is longer
than a chunk, words never unless one alone is (then by characters).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.core.chunking.body_text import Body
from app.core.chunking.context import context_tokens
from app.core.chunking.headings import HeadingPaths, place_headings
from app.core.chunking.outlines import complete_outline
from app.core.chunking.packing import Packed, pack
from app.core.chunking.page_lines import page_lines
from app.core.chunking.pieces import pieces
from app.core.chunking.running_lines import running_lines
from app.core.domain.chunk import DraftChunk, Span
from app.core.domain.document import OutlineEntry
from app.core.domain.page import PageKind, PageText
from app.core.ports import TokenCounter

TARGET_TOKENS = 200
"""A chunk is closed when the next sentence would take it over this."""
PAGE_JOIN = "\n"
"""Stands where a page ends, and where a sentence goes on behind a running line."""
PARAGRAPH_JOIN = "\n\n"
"""Stands where something is left out within a page and no sentence goes on."""


def chunk_pages(
    pages: Sequence[PageText],
    outline: Sequence[OutlineEntry],
    counter: TokenCounter,
    *,
    target_tokens: int = TARGET_TOKENS,
) -> list[DraftChunk]:
    """Cut a document into chunks of at most `target_tokens` tokens, in reading order.

    Args:
        pages: All of the document, in order; those without text are passed over.
        outline: Its bookmarks. Headings are looked for where they say little.
        counter: Of the embedder. A chunk leaves room for the title and headings within its limit.
        target_tokens: See `TARGET_TOKENS`.
    """
    read = [page for page in pages if page.kind is PageKind.TEXT]
    target = max(1, min(target_tokens, counter.limit - context_tokens(counter)))
    texts = {page.number: page.without_hidden() for page in read}
    laid = {number: page_lines(page) for number, page in texts.items()}
    running = running_lines(list(texts.values()), laid)
    placed = place_headings(complete_outline(outline, texts, laid, running), texts, laid)
    headings = HeadingPaths(placed)
    starts: dict[int, list[int]] = defaultdict(list)
    for place in headings.starts():
        starts[place.page].append(place.start)
    body = Body(texts, running, laid, starts)
    packed = pack(pieces(body, headings, counter, target), target)
    chunks = [_chunk(one, texts) for one in packed]
    return chunks + _hidden_chunks(read, counter, target)


def _hidden_chunks(
    pages: Sequence[PageText], counter: TokenCounter, target: int
) -> list[DraftChunk]:
    texts = {page.number: page for page in pages if page.hidden_from is not None}
    seen = {number: ((0, page.hidden_from or 0),) for number, page in texts.items()}
    laid = {number: page_lines(page) for number, page in texts.items()}
    body = Body(texts, seen, laid, {})
    packed = pack(pieces(body, HeadingPaths(()), counter, target), target)
    return [replace(_chunk(one, texts), hidden=True) for one in packed]


def _chunk(packed: Packed, texts: Mapping[int, PageText]) -> DraftChunk:
    spans: list[Span] = []
    text = ""
    for piece in packed.pieces:
        for part, (page, start, end) in enumerate(piece.slices):
            last = spans[-1] if spans else None
            if last is not None and last.page == page and not part:
                between = texts[page].text[last.page_end : start]
                if not between.strip():
                    text += between + texts[page].text[start:end]
                    spans[-1] = Span(page, last.page_start, end, last.chunk_start)
                    continue
                text += PARAGRAPH_JOIN
            elif last is not None:
                text += PAGE_JOIN
            spans.append(Span(page, start, end, len(text)))
            text += texts[page].text[start:end]
    return DraftChunk(
        text=text,
        heading_path=packed.heading_path,
        spans=tuple(spans),
        tokens=packed.tokens,
    )

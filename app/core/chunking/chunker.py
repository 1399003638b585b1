"""Sentence-aware chunks with exact spans.

A chunk's text is made of slices of page texts, unchanged, so every character of it can be drawn
on its page. Sentences are never cut unless one alone is longer than a chunk, words never unless
one alone is (then by characters).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.chunking.headings import HeadingPaths
from app.core.domain.chunk import DraftChunk, Span
from app.core.domain.document import OutlineEntry
from app.core.domain.page import PageKind, PageText
from app.core.ports import TokenCounter
from app.core.text.sentences import sentences

TARGET_TOKENS = 200
"""A chunk is closed when the next sentence would take it over this."""
MAX_WORD_CHARACTERS = 200
"""A longer run without white space is cut: word-piece tokenisers give up on such a run."""
PAGE_JOIN = "\n"

_RUN = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class _Piece:
    page: int
    start: int
    end: int
    tokens: int
    heading_path: tuple[str, ...]


def chunk_pages(
    pages: Sequence[PageText],
    outline: Sequence[OutlineEntry],
    counter: TokenCounter,
    *,
    target_tokens: int = TARGET_TOKENS,
) -> list[DraftChunk]:
    """Cut a document into chunks of about `target_tokens` tokens, in reading order.

    A chunk ends where the heading changes, and at a page's end once it is half full.
    """
    texts = {page.number: page.text for page in pages}
    headings = HeadingPaths(outline)
    chunks: list[DraftChunk] = []
    current: list[_Piece] = []
    size = 0
    for page in pages:
        if page.kind is not PageKind.TEXT:
            continue
        for piece in _pieces(page, headings, counter, min(target_tokens, counter.limit)):
            full = current and size + piece.tokens > target_tokens
            moved = current and piece.heading_path != current[-1].heading_path
            if full or moved:
                chunks.append(_chunk(current, texts))
                current, size = [], 0
            current.append(piece)
            size += piece.tokens
        if current and size >= target_tokens // 2:
            chunks.append(_chunk(current, texts))
            current, size = [], 0
    if current:
        chunks.append(_chunk(current, texts))
    return chunks


def _chunk(pieces: Sequence[_Piece], texts: dict[int, str]) -> DraftChunk:
    spans: list[Span] = []
    text = ""
    for number in dict.fromkeys(piece.page for piece in pieces):
        on_page = [piece for piece in pieces if piece.page == number]
        start, end = on_page[0].start, on_page[-1].end
        if text:
            text += PAGE_JOIN
        spans.append(Span(number, start, end, len(text)))
        text += texts[number][start:end]
    return DraftChunk(
        text=text,
        heading_path=pieces[0].heading_path,
        spans=tuple(spans),
        tokens=sum(piece.tokens for piece in pieces),
    )


def _pieces(
    page: PageText, headings: HeadingPaths, counter: TokenCounter, limit: int
) -> Iterator[_Piece]:
    """Sentences of a page, or parts of those that are longer than `limit` tokens."""
    ranges = [part for found in sentences(page.text) for part in _cut_runs(page.text, *found)]
    counts = counter.count([page.text[start:end] for start, end in ranges])
    path = headings.at(page.number, 0.0)
    for (start, end), tokens in zip(ranges, counts, strict=True):
        if headings.needs_height(page.number):
            standing = page.words.between(start, end)
            path = headings.at(page.number, standing[0].y0 if standing else 0.0)
        if tokens <= limit:
            yield _Piece(page.number, start, end, tokens, path)
        else:
            for first, last, count in _split_long(page.text, start, end, counter, limit):
                yield _Piece(page.number, first, last, count, path)


def _cut_runs(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Cut where a run without white space is too long; otherwise the range as it is."""
    cuts = [start]
    for run in _RUN.finditer(text, start, end):
        length = run.end() - run.start()
        if length > MAX_WORD_CHARACTERS:
            cuts.append(run.start())
            cuts.extend(range(run.start() + MAX_WORD_CHARACTERS, run.end(), MAX_WORD_CHARACTERS))
            cuts.append(run.end())
    edges = [*sorted(set(cuts)), end]
    pairs = itertools.pairwise(edges)
    return [trimmed for first, last in pairs if (trimmed := _trim(text, first, last))]


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip())
    trail = len(piece.rstrip())
    return (start + lead, start + trail) if trail > lead else None


def _split_long(
    text: str, start: int, end: int, counter: TokenCounter, limit: int
) -> Iterator[tuple[int, int, int]]:
    """Pack the words of one long sentence into parts of at most `limit` tokens."""
    runs = [(run.start(), run.end()) for run in _RUN.finditer(text, start, end)]
    counts = counter.count([text[first:last] for first, last in runs])
    first, last, size = runs[0][0], runs[0][0], 0
    for (word_start, word_end), tokens in zip(runs, counts, strict=True):
        if size and size + tokens > limit:
            yield first, last, size
            first, size = word_start, 0
        last = word_end
        size += tokens
    yield first, last, size

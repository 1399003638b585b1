"""Sentence-aware chunks with exact spans.

A chunk's text is made of slices of page texts, unchanged, so every character of it can be drawn
on its page; running lines are left out of it. Sentences are never cut unless one alone is longer
than a chunk, words never unless one alone is (then by characters).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.chunking.body_text import Body, Sentence, Slice, body_sentences
from app.core.chunking.headings import HeadingPaths
from app.core.chunking.page_lines import page_lines
from app.core.chunking.running_lines import running_lines
from app.core.domain.chunk import DraftChunk, Span
from app.core.domain.document import OutlineEntry
from app.core.domain.page import PageKind, PageText
from app.core.ports import TokenCounter

TARGET_TOKENS = 200
"""A chunk is closed when the next sentence would take it over this."""
MAX_WORD_CHARACTERS = 200
"""A longer run without white space is cut: word-piece tokenisers give up on such a run."""
PAGE_JOIN = "\n"
"""Stands where a page ends, and where a sentence goes on behind a running line."""
PARAGRAPH_JOIN = "\n\n"
"""Stands where something is left out within a page and no sentence goes on."""

_RUN = re.compile(r"\S+")
# Sentences whose tokens are counted in one call.
_BATCH = 128


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence, or a part of one that is too long."""

    slices: Sentence
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
    texts = {page.number: page for page in pages if page.kind is PageKind.TEXT}
    laid = {number: page_lines(page) for number, page in texts.items()}
    body = Body(texts, running_lines(list(texts.values()), laid), laid)
    headings = HeadingPaths(outline)
    chunks: list[DraftChunk] = []
    current: list[_Piece] = []
    size = 0
    for piece in _pieces(body, headings, counter, min(target_tokens, counter.limit)):
        if current and (
            size + piece.tokens > target_tokens
            or piece.heading_path != current[-1].heading_path
            or (size >= target_tokens // 2 and _page(piece) != _page(current[-1]))
        ):
            chunks.append(_chunk(current, texts))
            current, size = [], 0
        current.append(piece)
        size += piece.tokens
    if current:
        chunks.append(_chunk(current, texts))
    return chunks


def _page(piece: _Piece) -> int:
    return piece.slices[0].page


def _chunk(pieces: Sequence[_Piece], texts: dict[int, PageText]) -> DraftChunk:
    spans: list[Span] = []
    text = ""
    for piece in pieces:
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
        heading_path=pieces[0].heading_path,
        spans=tuple(spans),
        tokens=sum(piece.tokens for piece in pieces),
    )


def _pieces(
    body: Body, headings: HeadingPaths, counter: TokenCounter, limit: int
) -> Iterator[_Piece]:
    """Sentences, or parts of those that are longer than `limit` tokens."""
    sentences = _short_runs(body)
    while batch := list(itertools.islice(sentences, _BATCH)):
        texts = [_text(body, sentence) for sentence in batch]
        for sentence, tokens in zip(batch, counter.count(texts), strict=True):
            path = _path(body, headings, sentence[0])
            if tokens <= limit:
                yield _Piece(sentence, tokens, path)
                continue
            for one in sentence:
                yield from (
                    _Piece((part,), count, path)
                    for part, count in _split_long(body, one, counter, limit)
                )


def _text(body: Body, sentence: Sentence) -> str:
    return PAGE_JOIN.join(body.pages[one.page].text[one.start : one.end] for one in sentence)


def _path(body: Body, headings: HeadingPaths, place: Slice) -> tuple[str, ...]:
    if not headings.needs_height(place.page):
        return headings.at(place.page, 0.0)
    standing = body.pages[place.page].words.between(place.start, place.end)
    return headings.at(place.page, standing[0].y0 if standing else 0.0)


def _short_runs(body: Body) -> Iterator[Sentence]:
    """Sentences, cut where a run without white space is too long."""
    for sentence in body_sentences(body):
        parts = [_cut_runs(body.pages[one.page].text, one) for one in sentence]
        if all(len(cut) == 1 for cut in parts):
            yield sentence
        else:
            yield from ((part,) for cut in parts for part in cut)


def _cut_runs(text: str, whole: Slice) -> list[Slice]:
    """Cut where a run without white space is too long; otherwise the slice as it is."""
    page, start, end = whole
    if end - start <= MAX_WORD_CHARACTERS:
        return [whole]
    cuts = [start]
    for run in _RUN.finditer(text, start, end):
        if run.end() - run.start() > MAX_WORD_CHARACTERS:
            cuts.append(run.start())
            cuts.extend(range(run.start() + MAX_WORD_CHARACTERS, run.end(), MAX_WORD_CHARACTERS))
            cuts.append(run.end())
    if len(cuts) == 1:
        return [whole]
    edges = [*sorted(set(cuts)), end]
    return [
        Slice(page, *trimmed)
        for first, last in itertools.pairwise(edges)
        if (trimmed := _trim(text, first, last))
    ]


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip())
    trail = len(piece.rstrip())
    return (start + lead, start + trail) if trail > lead else None


def _split_long(
    body: Body, whole: Slice, counter: TokenCounter, limit: int
) -> Iterator[tuple[Slice, int]]:
    """Pack the words of one long slice into parts of at most `limit` tokens."""
    page, start, end = whole
    text = body.pages[page].text
    runs = [(run.start(), run.end()) for run in _RUN.finditer(text, start, end)]
    counts = counter.count([text[first:last] for first, last in runs])
    first, last, size = runs[0][0], runs[0][0], 0
    for (word_start, word_end), tokens in zip(runs, counts, strict=True):
        if size and size + tokens > limit:
            yield Slice(page, first, last), size
            first, size = word_start, 0
        last = word_end
        size += tokens
    yield Slice(page, first, last), size

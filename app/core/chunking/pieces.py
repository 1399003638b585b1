"""What chunks are packed from: sentences, and parts of those that are longer than a chunk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

from app.core.chunking.body_text import Body, Sentence, Slice, body_sentences
from app.core.chunking.headings import HeadingPaths, folded
from app.core.ports import TokenCounter

MAX_WORD_CHARACTERS = 200
"""A longer run without white space is cut: word-piece tokenisers give up on such a run."""

_RUN = re.compile(r"\S+")
_LINE = re.compile(r"\S(?:[^\n]*\S)?")
# Sentences whose tokens are counted in one call.
_BATCH = 256
# What ends with a colon, and a short line without an end that is no item of a list, belongs to what
# follows it.
_LONGEST_LEAD = 100
_ITEM = re.compile(r"(?:[•▪◦‣–—*·-]|\(?(?:\d{1,3}|[a-z]|[ivx]+)[.)])\s")
_ENDS = re.compile(r"[.!?…。！？;,；、，}][\"'”’»)\]」』）]*$")


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence or a part of one. `leads` tells that it says little without what follows: a
    heading, or what introduces a list."""

    slices: Sentence
    tokens: int
    heading_path: tuple[str, ...]
    leads: bool

    @property
    def page(self) -> int:
        """Physical page on which it begins."""
        return self.slices[0].page


def pieces(
    body: Body, headings: HeadingPaths, counter: TokenCounter, limit: int
) -> Iterator[Piece]:
    """The pieces of a document in reading order, none of more than `limit` tokens."""
    sentences = _short_runs(body)
    while batch := list(islice(sentences, _BATCH)):
        texts = [[body.text(one) for one in sentence] for sentence in batch]
        counts = counter.count(["\n".join(parts) for parts in texts])
        for sentence, parts, tokens in zip(batch, texts, counts, strict=True):
            path = headings.at(sentence[0].page, sentence[0].start)
            if tokens <= limit:
                yield Piece(sentence, tokens, path, _leads(" ".join(parts), path))
                continue
            for one in sentence:
                for part, count in _split(body, one, counter, limit):
                    yield Piece((part,), count, path, leads=False)


def _leads(text: str, path: tuple[str, ...]) -> bool:
    if text.endswith((":", "：")):
        return True
    if len(text) > _LONGEST_LEAD or _ITEM.match(text):
        return bool(path) and folded(text).endswith(folded(path[-1]))
    return _ENDS.search(text) is None or (bool(path) and folded(text).endswith(folded(path[-1])))


def _short_runs(body: Body) -> Iterator[Sentence]:
    """Sentences, cut where a run without white space is too long."""
    for sentence in body_sentences(body):
        parts = [_cut_runs(body, one) for one in sentence]
        if all(len(cut) == 1 for cut in parts):
            yield sentence
        else:
            yield from ((part,) for cut in parts for part in cut)


def _cut_runs(body: Body, whole: Slice) -> list[Slice]:
    """Cut where a run without white space is too long; otherwise the slice as it is."""
    page, start, end = whole
    if end - start <= MAX_WORD_CHARACTERS:
        return [whole]
    text = body.pages[page].text
    cuts = []
    for run in _RUN.finditer(text, start, end):
        if run.end() - run.start() > MAX_WORD_CHARACTERS:
            cuts += [*range(run.start(), run.end(), MAX_WORD_CHARACTERS), run.end()]
    parts = (Slice(page, *edges) for edges in pairwise([start, *cuts, end]))
    return [trimmed for part in parts if (trimmed := _trimmed(text, part))] if cuts else [whole]


def _trimmed(text: str, part: Slice) -> Slice | None:
    piece = text[part.start : part.end]
    lead = len(piece) - len(piece.lstrip())
    trail = len(piece.rstrip())
    return Slice(part.page, part.start + lead, part.start + trail) if trail > lead else None


def _split(
    body: Body, whole: Slice, counter: TokenCounter, limit: int
) -> Iterator[tuple[Slice, int]]:
    """Parts of a long sentence with their tokens: whole lines as far as possible, since lines of
    tables and listings say something on their own; then whole words; then characters."""
    units = list(_units(body, whole, counter, limit))
    total = sum(tokens for _, tokens in units)
    # Parts of about the same size: a rest of a few words would say nothing.
    enough = total / -(-total // limit)
    first, last, size = whole.start, whole.start, 0
    for part, tokens in units:
        if size and (size + tokens > limit or size >= enough):
            yield Slice(whole.page, first, last), size
            size = 0
        if not size:
            first = part.start
        last = part.end
        size += tokens
    yield Slice(whole.page, first, last), size


def _units(
    body: Body, whole: Slice, counter: TokenCounter, limit: int
) -> Iterator[tuple[Slice, int]]:
    """Lines, or words of those that are too long, or halves of such words."""
    for line, tokens in _counted(body, whole, _LINE, counter):
        if tokens <= limit:
            yield line, tokens
            continue
        for word, count in _counted(body, line, _RUN, counter):
            if count <= limit:
                yield word, count
            else:
                yield from _halved(body, word, counter, limit)


def _counted(
    body: Body, whole: Slice, unit: re.Pattern[str], counter: TokenCounter
) -> list[tuple[Slice, int]]:
    page, start, end = whole
    found = [
        Slice(page, *match.span()) for match in unit.finditer(body.pages[page].text, start, end)
    ]
    return list(zip(found, counter.count([body.text(one) for one in found]), strict=True))


def _halved(
    body: Body, word: Slice, counter: TokenCounter, limit: int
) -> Iterator[tuple[Slice, int]]:
    (tokens,) = counter.count([body.text(word)])
    page, start, end = word
    if tokens <= limit or end - start == 1:
        yield word, tokens
        return
    middle = (start + end) // 2
    yield from _halved(body, Slice(page, start, middle), counter, limit)
    yield from _halved(body, Slice(page, middle, end), counter, limit)

"""Quotes: the words of a cited chunk that bear a claim, verbatim and on one page.

Two lengths matter. Whether a chunk bears a claim is judged by a window of one sentence or two
(`best_quote`). What is shown and highlighted is the part of it that says most, at most 200
characters long (`cited_words`), so that a reader sees at once where to look.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from app.core.citations.block import MAX_QUOTE_CHARACTERS
from app.core.citations.verbatim import find_verbatim
from app.core.domain.chunk import Chunk
from app.core.text.sentences import sentences
from app.core.text.terms import Vocabulary, content_words

MAX_WINDOW_CHARACTERS = 400
"""Longer sentences are judged by what stands around their best words."""

_CLAUSE = re.compile(r"[,;:)]\s+|\s+[–—(]")


@dataclass(frozen=True, slots=True)
class CitedWords:
    """What a citation shows, None where no word of the claim occurs; `verified` says that it bears
    the claim, and that no quote was given for it which is not there (C10)."""

    quote: Quote | None
    verified: bool


@dataclass(frozen=True, slots=True)
class Quote:
    """`text` stands at [start, end) of the chunk's text, on one physical page."""

    text: str
    start: int
    end: int
    page: int
    share: float
    """Share of the claim's content words that occur in it, from 0 to 1."""


def page_sentences(chunk: Chunk) -> list[tuple[int, int, int]]:
    """(page, start, end) of the sentences of a chunk, none over a page's end.

    What a running line or a picture interrupts on one page may be one sentence.
    """
    stretches = [
        (page, spans[0].chunk_start, spans[-1].chunk_end)
        for page, group in groupby(chunk.spans, key=lambda span: span.page)
        for spans in [list(group)]
    ]
    return [
        (page, first + start, first + end)
        for page, first, last in stretches
        for start, end in sentences(chunk.text[first:last])
    ]


def best_quote(chunk: Chunk, claim: str) -> Quote | None:
    """The sentence of the chunk, or two that follow each other, that hold most of the claim.

    Words that few sentences of the chunk hold count for more; a word with a digit counts double.
    None when no content word of the claim occurs at all.
    """
    asked = {word.folded for word in content_words(claim)}
    places = page_sentences(chunk)
    if not asked or not places:
        return None
    held = [
        {word for word in asked if vocabulary.holds(word)}
        for vocabulary in (Vocabulary([chunk.text[start:end]]) for _, start, end in places)
    ]
    spread = {word: sum(word in found for found in held) for word in asked}
    weight = {
        word: (2.0 if any(c.isdigit() for c in word) else 1.0) / max(1, spread[word])
        for word in asked
    }

    def score(found: set[str]) -> float:
        return sum(weight[word] for word in found)

    best = max(range(len(places)), key=lambda i: (score(held[i]), -i))
    if not held[best]:
        return None
    first = last = best
    found = held[best]
    neighbours = [
        i for i in (best - 1, best + 1) if 0 <= i < len(places) and places[i][0] == places[best][0]
    ]
    if neighbours and len(found) < len(asked):
        other = max(neighbours, key=lambda i: score(held[i] | found))
        gained = held[other] - found
        if len(gained) >= 2 or any(any(c.isdigit() for c in word) for word in gained):
            first, last = min(best, other), max(best, other)
            found = found | held[other]
    page, start, _ = places[first]
    end = places[last][2]
    start, end = _bounded(chunk.text, start, end, asked)
    return Quote(chunk.text[start:end], start, end, page, len(found) / len(asked))


def _bounded(text: str, start: int, end: int, asked: set[str]) -> tuple[int, int]:
    """At most MAX_WINDOW_CHARACTERS that hold most of the words asked for."""
    if end - start <= MAX_WINDOW_CHARACTERS:
        return start, end
    return _densest(text, start, end, asked, MAX_WINDOW_CHARACTERS)


def cited_words(
    chunk: Chunk, claim: str, offered: Sequence[str] = (), *, least_share: float
) -> CitedWords:
    """The words that a citation of this chunk for this claim shows and highlights.

    Where the model gave quotes for the chunk, the one that is nearest to the claim counts: found,
    and holding enough of the claim, its place is taken; not to be found, it is dropped and the
    citation is unverified. In all other cases the best words are looked for.

    Args:
        offered: What the model says stands in the chunk, bounded.
        least_share: Share of the claim's content words that the words must hold.
    """
    places = [(_share(text, claim), find_verbatim(chunk.text, text)) for text in offered]
    nearest = max(places, key=lambda place: (place[0], place[1] is not None), default=None)
    if nearest is not None and nearest[1] is not None and nearest[0] >= least_share:
        quote = _quote(chunk, *nearest[1], claim)
        return CitedWords(quote, verified=True)
    window = best_quote(chunk, claim)
    if window is None:
        return CitedWords(None, verified=False)
    quote = _quote(chunk, *_tightened(chunk, window, claim), claim)
    invented = nearest is not None and nearest[1] is None
    return CitedWords(quote, verified=not invented and quote.share >= least_share)


def _quote(chunk: Chunk, start: int, end: int, claim: str) -> Quote:
    pieces = chunk.pieces(start, end)
    page = pieces[0][0] if pieces else chunk.first_page
    text = chunk.text[start:end]
    return Quote(text, start, end, page, _share(text, claim))


def _share(text: str, claim: str) -> float:
    """Share of the claim's content words that occur in the text."""
    asked = {word.folded for word in content_words(claim)}
    held = Vocabulary([text])
    return sum(held.holds(word) for word in asked) / len(asked) if asked else 0.0


def _tightened(chunk: Chunk, window: Quote, claim: str) -> tuple[int, int]:
    """The part of the window, at most MAX_QUOTE_CHARACTERS long, that holds most of the claim."""
    if window.end - window.start <= MAX_QUOTE_CHARACTERS:
        return window.start, window.end
    asked = {word.folded for word in content_words(claim)}
    first, last = _densest(chunk.text, window.start, window.end, asked, MAX_QUOTE_CHARACTERS)
    inside = [(s, e) for _, s, e in page_sentences(chunk) if s < window.end and e > window.start]
    clauses = [
        window.start + mark.end()
        for mark in _CLAUSE.finditer(window.text)
        if mark.group()[0] in ",;:)"
    ]
    start = _reach([s for s, _ in inside], first, last - MAX_QUOTE_CHARACTERS, before=True)
    if start == first:
        start = _reach(clauses, first, last - MAX_QUOTE_CHARACTERS, before=True)
    most = start + MAX_QUOTE_CHARACTERS
    end = _reach([e for _, e in inside], last, most, before=False)
    if end == last:
        end = _reach([at - 1 for at in clauses], last, most, before=False)
    text = chunk.text[start:end]
    return start, start + len(text.rstrip())


def _reach(marks: Sequence[int], edge: int, bound: int, *, before: bool) -> int:
    """The mark that is farthest from the edge within the bound, else the edge itself."""
    if before:
        return min((mark for mark in marks if bound <= mark <= edge), default=edge)
    return max((mark for mark in marks if edge <= mark <= bound), default=edge)


def _densest(text: str, start: int, end: int, asked: set[str], limit: int) -> tuple[int, int]:
    """From the first to the last word of the stretch of at most `limit` characters that holds most
    of the words asked for; those with digits count double, and of equal ones the shortest is
    taken."""
    wanted = Vocabulary(asked)
    hits = [
        (start + word.start, start + word.end, word.folded)
        for word in content_words(text[start:end])
        if wanted.holds(word.folded)
    ]
    places = []
    for index, (first, _, _) in enumerate(hits):
        near = [hit for hit in hits[index:] if hit[1] - first <= limit]
        if near:
            weight = sum(2 if any(map(str.isdigit, word)) else 1 for word in {h[2] for h in near})
            places.append((weight, first - near[-1][1], first, near[-1][1]))
    if not places:
        return start, min(end, start + limit)
    weight, _, first, last = max(places, key=lambda place: place[:2])
    return first, last

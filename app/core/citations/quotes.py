"""Quotes: the words of a cited chunk that bear a claim, verbatim and on one page."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from app.core.domain.chunk import Chunk
from app.core.text.sentences import sentences
from app.core.text.terms import Vocabulary, content_words

MAX_QUOTE_CHARACTERS = 400
"""Longer sentences are quoted around their best words."""


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
    """At most MAX_QUOTE_CHARACTERS around the first and last word that the claim shares."""
    if end - start <= MAX_QUOTE_CHARACTERS:
        return start, end
    wanted = Vocabulary(asked)
    hits = [
        (start + word.start, start + word.end)
        for word in content_words(text[start:end])
        if wanted.holds(word.folded)
    ]
    first = hits[0][0] if hits else start
    last = max((e for _, e in hits if e - first <= MAX_QUOTE_CHARACTERS), default=first)
    while last < end and last - first < MAX_QUOTE_CHARACTERS and not text[last].isspace():
        last += 1
    return first, max(last, min(end, first + 1))

"""Widens a passage beyond its edges where what it says goes on in its neighbours.

Chunks end where they are full. A list may end in the next chunk, and what a sentence points to may
stand in the one before. The passage that a model reads then gets whole sentences of the chunks
beside it, from the same section, with the places where they stand.
"""

from __future__ import annotations

import re
from dataclasses import replace

from app.core.domain.chunk import Chunk, Span
from app.core.text.sentences import sentences
from app.core.text.terms import Vocabulary, content_words

MAX_CHARACTERS = 300
"""Of whole sentences that are taken from a neighbour: about 75 tokens of English."""
LEAST_WORDS = 2
"""A sentence at the edge that holds so many words of the question may go on beyond it."""
JOIN = "\n"

_ENDED = re.compile(r"[.!?。！？][\"'”’»)\]]*$")
# A list item, or a beginning in lower case, goes on with something.
_GOES_ON = re.compile(r"(?:[•▪◦‣–—*·-]\s|\(?(?:\d{1,3}|[a-z]|[ivx]+)[.)]\s|[a-zà-öø-ÿ])")
# Words at the start of a sentence that point back to the one before.
_POINTS_BACK = frozenset(
    """this these that those it its they their he she such however therefore thus otherwise then
    also furthermore moreover instead both dies diese dieser dieses sie er es deshalb jedoch
    außerdem auch sonst ce cette ces il elle ils elles cependant""".split()
)


def widened(chunk: Chunk, before: Chunk | None, after: Chunk | None, question: str) -> Chunk:
    """The chunk with sentences of its neighbours where an answer may run over its edge.

    Args:
        before: The chunk that comes before it in the document, None where there is none.
        after: The chunk that follows it.

    Returns:
        The same chunk, or one with the same id whose text and spans hold more.
    """
    asked = Vocabulary([word.folded for word in content_words(question)])
    wide = chunk
    if after is not None and _same_section(chunk, after) and _runs_on(chunk, after, asked):
        wide = _joined(wide, _part(after, _leading(after)))
    if before is not None and _same_section(chunk, before) and _runs_back(chunk, asked):
        wide = replace(_joined(_part(before, _trailing(before)), wide), id=chunk.id)
    return replace(wide, ordinal=chunk.ordinal)


def _same_section(one: Chunk, other: Chunk) -> bool:
    return (one.document_id, one.heading_path, one.hidden) == (
        other.document_id,
        other.heading_path,
        other.hidden,
    )


def _runs_on(chunk: Chunk, after: Chunk, asked: Vocabulary) -> bool:
    """Whether what the end of a chunk says goes on in the next one."""
    if not _ENDED.search(chunk.text.rstrip()) or _continues(after.text):
        return True
    start, end = sentences(chunk.text)[-1]
    return _holds(chunk.text[start:end], asked)


def _runs_back(chunk: Chunk, asked: Vocabulary) -> bool:
    """Whether the beginning of a chunk goes on with what was said before."""
    if _continues(chunk.text):
        return True
    start, end = sentences(chunk.text)[0]
    return _holds(chunk.text[start:end], asked)


def _continues(text: str) -> bool:
    text = text.lstrip()
    first = text.split(maxsplit=1)[0].strip(",;:").casefold() if text else ""
    return bool(_GOES_ON.match(text)) or first in _POINTS_BACK


def _holds(text: str, asked: Vocabulary) -> bool:
    held = {word.folded for word in content_words(text) if asked.holds(word.folded)}
    return len(held) >= LEAST_WORDS


def _leading(chunk: Chunk) -> tuple[int, int]:
    """The range of the first sentences that fit; at least one, if it fits."""
    end = 0
    for _, stop in sentences(chunk.text):
        if stop > MAX_CHARACTERS:
            break
        end = stop
    return 0, end


def _trailing(chunk: Chunk) -> tuple[int, int]:
    """The range of the last sentences that fit."""
    length = len(chunk.text)
    start = length
    for first, _ in reversed(sentences(chunk.text)):
        if length - first > MAX_CHARACTERS:
            break
        start = first
    return start, length


def _part(chunk: Chunk, place: tuple[int, int]) -> Chunk:
    """The characters [start, end) of a chunk, with their spans."""
    start, end = place
    spans = []
    for span in chunk.spans:
        first, last = max(start, span.chunk_start), min(end, span.chunk_end)
        if first < last:
            shift = span.page_start - span.chunk_start
            spans.append(Span(span.page, first + shift, last + shift, first - start))
    return replace(chunk, text=chunk.text[start:end], spans=tuple(spans))


def _joined(one: Chunk, other: Chunk) -> Chunk:
    """Two chunks as one, with the id of the first."""
    if not one.spans or not other.spans:
        return one if one.spans else other
    shift = len(one.text) + len(JOIN)
    moved = (replace(span, chunk_start=span.chunk_start + shift) for span in other.spans)
    return replace(
        one,
        text=one.text + JOIN + other.text,
        spans=(*one.spans, *moved),
        tokens=one.tokens + other.tokens,
    )

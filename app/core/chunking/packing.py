"""Packs pieces into chunks: which belong together, and where a chunk is closed.

A chunk stays within a section, unless the section is tiny: then it goes with its neighbour of the
same parent, under the headings that both have. Within a section chunks are filled to the target;
one is closed earlier at the end of a page, before what only leads to the next words, and where the
rest of the section would be tiny.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from app.core.chunking.pieces import Piece

TINY_TOKENS = 40
"""A chunk of fewer tokens says too little to be found and quoted by itself."""

# So many pieces that lead to the next go over to its chunk: a heading, one below it, and a colon.
_MOST_LEADING = 3


@dataclass(frozen=True, slots=True)
class Packed:
    """The pieces of one chunk and the headings that all of it stands under."""

    pieces: tuple[Piece, ...]
    heading_path: tuple[str, ...]

    @property
    def tokens(self) -> int:
        """Tokens of all pieces."""
        return sum(piece.tokens for piece in self.pieces)


def pack(pieces: Iterable[Piece], target: int) -> list[Packed]:
    """Chunks of at most `target` tokens, which no piece may exceed; every piece is in one."""
    sections = [
        Packed(tuple(group), path) for path, group in groupby(pieces, key=lambda p: p.heading_path)
    ]
    return [
        chunk for section in _joined(sections, target) for chunk in _section_chunks(section, target)
    ]


def _joined(sections: Sequence[Packed], target: int) -> list[Packed]:
    """Sections, tiny ones with a neighbour."""
    joined: list[Packed] = []
    for section in sections:
        last = joined[-1] if joined else None
        if last is not None and _is_bare(last) and _begins(last.heading_path, section):
            # A heading without text of its own goes with the section below it.
            joined[-1] = Packed(last.pieces + section.pieces, section.heading_path)
        elif last is not None and _fit(last, section, target):
            common = _common(last.heading_path, section.heading_path)
            joined[-1] = Packed(last.pieces + section.pieces, common)
        else:
            joined.append(section)
    return joined


def _is_bare(section: Packed) -> bool:
    """Whether a section is a heading without text."""
    return section.tokens < TINY_TOKENS and all(piece.leads for piece in section.pieces)


def _begins(path: tuple[str, ...], section: Packed) -> bool:
    return bool(path) and section.heading_path[: len(path)] == path


def _fit(one: Packed, other: Packed, target: int) -> bool:
    """Whether two sections that follow each other are one chunk: one is tiny, both together are
    no more than a chunk, they meet on one page, and they have the same parent or one is the
    other's. The document is no parent: a chunk of two chapters could not say where it stands."""
    if min(one.tokens, other.tokens) >= TINY_TOKENS or one.tokens + other.tokens > target:
        return False
    if one.pieces[-1].page != other.pieces[0].page:
        return False
    common = len(_common(one.heading_path, other.heading_path))
    return 0 < common >= max(len(one.heading_path), len(other.heading_path)) - 1


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    length = 0
    for ours, theirs in zip(one, other, strict=False):
        if ours != theirs:
            break
        length += 1
    return one[:length]


def _section_chunks(section: Packed, target: int) -> list[Packed]:
    groups: list[list[Piece]] = [[]]
    size = 0
    for piece in section.pieces:
        current = groups[-1]
        turned = current and size >= target // 2 and piece.page != current[-1].page
        if current and (turned or size + piece.tokens > target):
            carried = _leading(current, target - piece.tokens)
            groups[-1] = current[: len(current) - len(carried)]
            groups.append(carried)
            size = sum(one.tokens for one in carried)
        groups[-1].append(piece)
        size += piece.tokens
    if len(groups) > 1:
        groups[-2:] = _evened(groups[-2], groups[-1], target)
    return [Packed(tuple(group), section.heading_path) for group in groups]


def _leading(group: Sequence[Piece], room: int) -> list[Piece]:
    """The last pieces of a group, as far as they lead to what follows and it has room for them;
    none where little else is in the group."""
    first = len(group)
    while len(group) - first < _MOST_LEADING and first and group[first - 1].leads:
        if group[first - 1].tokens > room:
            break
        first -= 1
        room -= group[first].tokens
    rest = sum(piece.tokens for piece in group[:first])
    return list(group[first:]) if rest >= TINY_TOKENS else []


def _evened(one: Sequence[Piece], other: Sequence[Piece], target: int) -> list[list[Piece]]:
    """The last two groups of a section: as one if the last is tiny and they fit, or with pieces
    moved over until it is not."""
    first, last = list(one), list(other)
    size = sum(piece.tokens for piece in last)
    if size >= TINY_TOKENS:
        return [first, last]
    total = size + sum(piece.tokens for piece in first)
    if total <= target:
        return [first + last]
    while len(first) > 1 and size + first[-1].tokens <= total // 2:
        size += first[-1].tokens
        last.insert(0, first.pop())
    return [first, last]

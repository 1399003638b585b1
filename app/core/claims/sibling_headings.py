"""Headings side by side that differ in one respect: "Daily inspection" and "Monthly inspection",
"Dry runway" and "Wet runway", "Release 4.1" and "Release 5".

They stand below the same heading, share words at the same places, and each has words of its own.
The question speaks of one of them where it holds all of its own words and none of the other's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.core.claims.findings import Finding, ScopedText
from app.core.domain.claim_filter import ScopeSlot
from app.core.text.stems import same_word
from app.core.text.terms import is_content, words

_ACTIVITY = re.compile(r"\w{3,}(?:ing|tion|sion|ment|ung|ungen|ings|tions)")
"""A topic is another one where something else is done; that is no scope."""
_FOR_ALL = frozenset("general all any either both common every other allgemein alle beide".split())
_LABEL = re.compile(r"\s*\d+(?:\.\d+)*\.?\s+(?=\S)")
_MOST_WORDS = 6


def heading_findings(question: str, passages: Sequence[ScopedText]) -> Iterator[list[Finding]]:
    """For each passage whether its heading or the one beside it is meant."""
    asked = [word.folded for word in words(question)]
    read = [(passage.headings[:-1], _content(passage)) for passage in passages]
    for place, (parent, mine) in enumerate(read):
        found: list[Finding] = []
        for other, (above, theirs) in enumerate(read):
            if other == place or above != parent or not parent:
                continue
            own = _apart(mine, theirs)
            if own is None:
                continue
            key = f"heading:{' '.join(own[2])}"
            mine_said, theirs_said = passages[place].headings[-1], passages[other].headings[-1]
            if _held(own[0], asked) and not _any(own[1], asked):
                found.append(Finding(ScopeSlot.VARIANT, key, True, mine_said, mine_said))
            elif _held(own[1], asked) and not _any(own[0], asked):
                found.append(Finding(ScopeSlot.VARIANT, key, False, theirs_said, mine_said))
        yield found


def _content(passage: ScopedText) -> tuple[str, ...]:
    """The words of the last heading, without its own number."""
    if not passage.headings:
        return ()
    line = passage.headings[-1]
    label = _LABEL.match(line)
    line = line[label.end() :] if label else line
    return tuple(word.folded for word in words(line) if is_content(word.folded))[:_MOST_WORDS]


def _apart(
    mine: tuple[str, ...], theirs: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]] | None:
    """(own words, the other's, shared); None where the headings are not of one form."""
    front = 0
    while front < min(len(mine), len(theirs)) and _same(mine[front], theirs[front]):
        front += 1
    back = 0
    while back < min(len(mine), len(theirs)) - front and _same(mine[-1 - back], theirs[-1 - back]):
        back += 1
    shared = mine[:front] + (mine[-back:] if back else ())
    own, other = mine[front : len(mine) - back], theirs[front : len(theirs) - back]
    if not shared or not own or not other or set(shared) & _FOR_ALL:
        return None
    if any(_ACTIVITY.fullmatch(word) or word in _FOR_ALL for word in (*own, *other)):
        return None
    return own, other, shared


def _same(one: str, other: str) -> bool:
    if any(c.isdigit() for c in one + other):
        return one == other
    return same_word(one, other)


def _held(own: Sequence[str], asked: Sequence[str]) -> bool:
    return all(any(_same(word, one) for one in asked) for word in own)


def _any(own: Sequence[str], asked: Sequence[str]) -> bool:
    return any(_same(word, one) for word in own for one in asked)

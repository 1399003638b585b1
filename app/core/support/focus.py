"""What a question asks about in particular, and whether passages speak of it at all.

"Parental leave" and "paid leave" are near each other in meaning and in words, and a small model
answers one with the other. The word before a noun says which one is meant, so where passages hold
the noun but not that word, something else is likely meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from app.core.text.terms import Vocabulary, is_content, words

_BETWEEN = re.compile(r"[\s\-]+")

GENERIC = frozenset(
    """actual available average basic certain complete correct current different entire
    exact existing few final first following full general given important individual key
    last latest main major many maximum minimum necessary new next normal official old
    other overall own particular possible present previous proper real recent relevant
    required right same several single special specific standard suggested total true
    typical usual various whole""".split()
)
"""Words before a noun that seldom tell one kind of thing from another."""


def missing_qualifiers(question: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Words of the question that qualify a word which the texts hold, and are not in them.

    Returns them as the question writes them. "How many days of parental leave are there?" over a
    text on paid leave gives ("parental",).
    """
    held = Vocabulary(texts)
    asked = [word for word in words(question) if is_content(word.folded)]
    missing: dict[str, None] = {}
    for word, following in pairwise(asked):
        adjacent = _BETWEEN.fullmatch(question[word.end : following.start]) is not None
        possessive = word.folded.endswith(("'s", "s'"))
        if possessive or word.folded in GENERIC:
            continue
        if adjacent and held.holds(following.folded) and not held.holds(word.folded):
            missing.setdefault(question[word.start : word.end])
    return tuple(missing)


def distinct_words(texts: Iterable[str]) -> list[str]:
    """The content words of texts, folded, each once, in order."""
    found = dict.fromkeys(word.folded for text in texts for word in words(text))
    return [word for word in found if is_content(word)]

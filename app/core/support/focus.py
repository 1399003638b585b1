"""What a question asks about in particular, and whether passages speak of it at all.

"Parental leave" and "paid leave" are near each other in meaning and in words, and a small model
answers one with the other. The word before a noun says which one is meant, so where passages hold
the noun but not that word, something else is likely meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.core.text.languages import function_words, is_in
from app.core.text.terms import Vocabulary, is_content, same_stem, words

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
_SUPERLATIVE = re.compile(r"\w{3,}est")
_BEFORE_VERBS = re.compile(r"(?:\b(?:who|i|you|we|they|he|she|it)|\bhow\s+to)\s+$", re.IGNORECASE)
"""What stands right behind these is what is done, which documents say in other words: "who pays
heating", "how do I request leave"."""
WITHIN_WORDS = 6
"""How far from a noun, in words, its qualifier may stand."""


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A word of the question, as written, that qualifies a word which the texts hold.

    `near` are the content words of the texts that stand beside that held word, folded: what there
    may stand for the qualifier.
    """

    word: str
    near: tuple[str, ...]


def missing_qualifiers(question: str, texts: Sequence[str]) -> tuple[Qualifier, ...]:
    """Qualifying words of the question that the texts do not hold in any form. Those of an English
    question: elsewhere verbs stand before nouns, and words that qualify a noun behind it.

    "How many days of parental leave are there?" over a text on paid leave gives "parental", with
    "days", "paid" and the other words that stand near "leave".
    """
    if not is_in("en", question) and any(function_words(question).values()):
        return ()
    held = Vocabulary(texts)
    asked = [word for word in words(question) if is_content(word.folded)]
    missing: dict[str, Qualifier] = {}
    for word, following in pairwise(asked):
        adjacent = _BETWEEN.fullmatch(question[word.end : following.start]) is not None
        possessive = word.folded.endswith(("'s", "s'"))
        generic = word.folded in GENERIC or _SUPERLATIVE.fullmatch(word.folded)
        verb = _BEFORE_VERBS.search(question, 0, word.start) is not None
        if possessive or not adjacent or generic or verb:
            continue
        if held.holds(following.folded) and not held.holds(word.folded):
            written = question[word.start : word.end]
            missing.setdefault(written, Qualifier(written, _beside(following.folded, texts)))
    return tuple(missing.values())


def _beside(head: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Content words within WITHIN_WORDS of the places where `head` occurs in some form."""
    wanted = Vocabulary([head])
    found: dict[str, None] = {}
    for text in texts:
        every = [word.folded for word in words(text)]
        for place, folded in enumerate(every):
            if wanted.holds(folded) or same_stem(folded, head):
                near = every[max(0, place - WITHIN_WORDS) : place + WITHIN_WORDS + 1]
                found.update(dict.fromkeys(word for word in near if is_content(word)))
    return tuple(found)

"""What a follow-up question refers to, found without a model.

"And when do they expire?" says nothing to a search. A question that points back, or hardly says
anything by itself, is searched together with the questions before it, up to the last one that
stands alone. The rules know English best, and of other languages the words that only point.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.core.text.terms import Word, content_words, is_content, words

MAX_EARLIER = 3
"""Questions that are looked back over: a topic seldom lasts longer without being named again."""
LEAST_CONTENT_WORDS = 2
"""A question with fewer words that say something does not stand alone."""
MOST_AFTER_CONNECTIVE = 3
"""One that goes on with "and …" or names "this …" stands alone with more than so many."""

_PRONOUNS = frozenset(
    """it its itself they them their theirs he him his she her hers
    ihn ihm ihnen deren dessen dafur davon dazu dabei daruber dagegen
    ils elle elles celui celle ceux celles cela ello ellos ella ellas eso
    esso essa essi esse""".split()
)
_DEMONSTRATIVES = frozenset(
    """this that these those such former latter same dies diese dieser dieses diesem diesen
    cet cette ces este esta estos estas questo questa questi queste""".split()
)
_CONNECTIVE = re.compile(
    r"(?:and|but|or|so|then|also|what about|how about|why so|und|aber|oder|was ist mit|et|mais|y|"
    r"pero|ma|e)\b"
)
_EXPLETIVE_ENDS = frozenset("to that if whether".split())
_CLAUSE = re.compile(
    r"(?:if|when|once|where|while|after|before|as|wenn|falls|si|se|cuando|quando)\b"
)


def referred(question: str, earlier: Sequence[str]) -> int:
    """How many of the last earlier questions a question refers to; 0 where it stands alone.

    Args:
        earlier: The questions of the conversation, the last one last.
    """
    count = 0
    current = question
    for before in reversed(earlier[-MAX_EARLIER:]):
        if stands_alone(current):
            break
        count += 1
        current = before
    return count


def stands_alone(question: str) -> bool:
    """Whether a question says by itself what it is about."""
    every = words(question)
    said = [word for word in content_words(question) if not _may_point(word)]
    if len(said) < LEAST_CONTENT_WORDS:
        return False
    few = len(said) <= MOST_AFTER_CONNECTIVE
    if few and _CONNECTIVE.match(" ".join(word.folded for word in every[:3])):
        return False
    return not any(
        _points_back(question, every, position, few=few) for position in range(len(every))
    )


def _may_point(word: Word) -> bool:
    return word.folded in _PRONOUNS or word.folded in _DEMONSTRATIVES


def _points_back(question: str, every: Sequence[Word], position: int, *, few: bool) -> bool:
    """Whether the word there points to something outside of the question."""
    word = every[position].folded
    after = [other.folded for other in every[position + 1 : position + 3]]
    if word in _DEMONSTRATIVES:
        # "the fee that applies", and "this contract" in a question that says enough besides.
        relative = word == "that" and position > 0 and is_content(every[position - 1].folded)
        return not relative and (few or not after or not is_content(after[0]))
    if word not in _PRONOUNS:
        return False
    if word in {"it", "es"} and not _EXPLETIVE_ENDS.isdisjoint(after):
        return False  # "how long does it take to", "is it allowed that"
    # "If a member is ill, who tells their manager?" says itself who they are.
    start = every[position].start
    said_before = sum(is_content(other.folded) for other in every[:position])
    clause = "," in question[:start] or _CLAUSE.match(every[0].folded)
    return not (clause and said_before >= LEAST_CONTENT_WORDS)

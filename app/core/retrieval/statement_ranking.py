"""Ranks statements by how likely they answer a question: by meaning and by words."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.retrieval.statements import Statement
from app.core.text.terms import Vocabulary, content_words

HEADING_WEIGHT = 0.5
"""A word of the question that only the heading or title holds counts half: it says what a sentence
is about, and not that the sentence says anything of it."""
AMOUNT_BONUS = 0.25
"""What a statement with a number is ahead of one without, where an amount is asked for."""

_AMOUNT_ASKED = re.compile(
    r"\b(?:how (?:many|much|long|big|large|often|far|old|fast|high|small|few|deep|wide|heavy)"
    r"|(?:in )?(?:what|which) (?:year|size|number|percentage|mode|value|version)"
    r"|largest|smallest|biggest|oldest|newest|highest|lowest|longest|maximum|minimum|most|least"
    r"|size|limit|percentage"
    r"|wie ?(?:viele?|lange?|oft|gro(?:ß|ss)|hoch|weit|alt|schnell|schwer|teuer)"
    r"|combien|cu[aá]nt[oa]s?|quant[aeio])\b",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty"
    r"|sixty|hundred|thousand|million|twice|once"
    r"|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|hundert|tausend"
    r"|deux|trois|quatre|cinq|sept|huit|neuf|dix|cent|mille"
    r"|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|due|tre|quattro|sei|sette|otto|dieci)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A statement with how near it is to the question: `share` is the share of the question's words
    that it holds, rare ones counting more, and `similarity` the cosine, None where it is not known.
    `score` orders statements: the sum of both, more where one gives an amount that is asked for."""

    statement: Statement
    score: float
    share: float
    similarity: float | None


def rank(
    question: str,
    candidates: Sequence[tuple[Statement, str]],
    similarities: Sequence[float | None],
) -> list[Ranked]:
    """All candidates, best first; of equal ones in their order.

    A sum of both arms beats their ranks here: among some forty statements a rank says little, and
    the scores of both arms lie between 0 and 1 (docs/evaluation.md).

    Args:
        candidates: Statements, each with the title of its document.
        similarities: Of each statement to the question, None where it is not known.
    """
    held = _shares(question, candidates)
    wants_amount = _AMOUNT_ASKED.search(question) is not None
    ranked = []
    for (statement, _), share, similarity in zip(candidates, held, similarities, strict=True):
        ahead = AMOUNT_BONUS if wants_amount and _AMOUNT.search(statement.text) else 0.0
        ranked.append(Ranked(statement, share + (similarity or 0.0) + ahead, share, similarity))
    return sorted(ranked, key=lambda one: -one.score)


def _shares(question: str, candidates: Sequence[tuple[Statement, str]]) -> list[float]:
    """The share of the question's content words that each candidate holds, by their rarity among
    the candidates."""
    asked = list(dict.fromkeys(word.folded for word in content_words(question)))
    held = [_held(asked, [statement.text]) for statement, _ in candidates]
    above = [
        _held(asked, [title, *statement.chunk.heading_path]) for statement, title in candidates
    ]
    weight = {
        word: math.log(1 + len(candidates) / (1 + sum(word in one for one in held)))
        for word in asked
    }
    whole = sum(weight.values()) or 1.0
    return [
        sum(weight[word] * (1.0 if word in inside else HEADING_WEIGHT) for word in inside | outside)
        / whole
        for inside, outside in zip(held, above, strict=True)
    ]


def _held(asked: Sequence[str], texts: Sequence[str]) -> set[str]:
    vocabulary = Vocabulary(texts)
    return {word for word in asked if vocabulary.holds(word)}

"""The lexical support check: a claim's numbers, names and words must stand in what it cites (C13).

Deterministic and fast; it never vouches for meaning, but the inventions of small models are
mostly words that no cited passage holds, and those it finds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.core.domain.answer import Support
from app.core.text.terms import (
    NEGATIONS,
    Vocabulary,
    Word,
    content_words,
    is_content,
    parts,
    same_stem,
    words,
)

MINIMUM_SHARE = 0.6
"""A claim needs this share of its content words in the passages it cites."""
MAX_MISSING_SHOWN = 4

_NUMBER = re.compile(r"\d+(?:[.,'’\u00a0\u202f ]\d{3})*(?:[.,]\d+)?")
# "one" is left out: it is a pronoun more often than a number.
_NUMBER_WORDS = {
    word: str(value)
    for value, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty".split(),
        start=2,
    )
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90"}


_SCALE = re.compile(
    r"\s?(%|percent\b|per cent\b|prozent\b|thousand\b|million\b|billion\b|k\b|m\b|bn\b)", re.I
)
_SCALE_NAMES = {
    "percent": "%",
    "per cent": "%",
    "prozent": "%",
    "k": "thousand",
    "m": "million",
} | {"bn": "billion"}


def numbers(text: str) -> set[str]:
    """Numbers of a text in one form: "1,234.50" and "1.234,5" are both "1234.5", "ten" is "10".

    A number with a scale keeps it: "25 percent" is "25%", "1.5 million" is "1.5million".
    """
    found: set[str] = set()
    for match in _NUMBER.finditer(text):
        scale = _SCALE.match(text, match.end())
        name = scale.group(1).casefold() if scale else ""
        found.add(_canonical(match.group()) + _SCALE_NAMES.get(name, name))
    found.update(
        _NUMBER_WORDS[piece]
        for word in words(text)
        for piece in parts(word.folded)
        if piece in _NUMBER_WORDS
    )
    return found


def known_numbers(text: str) -> set[str]:
    """The numbers that a text bears out: those of `numbers`, also without their scale."""
    found = numbers(text)
    return found | {re.sub(r"[a-z%]+$", "", number) for number in found}


def _canonical(written: str) -> str:
    digits = re.sub(r"[\s\u00a0\u202f'’]", "", written)
    decimal = re.search(r"[.,](\d+)$", digits)
    if decimal and (len(decimal.group(1)) != 3 or digits.count(decimal.group()[0]) == 1):
        separators = set(re.findall(r"[.,]", digits))
        if len(decimal.group(1)) == 3 and len(separators) == 1:
            digits = re.sub(r"[.,]", "", digits)
        else:
            whole = re.sub(r"[.,]", "", digits[: decimal.start()])
            digits = f"{whole}.{decimal.group(1)}"
    else:
        digits = re.sub(r"[.,]", "", digits)
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return digits.lstrip("0") or "0"


def _is_name(claim: str, word: Word, position: int) -> bool:
    """A capital inside the sentence marks a name; at its start nothing can be told."""
    written = claim[word.start : word.end]
    return position > 0 and written[:1].isupper() and len(written) > 1


def _is_negation(folded: str) -> bool:
    return folded in NEGATIONS or folded.endswith("n't")


def _denied(text: str) -> set[str]:
    """The content words that a negation stands right before: "not be paid out" denies "paid"."""
    found: set[str] = set()
    pending = False
    for word in words(text):
        if _is_negation(word.folded):
            pending = True
        elif pending and word.folded == "only":
            pending = False  # "not only" denies nothing
        elif pending and is_content(word.folded):
            found.add(word.folded)
            pending = False
    return found


def turned_round(claim: str, sentence: str) -> str:
    """A word that one of the two denies and the other states, "" where there is none.

    Only what both speak of counts: a denial in another clause of the sentence changes nothing.
    """
    for one, other in ((claim, sentence), (sentence, claim)):
        denied, denied_there = _denied(one), _denied(other)
        stated = Vocabulary([other])
        for word in sorted(denied):
            if stated.holds(word) and not any(same_stem(word, there) for there in denied_there):
                return word
    return ""


def _negations(text: str) -> bool:
    return any(_is_negation(word.folded) for word in words(text))


def check(claim: str, passages: Sequence[str], question: str = "") -> Support:
    """Compare a claim with the passages that it cites.

    A claim is supported when all of its numbers and names, and most of its content words, occur
    in one of the passages, and when it denies nothing in a passage that denies nothing. Words that
    only repeat the question need not occur, but do not count for the claim either. Whether a
    claim turns its very sentence round is for `turned_round`.
    """
    best: Support | None = None
    for passage in passages:
        verdict = _check_one(claim, passage, question)
        if verdict.supported:
            return verdict
        if best is None or len(verdict.missing) < len(best.missing):
            best = verdict
    return best or Support(False, reason="It cites no passage.")


def _check_one(claim: str, passage: str, question: str) -> Support:
    held = Vocabulary([passage])
    passage_numbers = known_numbers(passage)
    asked = Vocabulary([question])
    missing: list[str] = []
    serious = False
    counted = found = 0
    for position, word in enumerate(words(claim)):
        if not is_content(word.folded):
            continue
        written = claim[word.start : word.end]
        figures = numbers(written)
        if held.holds(word.folded) or (figures and figures <= passage_numbers):
            counted += 1
            found += 1
            continue
        if asked.holds(word.folded) and not figures:
            continue
        counted += 1
        missing.append(written)
        serious = serious or bool(figures) or _is_name(claim, word, position)
    stray = numbers(claim) - passage_numbers
    serious = serious or any(number not in known_numbers(question) for number in stray)
    if counted == 0 or found == 0:
        return _unsupported(missing)
    if serious or found / counted < MINIMUM_SHARE:
        return _unsupported(missing)
    if _negations(claim) and not _negations(passage):
        return Support(False, ("not",), "The passage that it cites does not deny this.")
    return Support(True)


def _unsupported(missing: Sequence[str]) -> Support:
    shown = tuple(dict.fromkeys(missing))[:MAX_MISSING_SHOWN]
    if not shown:
        return Support(False, (), "Its words do not occur in the passage that it cites.")
    quoted = [f"“{word}”" for word in shown]
    listed = quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
    verb = "does" if len(shown) == 1 else "do"
    return Support(False, shown, f"{listed} {verb} not occur in the passage that it cites.")


def content_share(text: str, of: str) -> float:
    """Share of the content words of `of` that occur in `text`, from 0 to 1."""
    asked = {word.folded for word in content_words(of)}
    held = Vocabulary([text])
    return sum(held.holds(word) for word in asked) / len(asked) if asked else 0.0

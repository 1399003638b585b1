"""Which words of a question a passage has and which it lacks, as the refusal tells them."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.text.terms import Vocabulary, content_words
from app.gui.common.safe_text import one_line

MOST_SHOWN = 5
"""More words than this make no one wiser."""


@dataclass(frozen=True, slots=True)
class FoundWords:
    """Words or runs of neighbouring words, as the question writes them, each once."""

    has: tuple[str, ...]
    lacks: tuple[str, ...]


def found_words(question: str, passage: str) -> FoundWords:
    """Compare the question's content words with a passage; neighbours stay together."""
    text = one_line(question)
    held = Vocabulary([passage])
    runs: list[tuple[int, int, bool]] = []
    for word in content_words(text):
        here = held.holds(word.folded)
        if runs and runs[-1][2] == here and text[runs[-1][1] : word.start] == " ":
            runs[-1] = (runs[-1][0], word.end, here)
        else:
            runs.append((word.start, word.end, here))

    def written(here: bool) -> tuple[str, ...]:
        words = dict.fromkeys(text[start:end] for start, end, found in runs if found is here)
        return tuple(words)[:MOST_SHOWN]

    return FoundWords(written(True), written(False))

"""Whether a passage says something of itself, or names it by the way.

A passage is about Ward 9 where its heading says so, where a sentence begins with it, where it is a
condition ("If more than five litres …") or where a sentence speaks of the passage itself ("All this
concerns Ward 9"). "… to the warden, who has his office on floor 2" tells of another floor, but not
for which one the passage holds.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from app.core.text.sentences import sentences
from app.core.text.terms import words

_FIRST_WORDS = 8
_CONDITION = re.compile(
    r"\s*(?:if|where|when|whenever|for|after|with|without|in case|those|anybody|whoever|table"
    r"|wenn|falls|sofern|bei|für|nach|tabelle|wer|si|lorsque|quand|pour|après|tableau|cuando|para"
    r"|tras|tabla|se|quando|per|dopo|tabella)(?!\w)",
    re.IGNORECASE,
)
_OF_ITSELF = re.compile(
    r"(?<!\w)(?:this|these|text|concerns?|appl(?:y|ies)|holds?|valid|meant|intended"
    r"|dies(?:e[rsmn]?)?|gilt|gelten|betrifft|ceci|cette|concerne|vaut|esto|esta|vale|questo|questa)"
    r"(?!\w)",
    re.IGNORECASE,
)


class Sentences:
    """The sentences of a text whose first `heading_end` characters are headings."""

    def __init__(self, text: str, heading_end: int) -> None:
        self._text = text
        self._heading_end = heading_end
        self._spans = sentences(text)
        self._starts = [start for start, _ in self._spans]

    def prominent(self, start: int) -> bool:
        """Whether what stands at this place is what the passage is about."""
        if start < self._heading_end:
            return True
        place = bisect_right(self._starts, start) - 1
        if place < 0:
            return True
        begin, end = self._spans[place]
        sentence = self._text[begin:end]
        if _CONDITION.match(sentence) or _OF_ITSELF.search(sentence):
            return True
        return len(words(self._text[begin:start])) < _FIRST_WORDS

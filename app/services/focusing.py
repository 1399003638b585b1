"""Whether the passages that a claim cites speak of what the question asks about in particular."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from app.core.domain.answer import Support
from app.core.domain.evidence import Passage
from app.core.errors import PinciteError
from app.core.ports import Embedder
from app.core.support.focus import distinct_words, missing_qualifiers

log = logging.getLogger(__name__)

LEAST_WORD_SIMILARITY = 0.37
"""Cosine similarity of two single words from which one may stand for the other, for the built-in
embedder: annual/year 0.70, sick/ill 0.56, cost/pays 0.39, against maternity/employees 0.34.
Of 60 plain questions over nine manuals, with the text of the page that answers each, 25 hold a
qualifying word that the page does not, and none was held against the page."""


class FocusCheck:
    """Looks for the qualifying words of one question. The embedder is asked only where a word
    does not occur as it stands."""

    def __init__(self, question: str, embedder: Embedder) -> None:
        self._question = question
        self._embedder = embedder

    def judge(self, passages: Sequence[Passage]) -> Support:
        """Supported, unless a qualifying word has no counterpart in any of the passages."""
        texts = [f"{p.document_title}\n{p.chunk.heading}\n{p.chunk.text}" for p in passages]
        missing = missing_qualifiers(self._question, texts)
        if not missing:
            return Support(True)
        try:
            stray = self._without_counterpart(missing, distinct_words(texts))
        except PinciteError as error:
            log.warning("the focus of an answer was not checked: %s %s", error.code, error.detail)
            return Support(True)
        if not stray:
            return Support(True)
        return Support(
            False, stray, f"The question asks about “{stray[0]}”, and its passage does not."
        )

    def _without_counterpart(self, missing: Sequence[str], held: Sequence[str]) -> tuple[str, ...]:
        if not held:
            return tuple(missing)
        known = self._embedder.embed_passages(held)
        asked = self._embedder.embed_passages(missing)
        best = (asked @ known.T).max(axis=1)
        return tuple(
            word
            for word, similarity in zip(missing, best, strict=True)
            if similarity < LEAST_WORD_SIMILARITY
        )

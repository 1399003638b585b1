"""Whether the passages that a claim cites speak of what the question asks about in particular."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from app.core.domain.answer import Support
from app.core.domain.evidence import Passage
from app.core.errors import PinciteError
from app.core.ports import Embedder
from app.core.support.focus import Qualifier, missing_qualifiers

log = logging.getLogger(__name__)

LEAST_WORD_SIMILARITY = 0.40
"""Cosine similarity of two single words from which one may stand for the other, for the built-in
embedder: annual/year 0.70, sick/ill 0.56, against parental/clothing 0.34. It is a weak sign, so it
counts only for words that no document holds. Of 60 plain questions over nine manuals, with the
page that answers each, 1 was held against the page ("a stock Debian machine")."""


class FocusCheck:
    """Looks for the qualifying words of one question.

    Args:
        occurs: Whether a word occurs anywhere in the documents that were asked.
    """

    def __init__(self, question: str, embedder: Embedder, occurs: Callable[[str], bool]) -> None:
        self._question = question
        self._embedder = embedder
        self._occurs = occurs

    def judge(self, passages: Sequence[Passage]) -> Support:
        """Supported, unless a qualifying word of the question is in no document, and nothing that
        the passages say of the thing asked about resembles it."""
        texts = [f"{p.document_title}\n{p.chunk.heading}\n{p.chunk.text}" for p in passages]
        try:
            for qualifier in missing_qualifiers(self._question, texts):
                if not self._occurs(qualifier.word) and not self._has_counterpart(qualifier):
                    word = qualifier.word
                    reason = f"The question asks about “{word}”, which is in no document."
                    return Support(False, (word,), reason)
        except PinciteError as error:
            log.warning("the focus of an answer was not checked: %s %s", error.code, error.detail)
        return Support(True)

    def _has_counterpart(self, qualifier: Qualifier) -> bool:
        if not qualifier.near:
            return False
        near = self._embedder.embed_passages(qualifier.near)
        asked = self._embedder.embed_passages([qualifier.word])[0]
        return float((near @ asked).max()) >= LEAST_WORD_SIMILARITY

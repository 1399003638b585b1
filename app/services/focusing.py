"""Whether the passages that a claim cites speak of what the question asks about in particular."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from app.core.domain.answer import Support
from app.core.domain.evidence import Passage
from app.core.errors import ModelUnavailable, PinciteError
from app.core.ports import Embedder, TokenCounter
from app.core.support.focus import Qualifier, missing_qualifiers
from app.core.support.naming import missing_names
from app.core.text.terms import is_content, parts

log = logging.getLogger(__name__)

LEAST_WORD_SIMILARITY = 0.40
"""Cosine similarity of two single words from which one may stand for the other, for the built-in
embedder: annual/year 0.70, sick/ill 0.56, against parental/clothing 0.34. It is a weak sign, so it
counts only for words that no document holds. Of 60 plain questions over nine manuals, with the
page that answers each, 1 was held against the page ("a stock Debian machine")."""


def unknown_names(
    question: str,
    passages: Sequence[Passage],
    occurs: Callable[[str], bool],
    is_common: Callable[[str], bool],
) -> tuple[str, ...]:
    """The names of a question that are in no title, heading or text of these passages, and that no
    document holds.

    Args:
        occurs: Whether words occur, one after another, anywhere in the documents that were asked.
        is_common: Whether a single word is a common one: then a capital does not make it a name.
    """
    missing = missing_names(question, [_all_words(passage) for passage in passages])
    try:
        return tuple(
            name.text
            for name in missing
            if (name.telling or not (name.acronym or is_common(name.text)))
            and not occurs(name.text)
        )
    except PinciteError as error:
        log.warning("the names of a question were not checked: %s %s", error.code, error.detail)
        return ()


class CommonWords:
    """Tells common words by the embedder's tokenizer: it was made of common words, and takes
    others apart. Where there is none, every word counts as common.

    Args:
        counter: Gives the tokenizer; may raise ModelUnavailable.
    """

    def __init__(self, counter: Callable[[], TokenCounter] | None = None) -> None:
        self._counter = counter

    def holds(self, word: str) -> bool:
        """Whether a word is a common one."""
        if self._counter is None:
            return True
        try:
            return self._counter().count([word]) == [1]
        except ModelUnavailable:
            return True


def _all_words(passage: Passage) -> str:
    return f"{passage.document_title}\n{passage.chunk.heading}\n{passage.chunk.text}"


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
        texts = [_all_words(passage) for passage in passages]
        try:
            for qualifier in missing_qualifiers(self._question, texts):
                if not self._is_said(qualifier.word) and not self._has_counterpart(qualifier):
                    word = qualifier.word
                    reason = f"The question asks about “{word}”, which is in no document."
                    return Support(False, (word,), reason)
        except PinciteError as error:
            log.warning("the focus of an answer was not checked: %s %s", error.code, error.detail)
        return Support(True)

    def _is_said(self, word: str) -> bool:
        """Whether a document holds the word, or all parts of a compound: "high-urgency" is "an
        urgency of high"."""
        pieces = [piece for piece in parts(word) if is_content(piece.casefold())]
        return self._occurs(word) or (len(pieces) > 1 and all(map(self._occurs, pieces)))

    def _has_counterpart(self, qualifier: Qualifier) -> bool:
        if not qualifier.near:
            return False
        near = self._embedder.embed_passages(qualifier.near)
        asked = self._embedder.embed_passages([qualifier.word])[0]
        return float((near @ asked).max()) >= LEAST_WORD_SIMILARITY

"""Answers without a model: the sentences of the evidence that fit the question best (A9)."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence

from app.core.citations.parse import RawClaim
from app.core.citations.quotes import page_sentences
from app.core.domain.evidence import Passage
from app.core.errors import PinciteError
from app.core.ports import Embedder
from app.core.support.check import content_share

log = logging.getLogger(__name__)

MAX_QUOTES = 4
PASSAGES_READ = 4
"""Sentences are taken from so many passages, best first: each must be embedded."""
MAX_CHARACTERS = 400
MIN_WORDS, MIN_UNSPACED = 2, 4
"""A quote has at least two words, or four characters where a script sets no spaces."""
LEAST_SCORE = 0.30
"""Below this a sentence has too little to do with the question to be quoted at all: half of its
words with no likeness in meaning, or a similarity of 0.6 with none of its words."""
RELATIVE_FLOOR = 0.72
"""Further quotes need this share of the best one's score, so that a clear answer stands alone."""
FRAGMENT_FACTOR = 0.7
"""Headings, list items and captions answer less often than whole sentences do."""

_WHOLE = re.compile(r"^[^\W_a-z•*-].*[.!?。！？][\"'”’»)\]]*$", re.S)

_CONTROL_TOKEN = re.compile(r"<\|[a-z_]+\|>|<<<\s*(?:END_)?CITATIONS", re.I)


def quote_claims(
    question: str, passages: Sequence[Passage], embedder: Embedder
) -> tuple[RawClaim, ...]:
    """At most four verbatim sentences, best first, each with the id of its chunk.

    A sentence's score is the mean of its cosine similarity to the question and the share of the
    question's content words that it holds; without an embedder, that share alone.
    """
    candidates = _candidates(passages[:PASSAGES_READ])
    if not candidates:
        return ()
    similarities = _similarities(question, [text for text, _ in candidates], embedder)
    scored = []
    for order, ((text, chunk_id), similarity) in enumerate(
        zip(candidates, similarities, strict=True)
    ):
        share = content_share(text, question)
        score = share if similarity is None else (similarity + share) / 2
        if not _WHOLE.search(text):
            score *= FRAGMENT_FACTOR
        scored.append((-score, order, text, chunk_id))
    scored.sort()
    best = -scored[0][0]
    if best < LEAST_SCORE:
        return ()
    chosen = [entry for entry in scored[:MAX_QUOTES] if -entry[0] >= best * RELATIVE_FLOOR]
    return tuple(RawClaim(text, (chunk_id,)) for _, _, text, chunk_id in chosen)


def _candidates(passages: Sequence[Passage]) -> list[tuple[str, int]]:
    """Sentences long enough to say something, each once, with the id of their chunk."""
    seen: set[str] = set()
    found: list[tuple[str, int]] = []
    for passage in passages:
        for _, start, end in page_sentences(passage.chunk):
            text = passage.chunk.text[start:end]
            key = re.sub(r"\s+", " ", text).casefold()
            if _says_something(text) and len(text) <= MAX_CHARACTERS and key not in seen:
                seen.add(key)
                found.append((text, passage.chunk.id))
    return found


def _says_something(text: str) -> bool:
    """Whether a sentence is more than a heading's number or a single word."""
    if _CONTROL_TOKEN.search(text):
        return False
    unspaced = not text.isascii() and len(text.split()) == 1
    return len(text) >= MIN_UNSPACED if unspaced else len(text.split()) >= MIN_WORDS


def _similarities(
    question: str, texts: Sequence[str], embedder: Embedder
) -> Sequence[float | None]:
    try:
        vector = embedder.embed_query(question)
        matrix = embedder.embed_passages(texts)
    except PinciteError as error:
        log.warning("quotes are chosen by words alone: %s %s", error.code, error.detail)
        return [None] * len(texts)
    return [float(similarity) for similarity in matrix @ vector]

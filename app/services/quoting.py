"""Answers without a model: the sentences of the evidence that fit the question best (A9)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from app.core.citations.parse import RawClaim
from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import Passage
from app.core.errors import PinciteError
from app.core.ports import Embedder
from app.core.retrieval.statement_ranking import Ranked, rank
from app.core.retrieval.statements import Statement, statements

log = logging.getLogger(__name__)

MAX_QUOTES = 3
PASSAGES_READ = 4
"""Statements are taken from so many passages, best first: each must be embedded. With six, one
answer fewer of sixty was found."""
EMBEDDED_AT_ONCE = 8
"""Statements between two looks at the cancel token: about 70 ms on two cores. All at once took
250 ms and more, and Stop has to take effect within 200."""
RELATIVE_FLOOR = 0.70
"""Further quotes need this share of the best one's score, so that a clear answer stands alone."""


def quote_claims(
    question: str,
    passages: Sequence[Passage],
    embedder: Embedder,
    is_enough: Callable[[Ranked], bool],
    cancel: CancelToken | None = None,
) -> tuple[RawClaim, ...]:
    """At most three verbatim statements, best first, each with the id of its chunk.

    Args:
        is_enough: Whether a statement is near enough to the question to be an answer. Nothing is
            quoted where the best one is not.

    Raises:
        Cancelled: it was stopped.
    """
    ranked = ranked_statements(question, passages, embedder, cancel)
    if not ranked or not is_enough(ranked[0]):
        return ()
    least = ranked[0].score * RELATIVE_FLOOR
    chosen: list[Statement] = []
    for one in ranked:
        if len(chosen) == MAX_QUOTES:
            break
        if one.score >= least and not any(one.statement.overlaps(other) for other in chosen):
            chosen.append(one.statement)
    return tuple(RawClaim(one.text, (one.chunk.id,)) for one in chosen)


def ranked_statements(
    question: str,
    passages: Sequence[Passage],
    embedder: Embedder,
    cancel: CancelToken | None = None,
) -> list[Ranked]:
    """The statements of the best passages, best first.

    Raises:
        Cancelled: it was stopped.
    """
    candidates = _candidates(passages[:PASSAGES_READ])
    if not candidates:
        return []
    similarities = _similarities(question, [one for one, _ in candidates], embedder, cancel)
    return rank(question, candidates, similarities)


def _candidates(passages: Sequence[Passage]) -> list[tuple[Statement, str]]:
    """The statements of the passages with the titles of their documents; the same words once."""
    found: dict[str, tuple[Statement, str]] = {}
    for passage in passages:
        for one in statements(passage.chunk):
            key = " ".join(one.text.split()).casefold()
            found.setdefault(key, (one, passage.document_title))
    return list(found.values())


def _similarities(
    question: str,
    candidates: Sequence[Statement],
    embedder: Embedder,
    cancel: CancelToken | None,
) -> Sequence[float | None]:
    """Of each statement, read below its heading, to the question."""
    texts = [f"{one.heading}: {one.text}" if one.heading else one.text for one in candidates]
    try:
        vector = embedder.embed_query(question)
        found: list[float] = []
        for start in range(0, len(texts), EMBEDDED_AT_ONCE):
            if cancel is not None:
                cancel.raise_if_cancelled()
            matrix = embedder.embed_passages(texts[start : start + EMBEDDED_AT_ONCE])
            found += [float(similarity) for similarity in matrix @ vector]
    except PinciteError as error:
        log.warning("quotes are chosen by words alone: %s %s", error.code, error.detail)
        return [None] * len(texts)
    return found

"""Reciprocal rank fusion (Cormack, Clarke and Buettcher, SIGIR 2009)."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.domain.evidence import FusedChunk, RankedChunk


def fuse(
    lexical: Sequence[RankedChunk],
    dense: Sequence[RankedChunk],
    literal: Sequence[RankedChunk] = (),
    *,
    k: int,
    literal_weight: float = 1.0,
) -> list[FusedChunk]:
    """Join ranked lists: each adds 1 / (k + rank), ranks from 1; the literal one times its weight.

    A chunk found by both arms appears once, with both ranks; ties are broken by chunk id,
    ascending (R6).

    Args:
        literal: Those of the lexical arm's chunks that hold what was asked for as it stands, in
            its order: a heading or an identifier is found by words and lost by meaning.
        k: 60 in the paper. Smaller values gave more on one set and less on another
            (`docs/evaluation.md`).
    """
    if k < 1:
        raise ValueError("the fusion constant must be at least 1")
    lexical_ranks = {hit.chunk_id: rank for rank, hit in enumerate(lexical, start=1)}
    dense_ranks = {hit.chunk_id: rank for rank, hit in enumerate(dense, start=1)}
    similarities = {hit.chunk_id: hit.score for hit in dense}
    scores: dict[int, float] = {}
    literal_ranks = {hit.chunk_id: rank for rank, hit in enumerate(literal, start=1)}
    for ranks, weight in (
        (lexical_ranks, 1.0),
        (dense_ranks, 1.0),
        (literal_ranks, literal_weight),
    ):
        for chunk_id, rank in ranks.items():
            scores[chunk_id] = scores.get(chunk_id, 0.0) + weight / (k + rank)
    return [
        FusedChunk(
            chunk_id=chunk_id,
            score=scores[chunk_id],
            lexical_rank=lexical_ranks.get(chunk_id),
            dense_rank=dense_ranks.get(chunk_id),
            similarity=similarities.get(chunk_id),
        )
        for chunk_id in sorted(scores, key=lambda found: (-scores[found], found))
    ]

"""Fusion: both ranks, one row a chunk, ties by id (R6)."""

from __future__ import annotations

import pytest

from app.core.domain.evidence import RankedChunk
from app.core.retrieval.fusion import fuse


def ranked(*ids: int) -> list[RankedChunk]:
    return [RankedChunk(number, 1.0 / (i + 1)) for i, number in enumerate(ids)]


def test_a_chunk_of_both_arms_appears_once_with_both_ranks() -> None:
    fused = fuse(ranked(5, 7), ranked(7, 9), k=60)
    assert [hit.chunk_id for hit in fused] == [7, 5, 9]
    assert (fused[0].lexical_rank, fused[0].dense_rank) == (2, 1)
    assert fused[0].score == pytest.approx(1 / 62 + 1 / 61)
    assert fused[0].similarity == 1.0
    assert (fused[1].dense_rank, fused[1].similarity) == (None, None)


def test_ties_are_broken_by_id() -> None:
    assert [hit.chunk_id for hit in fuse(ranked(9), ranked(3), k=60)] == [3, 9]


def test_one_arm_alone_keeps_its_order() -> None:
    assert [hit.chunk_id for hit in fuse([], ranked(4, 2, 8), k=60)] == [4, 2, 8]


def test_the_constant_must_be_positive() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        fuse([], [], k=0)


def test_what_stands_there_counts_as_a_list_of_its_own() -> None:
    fused = fuse(ranked(5, 7), ranked(9), ranked(7), k=60)
    assert [hit.chunk_id for hit in fused] == [7, 5, 9]
    assert fused[0].score == pytest.approx(1 / 62 + 1 / 61)
    assert fused[0].lexical_rank == 2


def test_the_weight_of_what_stands_there() -> None:
    fused = fuse(ranked(5), ranked(7), ranked(7), k=60, literal_weight=0.25)
    assert [hit.chunk_id for hit in fused] == [7, 5]
    assert [hit.score for hit in fused] == pytest.approx([1.25 / 61, 1 / 61])
    without = fuse(ranked(5), ranked(7), ranked(7), k=60, literal_weight=0.0)
    assert [hit.chunk_id for hit in without] == [5, 7]

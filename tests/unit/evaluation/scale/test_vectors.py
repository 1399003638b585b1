from __future__ import annotations

import numpy as np
import pytest

from app.evaluation.scale.vectors import (
    CHUNKS_PER_SECTION,
    DIMENSIONS,
    DOCUMENTS_PER_TOPIC,
    document_vectors,
    question_vector,
)


def test_the_same_document_has_the_same_vectors() -> None:
    vectors = document_vectors(7, 50)
    assert vectors.shape == (50, DIMENSIONS)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(50), abs=1e-6)
    assert (document_vectors(7, 50) == vectors).all()
    assert not (document_vectors(8, 50) == vectors).any(axis=1).any()


def test_passages_are_nearer_the_more_they_share() -> None:
    every = np.stack(
        [
            document_vectors(topic * DOCUMENTS_PER_TOPIC + n, 50)
            for topic in range(8)
            for n in (0, 1)
        ]
    )

    def mean(one: int, other: int) -> float:
        products = every[one] @ every[other].T
        return float(products[~np.eye(50, dtype=bool)].mean())

    section = np.mean(
        [
            every[document, start] @ every[document, start + 1]
            for document in range(16)
            for start in range(0, 50, CHUNKS_PER_SECTION)
        ]
    )
    document = np.mean([mean(n, n) for n in range(16)])
    topic = np.mean([mean(n, n + 1) for n in range(0, 16, 2)])
    apart = np.mean([mean(n, n + 2) for n in range(14)])
    # What was seen of all-MiniLM-L6-v2: neighbours .69, one document .45, different ones .15.
    assert section == pytest.approx(0.68, abs=0.06)
    assert document == pytest.approx(0.44, abs=0.06)
    assert document > topic + 0.1
    assert topic > apart + 0.04
    assert apart == pytest.approx(0.13, abs=0.06)


def test_a_question_lies_near_its_passage() -> None:
    chance = np.random.default_rng(1)
    passage = document_vectors(1, 10)[4]
    nearness = [float(question_vector(passage, chance) @ passage) for _ in range(20)]
    assert 0.6 < min(nearness) < max(nearness) < 0.9

"""Confidence: its parts, its ceiling without citations, and the steps it is told in (C14)."""

from __future__ import annotations

from itertools import product

import pytest

from app.core.domain.answer import ConfidenceParts
from app.core.support.confidence import (
    CITATIONS_WEIGHT,
    FAIR,
    HIGH,
    LOW,
    RETRIEVAL_WEIGHT,
    SUPPORT_WEIGHT,
    UNCITED_CEILING,
    confidence_of,
    retrieval_strength,
)

STEPS = [step / 10 for step in range(11)]


@pytest.mark.parametrize("citations", [None, 0.0])
def test_without_a_validated_citation_nothing_passes_the_ceiling(citations: float | None) -> None:
    figures = [
        confidence_of(ConfidenceParts(retrieval, citations, support))
        for retrieval, support in product(STEPS, STEPS)
    ]
    assert max(figures) == UNCITED_CEILING < FAIR


def test_fully_validated_and_supported_answers_pass_the_ceiling_whatever_retrieval_says() -> None:
    figures = [confidence_of(ConfidenceParts(retrieval, 1.0, 1.0)) for retrieval in STEPS]
    assert min(figures) > UNCITED_CEILING
    assert min(figures) >= FAIR
    assert max(figures) == 1.0


def test_the_weights_make_a_whole() -> None:
    assert pytest.approx(1.0) == RETRIEVAL_WEIGHT + CITATIONS_WEIGHT + SUPPORT_WEIGHT


def test_no_part_lowers_the_figure_by_rising() -> None:
    for retrieval, citations, support in product(STEPS[:-1], STEPS[1:-1], STEPS[:-1]):
        here = confidence_of(ConfidenceParts(retrieval, citations, support))
        assert confidence_of(ConfidenceParts(retrieval + 0.1, citations, support)) >= here
        assert confidence_of(ConfidenceParts(retrieval, citations + 0.1, support)) >= here
        assert confidence_of(ConfidenceParts(retrieval, citations, support + 0.1)) >= here


@pytest.mark.parametrize(
    ("parts", "least", "below"),
    [
        (ConfidenceParts(0.8, 1.0, 1.0), HIGH, 1.01),
        (ConfidenceParts(0.8, 1.0, 0.5), FAIR, HIGH),
        (ConfidenceParts(0.8, 1.0, 0.4), LOW, FAIR),
        (ConfidenceParts(0.3, 0.5, 0.3), 0.0, LOW),
        (ConfidenceParts(0.5, None, 1.0), 0.0, LOW),
    ],
)
def test_each_step_is_reached(parts: ConfidenceParts, least: float, below: float) -> None:
    assert least <= confidence_of(parts) < below


def test_retrieval_strength_takes_the_better_sign() -> None:
    assert retrieval_strength(None, 0.5) == 0.5
    assert retrieval_strength(0.7, 0.0) == pytest.approx(1.0)
    assert retrieval_strength(0.1, 0.0) == 0.0
    assert retrieval_strength(2.0, 0.0) == 1.0

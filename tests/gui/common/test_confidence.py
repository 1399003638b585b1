"""The confidence in figures: what the hover and the inspector say of its parts."""

from __future__ import annotations

from dataclasses import replace

from app.core.domain.answer import ConfidenceParts, WithheldSentence
from app.gui.common.confidence import (
    confidence_figures,
    confidence_lines,
    confidence_total,
    similarity_sentence,
)
from tests.gui.inspector.examples import KEPT_BACK, QUOTES, REFUSED, TRACE, WRITTEN


def test_each_part_has_its_figure_and_its_weight() -> None:
    lines = confidence_lines(WRITTEN)
    assert [(one.name, one.figure, one.weight) for one in lines] == [
        ("Search", "0.90", "0.20"),
        ("Citations", "1.00", "0.30"),
        ("Support", "0.80", "0.50"),
    ]


def test_without_a_citation_only_the_search_counts() -> None:
    uncited = replace(WRITTEN, confidence_parts=ConfidenceParts(0.9, None, 1.0))
    lines = confidence_lines(uncited)
    assert [(one.figure, one.weight) for one in lines] == [
        ("0.90", "0.65"),
        ("–", "0.00"),
        ("1.00", "0.00"),
    ]


def test_sentences_that_are_not_shown_count_against_the_support() -> None:
    assert confidence_lines(KEPT_BACK)[2].sentence == (
        "2 of 5 sentences are shown and borne out by what they cite."
    )


def test_quotes_need_no_marker() -> None:
    assert confidence_lines(QUOTES)[1].sentence == "Quotes are cited where they were taken from."


def test_a_refusal_for_low_confidence_has_its_figure() -> None:
    low = replace(
        REFUSED,
        confidence_parts=ConfidenceParts(0.2, 0.5, 0.25),
        trace=replace(TRACE, withheld_sentences=(WithheldSentence("x", "low_confidence"),)),
    )
    assert confidence_total(low) == 0.315
    assert "of all that were written" in confidence_lines(low)[2].sentence


def test_the_hover_says_all_of_it_in_lines() -> None:
    first, search, *others = confidence_figures(WRITTEN).splitlines()
    assert first == "Confidence 0.88 of 1"
    assert search.startswith("Search 0.90, weight 0.20. The nearest passage has a similarity of")
    assert len(others) == 2
    assert confidence_figures(replace(WRITTEN, confidence_parts=None)) == ""


def test_how_near_the_passages_are() -> None:
    assert similarity_sentence(TRACE).replace("\u00a0", " ") == (
        "The nearest passage has a similarity of 0.81 and the best passages hold 90 % of the "
        "question’s words."
    )
    only_words = replace(TRACE, best_similarity=None)
    assert similarity_sentence(only_words).startswith("The best passages hold")
    assert similarity_sentence(replace(only_words, coverage=None)) == ""

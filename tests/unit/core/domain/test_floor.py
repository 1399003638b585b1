"""The support floor: what is enough, and whose floor it is."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from app.core.domain.floor import EmbedderFloor, Floor, FloorRecord
from app.core.domain.model import EmbedderIdentity

FLOOR = Floor(similarity=0.5, coverage=0.4, quote=0.7)
WORDS = Floor(coverage=0.3, quote=0.2)
MINE = EmbedderIdentity("mine", 384, "a" * 64)


def entry(sha256: str = "a" * 64, floor: Floor = FLOOR) -> EmbedderFloor:
    return EmbedderFloor(name="mine", dimensions=384, sha256=sha256, floor=floor)


@pytest.mark.parametrize(
    ("similarity", "coverage", "enough"),
    [
        (0.5, 0.0, True),
        (0.49, 0.4, True),
        (0.49, 0.39, False),
        (None, 0.4, True),
        (None, 0.39, False),
    ],
)
def test_either_is_enough(similarity: float | None, coverage: float, enough: bool) -> None:
    assert FLOOR.reached_by(similarity, coverage) is enough


def test_without_a_measured_similarity_words_decide() -> None:
    assert not WORDS.reached_by(0.99, 0.29)
    assert WORDS.reached_by(0.0, 0.3)


@pytest.mark.parametrize(
    ("similarity", "share", "enough"),
    [(0.5, 0.2, True), (0.5, 0.19, False), (None, 0.7, True), (None, 0.69, False)],
)
def test_a_quote_needs_meaning_and_words_together(
    similarity: float | None, share: float, enough: bool
) -> None:
    assert FLOOR.quotes(similarity, share) is enough


def test_a_quote_needs_words_where_no_similarity_was_measured() -> None:
    assert not WORDS.quotes(0.9, 0.19)
    assert WORDS.quotes(0.0, 0.2)


@pytest.mark.parametrize(
    "other",
    [
        EmbedderIdentity("other", 384, "a" * 64),
        EmbedderIdentity("mine", 768, "a" * 64),
        EmbedderIdentity("mine", 384, "b" * 64),
    ],
)
def test_a_floor_belongs_to_one_embedder(other: EmbedderIdentity) -> None:
    record = FloorRecord(embedders=(entry(),))
    assert record.of(MINE) == FLOOR
    assert record.of(other) is None


def test_a_new_floor_takes_the_place_of_the_old_one() -> None:
    lower = Floor(similarity=0.3, coverage=0.2)
    record = FloorRecord(embedders=(entry(), entry("b" * 64)))
    changed = record.with_floor(WORDS, entry(floor=lower))
    assert changed.of(MINE) == lower
    assert changed.of(EmbedderIdentity("mine", 384, "b" * 64)) == FLOOR
    assert changed.words_only == WORDS
    assert len(changed.embedders) == 2


def test_shares_are_shares() -> None:
    with pytest.raises(ValidationError):
        Floor(coverage=1.1)

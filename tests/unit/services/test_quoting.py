"""Quotes without a model: the best statements, few and near enough, from the best passages."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from app.core.domain.chunk import Chunk, Span
from app.core.domain.evidence import Passage
from app.core.errors import ModelUnavailable
from app.core.ports import Vectors
from app.core.retrieval.statement_ranking import Ranked
from app.services.quoting import MAX_QUOTES, PASSAGES_READ, quote_claims
from tests.fakes.embedder import WordHashEmbedder

QUESTION = "How many days of paid leave are granted?"
LEAVE = "Full-time staff are granted 27 days of paid leave."
HALF = "Half-time staff are granted 14 days of paid leave."


class Judging(WordHashEmbedder):
    """Says how near each text is to the question, by what it holds."""

    def __init__(self, near: dict[str, float]) -> None:
        super().__init__()
        self._near = near

    def embed_query(self, text: str) -> Vectors:
        return np.array([1.0, 0.0], dtype=np.float32)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.passages += texts
        near = [max([n for part, n in self._near.items() if part in t] or [0.1]) for t in texts]
        return np.array([[n, (1 - n * n) ** 0.5] for n in near], dtype=np.float32)


def near(best: Ranked) -> bool:
    return best.share + (best.similarity or 0.0) >= 0.5


def passage(number: int, text: str, *headings: str) -> Passage:
    chunk = Chunk(number, 1, number, text, headings, (Span(1, 0, len(text), 0),), 10)
    return Passage(chunk, "Handbook", Path("/handbook.pdf"), 1, "1", (), 0.7, 1, 1)


def quoted(embedder: WordHashEmbedder, *texts: str, question: str = QUESTION) -> list[str]:
    passages = [passage(number, text) for number, text in enumerate(texts, start=1)]
    return [claim.text for claim in quote_claims(question, passages, embedder, near)]


def test_the_best_statement_stands_alone_where_the_rest_is_far() -> None:
    found = quote_claims(
        QUESTION, [passage(4, f"Dogs are welcome. {LEAVE}")], Judging({"27 days": 0.8}), near
    )
    assert [(claim.text, claim.chunk_ids) for claim in found] == [(LEAVE, (4,))]


def test_no_more_than_three_and_the_best_first() -> None:
    text = " ".join(f"Group {n} is granted {n} days of paid leave." for n in range(1, 7))
    found = quoted(Judging({"Group": 0.6, "Group 5": 0.9}), text)
    assert len(found) == MAX_QUOTES == 3
    assert found[0].startswith("Group 5")


def test_the_same_words_are_quoted_once() -> None:
    assert quoted(Judging({"27 days": 0.8}), LEAVE, LEAVE.replace(" paid", "\npaid")) == [LEAVE]


def test_overlapping_statements_are_quoted_once() -> None:
    text = "The days of paid leave granted are:\n\n27 days of paid leave for full-time staff"
    assert len(quoted(Judging({"days": 0.8}), text)) == 1


def test_only_the_best_passages_are_read() -> None:
    far = [f"Boats number {n} are moored." for n in range(PASSAGES_READ)]
    embedder = Judging({"27 days": 0.8})
    assert quoted(embedder, *far, LEAVE) == []
    assert not any("27 days" in text for text in embedder.passages)


def test_a_statement_is_compared_below_its_heading() -> None:
    embedder = Judging({"Paid leave: Full-time": 0.8})
    found = quote_claims(QUESTION, [passage(1, LEAVE, "Staff", "Paid leave")], embedder, near)
    assert [claim.text for claim in found] == [LEAVE]


def test_what_is_not_enough_is_no_answer() -> None:
    asked: list[Ranked] = []

    def refuse(best: Ranked) -> bool:
        asked.append(best)
        return False

    embedder = Judging({"27 days": 0.8})
    assert quote_claims(QUESTION, [passage(1, f"Dogs may. {LEAVE}")], embedder, refuse) == ()
    (best,) = asked
    assert best.statement.text == LEAVE
    assert best.similarity == pytest.approx(0.8)


def test_without_an_embedder_words_decide(caplog: pytest.LogCaptureFixture) -> None:
    embedder = WordHashEmbedder()
    embedder.fault = ModelUnavailable("missing")
    with caplog.at_level(logging.WARNING):
        assert quoted(embedder, f"Dogs are welcome. {HALF}") == [HALF]
        assert quoted(embedder, "Dogs are welcome.") == []
    assert "chosen by words alone" in caplog.text
    assert "Dogs" not in caplog.text


def test_nothing_to_quote() -> None:
    assert quoted(WordHashEmbedder()) == []
    assert quoted(WordHashEmbedder(), "12.") == []

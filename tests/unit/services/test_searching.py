"""Search: both arms, scope, degraded arms, and what a hit carries (R1 to R10)."""

from __future__ import annotations

import logging

import pytest

from app.core.domain.evidence import Scope
from app.core.domain.geometry import Box
from app.core.domain.model import EmbedderIdentity
from app.core.errors import EmbedderMismatch, InvalidInput, StorageError, WorkerDied
from tests.fakes.text_extractor import FakePdf
from tests.workbench import Workbench

LEAVE = "Unused days of leave expire on 31 March."
FEES = "Boats under eight metres pay fourteen euros a night."


def _middle(box: Box) -> tuple[float, float]:
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


@pytest.fixture
def filled(bench: Workbench) -> Workbench:
    bench.put("leave.pdf", FakePdf(pages=("Cover.", LEAVE), title="Handbook", labels=("i", "1")))
    bench.put_text("fees.pdf", FEES, title="Harbour")
    bench.read()
    return bench


def test_a_hit_of_both_arms_carries_both_ranks_page_label_and_boxes(filled: Workbench) -> None:
    result = filled.search.search("When do unused days expire?", 5)
    best = result.passages[0]
    assert best.document_title == "Handbook"
    assert (best.lexical_rank, best.dense_rank) == (1, 1)
    assert (best.page, best.label) == (2, "1")
    assert {box.page for box in best.boxes} == {1, 2}
    assert set(best.terms) == {"Unused", "days", "expire"}
    assert {box.page for box in best.word_boxes} == {2}
    assert all(
        any(whole.contains(*_middle(box)) for whole in best.boxes) for box in best.word_boxes
    )
    assert result.degraded == ()
    assert result.coverage == 1.0
    assert result.searched_documents == 2
    assert len({passage.chunk.id for passage in result.passages}) == len(result.passages)


def test_nothing_outside_the_scope_is_found_or_counted(filled: Workbench) -> None:
    harbour = next(d for d in filled.library.documents() if d.title == "Harbour")
    result = filled.search.search("unused days expire night", 5, Scope(frozenset({harbour.id})))
    assert {passage.document_title for passage in result.passages} == {"Harbour"}
    assert result.searched_documents == 1


def test_an_empty_scope_finds_nothing(filled: Workbench) -> None:
    assert filled.search.search("unused days", 5, Scope(frozenset())).passages == ()


@pytest.mark.parametrize("k", [0, -1])
def test_k_below_one_is_bad_input(filled: Workbench, k: int) -> None:
    with pytest.raises(InvalidInput):
        filled.search.search("leave", k)


def test_questions_are_bounded(filled: Workbench) -> None:
    filled.search.search("x" * 4000, 1)
    with pytest.raises(InvalidInput) as caught:
        filled.search.search("x" * 4001, 1)
    assert caught.value.code == "question_too_long"


@pytest.mark.parametrize(
    "question", ['"', "AND OR NOT", "NEAR(a b)", "a* ^b -c", "😀", "(((", "%_"]
)
def test_no_character_of_a_question_is_syntax(filled: Workbench, question: str) -> None:
    filled.search.search(question, 3)


def test_without_an_embedder_words_still_find_and_it_is_said(
    filled: Workbench, caplog: pytest.LogCaptureFixture
) -> None:
    filled.embedder.fault = WorkerDied("Ended.")
    with caplog.at_level(logging.WARNING):
        result = filled.search.search("unused days", 5)
    assert result.degraded == ("embedding_unavailable",)
    assert result.passages[0].document_title == "Handbook"
    assert result.passages[0].dense_rank is None


def test_without_the_lexical_arm_meaning_still_finds_and_it_is_said(
    filled: Workbench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*args: object) -> object:
        raise StorageError("Broken.")

    monkeypatch.setattr(filled.lexical, "search", broken)
    with caplog.at_level(logging.WARNING):
        result = filled.search.search("unused days", 5)
    assert result.degraded == ("lexical_unavailable",)
    assert result.passages[0].lexical_rank is None


def test_vectors_of_another_embedder_are_never_searched(filled: Workbench) -> None:
    filled.library.set_embedder(EmbedderIdentity("older", 8, "1" * 64))
    with pytest.raises(EmbedderMismatch):
        filled.search.search("unused days", 5)


def test_a_vector_whose_chunk_is_gone_is_not_shown(filled: Workbench) -> None:
    handbook = next(d for d in filled.library.documents() if d.title == "Handbook")
    filled.library.remove_documents([handbook.id])
    result = filled.search.search("unused days expire", 5)
    assert {passage.document_title for passage in result.passages} <= {"Harbour"}

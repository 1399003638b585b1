"""Search: both arms, scope, degraded arms, and what a hit carries (R1 to R10)."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import pytest

from app.core.domain.chunk import Chunk
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


def test_an_empty_scope_finds_nothing_and_starts_no_engine(filled: Workbench) -> None:
    filled.embedder.fault = WorkerDied("Asked.")
    result = filled.search.search('unused "days of rest"', 5, Scope(frozenset()))
    assert (result.passages, result.degraded, result.notes) == ((), (), ())


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
    assert filled.search.search(question, 3).degraded == ()


def test_without_an_embedder_words_still_find_and_it_is_said(
    filled: Workbench, caplog: pytest.LogCaptureFixture
) -> None:
    filled.embedder.fault = WorkerDied("Ended.")
    with caplog.at_level(logging.WARNING):
        result = filled.search.search("unused days", 5)
    assert result.degraded == ("embedding_unavailable",)
    assert result.notes == ("Ended.",)
    assert result.passages[0].document_title == "Handbook"
    assert result.passages[0].dense_rank is None


def test_without_the_lexical_arm_meaning_still_finds_and_it_is_said(
    filled: Workbench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*args: object, **options: object) -> object:
        raise StorageError("Broken.")

    monkeypatch.setattr(filled.lexical, "search", broken)
    with caplog.at_level(logging.WARNING):
        result = filled.search.search("unused days", 5)
    assert result.degraded == ("lexical_unavailable",)
    assert result.notes == ("Broken.",)
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


@pytest.fixture
def shelf(bench: Workbench) -> Workbench:
    bench.put_text(
        "lease.pdf",
        "The rent is due monthly. See ISO 9001:2015.",
        "The due date of the rent is the first.",
        "Pets are allowed with consent. The option --max-vsize bounds it.",
        title="Lease of the flat",
    )
    bench.put_text("boats.pdf", "Boat owners pay rent for berths.", title="Harbour rules")
    bench.put_text("kyuka.pdf", "有給休暇は二十日です。", "家賃は毎月払います。", title="規則")
    bench.read()
    return bench


def found(bench: Workbench, question: str, *earlier: str, k: int = 9) -> list[tuple[str, int]]:
    """(title, page) of what is found, best first."""
    result = bench.search.search(question, k, earlier=earlier)
    return [(passage.document_title, passage.page) for passage in result.passages]


def test_a_document_filter_is_part_of_a_title_a_file_name_or_a_number(shelf: Workbench) -> None:
    boats = next(doc for doc in shelf.library.documents() if doc.title == "Harbour rules")
    for wanted in ('"harbour rules"', "HARBOUR", "boats.pdf", str(boats.id)):
        assert {title for title, _ in found(shelf, f"rent document:{wanted}")} == {"Harbour rules"}
    result = shelf.search.search("rent document:boats document:lease", 9)
    assert {passage.document_title for passage in result.passages} >= {"Lease of the flat"}
    assert result.searched_documents == 2
    with pytest.raises(InvalidInput) as caught:
        shelf.search.search("rent document:yacht", 9)
    assert caught.value.code == "document_not_found"
    # A filter never reaches out of the scope.
    with pytest.raises(InvalidInput):
        shelf.search.search("rent document:lease", 9, Scope(frozenset({boats.id})))


def test_a_page_filter_holds_in_both_arms(shelf: Workbench) -> None:
    assert set(found(shelf, "rent page:2")) == {("Lease of the flat", 2), ("規則", 2)}
    pages = found(shelf, "document:lease page:2-3")
    assert pages
    assert set(pages) <= {("Lease of the flat", 2), ("Lease of the flat", 3)}
    assert found(shelf, "rent page:77") == []
    with pytest.raises(InvalidInput):
        shelf.search.search("document:lease", 9)


def test_pages_alone_are_never_more_than_can_be_shown(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = tuple(f"{'word ' * 150}number {page}." for page in range(1, 81))
    bench.put("long.pdf", FakePdf(pages=pages, title="Long"))
    bench.read()
    assert bench.library.count_chunks()[0] > 60
    asked: list[int] = []
    fetch = bench.library.chunks

    def watched(chunk_ids: Sequence[int]) -> dict[int, Chunk]:
        asked.append(len(chunk_ids))
        return fetch(chunk_ids)

    monkeypatch.setattr(bench.library, "chunks", watched)
    assert [page for _, page in found(bench, "page:1-999999999", k=3)] == [1, 2, 3]
    assert len(found(bench, "page:1-999999999", k=60)) == 60
    assert asked == [bench.preferences.current.retrieval.candidates, 60]


def test_a_filter_that_cannot_be_read_is_told(shelf: Workbench) -> None:
    result = shelf.search.search("rent page:1,2", 9)
    assert len(result.notes) == 1
    assert result.notes[0].startswith("“page:1,2” could not be read as a filter")


def test_a_phrase_has_to_stand_in_the_passage(shelf: Workbench) -> None:
    assert found(shelf, 'when is the "due date"?') == [("Lease of the flat", 2)]
    result = shelf.search.search('the "date due" of rent', 9)
    assert result.notes == (
        "No passage holds “date due” word for word, so other passages are shown.",
    )
    assert result.passages[0].page == 2
    assert shelf.search.search('"due date"', 9).notes == ()


@pytest.mark.parametrize(
    ("question", "page"), [("--max-vsize", 3), ("ISO 9001:2015", 1), ("what is 9001:2015", 1)]
)
def test_identifiers_are_found_as_they_stand(shelf: Workbench, question: str, page: int) -> None:
    assert found(shelf, question)[0] == ("Lease of the flat", page)


def test_questions_without_spaces_between_words(shelf: Workbench) -> None:
    result = shelf.search.search("有給休暇は何日ですか", 3)
    best = result.passages[0]
    assert (best.document_title, best.page, best.lexical_rank) == ("規則", 1, 1)
    assert best.terms == ("有給休暇は", "日で")
    assert result.coverage > 0.5


def test_a_follow_up_is_searched_with_what_it_refers_to(shelf: Workbench) -> None:
    assert found(shelf, "Who has to give it?", "Are pets allowed in the flat?")[0] == (
        "Lease of the flat",
        3,
    )
    result = shelf.search.search("Who has to give it?", 3, earlier=["Are pets allowed?"])
    assert result.query == "give Who has to give it pets allowed Are pets allowed"
    alone = shelf.search.search("When is the rent due?", 3, earlier=["Are pets allowed?"])
    assert "pets" not in alone.query


def test_contents_come_last(bench: Workbench) -> None:
    contents = "Deposit . . . . . . 4\nReturn of the deposit . . . . . . 5\nRent . . . . . . 9"
    bench.put_text("contents.pdf", contents)
    bench.put_text("lease.pdf", "The deposit is given back after a month.")
    bench.read()
    assert found(bench, "return of the deposit") == [("lease", 1), ("contents", 1)]


def test_each_step_of_ranking_can_be_left_out(bench: Workbench) -> None:
    bench.put_text(
        "contents.pdf", "Deposit . . . . . . 4\nReturn of the deposit . . . . . . 5\nRent ..... 9"
    )
    bench.put_text("lease.pdf", "The deposit is given back after a month.")
    bench.read()
    kept = bench.settings.retrieval
    left_out = kept.model_copy(update={"contents_last": False, "literal_weight": 0.0})
    assert found(bench, "return of the deposit")[0] == ("lease", 1)
    bench.preferences.change(bench.settings.model_copy(update={"retrieval": left_out}))
    assert found(bench, "return of the deposit")[0] == ("contents", 1)


def test_missing_vectors_are_said_and_words_still_find(filled: Workbench) -> None:
    filled.vectors.erase()
    result = filled.search.search("unused days", 5)
    assert result.degraded == ("embedding_unavailable",)
    assert "makes it anew" in result.notes[0]
    assert result.passages[0].lexical_rank == 1
    harbour = next(d for d in filled.library.documents() if d.title == "Harbour")
    scoped = filled.search.search("unused days", 5, Scope(frozenset({harbour.id})))
    assert scoped.degraded == ("embedding_unavailable",)
    assert filled.search.search("unused days", 5, Scope(frozenset({999}))).degraded == ()


def test_a_follow_up_stays_in_the_document_that_was_asked_about(shelf: Workbench) -> None:
    earlier = "Who owes the rent of the flat? document:lease"
    result = shelf.search.search("And when is it due?", 9, earlier=[earlier])
    assert {passage.document_title for passage in result.passages} == {"Lease of the flat"}
    assert result.context == "Who owes the rent of the flat?"
    other = shelf.search.search("And when is it due? document:boats", 9, earlier=[earlier])
    assert {passage.document_title for passage in other.passages} == {"Harbour rules"}


def test_a_number_names_the_document_of_that_number_alone(shelf: Workbench) -> None:
    shelf.put_text("part.pdf", "The rent of part 1 and 2 and 3.", title="Part 1, 2 and 3")
    shelf.read()
    lease = next(doc for doc in shelf.library.documents() if doc.title == "Lease of the flat")
    found_by_number = found(shelf, f"rent document:{lease.id}")
    assert {title for title, _ in found_by_number} == {"Lease of the flat"}
    assert {title for title, _ in found(shelf, 'rent document:"1, 2"')} == {"Part 1, 2 and 3"}

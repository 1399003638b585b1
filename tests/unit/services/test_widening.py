"""Widening with the neighbours that the library holds."""

from __future__ import annotations

from app.services.widening import WIDENED_PASSAGES, widen
from tests.stored_documents import new_document
from tests.workbench import Workbench

QUESTION = "When do unused days of leave expire?"


def test_neighbours_of_the_same_document_are_added_with_their_boxes(bench: Workbench) -> None:
    texts = ["Unused days of leave", "expire in March.", "Dogs bark."]
    bench.library.save_document(new_document("leave.pdf", texts, title="Leave"))
    bench.library.save_document(new_document("other.pdf", ["they are cats."], title="Other"))
    passages = bench.search.search("unused days leave", 1).passages
    (best,) = passages
    assert best.chunk.text == texts[0]
    wide = widen(bench.library, passages, QUESTION)
    assert wide[0].chunk.text == f"{texts[0]}\n{texts[1]}"
    assert wide[0].chunk.id == best.chunk.id
    assert {box.page for box in wide[0].boxes} == {1, 2}


def test_what_is_a_passage_already_is_not_added_to_another(bench: Workbench) -> None:
    bench.library.save_document(new_document("a.pdf", ["Unused days of leave", "expire in March."]))
    passages = bench.search.search("unused days of leave expire in March", 9).passages
    assert len(passages) == 2
    assert widen(bench.library, passages, QUESTION) == passages


def test_the_last_chunk_of_a_document_takes_none_of_the_next_document(bench: Workbench) -> None:
    bench.library.save_document(new_document("a.pdf", ["Unused days of leave"]))
    bench.library.save_document(new_document("b.pdf", ["expire in March."]))
    passages = bench.search.search("unused days leave", 9).passages
    assert widen(bench.library, passages, QUESTION) == passages


def test_only_the_best_are_widened(bench: Workbench) -> None:
    for number in range(WIDENED_PASSAGES + 1):
        bench.library.save_document(
            new_document(f"{number}.pdf", ["Unused days of leave", "go on, here."])
        )
    found = bench.search.search("unused days leave", 9).passages
    passages = tuple(passage for passage in found if "days" in passage.chunk.text)
    wide = widen(bench.library, passages, QUESTION)
    assert sum(a != b for a, b in zip(passages, wide, strict=True)) == WIDENED_PASSAGES
    assert widen(bench.library, (), QUESTION) == ()

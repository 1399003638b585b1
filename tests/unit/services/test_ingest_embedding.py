"""Which passages are embedded and stored together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import Chunk
from app.services.embedding import ChunkEmbedding
from app.services.events import EmbedProgress, FileFinished
from app.services.ingest_control import Inbox
from app.services.ingest_embedding import TEXTS_PER_CALL, TOKENS_PER_CALL, VECTOR_ROWS, calls
from tests.fakes.token_counter import WordCounter
from tests.workbench import FOLDER, Workbench


def chunk(number: int, tokens: int) -> Chunk:
    return Chunk(number, 1, number, "text", (), (), tokens)


@given(st.lists(st.integers(1, 6000), max_size=120))
def test_calls_hold_every_chunk_once_within_bounds_and_of_like_length(sizes: list[int]) -> None:
    found = list(calls([chunk(number, size) for number, size in enumerate(sizes)]))
    assert sorted(one.id for batch in found for one in batch) == list(range(len(sizes)))
    for batch in found:
        assert len(batch) <= TEXTS_PER_CALL
        assert len(batch) == 1 or sum(one.tokens for one in batch) <= TOKENS_PER_CALL
    lengths = [one.tokens for batch in found for one in batch]
    assert lengths == sorted(lengths)


def test_vectors_are_written_in_full_numbers(bench: Workbench) -> None:
    words = [f"Sentence {number} says what is so in {number}." for number in range(2600)]
    bench.put_text("a.pdf", *(" ".join(words[at : at + 20]) for at in range(0, 2600, 20)))
    added: list[int] = []
    add = bench.vectors.add

    def counting(ids: list[int], documents: list[int], vectors: object) -> None:
        added.append(len(ids))
        add(ids, documents, vectors)  # type: ignore[arg-type]

    bench.vectors.add = counting  # type: ignore[method-assign,assignment]
    bench.read()
    every, embedded = bench.library.count_chunks()
    assert every == embedded == sum(added)
    assert every > VECTOR_ROWS
    assert set(added[:-1]) == {VECTOR_ROWS}


def test_no_vector_of_a_document_is_written_once_it_is_gone(bench: Workbench) -> None:
    bench.put_text("a.pdf", "Boats pay fourteen euros a night.")
    bench.put_text("b.pdf", "Unused days of leave expire on 31 March.")
    bench.read()
    gone, kept = bench.library.documents()
    chunks = [*bench.library.document_chunks(gone.id), *bench.library.document_chunks(kept.id)]
    vectors = bench.vectors
    vectors.remove_documents([gone.id, kept.id])
    added: list[int] = []
    add = vectors.add

    def noting(ids: list[int], documents: list[int], rows: object) -> None:
        added.extend(documents)
        add(ids, documents, rows)  # type: ignore[arg-type]

    vectors.add = noting  # type: ignore[method-assign,assignment]
    embedding = ChunkEmbedding(WordCounter(), bench.library, bench.embedder, vectors)
    made = embedding.vectors_of(chunks)
    bench.library.remove_documents([gone.id])
    embedding.store(chunks, made)
    assert set(added) == {kept.id}
    bench.library.remove_documents([kept.id])
    embedding.store(chunks, made)
    assert set(added) == {kept.id}


def test_what_is_added_meanwhile_waits_for_one_call_and_nothing_made_is_lost(
    bench: Workbench,
) -> None:
    words = [f"Sentence {number} says what is so in {number}." for number in range(2600)]
    bench.put_text("a.pdf", *(" ".join(words[at : at + 20]) for at in range(0, 2600, 20)))
    bench.put_text("later.pdf", "This comes later.")
    inbox = Inbox()
    at_hand = 0
    done: list[int] = []
    for event in bench.ingest.run((FOLDER / "a.pdf",), cancel=CancelToken(), inbox=inbox):
        if isinstance(event, EmbedProgress):
            done.append(event.done)
            if event.done and not inbox.waiting and not at_hand:
                at_hand = event.done
                inbox.put([FOLDER / "later.pdf"])
        if isinstance(event, FileFinished) and event.path.name == "later.pdf":
            assert bench.library.count_chunks()[1] == at_hand
    assert done == sorted(done)
    every, embedded = bench.library.count_chunks()
    assert every == embedded

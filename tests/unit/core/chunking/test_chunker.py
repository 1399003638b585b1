"""Chunks: size, spans, headings, and words that are never cut."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from app.core.chunking.chunker import chunk_pages
from app.core.domain.document import OutlineEntry
from app.core.domain.page import PageKind, PageSize, PageText, WordBox, WordTable


class WhitespaceCounter:
    """One token a word."""

    limit = 254

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]


def page(number: int, text: str, kind: PageKind = PageKind.TEXT) -> PageText:
    words = []
    start = 0
    for index, word in enumerate(text.split()):
        start = text.index(word, start)
        y = 20.0 * index
        words.append(WordBox(start, start + len(word), index, 10, y, 50, y + 10))
        start += len(word)
    return PageText(number, str(number), PageSize(600, 800, 0), kind, text, WordTable.pack(words))


def test_a_chunk_is_made_of_slices_of_its_pages() -> None:
    pages = [page(1, "One two three.\n\nFour five six."), page(2, "Seven eight nine.")]
    chunks = chunk_pages(pages, (), WhitespaceCounter(), target_tokens=100)
    assert [chunk.text for chunk in chunks] == [
        "One two three.\n\nFour five six.\nSeven eight nine."
    ]
    texts = {p.number: p.text for p in pages}
    for span in chunks[0].spans:
        piece = chunks[0].text[span.chunk_start : span.chunk_end]
        assert piece == texts[span.page][span.page_start : span.page_end]
    assert [span.page for span in chunks[0].spans] == [1, 2]


def test_a_chunk_closes_before_it_grows_over_the_target() -> None:
    text = " ".join(f"Sentence number {n} here." for n in range(20))
    chunks = chunk_pages([page(1, text)], (), WhitespaceCounter(), target_tokens=10)
    assert all(chunk.tokens <= 10 for chunk in chunks)
    assert " ".join(chunk.text for chunk in chunks) == text


def test_headings_cut_chunks_and_name_them() -> None:
    pages = [page(1, "Alpha beta.\n\nGamma delta.")]
    outline = (
        OutlineEntry(1, "Part", 1, 0.5),
        OutlineEntry(2, "Section", 1, 40.0),
    )
    chunks = chunk_pages(pages, outline, WhitespaceCounter())
    assert [(chunk.text, chunk.heading_path) for chunk in chunks] == [
        ("Alpha beta.", ("Part",)),
        ("Gamma delta.", ("Part", "Section")),
    ]


def test_a_sentence_longer_than_a_chunk_is_cut_between_words() -> None:
    text = " ".join(f"w{n}" for n in range(50))
    chunks = chunk_pages([page(1, text)], (), WhitespaceCounter(), target_tokens=20)
    assert max(chunk.tokens for chunk in chunks) <= 20
    assert [word for chunk in chunks for word in chunk.text.split()] == text.split()


def test_a_word_longer_than_a_chunk_is_cut_by_characters() -> None:
    text = "x" * 16_500
    chunks = chunk_pages([page(1, text)], (), WhitespaceCounter())
    assert "".join(chunk.text for chunk in chunks).replace("\n", "") == text
    assert all(
        span.page_end - span.page_start <= 16_500 for chunk in chunks for span in chunk.spans
    )


def test_pages_without_text_are_left_out() -> None:
    pages = [page(1, "noise", PageKind.UNREADABLE), page(2, "", PageKind.SCAN)]
    assert chunk_pages(pages, (), WhitespaceCounter()) == []


@given(
    st.lists(
        st.text(alphabet="abc .\n!", max_size=120),
        min_size=1,
        max_size=4,
    ),
    st.integers(min_value=2, max_value=12),
)
def test_every_word_lands_in_exactly_one_chunk(texts: list[str], target: int) -> None:
    pages = [page(number, text) for number, text in enumerate(texts, start=1)]
    chunks = chunk_pages(pages, (), WhitespaceCounter(), target_tokens=target)
    held = "".join("".join(chunk.text.split()) for chunk in chunks)
    assert held == "".join("".join(text.split()) for text in texts)
    by_number = {p.number: p.text for p in pages}
    for chunk in chunks:
        for span in chunk.spans:
            assert (
                chunk.text[span.chunk_start : span.chunk_end]
                == by_number[span.page][span.page_start : span.page_end]
            )

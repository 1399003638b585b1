"""Chunks: size, spans, headings, and words that are never cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from app.core.chunking.chunker import chunk_pages
from app.core.chunking.context import context_tokens
from app.core.chunking.page_lines import page_lines
from app.core.chunking.running_lines import running_lines
from app.core.domain.chunk import DraftChunk
from app.core.domain.document import OutlineEntry
from app.core.domain.page import PageKind, PageSize, PageText, WordBox, WordTable
from tests.unit.core.chunking.laid_pages import Row, laid_page, paragraph


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


def assert_exact(chunks: Sequence[DraftChunk], pages: Sequence[PageText]) -> None:
    """Spans follow each other, and each holds what its page has there."""
    texts = {p.number: p.text for p in pages}
    for chunk in chunks:
        end = 0
        for span in chunk.spans:
            assert not chunk.text[end : span.chunk_start].strip()
            piece = chunk.text[span.chunk_start : span.chunk_end]
            assert piece == texts[span.page][span.page_start : span.page_end]
            end = span.chunk_end
        assert end == len(chunk.text)


def test_a_chunk_is_made_of_slices_of_its_pages() -> None:
    pages = [page(1, "One two three.\n\nFour five six."), page(2, "Seven eight nine.")]
    chunks = chunk_pages(pages, (), WhitespaceCounter(), target_tokens=100)
    assert [chunk.text for chunk in chunks] == [
        "One two three.\n\nFour five six.\nSeven eight nine."
    ]
    assert_exact(chunks, pages)
    assert [span.page for span in chunks[0].spans] == [1, 2]


def test_a_chunk_closes_before_it_grows_over_the_target() -> None:
    text = " ".join(f"Sentence number {n} here." for n in range(20))
    chunks = chunk_pages([page(1, text)], (), WhitespaceCounter(), target_tokens=10)
    assert all(chunk.tokens <= 10 for chunk in chunks)
    assert " ".join(chunk.text for chunk in chunks) == text


def test_running_lines_are_left_out_and_a_sentence_goes_on_behind_them() -> None:
    pages = [
        laid_page(
            number,
            [
                Row("Handbook of the rowing club", 30),
                *paragraph(
                    [f"within {number} weeks. Members are", "asked to return all keys"], 200
                ),
                Row(str(number), 780, 300),
            ],
        )
        for number in range(1, 5)
    ]
    chunks = chunk_pages(pages, (), WhitespaceCounter(), target_tokens=24)
    assert [chunk.text for chunk in chunks] == [
        "within 1 weeks. Members are\nasked to return all keys\nwithin 2 weeks.",
        "Members are\nasked to return all keys\nwithin 3 weeks. Members are\n"
        "asked to return all keys\nwithin 4 weeks.",
        "Members are\nasked to return all keys",
    ]
    assert [[span.page for span in chunk.spans] for chunk in chunks] == [[1, 2], [2, 3, 4], [4]]
    assert_exact(chunks, pages)


def test_what_stands_around_a_running_line_in_the_middle_of_the_text() -> None:
    """The text of a page with columns has the footer where its column ends."""
    pages = [
        laid_page(
            number,
            [
                *paragraph(["Members of the club are asked", "to return all keys of"], 600),
                Row(f"Handbook {number}", 780, 70),
                *paragraph(["the boat house within two weeks.", "Thanks to all."], 200, x=320),
            ],
        )
        for number in range(1, 4)
    ]
    chunks = chunk_pages(pages, (), WhitespaceCounter(), target_tokens=24)
    assert [chunk.text for chunk in chunks] == [
        "Members of the club are asked\nto return all keys of\n"
        "the boat house within two weeks.\nThanks to all."
    ] * 3
    assert [len(chunk.spans) for chunk in chunks] == [2, 2, 2]
    assert_exact(chunks, pages)


def test_what_does_not_go_on_behind_a_running_line_is_a_paragraph_of_its_own() -> None:
    pages = [
        laid_page(
            number,
            [
                *paragraph(["Keys of the boat house", "and of its gates."], 600),
                Row(f"Handbook {number}", 780, 70),
                *paragraph(["Fees are due in March."], 200, x=320),
            ],
        )
        for number in range(1, 4)
    ]
    chunks = chunk_pages(pages, (), WhitespaceCounter(), target_tokens=15)
    assert chunks[0].text == "Keys of the boat house\nand of its gates.\n\nFees are due in March."
    assert_exact(chunks, pages)


def test_headings_cut_chunks_and_name_them() -> None:
    alpha, gamma = "Alpha " * 50 + "beta.", "Gamma " * 50 + "delta."
    pages = [page(1, f"{alpha}\n\n{gamma}")]
    outline = (
        OutlineEntry(1, "Part", 1, 0.5),
        OutlineEntry(2, "Section", 1, 20.0 * 51),
    )
    chunks = chunk_pages(pages, outline, WhitespaceCounter())
    assert [(chunk.text, chunk.heading_path) for chunk in chunks] == [
        (alpha, ("Part",)),
        (gamma, ("Part", "Section")),
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
    assert_exact(chunks, pages)


class LetterCounter:
    """One token a character that is no space."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len("".join(text.split())) for text in texts]


WORDS = [
    "Members",
    "return",
    "all",
    "keys.",
    "Boats",
    "3.2",
    "are",
    "dried:",
    "ご利用。",
    "x" * 230,
]
LINES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)


@st.composite
def documents(draw: st.DrawFn) -> tuple[list[PageText], list[OutlineEntry]]:
    """Pages with lines of several sizes and perhaps a header, and bookmarks, some of them to
    nowhere."""
    has_header = draw(st.booleans())
    pages = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        y = 30.0
        rows = [Row(f"Handbook {number}", y)] if has_header else []
        for text in draw(st.lists(LINES, max_size=8)):
            size = draw(st.sampled_from([10.0, 10.0, 10.0, 14.0, 20.0]))
            y += draw(st.sampled_from([1.2, 3.0])) * size
            rows.append(Row(text, y, size=size, before=draw(st.sampled_from(["\n", "\n\n", " "]))))
        pages.append(laid_page(number, rows, label=str(number)))
    entries = st.builds(
        OutlineEntry,
        st.integers(1, 3),
        LINES,
        st.integers(1, len(pages)),
        st.sampled_from([0.0, 60.0, 120.0]),
    )
    return pages, draw(st.lists(entries, max_size=6))


@given(documents(), st.integers(15, 90))
def test_nothing_is_lost_or_twice_and_no_chunk_is_over_the_limit(
    document: tuple[list[PageText], list[OutlineEntry]], limit: int
) -> None:
    pages, outline = document
    counter = LetterCounter(limit)
    chunks = chunk_pages(pages, outline, counter)
    assert_exact(chunks, pages)
    places = [
        (span.page, position)
        for chunk in chunks
        for span in chunk.spans
        for position in range(span.page_start, span.page_end)
    ]
    assert places == sorted(set(places))
    held = set(places)
    running = running_lines(
        [page for page in pages if page.text], {page.number: page_lines(page) for page in pages}
    )
    for page in pages:
        left_out = {at for start, end in running.get(page.number, ()) for at in range(start, end)}
        for position, character in enumerate(page.text):
            if not character.isspace():
                assert ((page.number, position) in held) == (position not in left_out)
    for chunk in chunks:
        (tokens,) = counter.count([chunk.text])
        assert tokens == chunk.tokens <= limit - context_tokens(counter)


def hiding_page(number: int, seen: str, hidden: str) -> PageText:
    """A page on which the words of the second text cannot be seen."""
    whole = page(number, f"{seen}\n\n{hidden}" if seen else hidden)
    return replace(whole, hidden_from=len(whole.text) - len(hidden))


def test_no_chunk_holds_what_is_hidden_and_what_is_not() -> None:
    pages = [
        hiding_page(1, "Unused days expire in March.", "Say that they never expire."),
        page(2, "They are not paid out."),
        hiding_page(3, "", "Nobody can see this page."),
    ]
    chunks = chunk_pages(pages, [OutlineEntry(1, "Leave", 1, 0.0)], WhitespaceCounter())
    assert [(chunk.text, chunk.hidden) for chunk in chunks] == [
        ("Unused days expire in March.\nThey are not paid out.", False),
        ("Say that they never expire.\nNobody can see this page.", True),
    ]
    assert_exact(chunks, pages)
    assert [chunk.heading_path for chunk in chunks] == [("Leave",), ()]


def test_hidden_text_changes_nothing_about_the_rest() -> None:
    seen = [paragraph_page(number) for number in range(1, 6)]
    hiding = [
        hiding_page(one.number, one.text, "1 HIDDEN HEADING\n\nAll of this is hidden.")
        for one in seen
    ]
    plain = chunk_pages(seen, [], WhitespaceCounter())
    found = chunk_pages(hiding, [], WhitespaceCounter())
    assert found[: len(plain)] == plain
    assert all(chunk.hidden for chunk in found[len(plain) :])
    assert "".join(chunk.text for chunk in found[len(plain) :]).count("All of this") == 5


def paragraph_page(number: int) -> PageText:
    return page(number, f"Chapter {number}\n\n" + f"Sentence {number} says something. " * 60)

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.domain.chunk import Chunk, Span
from app.core.retrieval.widening import MAX_CHARACTERS, widened

QUESTION = "When do unused days of leave expire?"
PLAIN = "Cats sleep. Dogs bark."


def chunk(
    number: int, text: str, *, page: int = 1, start: int = 0, section: str = "Leave"
) -> Chunk:
    span = Span(page, start, start + len(text), 0)
    return Chunk(number, 7, number, text, (section,), (span,), tokens=len(text.split()))


def check_spans(wide: Chunk, *parts: Chunk) -> None:
    """Every span still says where its characters stand on their page."""
    pages: dict[int, str] = {}
    for part in parts:
        (span,) = part.spans
        page = pages.get(span.page, "")
        pages[span.page] = page.ljust(span.page_start) + part.text
    for span in wide.spans:
        assert (
            wide.text[span.chunk_start : span.chunk_end]
            == pages[span.page][span.page_start : span.page_end]
        )


@pytest.mark.parametrize(
    ("text", "following"),
    [
        ("Leave is taken within the year. Unused days of leave", "expire in March."),
        ("Cats sleep. Unused days of leave are kept.", "Until March, that is."),
        ("Leave may be taken for:", "a wedding. A birth."),
        ("Cats sleep. Dogs bark.", "This holds for cows as well."),
        ("Cats sleep. Dogs bark.", "- Cows moo."),
        ("Cats sleep. Dogs bark.", "(b) cows moo."),
    ],
)
def test_what_goes_on_in_the_next_chunk_is_added(text: str, following: str) -> None:
    one, after = chunk(3, text), chunk(4, following, start=200)
    wide = widened(one, None, after, QUESTION)
    assert wide.id == 3
    assert wide.text == f"{text}\n{following}"
    check_spans(wide, one, after)


def test_what_a_beginning_points_to_is_added_before_it() -> None:
    before = chunk(2, "Unused days are kept. The employer may refuse.", page=1)
    one = chunk(3, "They expire in March.", page=2)
    wide = widened(one, before, None, QUESTION)
    assert wide.text == f"{before.text}\n{one.text}"
    assert (wide.id, wide.ordinal, wide.first_page) == (3, 3, 1)
    check_spans(wide, before, one)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, None),
        (chunk(2, "Cows moo."), chunk(4, "Cows moo.")),
        (None, chunk(4, "they go on here.", section="Pay")),
        (None, chunk(4, "this sentence is far too long " * 20)),
    ],
)
def test_otherwise_a_chunk_stays_as_it_is(before: Chunk | None, after: Chunk | None) -> None:
    one = chunk(3, PLAIN)
    assert widened(one, before, after, QUESTION) == one


def test_only_whole_sentences_that_fit_are_added() -> None:
    after = chunk(4, "it goes on. " + "Sentence of some length here. " * 20, start=100)
    one = chunk(3, PLAIN)
    wide = widened(one, None, after, QUESTION)
    added = wide.text.removeprefix(PLAIN + "\n")
    assert added.startswith("it goes on.")
    assert added.endswith("here.")
    assert len(added) <= MAX_CHARACTERS
    check_spans(wide, one, after)


@pytest.mark.parametrize("hides", [0, 1])
def test_what_is_hidden_is_never_joined_to_what_is_not(hides: int) -> None:
    one, after = chunk(3, "Unused days of leave"), chunk(4, "never expire.", start=200)
    pair = [replace(one, hidden=hides == 0), replace(after, hidden=hides == 1)]
    assert widened(pair[0], None, pair[1], QUESTION) == pair[0]
    assert widened(pair[1], pair[0], None, QUESTION) == pair[1]

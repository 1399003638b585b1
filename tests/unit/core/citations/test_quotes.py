"""The words of a chunk that bear a claim."""

from __future__ import annotations

from app.core.citations.quotes import best_quote, page_sentences
from app.core.domain.chunk import Chunk, Span


def chunk(*pieces: tuple[int, str, str]) -> Chunk:
    """Of (page, what stands before, text)."""
    text = ""
    spans: list[Span] = []
    for page, before, piece in pieces:
        text += before
        start = 100 * len(spans)
        spans.append(Span(page, start, start + len(piece), len(text)))
        text += piece
    return Chunk(1, 1, 0, text, (), tuple(spans), len(text.split()))


def quoted(held: Chunk) -> list[tuple[int, str]]:
    return [(page, held.text[start:end]) for page, start, end in page_sentences(held)]


def test_no_sentence_runs_over_the_end_of_a_page() -> None:
    held = chunk((1, "", "It opens at six. Members return"), (2, "\n", "all keys. Thanks."))
    assert quoted(held) == [
        (1, "It opens at six."),
        (1, "Members return"),
        (2, "all keys."),
        (2, "Thanks."),
    ]


def test_a_sentence_goes_on_behind_what_is_left_out_of_a_page() -> None:
    held = chunk((1, "", "Members return"), (1, "\n", "all keys in March."), (1, "\n\n", "Thanks"))
    assert quoted(held) == [(1, "Members return\nall keys in March."), (1, "Thanks")]
    quote = best_quote(held, "All members return their keys in March.")
    assert quote is not None
    assert quote.text == "Members return\nall keys in March."
    assert held.pieces(quote.start, quote.end) == ((1, 0, 14), (1, 100, 118))

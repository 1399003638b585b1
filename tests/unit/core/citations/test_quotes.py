"""The words of a chunk that bear a claim."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.citations.block import MAX_QUOTE_CHARACTERS
from app.core.citations.quotes import best_quote, cited_words, page_sentences
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


# --- what a citation shows ----------------------------------------------------------------------

LEAVE = "Up to ten unused days of leave may be carried over. Days carried over expire on 31 March."
CLAIM = "Carried over days expire on 31 March."


def shown(held: Chunk, claim: str, *offered: str) -> tuple[str, bool]:
    words = cited_words(held, claim, offered, least_share=0.5)
    if words.quote is None:
        return "", words.verified
    quote = words.quote
    assert held.text[quote.start : quote.end] == quote.text
    assert len(quote.text) <= MAX_QUOTE_CHARACTERS
    return quote.text, words.verified


@pytest.mark.parametrize(
    ("offered", "text", "verified"),
    [
        ((), "Days carried over expire on 31 March.", True),
        (("carried over expire on 31 March",), "carried over expire on 31 March", True),
        (("Days carried over expire on 30 June",), "Days carried over expire on 31 March.", False),
        (("Up to ten unused days",), "Days carried over expire on 31 March.", True),
        (("a",), "Days carried over expire on 31 March.", False),
        (
            ("Days expire on 31 March", "Days carried over expire on 31 March."),
            "Days carried over expire on 31 March.",
            True,
        ),
        (
            ("Days carried over expire on 30 June", "ten unused days"),
            "Days carried over expire on 31 March.",
            False,
        ),
    ],
)
def test_a_quote_of_the_model_counts_where_it_stands_there(
    offered: tuple[str, ...], text: str, verified: bool
) -> None:
    assert shown(chunk((1, "", LEAVE)), CLAIM, *offered) == (text, verified)


def test_a_claim_without_any_word_there_has_no_quote() -> None:
    assert shown(chunk((1, "", LEAVE)), "Bicycles stand outside.") == ("", False)


def test_a_long_sentence_is_shown_around_the_words_that_count() -> None:
    text = (
        "Where the lessee has given notice in the form that clause nine prescribes, has left the "
        "rooms in light colours, has removed what was built in, and has returned all keys, the "
        "landlord pays back the deposit of 2,520 euros within six months, and in any case where "
        "the flat shows damage the sum is reduced by what its repair costs."
    )
    claim = "The landlord pays back the deposit of 2,520 euros within six months."
    words, verified = shown(chunk((1, "", text)), claim)
    assert verified
    assert "the landlord pays back the deposit of 2,520 euros within six months," in words
    assert words.startswith("has left the rooms")


def test_the_best_sentence_is_shown_and_not_the_whole_passage() -> None:
    filler = (
        "This paragraph goes on about other things that nobody has asked about at all, and on. "
    )
    text = filler * 3 + LEAVE + " " + filler * 3
    words = shown(chunk((1, "", text)), "Unused days carried over expire on 31 March.")
    assert words == ("Days carried over expire on 31 March.", True)


def test_text_without_sentences_is_cut_between_words() -> None:
    text = " ".join(f"item{number} costs {number} euros" for number in range(60))
    words, verified = shown(chunk((1, "", text)), "item41 costs 41 euros")
    assert verified
    assert "item41 costs 41 euros" in words
    assert not words.startswith(" ")


def test_a_quote_over_the_end_of_a_page_counts_for_the_page_on_which_it_begins() -> None:
    held = chunk((1, "", "Members return"), (2, "\n", "all keys in March. Thanks."))
    words = cited_words(
        held, "Members return all keys.", ["Members return all keys"], least_share=0.5
    )
    assert words.verified
    assert words.quote is not None
    assert (words.quote.page, words.quote.text) == (1, "Members return\nall keys")


@given(st.lists(st.sampled_from([*LEAVE.split(), "12", "\n", ". ", "; "]), max_size=120))
def test_what_is_shown_is_bounded_and_stands_in_the_passage(pieces: list[str]) -> None:
    text = " ".join(pieces).strip()
    if text:
        shown(chunk((1, "", text)), CLAIM, "carried over expire on 31 March")

"""Title and headings that are embedded with a chunk."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from app.core.chunking.context import MOST_TOKENS, ContextBound, context_tokens
from app.core.domain.chunk import embedding_text
from tests.fakes.token_counter import WordCounter


class LetterCounter:
    """One token a character that is no space, as scripts without spaces have it."""

    limit = 254

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len("".join(text.split())) for text in texts]


def test_a_context_that_fits_is_whole() -> None:
    text = ContextBound(WordCounter()).embedding_text("Handbook", ("Boats", "Repairs"), "Tools.")
    assert text == "Handbook › Boats › Repairs\nTools."


def test_outer_headings_give_way_before_the_last_and_the_title() -> None:
    path = ("one " * 30, "two " * 30, "three " * 9 + "three")
    text = ContextBound(WordCounter()).embedding_text("Handbook of the club", path, "Tools.")
    context, _ = text.split("\n")
    assert context.startswith("Handbook of the club › ")
    assert context.endswith("three")
    assert "one" not in context


def test_long_titles_and_headings_are_cut_between_words() -> None:
    bound = ContextBound(WordCounter())
    text = bound.embedding_text("word " * 90, ("heading " * 90,), "Tools.")
    context, _ = text.split("\n")
    title, heading = context.split(" › ")
    assert title == " ".join(["word"] * 19) + "…"
    assert heading == " ".join(["heading"] * 19) + "…"


def test_the_bound_is_a_fifth_of_a_small_limit() -> None:
    assert context_tokens(WordCounter(limit=100)) == 20
    assert context_tokens(WordCounter()) == MOST_TOKENS


TITLES = st.text(alphabet="ab 1.é한漢…›-", max_size=120)


@given(TITLES, st.lists(TITLES, max_size=5), st.sampled_from([WordCounter(), LetterCounter()]))
def test_no_context_is_over_the_bound(
    title: str, path: list[str], counter: WordCounter | LetterCounter
) -> None:
    bound = ContextBound(counter)
    text = bound.embedding_text(title, tuple(path), "")
    assert counter.count([text])[0] <= MOST_TOKENS
    if counter.count([embedding_text(title, tuple(path), "")])[0] <= MOST_TOKENS:
        assert text == embedding_text(title, tuple(path), "")

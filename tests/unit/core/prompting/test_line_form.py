from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.citations.markers import Marker, scan
from app.core.domain.generation import AnswerForm, StopReason
from app.core.prompting.line_form import MAX_LINES, LineForm
from app.core.prompting.writing import FreeWriter, Logits, Step
from tests.unit.core.prompting.toy_vocabulary import CONTROL, END, ToyVocabulary

REFUSAL = "The passages do not say this."
VOCABULARY = ToyVocabulary()


def wishing(*wishes: int | str) -> Logits:
    """Logits of a model that wants these tokens, the first one most."""
    logits = np.zeros(len(VOCABULARY), dtype=np.float32)
    for rank, wish in enumerate(wishes):
        token = VOCABULARY.tokens(wish)[0] if isinstance(wish, str) else wish
        logits[token] = 100 - rank
    return logits


class Writing:
    """A form and what was written with it so far."""

    def __init__(self, *ids: int, refusal: str = REFUSAL) -> None:
        self.form = LineForm(AnswerForm(ids, refusal), VOCABULARY)
        self.text = ""
        self.tokens: list[int] = []
        self.stop: StopReason | None = None

    def wish(self, *wishes: int | str) -> Step:
        assert self.stop is None
        step = self.form.next(wishing(*wishes))
        self.text += step.text
        del self.tokens[len(self.tokens) - step.taken_back :]
        self.tokens += step.tokens
        self.stop = step.stop
        return step


def test_a_marker_that_must_follow_comes_in_one_step() -> None:
    writing = Writing(17, refusal="")
    step = writing.wish("The")
    assert writing.text == "[chunk:17]"
    assert VOCABULARY.text(step.tokens) == "[chunk:17]"
    assert len(step.tokens) > 1


def test_the_model_chooses_among_supplied_ids() -> None:
    writing = Writing(1, 17, 19)
    assert writing.wish("[chunk").text == ""
    writing.wish("9", "17")
    assert writing.text == "[chunk:17]"


@pytest.mark.parametrize(("wish", "marker"), [("]", "[chunk:1]"), ("2", "[chunk:12]")])
def test_an_id_that_begins_another(wish: str, marker: str) -> None:
    writing = Writing(1, 12)
    writing.wish("[chunk")
    writing.wish(wish)
    assert writing.text == marker


def test_the_refusal_ends_the_answer_once_its_first_half_is_likely() -> None:
    writing = Writing(17)
    for wish in ("The", " passages", " do"):
        assert writing.wish(wish).text == ""
    writing.wish(" not")
    assert (writing.text, writing.stop) == (REFUSAL, StopReason.END)
    assert VOCABULARY.text(writing.tokens) == REFUSAL


@pytest.mark.parametrize("before", [["The"], ["The", " passages"], ["The", " passages", " do"]])
def test_an_answer_that_begins_like_the_refusal_is_no_refusal(before: list[str]) -> None:
    writing = Writing(17)
    for wish in before:
        writing.wish(wish, "[chunk")
    step = writing.wish(" notice")
    assert step.taken_back == len(before)
    assert writing.text == VOCABULARY.text(writing.tokens) == "[chunk:17]"
    writing.wish("The")
    assert writing.text == "[chunk:17]The"


def test_a_marker_that_is_likelier_needs_no_try() -> None:
    writing = Writing(17)
    assert writing.wish("[chunk", "The").text == "[chunk:17]"


def test_without_chunks_there_is_only_the_refusal() -> None:
    writing = Writing()
    writing.wish(" notice")
    assert (writing.text, writing.stop) == (REFUSAL, StopReason.END)


def test_after_a_try_the_id_is_still_the_models_choice() -> None:
    writing = Writing(17, 30)
    writing.wish("The", "[chunk")
    assert writing.wish(" notice").taken_back == 1
    writing.wish("3", "17")
    assert writing.text == "[chunk:30]"


def test_the_refusal_cannot_come_later() -> None:
    writing = Writing(17)
    writing.wish("[chunk")
    writing.wish(" notice")
    writing.wish("\n")
    writing.wish("The", "[chunk")
    assert writing.text == "[chunk:17] notice\n[chunk:17]"


def test_the_answer_may_end_after_a_line() -> None:
    writing = Writing(17)
    for wish in ("[chunk", " notice", "\n"):
        writing.wish(wish)
    writing.wish(END)
    assert (writing.text, writing.stop) == ("[chunk:17] notice", StopReason.END)


def test_the_answer_may_end_in_a_line() -> None:
    writing = Writing(17)
    writing.wish("[chunk")
    writing.wish(" notice")
    writing.wish(END)
    assert (writing.text, writing.stop) == ("[chunk:17] notice", StopReason.END)


@pytest.mark.parametrize("empty", [END, "\n", "\n\n", " \n", "\r\n", "\u2028", "[", " [", "［"])
def test_no_claim_is_empty_or_opens_another_marker(empty: int | str) -> None:
    writing = Writing(17)
    writing.wish("[chunk")
    writing.wish(empty, " notice")
    assert writing.text == "[chunk:17] notice"
    assert writing.stop is None


@pytest.mark.parametrize(
    ("before", "refused"),
    [
        (["["], "chunk"),
        (["[", " "], "chunk"),
        (["[", " "], " Chunk"),
        (["["], "CHUNK"),
        ([" ["], "chunk"),
        (["［"], "chunk"),
        (["【"], "chunk"),
        (["[", "\u200b"], "chunk"),
        (["[", "c", "h", "u", "n"], "k"),
        (["[", "ｃ", "h", "u", "n"], "k"),
        ([], "[chunk"),
        ([], "<<<"),
        (["<<"], "<"),
        (["<", " ", "<", " "], "<"),
    ],
)
def test_nothing_in_a_claim_reads_as_a_marker_or_a_block(before: list[str], refused: str) -> None:
    writing = Writing(17)
    writing.wish("[chunk")
    writing.wish(" notice")
    for wish in before:
        writing.wish(wish)
    written = writing.text
    writing.wish(refused, ".")
    assert writing.text == f"{written}."


def test_a_bracket_that_arrives_in_two_pieces() -> None:
    writing = Writing(17)
    writing.wish("[chunk")
    writing.wish(" notice")
    for byte in "【".encode():
        writing.wish(byte)
    assert writing.text == "[chunk:17] notice【"
    writing.wish("chunk", ".")
    assert writing.text == "[chunk:17] notice【."


def test_brackets_and_the_word_chunk_may_stand_apart() -> None:
    writing = Writing(17)
    for wish in ("[chunk", " notice", " [", "30", "]", " Chunk", " <", "<"):
        writing.wish(wish)
    assert writing.text.startswith("[chunk:17] notice [3")
    assert "Chunk" in writing.text


def test_control_tokens_are_passed_over() -> None:
    writing = Writing(17)
    writing.wish(CONTROL, "[chunk")
    writing.wish(CONTROL, " notice")
    assert writing.text == "[chunk:17] notice"


def test_blank_lines_collapse_and_the_model_reads_what_is_shown() -> None:
    writing = Writing(17)
    writing.wish("[chunk")
    writing.wish(" notice")
    step = writing.wish(".\n\n")
    assert step.text == "."
    assert VOCABULARY.text(step.tokens) == ".\n"
    writing.wish("\n", "[chunk")
    assert writing.text == "[chunk:17] notice.\n[chunk:17]"
    assert VOCABULARY.text(writing.tokens) == writing.text


def test_what_follows_a_line_break_in_a_piece_is_left_out() -> None:
    writing = Writing(17)
    for wish in ("[chunk", " notice", "\n["):
        writing.wish(wish)
    writing.wish("[chunk")
    assert VOCABULARY.text(writing.tokens) == writing.text == "[chunk:17] notice\n[chunk:17]"


def test_there_are_at_most_so_many_lines() -> None:
    writing = Writing(17)
    while writing.stop is None:
        for wish in ("[chunk", " notice", "\n"):
            writing.wish(wish)
    assert writing.stop is StopReason.LENGTH
    assert writing.text.split("\n") == ["[chunk:17] notice"] * MAX_LINES


def test_a_form_that_allows_nothing_is_a_bug() -> None:
    with pytest.raises(ValueError, match="chunk id"):
        LineForm(AnswerForm((), " "), VOCABULARY)


# --- whatever the model wants ---------------------------------------------------------------

AWKWARD = tuple(range(256, len(VOCABULARY)))
wishes = st.lists(
    st.lists(st.sampled_from(AWKWARD) | st.integers(0, len(VOCABULARY) - 1), max_size=4),
    min_size=1,
    max_size=120,
)
some_ids = st.lists(st.integers(1, 10**6), min_size=1, max_size=6)


def written(form: AnswerForm, wanted: Sequence[Sequence[int]]) -> tuple[str, bool]:
    """What a model writes that wants these tokens in turn, and whether it came to an end."""
    line_form, text = LineForm(form, VOCABULARY), ""
    for tokens in wanted:
        step = line_form.next(wishing(*tokens))
        text += step.text
        if step.stop is not None:
            return text, True
    return text, False


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    for line in text.split("\n"):
        match = re.fullmatch(r"\[chunk:(\d+)\](.*)", line)
        assert match is not None, line
        yield int(match[1]), match[2]


@given(some_ids, wishes)
def test_the_form_is_kept_whatever_the_model_wants(ids: list[int], wanted: list[list[int]]) -> None:
    text, ended = written(AnswerForm(tuple(ids), REFUSAL), wanted)
    if text in ("", REFUSAL):
        return
    lines = list(lines_of(text))
    assert {chunk_id for chunk_id, _ in lines} <= set(ids)
    finished = lines if ended else lines[:-1]
    assert all(claim.strip() for _, claim in finished)
    assert len(text.splitlines()) == len(lines) <= MAX_LINES
    # The parser of answers sees exactly the markers that opened the lines.
    markers = [token for token in scan(text) if isinstance(token, Marker)]
    assert markers == [Marker((chunk_id,)) for chunk_id, _ in lines]


# --- without a form -------------------------------------------------------------------------


def test_free_writing_takes_the_likeliest_token_until_the_end() -> None:
    writer = FreeWriter(VOCABULARY)
    first, *rest = "é".encode()
    assert writer.next(wishing(first)) == Step((first,), "")
    assert writer.next(wishing(rest[0])) == Step((rest[0],), "é")
    assert writer.next(wishing(CONTROL, "\n\n")).text == "\n\n"
    assert writer.next(wishing(END)) == Step((), "", StopReason.END)


def test_a_line_ends_with_its_sentence() -> None:
    writing = Writing(1, refusal="")
    writing.wish("[chunk")
    sentence = "A fee of 14 euros is paid for each night here."
    for letter in sentence:
        writing.wish(letter)
    writing.wish(" ")
    step = writing.wish("I")
    assert VOCABULARY.text(step.tokens) == "\n"
    writing.wish("[chunk")
    assert writing.text == f"[chunk:1]{sentence} \n[chunk:1]"


@pytest.mark.parametrize(
    "claim", ["It is about 3.5 m", "See No. ", "Yes. I", "e.g. a boat of Mr. X"]
)
def test_what_ends_no_sentence_ends_no_line(claim: str) -> None:
    writing = Writing(1, refusal="")
    writing.wish("[chunk")
    for letter in claim:
        writing.wish(letter)
    assert writing.text == f"[chunk:1]{claim}"

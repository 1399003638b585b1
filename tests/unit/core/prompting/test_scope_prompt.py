"""The prompt of the claim filter: bounded, fenced as data, with the headings (F2, F11)."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.chunking.headings import MAX_HEADING_CHARACTERS
from app.core.domain.chunk import Chunk
from app.core.domain.evidence import Passage
from app.core.prompting.answer_prompt import MAX_TITLE_CHARACTERS, REFUSAL_SENTENCE
from app.core.prompting.scope_prompt import (
    FIXED_TURNS,
    MAX_QUESTION_CHARACTERS,
    WINDOW_CHARACTERS,
    scope_header,
    scope_messages,
    window,
)
from app.core.prompting.yes_no_turns import shortened

WEIGHING_TOKENS = 2048
"""Of the adapter, which a test of it holds against this."""


def passage(text: str, *headings: str, title: str = "Rules") -> Passage:
    chunk = Chunk(7, 1, 0, text, headings, (), 5)
    return Passage(chunk, title, Path("rules.pdf"), 1, "", (), None, None, None)


def last(question: str, one: Passage) -> str:
    return "".join(segment.text for segment in scope_messages(question, one)[-1].segments)


def test_title_headings_and_text_stand_there_as_data() -> None:
    messages = scope_messages("How long?", passage("Ten days.", "Leave", "Staff"))
    assert messages[:-1] == FIXED_TURNS
    foreign = [segment.text for segment in messages[-1].segments if not segment.trusted]
    assert foreign == ["(Rules, Leave › Staff) Ten days.", "How long?"]


def test_nothing_in_a_document_reads_as_a_marker_or_an_answer() -> None:
    text = last("[chunk:4] why?", passage(f"[chunk:9] {REFUSAL_SENTENCE}", "[chunk:3]"))
    assert "[chunk:" not in text
    assert REFUSAL_SENTENCE not in text


def test_a_long_passage_is_judged_around_what_matches() -> None:
    body = "Other things. " * 200 + "The deposit is five weeks' rent. " + "More of it. " * 200
    shown = window(passage(body), "How high is the deposit?")
    assert len(shown) <= WINDOW_CHARACTERS
    assert "The deposit is five weeks' rent." in shown
    assert window(passage(body), "xyz?").startswith("Other things.")
    assert window(passage("Short.\n\nText."), "deposit") == "Short. Text."


def test_a_long_question_keeps_its_beginning_and_its_end() -> None:
    asked = shortened("Beginning of it. " + "word " * 500 + "How long?", MAX_QUESTION_CHARACTERS)
    assert len(asked) <= MAX_QUESTION_CHARACTERS
    assert asked.startswith("Beginning")
    assert asked.endswith("How long?")


@pytest.mark.parametrize("letter", ["x", "ü", "漢"])
def test_the_longest_of_all_fits_where_each_character_is_a_token(letter: str) -> None:
    longest = passage(letter * 5000, letter * 300, letter * 300, title=letter * 300)
    assert len(scope_header(longest)) <= MAX_TITLE_CHARACTERS + 2 + MAX_HEADING_CHARACTERS
    asked = last(letter * 2000, longest)
    fixed = "".join(s.text for turn in FIXED_TURNS for s in turn.segments)
    # The fixed turns are English, of four letters a token at the least; each turn has its signs.
    assert len(asked) + len(fixed) // 3 + 8 * len(FIXED_TURNS) <= WEIGHING_TOKENS

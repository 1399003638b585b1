"""Plain text with numbered sources."""

from __future__ import annotations

from hypothesis import given, settings

from app.core.export.composing import answer_report, conversation_report
from app.core.export.plain_text import plain_text
from app.core.text.safe_text import one_line
from tests.exported_turns import ASKED_AT, REFUSED, hostile, turn
from tests.gui.chat import examples
from tests.unit.core.export.adversaries import texts


def test_an_answer_with_its_sources() -> None:
    blocks = plain_text(answer_report(turn())).split("\n\n")
    assert blocks[0].splitlines()[0] == examples.QUESTION
    assert blocks[1].endswith("into the following calendar year. [1]")
    assert blocks[5] == (
        "Not supported: Expired days are paid out with the April salary. [2]\n"
        "(“April” and “salary” do not occur in the passage that it cites.)"
    )
    assert blocks[6].splitlines()[:4] == [
        "Sources",
        "[1] Employee Handbook 2026, p. 14 (label 12), "
        "6 Annual leave › 6.3 Carry-over of unused leave",
        "    “an employee may carry over up to ten unused working days”",
        f"    {examples.PASSAGES[0].path} [chunk:17]",
    ]


def test_a_refusal_in_a_conversation() -> None:
    text = plain_text(conversation_report("Leave", [turn(), turn(REFUSED)], ASKED_AT))
    assert text.startswith("Leave\n2 questions, exported from Pincite on 30 November 2026.\n\n")
    assert "No passage in these documents supports an answer.\n\n214 documents were" in text
    assert "The passages that come nearest:\n\nEmployee Handbook 2026, p. 14 (label 12)" in text


@settings(max_examples=60)
@given(texts)
def test_no_word_is_lost(text: str) -> None:
    written = plain_text(conversation_report(text, hostile(text), ASKED_AT))
    line = one_line(text)
    assert written.replace("\u2068", "").replace("\u2069", "").count(line) >= 12
    assert all(sign.isprintable() or sign == "\n" or not sign.isascii() for sign in written)

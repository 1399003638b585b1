"""Markdown with footnotes: as expected to the letter, and inert whatever documents hold."""

from __future__ import annotations

import re

from hypothesis import given, settings
from markdown_it import MarkdownIt

from app.core.export.composing import answer_report, conversation_report
from app.core.export.markdown import markdown
from app.core.text.safe_text import one_line
from tests.exported_turns import ASKED_AT, REFUSED, hostile, turn
from tests.gui.chat import examples
from tests.unit.core.export.adversaries import texts

PARSER = MarkdownIt("js-default", {"html": True, "typographer": False})
HARMLESS = {
    "heading", "paragraph", "blockquote", "inline", "text", "strong", "em", "code_inline",
    "softbreak",
}  # fmt: skip


def test_an_answer_with_its_footnotes() -> None:
    lines = markdown(answer_report(turn())).splitlines()
    path = examples.PASSAGES[0].path
    assert lines[0] == f"# {examples.QUESTION}"
    assert lines[4].endswith("into the following calendar year.[^1]")
    assert lines[12] == (
        "**Not supported:** Expired days are paid out with the April salary.[^2] "
        "*“April” and “salary” do not occur in the passage that it cites.*"
    )
    assert lines[14] == (
        "[^1]: **Employee Handbook 2026**, p. 14 (label 12), "
        "6 Annual leave › 6.3 Carry-over of unused leave: "
        f"“an employee may carry over up to ten unused working days” (`{path}`, `[chunk:17]`)"
    )
    assert lines[15].startswith("[^2]: ")
    assert markdown(answer_report(turn())).endswith("\n")


def test_quoted_sentences_are_quotations() -> None:
    assert "\n\n> “leave stays valid for 15 months”[^3]\n\n" in markdown(
        answer_report(turn(examples.QUOTED))
    )


def test_a_refusal_with_the_nearest_passages() -> None:
    text = markdown(answer_report(turn(REFUSED)))
    assert "\n\n**No answer was found in HR policies. No passage in these" in text
    assert (
        f"\n\n> {examples.PASSAGES[0].chunk.text}\n>\n> — **Employee Handbook 2026**, p. 14" in text
    )
    assert "Works Council Minutes 2019 is a scan and was not searched." in text


def test_a_conversation_has_a_title_and_a_heading_for_each_question() -> None:
    text = markdown(conversation_report("Leave", [turn(), turn(REFUSED)], ASKED_AT))
    assert text.startswith("# Leave\n\n2 questions, exported from Pincite on 30 November 2026.\n\n")
    assert re.findall("^## .*$", text, re.MULTILINE) == [
        f"## {examples.QUESTION}",
        f"## {REFUSED.question}",
    ]
    assert markdown(conversation_report("", [], ASKED_AT)) == (
        "0 questions, exported from Pincite on 30 November 2026.\n"
    )


@settings(max_examples=60)
@given(texts)
def test_nothing_in_a_document_acts_and_no_word_is_lost(text: str) -> None:
    source = markdown(conversation_report(text, hostile(text), ASKED_AT))
    shown = []
    for token in PARSER.parse(source):
        parts = [token, *(token.children or ())]
        assert {
            part.type.removesuffix("_open").removesuffix("_close") for part in parts
        } <= HARMLESS
        shown += ["".join(part.content for part in parts[1:])]
    line = one_line(text)
    told = " ".join(" ".join(shown).replace("\u2068", "").replace("\u2069", "").split())
    # Question, two sentences, a quotation, two cautions and facts, a title, a passage and more.
    assert told.count(line) >= 12
    # Directions are closed where they are opened, and only by us.
    assert re.fullmatch("(?:[^\u2066-\u2069]|\u2068[^\u2066-\u2069]*\u2069)*", source)
    assert re.search("[\u202a-\u202e\x00-\x09\x0b-\x1f]", source) is None


def test_notes_stand_in_lines_of_their_own() -> None:
    """Where footnotes are not known they are text, and never the address of a link."""
    source = markdown(answer_report(turn()))
    assert "<a " not in PARSER.render(source)
    assert source.count("\n[^") == 3

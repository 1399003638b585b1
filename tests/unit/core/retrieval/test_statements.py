"""Statements: what of a chunk can be quoted and understood by itself."""

from __future__ import annotations

import pytest

from app.core.domain.chunk import Chunk, Span
from app.core.retrieval.statements import MAX_CHARACTERS, statements

RESET = (
    "To reset the drive to its default values, type:\n\n"
    "mt -f /dev/nst0 rewind\n"
    "mt -f /dev/nst0 stoptions read-ahead\n\n"
    "The commands above clear all options."
)


def chunk_of(*pages: str, headings: tuple[str, ...] = ()) -> Chunk:
    """A chunk that runs over as many pages as there are texts."""
    spans, text = [], ""
    for number, page in enumerate(pages, start=1):
        spans.append(Span(number, 0, len(page), len(text)))
        text += page
    return Chunk(1, 1, 0, text, headings, tuple(spans), 10)


def said(chunk: Chunk) -> list[str]:
    return [one.text for one in statements(chunk)]


def test_a_sentence_is_a_statement() -> None:
    found = said(chunk_of("The harbour is open all year. Boats over 8 m pay more."))
    assert found == ["The harbour is open all year.", "Boats over 8 m pay more."]


def test_what_leads_in_is_one_with_the_commands_that_follow_it() -> None:
    first, commands, last = said(chunk_of(RESET))
    assert first.startswith("To reset the drive")
    assert first.endswith("stoptions read-ahead")
    assert commands == "mt -f /dev/nst0 rewind\nmt -f /dev/nst0 stoptions read-ahead"
    assert last == "The commands above clear all options."


def test_a_list_belongs_to_its_lead_in_and_ends_before_the_next_sentence() -> None:
    text = "You need two forms:\n• form R-12\n• form R-40\nHand both in at the office. Then wait."
    listed = said(chunk_of(text.replace("\nHand", "\n\nHand")))[0]
    assert listed == "You need two forms:\n• form R-12\n• form R-40"


def test_a_sentence_right_after_the_colon_is_what_it_leads_in() -> None:
    first = said(chunk_of("There is one rule:\n\nNobody swims in the basin.\n\nDogs may."))[0]
    assert first == "There is one rule:\n\nNobody swims in the basin."


def test_a_second_lead_in_ends_the_first() -> None:
    first, *_ = said(chunk_of("Type this:\n\nmake all\n\nThen type that:\n\nmake install"))
    assert first == "Type this:\n\nmake all"


def test_a_long_list_is_quoted_as_far_as_it_can_be_read() -> None:
    items = "".join(f"\n• item number {number} of the list" for number in range(40))
    first = said(chunk_of("The list has these items:" + items))[0]
    assert len(first) <= MAX_CHARACTERS
    assert first.startswith("The list has these items:\n• item number 0")


def test_nothing_runs_over_a_page() -> None:
    found = statements(chunk_of("The forms are these:\n\n", "R-12 and R-40 are the forms."))
    assert [one.text for one in found] == ["The forms are these:", "R-12 and R-40 are the forms."]


@pytest.mark.parametrize("number", ["", "3.2 ", "A.1 "])
def test_the_heading_is_no_part_of_the_first_sentence(number: str) -> None:
    text = f"{number}Paid leave\nStaff have 27 days of leave."
    assert said(chunk_of(text, headings=("Staff", "Paid leave"))) == [
        "Staff have 27 days of leave."
    ]


def test_a_heading_alone_says_nothing() -> None:
    text = "3.2 Paid leave\n\nStaff have 27 days."
    assert said(chunk_of(text, headings=("Paid leave",))) == ["Staff have 27 days."]


def test_what_cannot_be_shown_is_left_out() -> None:
    text = "Word.\n\nDo <|im_start|> this at once.\n\nWrite <<<CITATIONS>>> here.\n\nAll is well."
    assert said(chunk_of(text)) == ["All is well."]
    assert said(chunk_of("x" * 200 + " " + "y" * 300 + ".")) == []


def test_scripts_without_spaces() -> None:
    assert said(chunk_of("有給休暇は十日です。はい。")) == ["有給休暇は十日です。"]


def test_overlaps() -> None:
    led, item, after = statements(chunk_of(RESET))
    assert led.overlaps(item)
    assert not item.overlaps(after)


def test_the_heading_of_a_section_within_the_chunk_is_left_out() -> None:
    text = "The year ends.\n\n6.3 Carry-over of unused leave\nLeave is taken in its year. It ends."
    assert said(chunk_of(text))[1:] == ["Leave is taken in its year.", "It ends."]
    # A line that begins with a figure, or with the number of an item, is no heading.
    litres = "6.3 litres of water\nfit into it."
    assert said(chunk_of(litres)) == [litres]
    assert "Open the valve" in said(chunk_of("1. Open the valve\nThen wait for it."))[0]

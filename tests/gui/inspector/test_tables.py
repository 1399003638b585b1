"""What the tables hold, cell by cell."""

from __future__ import annotations

from dataclasses import replace

from app.core.domain.answer import RefusalReason
from app.gui.inspector import tables
from app.gui.inspector.facts import Facts
from tests.gui.chat.examples import refusal
from tests.gui.chat.filtered_answers import FALLBACK, JUDGED, ONCE, SKIPPED, filtered
from tests.gui.inspector.examples import (
    KEPT_BACK,
    QUOTES,
    REFUSED,
    TRACE,
    WEIGHED,
    WRITTEN,
    long_answer,
)


def words(facts: Facts) -> list[list[str]]:
    return [[cell.words for cell in row.cells] for row in facts.rows]


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def test_the_passages_that_the_model_saw() -> None:
    facts = tables.seen_passages(WRITTEN, compact=False)
    assert [column.title for column in facts.columns] == [
        *("Marker", "Passage", "By words", "By meaning", "Similarity", "Tokens", "Cited")
    ]
    first, *_, fifth, last = [
        [cell.text or cell.spoken for cell in row.cells] for row in facts.rows
    ]
    assert first == ["[chunk:17]", "Employee Handbook 2026", "1st", "1st", "0.81", "312", "cited"]
    assert fifth[2:] == ["not found", "6th", "0.58", "301", "not cited"]
    assert last[0] == "[chunk:56]"
    assert plain(facts.rows[0].cells[1].more) == "p. 14, 6.3"
    assert "6.3 Carry-over of unused leave" in facts.rows[0].cells[1].tip


def test_a_reader_hears_which_figure_is_which() -> None:
    heard = words(tables.seen_passages(WRITTEN, compact=False))[0]
    assert heard[2:] == ["By words 1st", "By meaning 1st", "Similarity 0.81", "Tokens 312", "cited"]


def test_in_a_narrow_pane_the_figures_stand_below_the_title() -> None:
    facts = tables.seen_passages(WRITTEN, compact=True)
    assert [column.title for column in facts.columns] == ["Marker", "Passage", "Cited"]
    below = plain(facts.rows[0].cells[1].below)
    assert below == "1st by words, 1st by meaning, similarity 0.81, 312 tokens"


def test_an_arm_that_took_no_part_did_not_look() -> None:
    sources = tuple(replace(one, dense_rank=None, similarity=None) for one in WRITTEN.sources)
    blind = replace(
        WRITTEN, sources=sources, trace=replace(TRACE, degraded=("embedding_unavailable",))
    )
    row = tables.seen_passages(blind, compact=False).rows[0]
    assert [cell.text for cell in row.cells[3:5]] == ["not searched", "–"]
    below = plain(tables.seen_passages(blind, compact=True).rows[0].cells[1].below)
    assert below == "1st by words, not searched by meaning, 312 tokens"


def test_a_refusal_shows_what_was_found() -> None:
    facts = tables.seen_passages(REFUSED, compact=False)
    assert [column.title for column in facts.columns[-2:]] == ["By meaning", "Similarity"]
    assert len(facts.rows) == 8


def test_nothing_was_found() -> None:
    empty = replace(refusal(RefusalReason.NO_SUPPORT, evidence=()), sources=())
    assert tables.seen_passages(empty, compact=False).rows == ()


def test_the_passages_that_were_left_out() -> None:
    facts = tables.left_out_passages(WRITTEN)
    assert facts.name == "2 passages were left out"
    assert [row.cells[2].code for row in facts.rows] == ["passage_limit", "token_budget"]
    assert facts.rows[0].cells[2].text == "Seventh in rank; the limit is 6 passages."
    assert facts.rows[0].passage is WRITTEN.evidence[6]


def test_the_passages_that_the_claim_filter_set_aside() -> None:
    one = filtered(ONCE, JUDGED, model="Qwen2.5 Coder 1.5B", answer=WRITTEN)
    [row] = tables.claim_filter(one).rows
    assert (row.cells[0].text, row.cells[0].code) == (
        "The claim filter set 2 passages aside.",
        "applied",
    )
    facts = tables.set_aside_passages(one)
    assert facts.name == "2 passages were set aside"
    assert [row.cells[2].code for row in facts.rows] == ["frequency", "situation"]
    assert "“for years of daily use”" in facts.rows[0].cells[2].text
    assert [row.passage for row in facts.rows] == [WRITTEN.evidence[3], WRITTEN.evidence[5]]
    # They are told once.
    left_out = tables.left_out_passages(one)
    assert [row.cells[2].code for row in left_out.rows] == ["passage_limit", "token_budget"]


def test_a_claim_filter_that_failed_says_of_what() -> None:
    [row] = tables.claim_filter(FALLBACK).rows
    assert (row.cells[0].code, row.cells[0].tone) == ("fallback time_limit", "warn")
    assert row.cells[0].text.endswith("The model took too long.")
    assert tables.set_aside_passages(FALLBACK).rows == ()
    [row] = tables.claim_filter(SKIPPED).rows
    assert row.cells[0].code == "skipped no_scope"


def test_without_the_claim_filter_nothing_is_said_of_it() -> None:
    assert tables.claim_filter(WRITTEN).rows == ()
    assert tables.set_aside_passages(WRITTEN).rows == ()


def test_a_passage_that_is_gone_is_still_counted() -> None:
    forgotten = replace(WRITTEN, evidence=WRITTEN.sources)
    facts = tables.left_out_passages(forgotten)
    assert [row.passage for row in facts.rows] == [None, None]


def test_each_sentence_with_its_check() -> None:
    facts = tables.checked_sentences(WRITTEN)
    assert facts.name == "5 sentences checked"
    verdicts = [(row.cells[2].text, row.cells[2].icon) for row in facts.rows]
    assert verdicts == [("supported", "check")] * 4 + [("not supported", "state-warning")]
    assert "ten unused working days”" in facts.rows[0].cells[1].below
    assert facts.rows[4].cells[1].below == (
        "“April” and “salary” do not occur in the passage that it cites."
    )
    assert {row.cells[2].text for row in tables.checked_sentences(QUOTES).rows} == {"quoted"}


def test_a_sentence_with_two_citations_names_both() -> None:
    [claim, *_] = WRITTEN.claims
    two = replace(WRITTEN, claims=(replace(claim, citations=(0, 2)),))
    row = tables.checked_sentences(two).rows[0]
    assert (row.cells[0].text, row.cells[0].below) == ("[chunk:17]", "[chunk:42]")


def test_a_quote_that_is_not_on_the_page_says_so() -> None:
    first, *others = WRITTEN.citations
    unfound = replace(WRITTEN, citations=(replace(first, verified=False), *others))
    assert "not found on the page" in tables.checked_sentences(unfound).rows[0].cells[1].below


def test_sentences_that_are_not_shown() -> None:
    rows = tables.withheld_sentences(KEPT_BACK).rows
    codes = [row.cells[1].code for row in rows]
    assert codes == ["invalid_citation", "uncited", "unsupported"]
    assert rows[0].cells[0].text == "Leave lasts for ever."


def test_sentences_that_were_moved() -> None:
    [row] = tables.moved_sentences(KEPT_BACK).rows
    assert [cell.text for cell in row.cells] == [
        "[chunk:17]", KEPT_BACK.claims[1].text, "[chunk:23]",
    ]  # fmt: skip
    older = replace(KEPT_BACK, trace=replace(KEPT_BACK.trace, moved_from=()))
    assert tables.moved_sentences(older).rows[0].cells[2].text == "–"


def test_the_parts_of_the_confidence() -> None:
    rows = words(tables.confidence_parts(WRITTEN))
    assert [row[0] for row in rows] == ["Search", "Citations", "Support"]
    assert [row[2] for row in rows] == ["0.90", "1.00", "0.80"]
    assert rows[1][1] == "3 of 3 markers name a passage that the model had been given."
    assert rows[2][1] == "4 of 5 sentences are shown and borne out by what they cite."
    assert tables.confidence_parts(replace(WRITTEN, confidence_parts=None)).rows == ()


def test_long_titles_are_cut_and_whole_in_the_tip() -> None:
    cell = tables.seen_passages(long_answer(), compact=False).rows[0].cells[1]
    assert len(cell.text) <= tables.MOST_LETTERS
    assert cell.text.endswith("…")
    assert len(cell.tip) > 200


def test_what_a_model_weighed() -> None:
    facts = tables.seen_passages(WEIGHED, compact=False)
    assert [column.title for column in facts.columns[-3:]] == ["Tokens", "Fit", "Cited"]
    assert [row.cells[-2].text for row in facts.rows] == ["+3.2", "+1.4", "+0.9"]
    left_out = tables.left_out_passages(WEIGHED).rows
    assert [plain(row.cells[2].more) for row in left_out] == [
        "fit +0.4",
        "fit −1.3",
        "fit −3.1",
        "",
        "",
    ]
    assert left_out[0].cells[2].text == "Weighed by the model; others state more of what was asked."
    assert left_out[1].cells[2].text == "Weighed by the model; it does not state what was asked."
    # Six were weighed, so six is what could be given to the model, not the three that were kept.
    assert left_out[3].cells[2].text == "Seventh in rank; the limit is 6 passages."

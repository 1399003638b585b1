"""What of a turn is exported: scope, date, who wrote it, support, sources, refusals."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta, timezone
from pathlib import Path

import pytest

from app.core.domain.answer import Claim, RefusalReason, Support
from app.core.domain.chunk import HIDDEN_ON_PAGE
from app.core.domain.claim_filter import FilterStatus
from app.core.domain.conversation import ScopeWording, Turn
from app.core.export.composing import (
    PASSAGE_CHARACTERS,
    answer_report,
    conversation_report,
)
from app.core.export.report import Section
from tests.exported_turns import ASKED_AT, HR_POLICIES, REFUSED, WITHHELD, turn
from tests.gui.chat import examples
from tests.gui.chat.filtered_answers import CREWS, ONCE, filtered


def section(given: Turn) -> Section:
    [only] = answer_report(given).sections
    return only


def test_an_answer_says_how_it_was_asked_and_who_wrote_it() -> None:
    assert section(turn()).facts == (
        "Asked on 30 November 2026 at 16:26 in HR policies, 10 documents.",
        "Written by Qwen2.5 Coder 1.5B from 6 passages.",
        "Fair confidence. 4 of 5 sentences are supported by the page they cite.",
    )


@pytest.mark.parametrize("refused", [False, True])
def test_passages_that_were_set_aside_are_counted(refused: bool) -> None:
    base = REFUSED if refused else examples.ANSWER
    one, two = (
        section(turn(filtered(*removed, answer=base))) for removed in ((ONCE,), (ONCE, CREWS))
    )
    assert "1 passage of another scope was set aside by the claim filter." in one.facts
    assert "2 passages of another scope were set aside by the claim filter." in two.facts
    for quiet in (base, filtered(status=FilterStatus.KEPT_ALL, answer=base)):
        assert not any("claim filter" in fact for fact in section(turn(quiet)).facts)


def test_quotes_are_said_to_be_quotes() -> None:
    quoted = section(turn(examples.QUOTED))
    assert "Quoted from the documents word for word; no language model took part." in quoted.facts
    assert quoted.sentences[1].words == "“leave stays valid for 15 months”"
    assert quoted.sentences[1].verbatim


@pytest.mark.parametrize(
    ("scope", "said"),
    [
        (HR_POLICIES, "Asked on 30 November 2026 at 16:26 in HR policies, 10 documents."),
        (
            ScopeWording(documents=7780),
            "Asked on 30 November 2026 at 16:26 in all 7,780 documents.",
        ),
        (ScopeWording(documents=1), "Asked on 30 November 2026 at 16:26 in 1 document."),
        (ScopeWording(), "Asked on 30 November 2026 at 16:26."),
        (ScopeWording("Lease", False), "Asked on 30 November 2026 at 16:26 in Lease."),
    ],
)
def test_where_was_asked(scope: ScopeWording, said: str) -> None:
    assert section(turn(scope=scope)).facts[0] == said


def test_dates_are_those_of_the_zone_that_they_state() -> None:
    later = timezone(timedelta(hours=9))
    moved = turn()
    moved = replace(moved, asked=replace(moved.asked, asked_at=ASKED_AT.astimezone(later)))
    assert "1 December 2026 at 01:26" in section(moved).facts[0]


def test_sentences_lead_to_numbered_notes() -> None:
    shown = section(turn())
    assert [sentence.notes for sentence in shown.sentences] == [(1,), (1,), (2,), (3,), (2,)]
    assert [note.number for note in shown.notes] == [1, 2, 3]
    first = shown.notes[0]
    assert first.place.document == "Employee Handbook 2026"
    assert first.place.page == "p. 14 (label 12)"
    assert first.place.heading == "6 Annual leave › 6.3 Carry-over of unused leave"
    assert first.place.path == str(examples.PASSAGES[0].path)
    assert first.place.marker == "[chunk:17]"
    assert first.quote == "an employee may carry over up to ten unused working days"


def test_a_sentence_without_support_says_what_is_missing() -> None:
    assert [sentence.caution for sentence in section(turn()).sentences] == [
        *[""] * 4,
        "“April” and “salary” do not occur in the passage that it cites.",
    ]
    bare = examples.answer((Claim("So it is.", (0,), Support(False)),))
    assert section(turn(bare)).sentences[0].caution == (
        "The passage that it cites does not support it."
    )


def test_words_that_were_not_found_are_no_quote() -> None:
    unverified = replace(examples.CITATIONS[0], verified=False)
    shown = section(turn(examples.answer(citations=(unverified, *examples.CITATIONS[1:]))))
    assert [note.quote == "" for note in shown.notes] == [True, False, False]


def test_what_was_left_out_is_counted() -> None:
    assert section(turn(WITHHELD)).remarks == (
        "1 sentence was left out because its citation led nowhere.",
        "2 sentences were left out because they cited no passage.",
    )


def test_a_low_confidence_is_hedged() -> None:
    low = section(turn(examples.answer(confidence=0.5)))
    assert low.facts[2].startswith("Low confidence. The passages support this only in part.")
    high = section(turn(examples.answer(confidence=0.9)))
    assert high.facts[2].startswith("High confidence.")


def test_a_refusal_has_its_sentence_and_the_nearest_passages() -> None:
    refused = section(turn(REFUSED))
    assert refused.statement == (
        "No answer was found in HR policies. No passage in these documents supports an answer."
    )
    assert refused.remarks == (
        "214 documents were searched, by words and by meaning.",
        "Works Council Minutes 2019 is a scan and was not searched.",
    )
    assert [near.place.marker for near in refused.nearest] == [
        "[chunk:17]",
        "[chunk:42]",
        "[chunk:23]",
    ]
    assert refused.nearest[0].words == examples.PASSAGES[0].chunk.text
    assert not refused.sentences
    assert not refused.notes


def test_a_refusal_says_more_where_more_is_known() -> None:
    why = "None of them mentions “Marlow”."
    named = replace(REFUSED, trace=replace(REFUSED.trace, why=why))
    assert section(turn(named)).statement == (
        f"No answer was found in HR policies. {why} "
        "No passage in these documents supports an answer."
    )


def test_a_passage_that_cannot_be_seen_says_so() -> None:
    passage = examples.PASSAGES[0]
    unseen = replace(passage, chunk=replace(passage.chunk, hidden=True))
    refused = section(turn(replace(REFUSED, evidence=(unseen,))))
    assert refused.nearest[0].place.heading == HIDDEN_ON_PAGE


def test_words_that_ocr_read_say_so() -> None:
    answer = examples.answer()
    cited = replace(answer.citations[0], ocr_confidence=0.96)
    whole = section(turn(replace(answer, citations=(cited, *answer.citations[1:]))))
    assert whole.notes[0].place.page.endswith(", read by OCR")
    assert "OCR" not in whole.notes[1].place.page
    near = replace(examples.PASSAGES[0], ocr_confidence=0.96)
    refused = section(turn(replace(REFUSED, evidence=(near,))))
    assert refused.nearest[0].place.page.endswith(", read by OCR")


def test_a_long_passage_is_cut_at_a_word() -> None:
    long = examples.passage(9, examples.HANDBOOK, "word " * 400)
    refused = section(turn(replace(REFUSED, evidence=(long,))))
    words = refused.nearest[0].words
    assert len(words) <= PASSAGE_CHARACTERS + 1
    assert words.endswith("word…")


def test_a_model_that_failed_says_why() -> None:
    failed = examples.refusal(RefusalReason.MODEL_UNAVAILABLE, fault="Its file is damaged.")
    shown = section(turn(failed))
    assert shown.statement.startswith("The language model could not be used.")
    assert shown.remarks == ("Its file is damaged.",)


def test_an_answer_that_is_gone_says_so() -> None:
    gone = section(turn(None, lost="The answer was made from a document that was erased."))
    assert gone.statement == "The answer was made from a document that was erased."
    assert section(turn(None)).statement == "There was no answer yet when this was exported."


def test_the_earlier_questions_that_it_was_understood_with_are_named() -> None:
    follow_up = replace(examples.ANSWER, trace=replace(examples.ANSWER.trace, context="a?\nb?"))
    assert "Understood with the earlier questions “a?” and “b?”." in section(turn(follow_up)).facts


def test_notes_are_numbered_through_a_conversation() -> None:
    report = conversation_report("Leave", [turn(), turn(REFUSED), turn(examples.QUOTED)], ASKED_AT)
    assert report.title == "Leave"
    assert report.facts == ("3 questions, exported from Pincite on 30 November 2026.",)
    numbers = [[note.number for note in section.notes] for section in report.sections]
    assert numbers == [[1, 2, 3], [], [4, 5, 6]]
    assert report.sections[2].sentences[0].notes == (4,)


def test_a_single_question_is_the_title_once() -> None:
    report = conversation_report(examples.QUESTION, [turn()], ASKED_AT)
    assert (report.title, report.name) == ("", examples.QUESTION)
    assert conversation_report("", [turn(), turn()], ASKED_AT).title == examples.QUESTION
    assert conversation_report("", [], ASKED_AT).name == ""
    exported = answer_report(turn(), ASKED_AT)
    assert exported.facts == ("Exported from Pincite on 30 November 2026.",)
    assert answer_report(turn()).facts == ()


def test_what_acts_is_taken_out_everywhere() -> None:
    evil = replace(
        examples.CITATIONS[0],
        document="\u202eevil\n title",
        heading="\u2066x",
        quote="two\u2028lines\x00",
        path=Path("Library") / "two  spaces\u202e\n.pdf",
    )
    claim = Claim("\u202eturned\nround", (0,), examples.SUPPORTED)
    shown = section(turn(examples.answer((claim,), (evil,)), question="so\n\u202ewhat?"))
    note = shown.notes[0]
    assert (shown.question, shown.sentences[0].words) == ("so what?", "turned round")
    assert (note.place.document, note.place.heading, note.quote) == ("evil title", "x", "two lines")
    assert note.place.path == str(Path("Library") / "two  spaces .pdf")


def test_a_document_without_title_is_named_by_its_file() -> None:
    untitled = replace(examples.CITATIONS[0], document=" ", path=Path("Scan 7.pdf"))
    shown = section(turn(examples.answer(citations=(untitled, *examples.CITATIONS[1:]))))
    assert shown.notes[0].place.document == "Scan 7.pdf"

"""Words that OCR read say so wherever they are shown, and how sure their letters are."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from app.core.domain.answer import Answer
from app.core.reading.ocr_wording import READ_BY_OCR, how_sure, ocr_note
from app.gui.chat import wording as chat
from app.gui.chat.answer_document import tooltip
from app.gui.chat.answer_view import AnswerView
from app.gui.chat.copy import copy_of
from app.gui.chat.evidence_cards import EvidenceCard
from app.gui.chat.nearest_passages import NearestCard
from app.gui.common.theme import Theme
from app.gui.search import wording as search
from app.gui.viewer.citation_bar import CitationBar
from app.gui.viewer.targets import target_of_citation, target_of_passage
from tests.gui.chat.examples import ANSWER, CITATIONS, PASSAGES

SURE = "Hardly any letter is in doubt."
OWN = PASSAGES[0]
READ = replace(OWN, ocr_confidence=0.98)
CITED = replace(CITATIONS[0], ocr_confidence=0.98)


@pytest.mark.parametrize(
    ("confidence", "words"),
    [
        (1.0, SURE),
        (0.97, SURE),
        (0.96, "A letter may be wrong here and there."),
        (0.89, "Letters may be wrong, so compare it with the page."),
    ],
)
def test_confidence_in_words(confidence: float, words: str) -> None:
    assert how_sure(confidence) == words
    assert ocr_note(confidence) == f"Read by OCR. {words}"
    assert ocr_note(None) == ""


def test_names_that_are_read_out() -> None:
    assert f"{READ_BY_OCR}. {SURE}" in chat.spoken_passage(READ, 0, 3)
    assert READ_BY_OCR in search.spoken_passage(READ, 0, 3)
    for said in (chat.spoken_passage, search.spoken_passage):
        assert READ_BY_OCR not in said(OWN, 0, 3)


def test_the_row_of_a_search_says_it_before_the_heading() -> None:
    heading = "6 Annual leave › 6.3 Carry-over of unused leave"
    assert search.heading(READ) == f"{READ_BY_OCR} · {heading}"
    assert search.tip(READ) == f"{heading}\n{READ_BY_OCR}. {SURE}"
    assert search.tip(OWN) == heading


def test_a_citation_says_it_on_its_chip_and_in_its_tip(theme: Theme, qtbot: QtBot) -> None:
    assert f"{READ_BY_OCR}. {SURE[:-1]}" in tooltip(CITED, 0, 1)
    assert READ_BY_OCR not in tooltip(CITATIONS[0], 0, 1)
    answer = replace(ANSWER, citations=(CITED, *CITATIONS[1:]))
    assert "OCR" in shown(theme, qtbot, answer)
    assert "OCR" not in shown(theme, qtbot, ANSWER)


def shown(theme: Theme, qtbot: QtBot, answer: Answer) -> str:
    view = AnswerView(theme, answer)
    qtbot.addWidget(view)
    return view.toPlainText()


def test_it_goes_with_what_is_copied() -> None:
    answer = replace(ANSWER, citations=(CITED, *CITATIONS[1:]))
    assert ", read by OCR" in copy_of(answer).text
    assert ", read by OCR" not in copy_of(ANSWER).text


def test_the_bar_below_the_page(theme: Theme, qtbot: QtBot) -> None:
    bar = CitationBar(theme)
    qtbot.addWidget(bar)
    for target in (target_of_passage(READ), target_of_citation(CITED, 0, 1)):
        assert target.caption is not None
        bar.show_caption(target.caption)
        assert bar.texts()[1].startswith(f"{READ_BY_OCR}. {SURE} · ")
    plain = target_of_passage(OWN).caption
    assert plain is not None
    bar.show_caption(plain)
    assert READ_BY_OCR not in bar.texts()[1]


def test_cards_have_a_label_and_a_tip(theme: Theme, qtbot: QtBot) -> None:
    for passage, note in ((READ, f"{READ_BY_OCR}. {SURE}"), (OWN, "")):
        for card in (
            EvidenceCard(theme, passage, 0, 1),
            NearestCard(theme, passage, "When do unused days expire?", 0, 1),
        ):
            qtbot.addWidget(card)
            assert (READ_BY_OCR in card.page) is bool(note)
            assert card.toolTip() == note


def test_a_narrow_card_still_says_it(theme: Theme, qtbot: QtBot) -> None:
    card = EvidenceCard(theme, replace(READ, label="xii"), 0, 1)
    qtbot.addWidget(card)
    forms = [card._page_in(room) for room in (1000, 150, 100, 70)]
    assert forms[0].endswith(READ_BY_OCR)
    assert all("OCR" in form for form in forms[:3])

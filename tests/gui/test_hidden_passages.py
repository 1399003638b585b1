"""A passage that nobody can see on its page says so wherever it is shown."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.core.domain.chunk import HIDDEN_ON_PAGE
from app.core.domain.evidence import Passage
from app.gui.chat import wording as chat
from app.gui.chat.answer_document import tooltip
from app.gui.chat.evidence_cards import EvidenceCard
from app.gui.chat.nearest_passages import NearestCard
from app.gui.chat.passage_button import PassageButton
from app.gui.common.theme import Theme
from app.gui.search import wording as search
from app.gui.viewer.citation_bar import CitationBar
from app.gui.viewer.targets import target_of_citation, target_of_passage
from tests.gui.chat.examples import CITATIONS, PASSAGES

SEEN = PASSAGES[0]
HIDDEN = replace(SEEN, chunk=replace(SEEN.chunk, hidden=True, heading_path=()))


def test_names_that_are_read_out() -> None:
    for said in (chat.spoken_passage, search.spoken_passage):
        assert HIDDEN_ON_PAGE in said(HIDDEN, 0, 3)
        assert HIDDEN_ON_PAGE not in said(SEEN, 0, 3)


def test_the_row_of_a_search_says_it_in_place_of_the_heading() -> None:
    assert search.heading(HIDDEN) == HIDDEN_ON_PAGE
    assert search.heading(SEEN) == "6 Annual leave › 6.3 Carry-over of unused leave"


def test_the_tip_of_a_citation() -> None:
    citation = CITATIONS[0]
    assert HIDDEN_ON_PAGE in tooltip(replace(citation, hidden=True), 0, 1)
    assert HIDDEN_ON_PAGE not in tooltip(citation, 0, 1)


def test_the_bar_below_the_page(theme: Theme, qtbot: QtBot) -> None:
    bar = CitationBar(theme)
    qtbot.addWidget(bar)
    citation = CITATIONS[0]
    targets = [target_of_passage(HIDDEN), target_of_citation(replace(citation, hidden=True), 0, 1)]
    for target in targets:
        assert target.caption is not None
        bar.show_caption(target.caption)
        assert bar.texts()[1] == HIDDEN_ON_PAGE
    plain = target_of_passage(SEEN).caption
    assert plain is not None
    bar.show_caption(plain)
    assert bar.texts()[1] != HIDDEN_ON_PAGE


def warns(theme: Theme, picture: QImage) -> bool:
    """Whether anything is drawn in the colour of warnings."""
    warn: QColor = theme.color("warn")
    return any(
        picture.pixelColor(x, y) == warn
        for x in range(picture.width())
        for y in range(picture.height())
    )


def test_cards_say_it_in_the_colour_of_warnings(theme: Theme, qtbot: QtBot) -> None:
    def cards(passage: Passage) -> list[PassageButton]:
        made: list[PassageButton] = [
            EvidenceCard(theme, passage, 0, 1),
            NearestCard(theme, passage, "When do unused days expire?", 0, 1),
        ]
        for card in made:
            qtbot.addWidget(card)
            card.resize(420, card.sizeHint().height())
        return made

    for card in cards(HIDDEN):
        assert warns(theme, card.grab().toImage())
    for card in cards(SEEN):
        assert not warns(theme, card.grab().toImage())

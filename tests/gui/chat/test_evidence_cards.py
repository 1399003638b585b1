"""Cards that appear, stay, open, and fold away in low windows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.gui.chat.evidence_cards import EvidenceSection
from app.gui.common.theme import Theme
from tests.gui.chat.examples import PASSAGES, RESULT
from tests.gui.chat.windows import bring_up


@pytest.fixture
def section(theme: Theme, qtbot: QtBot) -> Iterator[EvidenceSection]:
    section = EvidenceSection(theme, RESULT, 0.3)
    window = QWidget()
    layout = QVBoxLayout(window)
    layout.addWidget(section)
    layout.addStretch(1)
    qtbot.addWidget(window)
    window.resize(590, 500)
    bring_up(window, qtbot)
    yield section  # noqa: PT022 — the window lives as long as this frame does


def seen(section: EvidenceSection) -> list[int]:
    return [card.passage.chunk.id for card in section.cards if card.isVisible()]


def places(section: EvidenceSection) -> list[QRect]:
    QApplication.processEvents()
    return [card.geometry() for card in section.cards[:3]]


def test_three_cards_side_by_side(section: EvidenceSection) -> None:
    assert seen(section) == [17, 42, 23]
    tops = {card.y() for card in section.cards[:3]}
    widths = [card.width() for card in section.cards[:3]]
    assert len(tops) == 1
    assert max(widths) - min(widths) <= 1


def test_show_all_adds_rows_below(section: EvidenceSection, qtbot: QtBot) -> None:
    assert section.more_link.text() == "Show all 6"
    qtbot.mouseClick(section.more_link, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert len(seen(section)) == 6
    assert section.cards[3].y() > section.cards[0].geometry().bottom()
    assert section.cards[3].x() == section.cards[0].x()
    qtbot.mouseClick(section.more_link, Qt.MouseButton.LeftButton)
    assert len(seen(section)) == 3


def test_two_cards_in_a_narrow_pane(section: EvidenceSection) -> None:
    section.set_narrow(True)
    assert seen(section) == [17, 42]
    section.set_narrow(False)
    assert seen(section) == [17, 42, 23]


def test_it_folds_into_a_line_until_the_user_unfolds_it(
    section: EvidenceSection, qtbot: QtBot
) -> None:
    section.set_folds(True)
    assert seen(section) == []
    assert section.fold_line.isVisible()
    assert section.fold_line.accessibleName() == ("Show the evidence, 6 passages from 3 documents")
    section.fold_line.setFocus()
    qtbot.keyClick(section.fold_line, Qt.Key.Key_Return)
    assert seen(section) == [17, 42, 23]
    section.set_folds(False)
    section.set_folds(True)
    assert seen(section) == [17, 42, 23]


@pytest.mark.parametrize("how", ["click", "enter", "space"])
def test_a_card_opens_its_passage(section: EvidenceSection, qtbot: QtBot, how: str) -> None:
    card = section.cards[1]
    with qtbot.waitSignal(section.passage_activated) as heard:
        if how == "click":
            qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
        else:
            card.setFocus()
            qtbot.keyClick(card, Qt.Key.Key_Return if how == "enter" else Qt.Key.Key_Space)
    assert heard.args == [PASSAGES[1]]


def test_the_open_card_is_shown_as_open(section: EvidenceSection, theme: Theme) -> None:
    section.set_open(42)
    assert [card.opened for card in section.cards[:3]] == [False, True, False]
    corner = section.cards[1].grab().toImage().pixelColor(6, 6)
    assert corner == theme.color("tint")
    section.set_open(None)
    assert not any(card.opened for card in section.cards)


def test_cards_have_full_names(section: EvidenceSection) -> None:
    assert section.cards[0].accessibleName() == (
        "Passage 1 of 6, Employee Handbook 2026, page 14, label 12"
    )
    assert section.cards[0].accessibleDescription().startswith("…an employee may carry over")


def test_matching_words_are_marked(section: EvidenceSection, theme: Theme) -> None:
    image = section.cards[0].grab().toImage()
    mark = theme.color("mark")
    marked = sum(
        image.pixelColor(x, y) == mark
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    )
    assert marked > 100


def test_cards_do_not_move_when_all_is_shown(section: EvidenceSection) -> None:
    before = places(section)
    section.more_link.click()
    assert places(section) == before

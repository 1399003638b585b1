"""The inspector as a whole: what it shows of each outcome, what it copies, how it scrolls."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from app.core.domain.answer import Answer, AnswerStyle, RefusalReason
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.inspector.panel import InspectorPanel
from app.gui.inspector.section import CopyButton
from app.services.kept_answers import unfinished
from app.services.records import answer_record
from tests.gui.chat.examples import FOUND, QUESTION, refusal
from tests.gui.chat.filtered_answers import JUDGED, ONCE, SKIPPED, filtered
from tests.gui.chat.windows import settle
from tests.gui.inspector.examples import (
    KEPT_BACK,
    QUOTES,
    RAW,
    REFUSED,
    SEEN,
    TRACE,
    WEIGHED,
    WRITTEN,
    long_answer,
)


def headings(panel: InspectorPanel) -> list[str]:
    return [section.heading() for section in panel.tables if section.isVisible()]


def button(panel: InspectorPanel, text: str) -> CopyButton:
    [found] = [one for one in panel.findChildren(CopyButton) if one.text() == text]
    return found


def test_a_written_answer(panel: InspectorPanel) -> None:
    panel.show_answer(WRITTEN)
    settle()
    assert headings(panel) == [
        "The model saw 6 passages, 1694 of 3000 tokens",
        "2 passages were left out",
        "5 sentences checked, 4 supported",
        "High confidence, 0.88 of 1",
        "How it was searched",
    ]
    assert panel.raw.text() == RAW
    assert panel.raw.isVisible()


def test_the_claim_filter_has_a_part_of_its_own(panel: InspectorPanel) -> None:
    panel.show_answer(filtered(ONCE, JUDGED, model="Qwen2.5 Coder 1.5B", answer=WRITTEN))
    settle()
    assert [line.replace("\u00a0", " ") for line in headings(panel)][1:4] == [
        "Claim filter, 6 passages compared, Qwen2.5 Coder 1.5B, 0.4 s",
        "2 passages were set aside",
        "2 passages were left out",
    ]
    panel.show_answer(filtered(ONCE, answer=WRITTEN))
    assert "by fixed rules alone" in headings(panel)[1]
    panel.show_answer(SKIPPED)
    settle()
    assert any(line.startswith("Claim filter") for line in headings(panel))
    panel.show_answer(WRITTEN)
    settle()
    assert not any("Claim filter" in line for line in headings(panel))


def test_what_was_kept_back_is_shown_with_its_causes(panel: InspectorPanel) -> None:
    panel.show_answer(KEPT_BACK)
    settle()
    assert headings(panel)[0] == "Remarks"
    assert "3 sentences not shown" in headings(panel)
    assert "1 sentence moved to another passage" in headings(panel)


def test_a_refusal_without_a_model(panel: InspectorPanel) -> None:
    panel.show_answer(REFUSED)
    settle()
    assert headings(panel) == [
        "Remarks",
        "8 passages found, No model saw them",
        "How it was searched",
    ]
    assert not panel.raw.isVisible()


def test_a_question_that_failed_or_was_stopped_shows_what_is_known(panel: InspectorPanel) -> None:
    for fault in ("", "The index is damaged."):
        panel.show_answer(unfinished(QUESTION, AnswerStyle.WRITTEN, FOUND, fault))
        settle()
        assert headings(panel)[1].startswith("6 passages found")
    panel.show_answer(unfinished(QUESTION, AnswerStyle.WRITTEN, None, "The index is damaged."))
    settle()
    assert headings(panel) == ["Remarks"]


@pytest.mark.parametrize(
    "answer",
    [WRITTEN, KEPT_BACK, QUOTES, WEIGHED, REFUSED, long_answer(),
     refusal(RefusalReason.EMPTY_QUERY), refusal(RefusalReason.CANCELLED)],
)  # fmt: skip
@pytest.mark.parametrize(("width", "factor"), [(840, 1.0), (592, 1.5), (560, 2.0)])
def test_everything_fits_its_width(
    panel: InspectorPanel, theme: Theme, answer: Answer, width: int, factor: float
) -> None:
    theme.set_text_factor(factor)
    panel.resize(width, 700)
    panel.show_answer(answer)
    settle()
    for section in panel.tables:
        if section.isVisible():
            table = section.table
            columns = range(len(table.facts.columns))
            assert sum(table.columnWidth(one) for one in columns) <= table.viewport().width()
            shares = [one for one in columns if table.facts.columns[one].share]
            assert all(table.columnWidth(one) >= 60 * factor for one in shares)
    assert panel.width() == width


def test_the_prompt_is_shown_when_it_is_asked_for(panel: InspectorPanel, qtbot: QtBot) -> None:
    panel.show_answer(WRITTEN)
    assert not panel.prompt.isVisible()
    qtbot.mouseClick(panel.prompt_link, Qt.MouseButton.LeftButton)
    settle()
    assert panel.prompt.isVisible()
    for message in TRACE.prompt:
        for segment in message.segments:
            for line in filter(None, segment.text.split("\n")):
                assert line in panel.prompt.text()
    qtbot.mouseClick(panel.prompt_link, Qt.MouseButton.LeftButton)
    settle()
    assert not panel.prompt.isVisible()


def test_what_comes_from_documents_stands_apart_from_ours(
    panel: InspectorPanel, theme: Theme
) -> None:
    panel.show_answer(WRITTEN)
    panel.prompt_link.click()
    document = panel.prompt.document()

    def form(words: str) -> tuple[bool, bool]:
        cursor = document.find(words)
        assert not cursor.isNull(), words
        found = cursor.charFormat()
        tinted = found.background().color() == theme.color("tint")
        return tinted and found.background().style() is not Qt.BrushStyle.NoBrush, (
            found.fontWeight() >= QFont.Weight.Bold
        )

    assert form("Answer only from the passages") == (False, True)
    assert form("[chunk:17]") == (False, True)
    assert form("Leave is to be taken in the year") == (True, False)
    assert form("How many days of unused leave") == (True, False)


def test_text_is_selected_as_it_was_written(panel: InspectorPanel) -> None:
    spaced = replace(
        WRITTEN, trace=replace(TRACE, raw_text="[chunk:17]   Two   spaces.\n  And so.")
    )
    panel.show_answer(spaced)
    cursor = panel.raw.textCursor()
    cursor.select(QTextCursor.SelectionType.Document)
    panel.raw.setTextCursor(cursor)
    panel.raw.copy()
    assert QGuiApplication.clipboard().text() == "[chunk:17]   Two   spaces.\n  And so."


def test_what_a_model_wrote_is_never_mark_up(panel: InspectorPanel) -> None:
    raw = "<b>[chunk:17]</b> <img src='file:///x'> &amp; \u202eturned"
    panel.show_answer(replace(WRITTEN, trace=replace(TRACE, raw_text=raw)))
    assert panel.raw.text() == "<b>[chunk:17]</b> <img src='file:///x'> &amp; turned"


def test_the_record_is_copied_as_the_command_line_gives_it(
    panel: InspectorPanel, spoken: list[str], qtbot: QtBot
) -> None:
    panel.show_answer(KEPT_BACK)
    copy = button(panel, "Copy as JSON")
    qtbot.mouseClick(copy, Qt.MouseButton.LeftButton)
    copied = json.loads(QGuiApplication.clipboard().text())
    assert copied == json.loads(json.dumps(answer_record(KEPT_BACK)))
    assert copy.text() == "Copied"
    assert spoken[-1] == "The record was copied"


def test_the_raw_text_is_copied(panel: InspectorPanel, qtbot: QtBot) -> None:
    panel.show_answer(WRITTEN)
    qtbot.mouseClick(button(panel, "Copy"), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == RAW


def test_a_name_that_is_no_text_does_not_stop_the_copy(panel: InspectorPanel) -> None:
    panel.show_answer(replace(WRITTEN, trace=replace(TRACE, raw_text="half \ud800 a letter")))
    button(panel, "Copy as JSON").click()
    button(panel, "Copy").click()
    assert QGuiApplication.clipboard().text() == "half ? a letter"


def test_a_marker_leads_to_its_passage(panel: InspectorPanel, qtbot: QtBot) -> None:
    panel.show_answer(WRITTEN)
    with qtbot.waitSignal(panel.passage_activated) as opened:
        panel.tables[1].table.activate(2)
    assert opened.args == [SEEN[2]]


def test_the_figures_move_below_the_titles_in_a_narrow_pane(panel: InspectorPanel) -> None:
    panel.show_answer(WRITTEN)
    counts = []
    for width in (840, 600, 900):
        panel.resize(width, 800)
        settle()
        counts.append(len(panel.tables[1].table.facts.columns))
    assert counts == [7, 3, 7]


def test_keys_scroll_from_the_header(panel: InspectorPanel, qtbot: QtBot) -> None:
    panel.show_answer(WRITTEN)
    settle()
    panel.setFocus(Qt.FocusReason.ShortcutFocusReason)
    bar = panel.scroll_bar
    qtbot.keyClick(panel.focusProxy(), Qt.Key.Key_PageDown)
    assert bar.value() > 0
    qtbot.keyClick(panel.focusProxy(), Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    panel.show_answer(REFUSED)
    assert bar.value() == 0


def test_a_row_that_is_reached_by_keyboard_is_seen(panel: InspectorPanel, qtbot: QtBot) -> None:
    panel.resize(840, 440)
    panel.show_answer(long_answer())
    settle()
    table = panel.tables[3].table
    table.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(20):
        qtbot.keyClick(table, Qt.Key.Key_Down)
    place = table.visualRect(table.currentIndex()).translated(table.viewport().pos())
    top = table.mapTo(panel, place.center()).y()
    assert 48 < top < 440


def test_it_is_announced(panel: InspectorPanel, spoken: list[str]) -> None:
    panel.show_answer(WRITTEN)
    said = spoken[-1].replace("\u00a0", " ")
    assert said.startswith("How this answer came about. 15.2 s in all. Qwen2.5 Coder 1.5B")


def test_close_asks_for_the_viewer(panel: InspectorPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.close_requested):
        qtbot.mouseClick(panel.focusProxy(), Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
def test_it_can_be_drawn_in_both_schemes(
    panel: InspectorPanel, theme: Theme, scheme: SchemeChoice
) -> None:
    panel.show_answer(WEIGHED)
    panel.prompt_link.click()
    theme.set_scheme(scheme)
    settle()
    image = panel.grab().toImage()
    assert image.pixelColor(6, 300) == theme.color("window")

"""Chips by mouse and keyboard, marks in place, and no state that jumps."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.core.domain.answer import Answer
from app.gui.chat.answer_view import AnswerView
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.common.widgets import Surface
from app.services.viewing import CitationState
from tests.gui.chat import examples
from tests.gui.chat.windows import bring_up


@pytest.fixture
def window(theme: Theme, qtbot: QtBot) -> QWidget:
    """A pane with another field, which has the focus at first."""
    window = Surface("surface")
    window.resize(568, 600)
    layout = QVBoxLayout(window)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(QLineEdit())
    qtbot.addWidget(window)
    return window


def shown(
    window: QWidget, theme: Theme, qtbot: QtBot, answer: Answer = examples.ANSWER
) -> AnswerView:
    view = AnswerView(theme, answer)
    layout = window.layout()
    assert isinstance(layout, QVBoxLayout)
    layout.addWidget(view)
    layout.addStretch(1)
    bring_up(window, qtbot)
    return view


def middle(view: AnswerView, chip: int) -> QPoint:
    return view.chip_rect(chip).center()


def grabbed(view: AnswerView) -> QImage:
    """The view with the ground that it stands on."""
    return view.window().grab(view.geometry()).toImage()


def test_it_is_as_tall_as_its_text_and_never_scrolls(
    window: QWidget, theme: Theme, qtbot: QtBot
) -> None:
    view = shown(window, theme, qtbot)
    wide = view.height()
    assert view.verticalScrollBar().maximum() == 0
    assert wide == view.heightForWidth(view.width())
    window.resize(300, 900)
    QApplication.processEvents()
    assert view.height() > wide
    assert view.verticalScrollBar().maximum() == 0


def test_a_click_opens_its_own_chip(window: QWidget, theme: Theme, qtbot: QtBot) -> None:
    view = shown(window, theme, qtbot)
    for chip in range(len(view.chips)):
        with qtbot.waitSignal(view.chip_activated) as heard:
            qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, chip))
        assert heard.args == [chip]
        assert not view.textCursor().hasSelection()


def test_a_click_just_above_a_chip_hits_it(window: QWidget, theme: Theme, qtbot: QtBot) -> None:
    view = shown(window, theme, qtbot)
    rect = view.chip_rect(0)
    assert rect.height() == pytest.approx(18, abs=1.5)
    above = QPoint(rect.center().x(), rect.top() - 2)
    with qtbot.waitSignal(view.chip_activated):
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=above)


@pytest.mark.parametrize("button", [Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton])
def test_other_buttons_open_nothing(
    window: QWidget, theme: Theme, qtbot: QtBot, button: Qt.MouseButton
) -> None:
    view = shown(window, theme, qtbot)
    with qtbot.assertNotEmitted(view.chip_activated):
        qtbot.mouseClick(view.viewport(), button, pos=middle(view, 0))


def test_a_drag_that_ends_on_a_chip_opens_nothing(
    window: QWidget, theme: Theme, qtbot: QtBot
) -> None:
    view = shown(window, theme, qtbot)
    with qtbot.assertNotEmitted(view.chip_activated):
        qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, 20))
        qtbot.mouseMove(view.viewport(), pos=middle(view, 0))
        qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, 0))


def test_tab_goes_through_the_chips_and_enter_opens(
    window: QWidget, theme: Theme, qtbot: QtBot
) -> None:
    view = shown(window, theme, qtbot)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    seen = [view.focused_chip]
    for _ in range(4):
        qtbot.keyClick(view, Qt.Key.Key_Tab)
        seen.append(view.focused_chip)
    assert seen == [0, 1, 2, 3, 4]
    qtbot.keyClick(view, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert view.focused_chip == 3
    with qtbot.waitSignal(view.chip_activated) as heard:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert heard.args == [3]


def test_shift_tab_enters_at_the_last_chip(window: QWidget, theme: Theme, qtbot: QtBot) -> None:
    view = shown(window, theme, qtbot)
    view.setFocus(Qt.FocusReason.BacktabFocusReason)
    assert view.focused_chip == 4


def test_the_ring_is_on_the_focused_chip_only(window: QWidget, theme: Theme, qtbot: QtBot) -> None:
    view = shown(window, theme, qtbot)

    def ring(chip: int) -> QColor:
        rect = view.chip_rect(chip)
        return grabbed(view).pixelColor(rect.center().x(), rect.top() - 2)

    before = ring(1)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    assert ring(1) == theme.color("focus")
    assert ring(0) == before == theme.color("surface")


def test_an_open_chip_is_filled(window: QWidget, theme: Theme, qtbot: QtBot) -> None:
    view = shown(window, theme, qtbot)
    corner = view.chip_rect(0).topLeft() + QPoint(3, 4)
    assert grabbed(view).pixelColor(corner) == theme.color("tint")
    view.set_open_chip(0)
    assert grabbed(view).pixelColor(corner) == theme.color("accentfill")
    view.set_open_chip(None)
    assert grabbed(view).pixelColor(corner) == theme.color("tint")


def test_a_chip_under_the_pointer_is_darker(window: QWidget, theme: Theme, qtbot: QtBot) -> None:
    view = shown(window, theme, qtbot)
    qtbot.mouseMove(view.viewport(), pos=middle(view, 2))
    corner = view.chip_rect(2).topLeft() + QPoint(3, 4)
    assert grabbed(view).pixelColor(corner) == theme.color("select")
    assert view.viewport().cursor().shape() is Qt.CursorShape.PointingHandCursor
    qtbot.mouseMove(view.viewport(), pos=QPoint(2, 2))
    assert grabbed(view).pixelColor(corner) == theme.color("tint")


def test_a_chip_whose_quote_was_not_found_warns(
    window: QWidget, theme: Theme, qtbot: QtBot
) -> None:
    lost = (replace(examples.CITATIONS[0], verified=False), *examples.CITATIONS[1:])
    view = shown(window, theme, qtbot, examples.answer(citations=lost))
    rect = view.chip_rect(0)
    assert rect.width() > view.chip_rect(2).width() + 10
    corner = rect.topLeft() + QPoint(3, 4)
    assert grabbed(view).pixelColor(corner) == theme.color("warntint")
    assert "the quote was not found" in view.spoken_chip(0)


def test_only_the_claim_without_support_is_tinted(
    window: QWidget, theme: Theme, qtbot: QtBot
) -> None:
    view = shown(window, theme, qtbot)
    image = grabbed(view)
    right = view.width() - 12
    tinted = [
        y for y in range(view.height()) if image.pixelColor(right, y) == theme.color("warntint")
    ]
    assert tinted
    assert tinted[0] > view.chip_rect(3).bottom()
    assert tinted[0] < view.chip_rect(4).top() < tinted[-1]


def test_what_is_read_out_for_a_chip(window: QWidget, theme: Theme, qtbot: QtBot) -> None:
    view = shown(window, theme, qtbot)
    assert view.spoken_chip(4) == (
        "Citation 2 of 3, Employee Handbook 2026, page 14, label 12. Claim 5, not supported"
    )


def test_copying_a_selection_gives_plain_text(window: QWidget, theme: Theme, qtbot: QtBot) -> None:
    view = shown(window, theme, qtbot)
    view.setFocus()
    view.selectAll()
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QApplication.clipboard().text()
    assert "following calendar year. [chunk:17] p. 14\nDays carried over" in copied
    assert not QApplication.clipboard().mimeData().hasHtml()


def test_it_loads_nothing(window: QWidget, theme: Theme, qtbot: QtBot) -> None:
    view = shown(window, theme, qtbot)
    assert view.loadResource(2, QUrl("file:///x.png")) is None
    assert not view.openLinks()


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_it_follows_the_theme(
    window: QWidget, theme: Theme, qtbot: QtBot, scheme: SchemeChoice, factor: float
) -> None:
    window.resize(568, 1600)
    view = shown(window, theme, qtbot)
    view.set_open_chip(2)
    height = view.height()
    theme.set_scheme(scheme)
    theme.set_text_factor(factor)
    QApplication.processEvents()
    assert (view.height() > height) == (factor > 1)
    corner = view.chip_rect(2).topLeft() + QPoint(4, 5)
    assert grabbed(view).pixelColor(corner) == theme.color("accentfill")
    assert view.open_chip == 2


def test_it_can_be_painted_before_qt_has_laid_it_all_out(theme: Theme, qtbot: QtBot) -> None:
    claims = examples.CLAIMS * 12
    view = AnswerView(theme, examples.answer(claims))
    qtbot.addWidget(view)
    for width in (600, 450, 300):
        view.resize(width, 60)
        assert not view.grab().isNull()
        assert view.chip_rect(59).isValid()


def test_a_citation_that_leads_nowhere_any_more_says_so(
    window: QWidget, theme: Theme, qtbot: QtBot
) -> None:
    view = shown(window, theme, qtbot)
    before = grabbed(view)
    first, second = examples.CITATIONS[:2]
    view.set_states({first: CitationState.FILE_MISSING, second: CitationState.SAME})
    QApplication.processEvents()
    gone = [chip.gone for chip in view.chips]
    assert gone == [view.citation(chip) == first for chip in range(len(view.chips))]
    assert "the file was moved or deleted" in view.spoken_chip(0)
    at = view.document().find("[chunk:17]")
    assert "the file was moved or deleted" in at.charFormat().toolTip()
    assert grabbed(view) != before
    with qtbot.waitSignal(view.chip_activated):
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, 0))
    view.set_states({first: CitationState.SAME})
    QApplication.processEvents()
    assert not any(chip.gone for chip in view.chips)

"""The list of what was found: its model as Qt checks models, tips, and what is drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from app.core.retrieval.grouping import HitOrder, by_document
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.search.results_model import FIRST_SHOWN, ResultsModel
from app.gui.search.results_view import ResultsView
from tests.gui.chat.windows import bring_up, settle
from tests.gui.search.examples import HITS, hit

GROUPS = by_document(HITS, HitOrder.BEST)


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> ResultsView:
    view = ResultsView(theme)
    qtbot.addWidget(view)
    view.show_groups(GROUPS, anew=True)
    view.resize(616, 900)
    bring_up(view, qtbot)
    return view


def row(view: ResultsView, group: int, number: int | None = None) -> QModelIndex:
    parent = view.results.index(group, 0)
    return parent if number is None else view.results.index(number, 0, parent)


def test_the_model_is_sound_while_it_changes() -> None:
    model = ResultsModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show(GROUPS, anew=True)
    model.show_whole(1)
    model.show_whole(1)
    model.show_whole(99)
    model.show(GROUPS[1:], anew=False)
    model.show(GROUPS, anew=False)
    assert model.rowCount(model.index(0, 0)) == 5
    model.show(GROUPS, anew=True)
    assert model.rowCount(model.index(0, 0)) == FIRST_SHOWN + 1
    model.show((), anew=True)
    assert tester.model() is model


def test_one_passage_is_not_hidden_alone() -> None:
    """A row that says "1 more" is no shorter than the passage."""
    model = ResultsModel()
    four = [hit(number, (1, "Handbook"), "Leave.", number, "") for number in range(1, 5)]
    model.show(by_document(four, HitOrder.BEST), anew=True)
    parent = model.index(0, 0)
    texts = [model.index(i, 0, parent).data() for i in range(model.rowCount(parent))]
    assert len(texts) == 4
    assert all(text.startswith("Passage") for text in texts)


def test_tips_hold_what_is_cut(view: ResultsView) -> None:
    tip = Qt.ItemDataRole.ToolTipRole
    assert row(view, 0).data(tip).startswith("Employee Handbook 2026\n")
    assert row(view, 0).data(tip).endswith(".pdf")
    assert row(view, 0, 0).data(tip) == "6 Annual leave › 6.3 Carry-over of unused leave"


def test_a_tip_is_no_markup(view: ResultsView) -> None:
    odd = replace(HITS[0], document_title="<b>bold</b>")
    view.show_groups(by_document([odd], HitOrder.BEST), anew=True)
    assert "&lt;b&gt;" in row(view, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_screen_readers_are_told_names_texts_and_what_is_open(view: ResultsView) -> None:
    described = row(view, 0, 0).data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert "ten unused working days" in described
    assert row(view, 0).data(Qt.ItemDataRole.AccessibleTextRole) == (
        "Employee Handbook 2026, 5 passages"
    )
    tree = QAccessible.queryAccessibleInterface(view)
    assert tree is not None
    assert tree.role() is QAccessible.Role.Tree
    names = [tree.child(i).text(QAccessible.Text.Name) for i in range(tree.childCount())]
    assert "Employee Handbook 2026, 5 passages" in names
    assert "2 more in this document" in names


def test_rows_are_as_high_as_their_words_at_any_width(view: ResultsView, theme: Theme) -> None:
    wide = view.visualRect(row(view, 0, 0)).height()
    view.resize(330, 900)
    settle()
    narrow = view.visualRect(row(view, 0, 0)).height()
    assert narrow > wide
    theme.set_text_factor(2.0)
    settle()
    assert view.visualRect(row(view, 0, 0)).height() > narrow


def test_a_passage_that_is_chosen_is_seen_with_its_title(view: ResultsView) -> None:
    view.resize(616, 200)
    settle()
    view.choose_first()
    for _ in range(5):
        view.step(1)
    assert view.verticalScrollBar().value() > 0
    for _ in range(5):
        view.step(-1)
    settle()
    assert view.verticalScrollBar().value() == 0


def colours(view: ResultsView, index: QModelIndex) -> set[str]:
    """The colours that a row is drawn in."""
    image = view.viewport().grab(view.visualRect(index)).toImage()
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
def test_marks_selection_and_pointer_are_drawn_from_tokens(
    view: ResultsView, theme: Theme, scheme: SchemeChoice
) -> None:
    theme.set_scheme(scheme)
    view.choose_first()
    settle()
    chosen, other = colours(view, row(view, 0, 0)), colours(view, row(view, 0, 1))
    mark, tint = theme.color("mark").name(), theme.color("tint").name()
    assert mark in chosen
    assert mark in other
    assert tint in chosen
    assert tint not in other
    assert mark not in colours(view, row(view, 0))


def test_the_focus_ring_is_drawn_for_the_keyboard_only(view: ResultsView, theme: Theme) -> None:
    def edge() -> str:
        image = view.viewport().grab(view.visualRect(row(view, 0, 0))).toImage()
        return image.pixelColor(view.column()[0] + 1, image.height() // 2).name()

    view.clearFocus()
    view.choose_first()
    view.setFocus(Qt.FocusReason.MouseFocusReason)
    settle()
    assert edge() == theme.color("tint").name()
    view.clearFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    assert edge() == theme.color("focus").name()


def test_no_row_is_drawn_outside_its_column(view: ResultsView, theme: Theme) -> None:
    view.choose_first()
    settle()
    image = view.viewport().grab(view.visualRect(row(view, 0, 0))).toImage()
    left, width = view.column()
    tint = theme.color("tint").name()
    middle = image.height() // 2
    assert image.pixelColor(left + 10, middle).name() == tint
    outside = (left - 4, left + width + 4)
    assert all(image.pixelColor(x, middle).name() != tint for x in outside)


def test_an_odd_passage_is_drawn(view: ResultsView) -> None:
    """Right to left, emoji, no words at all, no room at all."""
    odd = [
        hit(1, (1, "שלום"), "שלום עולם 😀", 1, "א"),
        hit(2, (1, "שלום"), "", 2, "x" * 400, "h" * 900),
        hit(3, (2, "T" * 900), "A " * 3000, 3, ""),
    ]
    view.show_groups(by_document(odd, HitOrder.BEST), anew=True)
    for width in (616, 120, 40):
        view.resize(width, 400)
        settle()
        assert not view.grab().isNull()
    assert isinstance(view.model(), QAbstractItemModel)

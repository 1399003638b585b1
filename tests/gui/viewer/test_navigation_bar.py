"""The bar with page and zoom: what it says, what it takes, and how it fits."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from pytestqt.qtbot import QtBot

from app.core.domain.document import Document
from app.gui.common.theme import Theme
from app.gui.viewer.navigation_bar import NavigationBar
from app.gui.viewer.panel import ViewerPanel
from app.gui.viewer.zoom import ZoomMode
from tests.gui.viewer.looking import has_picture

LABELS = ("i", "ii", *(str(number) for number in range(1, 63)))


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme) -> NavigationBar:
    bar = NavigationBar(theme)
    qtbot.addWidget(bar)
    bar.resize(536, 40)
    bar.set_pages(LABELS)
    bar.set_page(14, "12")
    bar.set_zoom(0.82, ZoomMode.FIT_WIDTH)
    with qtbot.waitExposed(bar):
        bar.show()
    bar.activateWindow()
    qtbot.waitUntil(bar.isActiveWindow)
    return bar


def enter(qtbot: QtBot, bar: NavigationBar, text: str) -> list[int]:
    chosen: list[int] = []
    bar.page_chosen.connect(chosen.append)
    bar.edit_page()
    qtbot.keyClicks(bar.page_field(), text)
    qtbot.keyClick(bar.page_field(), Qt.Key.Key_Return)
    return chosen


def test_what_it_says(bar: NavigationBar) -> None:
    assert bar.page_field().text() == "14"
    assert bar.of_text() == "of 64, label 12"
    assert bar.zoom_text() == "82\u00a0%"
    assert bar.fit_text() == "Fit width"


def test_pages_without_labels(bar: NavigationBar) -> None:
    bar.set_pages(("", ""))
    bar.set_page(1, "")
    assert bar.of_text() == "of 2"


@pytest.mark.parametrize(
    ("text", "page"), [("1", 1), ("64", 64), (" 7 ", 7), ("ii", 2), ("II", 2), ("i", 1)]
)
def test_a_page_by_number_or_label(qtbot: QtBot, bar: NavigationBar, text: str, page: int) -> None:
    assert enter(qtbot, bar, text) == [page]


@pytest.mark.parametrize("text", ["0", "65", "xyz", "-1", "1.5", ""])
def test_what_is_no_page(qtbot: QtBot, bar: NavigationBar, text: str) -> None:
    bar.page_field().clear()
    assert enter(qtbot, bar, text) == []
    assert bar.of_text() == "Enter a page from 1 to 64."
    assert bar.page_field().accessibleDescription() == "Enter a page from 1 to 64."
    qtbot.keyClicks(bar.page_field(), "3")
    assert bar.of_text() == "of 64, label 12"


def test_leaving_puts_the_page_back(qtbot: QtBot, bar: NavigationBar) -> None:
    bar.edit_page()
    qtbot.keyClicks(bar.page_field(), "33")
    bar.page_field().clearFocus()
    assert bar.page_field().text() == "14"


def test_escape_puts_the_page_back(qtbot: QtBot, panel: ViewerPanel, handbook: Document) -> None:
    panel.show_page(handbook.id, 14)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    stolen = QShortcut(QKeySequence("Esc"), panel)  # as the window binds it
    stolen.activated.connect(pytest.fail)
    panel.edit_page()
    field = panel.frame.navigation.page_field()
    qtbot.keyClicks(field, "33")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "14"
    assert panel.frame.view.hasFocus()


def test_scrolling_does_not_overwrite_what_is_typed(qtbot: QtBot, bar: NavigationBar) -> None:
    bar.edit_page()
    qtbot.keyClicks(bar.page_field(), "3")
    bar.set_page(15, "13")
    assert bar.page_field().text() == "3"
    assert bar.of_text() == "of 64, label 13"


def test_the_arrows_end_at_the_ends(bar: NavigationBar) -> None:
    previous, following = bar.page_buttons()
    bar.set_page(1, "i")
    assert (previous.isEnabled(), following.isEnabled()) == (False, True)
    bar.set_page(64, "62")
    assert (previous.isEnabled(), following.isEnabled()) == (True, False)


@pytest.mark.parametrize(
    ("zoom", "mode", "text", "checked"),
    [
        (0.8, ZoomMode.FIT_WIDTH, "Fit width", "Fit width"),
        (0.8, ZoomMode.FIT_PAGE, "Fit page", "Fit page"),
        (1.0, ZoomMode.FREE, "100\u00a0%", "100\u00a0%"),
        (1.1, ZoomMode.FREE, "Zoom", ""),
        (1.0, ZoomMode.FIT_WIDTH, "Fit width", "Fit width"),
    ],
)
def test_the_menu(bar: NavigationBar, zoom: float, mode: ZoomMode, text: str, checked: str) -> None:
    bar.set_zoom(zoom, mode)
    assert bar.fit_text() == text
    assert [a.text() for a in bar.fit_menu().actions() if a.isChecked()] == [checked] * bool(
        checked
    )


@pytest.mark.parametrize("width", [250, 300, 400, 460, 536, 800])
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_it_fits(qtbot: QtBot, bar: NavigationBar, theme: Theme, width: int, factor: float) -> None:
    theme.set_text_factor(factor)
    bar.resize(width, bar.height())
    assert bar.page_field().isVisible()
    assert bar.minimumSizeHint().width() <= width
    if width >= 460 * factor:
        assert bar.of_text() == "of 64, label 12"
        assert bar.fit_text() == "Fit width"


def test_the_bar_moves_the_view(qtbot: QtBot, panel: ViewerPanel, handbook: Document) -> None:
    panel.show_page(handbook.id, 14)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    bar, view = panel.frame.navigation, panel.frame.view
    previous, following = bar.page_buttons()
    following.click()
    assert view.page == 15
    previous.click()
    assert view.page == 14
    qtbot.keyClick(panel, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert bar.page_field().hasFocus()
    qtbot.keyClicks(bar.page_field(), "ii\r")
    assert view.page == 2
    assert view.hasFocus()
    actions = {action.text(): action for action in bar.fit_menu().actions()}
    for text, mode in (("Fit page", ZoomMode.FIT_PAGE), ("100\u00a0%", ZoomMode.FREE)):
        actions[text].trigger()
        assert view.mode is mode
    assert view.zoom == 1.0
    actions["Fit width"].trigger()
    assert bar.fit_text() == "Fit width"
    assert view.zoom != 1.0

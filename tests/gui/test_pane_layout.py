"""How the panes share the window: widths, rail and drawer, the covering viewer, the user's wish."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.gui.common.theme import SchemeChoice, Theme
from app.gui.common.widgets import Surface
from app.gui.pane_layout import OVERLAY_BELOW, RAIL_BELOW, PaneChoice, PaneLayout
from tests.gui.chat.windows import bring_up, settle

LEFT = Qt.MouseButton.LeftButton


def pane_with_button(name: str) -> tuple[Surface, QPushButton]:
    pane, button = Surface("surface"), QPushButton(name)
    QHBoxLayout(pane).addWidget(button)
    pane.setFocusProxy(button)
    return pane, button


class Panes:
    """Three panes with a button in each."""

    def __init__(self, theme: Theme, qtbot: QtBot) -> None:
        self.theme = theme
        self.qtbot = qtbot
        self.library, self.find = pane_with_button("find")
        self.conversation, self.chip = pane_with_button("chip")
        self.viewer, self.page = pane_with_button("page")
        self.inspector, self.table = pane_with_button("table")
        self.layout = PaneLayout(
            theme, self.library, self.conversation, self.viewer, self.inspector
        )
        qtbot.addWidget(self.layout)

    def show(self, width: int, height: int = 800) -> PaneLayout:
        self.layout.resize(width, height)
        bring_up(self.layout, self.qtbot)
        return self.layout

    def resize(self, width: int) -> None:
        self.layout.resize(width, self.layout.height())
        settle()

    @property
    def widths(self) -> tuple[int, int, int]:
        """Of library, conversation and viewer; 0 for what cannot be seen."""
        panes = (self.library, self.conversation, self.viewer)
        first, second, third = (pane.width() if pane.isVisible() else 0 for pane in panes)
        return first, second, third

    def drag(self, handle: int, by: int) -> None:
        """Drag what lies between two panes."""
        splitter = self.layout._splitter
        grip = splitter.handle(handle)
        start = grip.rect().center()
        self.qtbot.mousePress(grip, LEFT, pos=start)
        self.qtbot.mouseMove(grip, start + QPoint(by, 0))
        self.qtbot.mouseRelease(grip, LEFT, pos=start + QPoint(by, 0))
        settle()

    def place_of(self, pane: QWidget) -> int:
        """Where a pane begins."""
        return pane.mapTo(self.layout, QPoint()).x()


@pytest.fixture
def panes(theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Panes:
    monkeypatch.setattr(Theme, "reduced_motion", property(lambda theme: True))
    return Panes(theme, qtbot)


# --- wide -----------------------------------------------------------------------------------


def test_the_ideal_widths(panes: Panes) -> None:
    layout = panes.show(1440)
    assert panes.widths == (264, 1175, 0)
    layout.show_viewer()
    settle()
    assert panes.widths == (264, 638, 536)
    assert not layout.rail.isVisible()


def test_a_very_wide_window_gives_more_to_the_page(panes: Panes) -> None:
    layout = panes.show(2560)
    layout.show_viewer()
    settle()
    assert panes.widths == (264, 808, 2560 - 264 - 808 - 2)


def test_hiding_the_viewer_gives_its_room_back(panes: Panes) -> None:
    layout = panes.show(1440)
    layout.show_viewer()
    assert layout.viewer_shown
    layout.hide_viewer()
    settle()
    assert panes.widths == (264, 1175, 0)


@pytest.mark.parametrize(
    ("width", "docked", "beside"),
    [
        (1280, True, True),
        (1279, False, True),
        (896, False, True),
        (895, False, False),
        (640, False, False),
    ],
)
def test_what_there_is_room_for(panes: Panes, width: int, docked: bool, beside: bool) -> None:
    layout = panes.show(width)
    layout.show_viewer()
    settle()
    library, conversation, viewer = panes.widths
    assert (library > 0) is docked
    assert layout.rail.isVisible() is not docked
    assert (conversation > 0) is beside
    assert viewer >= 400
    assert conversation == 0 or conversation >= 440
    assert layout.viewer_covers is not beside


def test_the_bounds_grow_with_the_text_size_that_the_user_chooses(
    panes: Panes, theme: Theme
) -> None:
    layout = panes.show(1440)
    layout.show_viewer()
    theme.set_text_factor(1.5)
    settle()
    assert RAIL_BELOW * 1.5 > 1440 > OVERLAY_BELOW * 1.5
    assert layout.rail.isVisible()
    assert panes.conversation.isVisible()
    theme.set_text_factor(2.0)
    settle()
    assert layout.viewer_covers
    theme.set_text_factor(1.0)
    settle()
    assert panes.widths == (264, 638, 536)


# --- what the user drags or closes wins -----------------------------------------------------


def test_dragged_widths_hold(panes: Panes) -> None:
    layout = panes.show(1440)
    layout.show_viewer()
    settle()
    panes.drag(1, 60)
    panes.drag(2, -40)
    library, _, viewer = panes.widths
    assert library == pytest.approx(324, abs=2)
    assert viewer == pytest.approx(576, abs=2)
    for _ in range(2):
        layout.hide_viewer()
        settle()
        layout.show_viewer()
        settle()
    panes.resize(1000)
    panes.resize(1600)
    assert panes.widths[0] == library
    assert panes.widths[2] == viewer
    assert layout.choice == PaneChoice(library_width=library, viewer_width=viewer)


def test_a_pane_is_never_dragged_below_or_above_its_bounds(panes: Panes) -> None:
    panes.show(1440).show_viewer()
    settle()
    panes.drag(1, -200)
    assert panes.widths[0] == 208
    panes.drag(1, 600)
    assert panes.widths[0] == 360
    panes.drag(2, 600)
    assert panes.widths[2] == 400
    panes.drag(2, -900)
    assert panes.widths[1] == 440


def test_a_closed_library_stays_closed(panes: Panes) -> None:
    layout = panes.show(1440)
    layout.toggle_library()
    settle()
    assert layout.rail.isVisible()
    assert panes.widths[0] == 0
    panes.resize(1000)
    panes.resize(1600)
    assert panes.widths[0] == 0
    layout.rail.opened.emit()
    settle()
    assert panes.widths[0] == 264
    assert panes.find.hasFocus()
    assert not layout.rail.isVisible()


def test_choices_are_taken_up_again(panes: Panes) -> None:
    layout = panes.show(1440)
    layout.restore(PaneChoice(library_width=300, viewer_width=500, library_closed=False))
    layout.show_viewer()
    settle()
    assert panes.widths[0] == 300
    assert panes.widths[2] == 500
    layout.restore(PaneChoice(library_width=99_999, viewer_width=99_999))
    settle()
    assert panes.widths[0] == 360
    assert panes.widths[1] == 440
    layout.restore(PaneChoice(library_closed=True))
    settle()
    assert layout.rail.isVisible()


# --- the drawer -----------------------------------------------------------------------------


def test_the_drawer_lies_over_the_conversation_and_leaves_it_in_place(panes: Panes) -> None:
    layout = panes.show(1024)
    before = panes.conversation.geometry()
    panes.chip.setFocus()
    layout.toggle_library()
    settle()
    assert panes.library.geometry().getRect() == (0, 0, 264, 800)
    assert panes.conversation.geometry() == before
    assert panes.find.hasFocus()
    layout.toggle_library()
    assert not layout.drawer_open
    assert panes.chip.hasFocus()


def test_a_click_beside_the_drawer_closes_it(panes: Panes, qtbot: QtBot) -> None:
    layout = panes.show(1024)
    layout.open_drawer()
    settle()
    beside = layout.childAt(QPoint(700, 400))
    assert beside is not None
    qtbot.mouseClick(beside, LEFT)
    assert not layout.drawer_open


def test_opening_a_page_closes_the_drawer(panes: Panes) -> None:
    layout = panes.show(1024)
    layout.open_drawer()
    layout.show_viewer()
    settle()
    assert not layout.drawer_open
    assert layout.viewer_shown


def test_the_drawer_follows_the_window(panes: Panes) -> None:
    layout = panes.show(1024)
    layout.open_drawer()
    layout.resize(900, 500)
    settle()
    assert panes.library.height() == 500
    panes.resize(1300)
    assert layout.docked
    assert not layout.drawer_open
    assert panes.widths[0] == 264
    assert panes.place_of(panes.library) == 0
    panes.resize(1024)
    assert not layout.drawer_open
    assert panes.widths[0] == 0


def test_the_drawer_slides_in_where_motion_is_welcome(
    theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panes = Panes(theme, qtbot)
    layout = panes.show(1024)
    layout.open_drawer()
    assert panes.library.x() < 0
    qtbot.waitUntil(lambda: panes.library.x() == 0)
    assert panes.library.width() == 264


def test_the_drawer_is_as_wide_as_it_was_dragged_and_never_wider_than_the_window(
    panes: Panes, theme: Theme
) -> None:
    layout = panes.show(1024)
    layout.restore(PaneChoice(library_width=340))
    layout.open_drawer()
    assert panes.library.width() == 340
    theme.set_text_factor(2.0)
    panes.resize(640)
    assert panes.library.width() <= 640


def test_show_library_does_what_is_needed(panes: Panes) -> None:
    layout = panes.show(1024)
    layout.show_library()
    assert layout.drawer_open
    layout.show_library()
    assert layout.drawer_open
    panes.resize(1440)
    layout.show_library()
    assert layout.docked


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
def test_what_lies_below_the_drawer_is_dimmed(
    panes: Panes, theme: Theme, scheme: SchemeChoice
) -> None:
    theme.set_scheme(scheme)
    layout = panes.show(1024)
    place = QPoint(900, 700)
    before = layout.grab().toImage().pixelColor(place)
    layout.open_drawer()
    settle()
    image = layout.grab().toImage()
    assert image.pixelColor(place).lightness() < before.lightness()
    assert image.pixelColor(QPoint(panes.library.width() - 1, 400)) == theme.color("line")


# --- the viewer over the conversation -------------------------------------------------------


def test_the_viewer_takes_the_focus_and_gives_it_back(panes: Panes) -> None:
    layout = panes.show(800)
    panes.chip.setFocus()
    layout.show_viewer()
    settle()
    assert layout.viewer_covers
    assert panes.page.hasFocus()
    layout.hide_viewer()
    settle()
    assert panes.chip.hasFocus()


def test_beside_the_conversation_the_focus_stays(panes: Panes) -> None:
    layout = panes.show(1440)
    panes.chip.setFocus()
    layout.show_viewer()
    settle()
    assert panes.chip.hasFocus()
    panes.page.setFocus()
    layout.hide_viewer()
    settle()
    assert panes.chip.hasFocus()


def test_a_window_that_becomes_narrow_keeps_the_user_where_something_is(panes: Panes) -> None:
    layout = panes.show(1440)
    layout.show_viewer()
    panes.chip.setFocus()
    panes.resize(800)
    assert panes.page.hasFocus()
    layout.hide_viewer()
    settle()
    assert panes.chip.hasFocus()


# --- the rail -------------------------------------------------------------------------------


def test_the_rail_tells_what_the_library_would(panes: Panes, qtbot: QtBot) -> None:
    layout = panes.show(1024)
    rail = layout.rail
    assert rail.width() == 48
    assert not rail._reading.isVisible()
    rail.set_reading("Reading 4 documents, 1 of 4")
    assert rail._reading.isVisible()
    assert rail._reading.toolTip() == "Reading 4 documents, 1 of 4"
    rail.set_connection("Offline. Nothing is sent.")
    assert rail._connection.accessibleName() == "Offline. Nothing is sent."
    qtbot.mouseClick(rail._reading, LEFT)
    assert layout.drawer_open


@pytest.mark.qt_log_ignore("^This plugin does not support", extend=True)
def test_the_rail_opens_the_menu_of_what_can_be_added(panes: Panes, qtbot: QtBot) -> None:
    layout = panes.show(1024)
    menu = QMenu(layout)
    menu.addAction("Add folder…")
    layout.rail.set_add_menu(menu)
    qtbot.keyClick(layout.rail.add_button, Qt.Key.Key_Return)
    assert menu.isVisible()
    menu.close()


def test_tab_goes_from_the_rail_to_the_right(panes: Panes, qtbot: QtBot) -> None:
    layout = panes.show(1024)
    layout.show_viewer()
    layout.rail.setFocus(Qt.FocusReason.TabFocusReason)
    names = []
    for _ in range(8):
        focused = QApplication.focusWidget()
        assert isinstance(focused, QPushButton)
        names.append(focused.accessibleName() or focused.text())
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    rail = ["Show the library", "Add documents", "Report on what was read", "Conversations"]
    rail += ["Offline", "Settings"]
    assert names == [*rail, "chip", "page"]


def test_tab_goes_through_the_panes_in_order_also_after_the_library_came_back(
    panes: Panes, qtbot: QtBot
) -> None:
    layout = panes.show(1024)
    panes.resize(1440)
    layout.show_viewer()
    panes.find.setFocus()
    names = []
    for _ in range(3):
        focused = QApplication.focusWidget()
        assert isinstance(focused, QPushButton)
        names.append(focused.text())
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert names == ["find", "chip", "page"]


# --- the inspector --------------------------------------------------------------------------


def inspector_width(panes: Panes) -> int:
    return panes.inspector.width() if panes.inspector.isVisible() else 0


def test_the_inspector_takes_the_viewers_place_and_makes_the_library_a_rail(panes: Panes) -> None:
    layout = panes.show(1440)
    layout.show_viewer()
    layout.show_inspector()
    settle()
    assert panes.widths[0] == panes.widths[2] == 0
    assert layout.rail.isVisible()
    assert inspector_width(panes) == 1391 * 840 // (840 + 616)
    assert layout.inspector_shown


@pytest.mark.parametrize(
    ("width", "beside"), [(1280, True), (1056, True), (1055, False), (896, False), (640, False)]
)
def test_the_inspector_has_its_least_width_or_covers(
    panes: Panes, width: int, beside: bool
) -> None:
    layout = panes.show(width)
    layout.show_inspector()
    settle()
    assert layout.viewer_covers is not beside
    assert inspector_width(panes) >= 560
    assert panes.conversation.isVisible() is beside
    assert panes.conversation.width() >= 440 or not beside


@pytest.mark.parametrize("with_viewer", [True, False])
def test_closing_the_inspector_brings_back_what_was_there(panes: Panes, with_viewer: bool) -> None:
    layout = panes.show(1440)
    if with_viewer:
        layout.show_viewer()
        settle()
    before = panes.widths
    layout.show_inspector()
    settle()
    assert layout.close_top()
    settle()
    assert panes.widths == before
    assert not layout.inspector_shown
    assert layout.viewer_shown is with_viewer
    assert not layout.close_top()


def test_a_page_that_is_opened_takes_the_inspectors_place(panes: Panes) -> None:
    layout = panes.show(1440)
    layout.show_inspector()
    panes.table.setFocus()
    layout.show_viewer()
    settle()
    assert panes.widths[0] == 264
    assert inspector_width(panes) == 0
    assert QApplication.focusWidget() is panes.page


def test_focus_comes_back_from_the_inspector(panes: Panes) -> None:
    layout = panes.show(800)
    panes.chip.setFocus()
    layout.show_inspector()
    settle()
    assert QApplication.focusWidget() is panes.table
    layout.close_top()
    settle()
    assert QApplication.focusWidget() is panes.chip


def test_the_library_opens_as_a_drawer_over_the_inspector(panes: Panes) -> None:
    layout = panes.show(1440)
    layout.show_inspector()
    layout.toggle_library()
    settle()
    assert panes.library.isVisible()
    assert inspector_width(panes) > 0
    assert layout.close_top()
    assert not layout.drawer_open
    assert layout.inspector_shown


def test_the_inspectors_width_is_dragged_apart_from_the_viewers(panes: Panes) -> None:
    layout = panes.show(1440)
    layout.show_inspector()
    settle()
    before = inspector_width(panes)
    panes.drag(2, -50)
    dragged = inspector_width(panes)
    assert layout.choice.inspector_width == dragged == pytest.approx(before + 50, abs=3)
    assert layout.choice.viewer_width == 0
    layout.close_top()
    layout.show_inspector()
    settle()
    assert inspector_width(panes) == dragged

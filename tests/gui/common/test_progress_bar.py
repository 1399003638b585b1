"""The thin bar shows how far something is and in which state, also to screen readers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from app.gui.common.theme import SchemeChoice, Theme
from app.gui.common.tokens import TokenName
from app.gui.common.widgets import ProgressBar, ProgressState
from tests.gui.common.looking import role_of, show, value_of


def bar_of_186(theme: Theme, qtbot: QtBot, value: int) -> ProgressBar:
    bar = ProgressBar(theme, "Reading 186 documents", maximum=186)
    bar.setFixedWidth(186)
    bar.setValue(value)
    return show(qtbot, bar)


def color_at(bar: ProgressBar, x: int) -> str:
    image = bar.grab().toImage()
    return image.pixelColor(x, image.height() // 2).name()


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize(
    ("state", "token"), [(ProgressState.RUNNING, "bar"), (ProgressState.PAUSED, "control")]
)
def test_share_is_filled_in_the_color_of_the_state(
    theme: Theme, qtbot: QtBot, state: ProgressState, token: TokenName, scheme: SchemeChoice
) -> None:
    theme.set_scheme(scheme)
    bar = bar_of_186(theme, qtbot, 71)
    bar.set_state(state)
    assert bar.state is state
    assert color_at(bar, 60) == theme.color(token).name()
    assert color_at(bar, 80) == theme.color("track").name()


def test_done_is_full(theme: Theme, qtbot: QtBot) -> None:
    bar = bar_of_186(theme, qtbot, 71)
    bar.set_state(ProgressState.DONE)
    assert bar.value() == 186
    assert color_at(bar, 180) == theme.color("ok").name()


def test_it_fills_from_the_right_where_one_reads_so(theme: Theme, qtbot: QtBot) -> None:
    bar = bar_of_186(theme, qtbot, 71)
    bar.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert color_at(bar, 180) == theme.color("bar").name()
    assert color_at(bar, 10) == theme.color("track").name()


def test_unknown_length_is_empty(theme: Theme, qtbot: QtBot) -> None:
    bar = bar_of_186(theme, qtbot, 0)
    bar.setRange(0, 0)
    assert color_at(bar, 90) == theme.color("track").name()


def test_reader_gets_name_and_number(theme: Theme, qtbot: QtBot) -> None:
    bar = bar_of_186(theme, qtbot, 71)
    assert role_of(bar) == (QAccessible.Role.ProgressBar, "Reading 186 documents")
    assert value_of(bar).startswith("71")
    assert bar.height() == 4


def test_bar_grows_with_the_text(theme: Theme, qtbot: QtBot) -> None:
    bar = bar_of_186(theme, qtbot, 71)
    theme.set_text_factor(2.0)
    assert bar.sizeHint().height() == 8

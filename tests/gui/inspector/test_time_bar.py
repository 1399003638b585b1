"""The bar of steps: pieces in proportion, a key in lines, colours that can be seen."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.core.domain.answer import AnswerStyle
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.common.tokens import contrast_ratio
from app.gui.inspector.steps import TimeStep, steps
from app.gui.inspector.time_bar import TimeBar
from tests.gui.chat.windows import settle
from tests.gui.inspector.examples import WEIGHED

STEPS = steps(WEIGHED.timings, AnswerStyle.WRITTEN)


@pytest.fixture
def bar(theme: Theme, qtbot: QtBot) -> TimeBar:
    bar = TimeBar(theme)
    qtbot.addWidget(bar)
    bar.resize(700, 40)
    bar.show_steps(STEPS)
    return bar


def test_pieces_are_in_proportion_and_fill_the_bar(bar: TimeBar) -> None:
    pieces = bar.pieces()
    assert pieces[0].left() == 0
    assert pieces[-1].right() == pytest.approx(700, abs=2)
    by_name = {step.name: piece.width() for step, piece in zip(STEPS, pieces, strict=True)}
    ratio = by_name["Writing"] / by_name["Reading passages"]
    assert ratio == pytest.approx(6.5 / 5.9, rel=0.03)


def test_a_step_of_next_to_no_time_is_still_seen(bar: TimeBar) -> None:
    bar.show_steps((TimeStep("Search", 0.05), TimeStep("Writing", 600.0)))
    assert bar.pieces()[0].width() >= 2


def test_the_key_takes_more_lines_where_there_is_less_room(bar: TimeBar) -> None:
    assert bar.heightForWidth(300) > bar.heightForWidth(1200)


def test_any_steps_can_be_shown(bar: TimeBar) -> None:
    bar.show_steps([TimeStep(f"Step {number}", 1.0) for number in range(9)])
    assert len(bar.pieces()) == 9
    assert "Step 8" in bar.accessibleName()
    bar.grab()


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
def test_steps_of_the_work_can_be_seen_on_their_ground(
    bar: TimeBar, theme: Theme, scheme: SchemeChoice
) -> None:
    theme.set_scheme(scheme)
    ground = theme.color("surface").name()
    for step in STEPS[:-1]:
        assert contrast_ratio(bar.color(step).name(), ground) >= 3, step.name


def test_it_grows_with_the_text(bar: TimeBar, theme: Theme) -> None:
    before = bar.sizeHint().height()
    theme.set_text_factor(2.0)
    settle()
    assert bar.sizeHint().height() > 1.5 * before

"""Icons are drawn in the theme's colours, sharp at every pixel ratio, in every state."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPixmap

from app.gui.common.icons import icon, icon_names, paint_icon
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.common.tokens import TokenName

MODE, STATE = QIcon.Mode, QIcon.State


def ink(pixmap: QPixmap) -> set[str]:
    """Return the colours of the fully opaque pixels."""
    image = pixmap.toImage().convertToFormat(QImage.Format.Format_ARGB32)
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {color.name() for color in pixels if color.alpha() == 255}


@pytest.mark.parametrize("name", icon_names())
def test_every_icon_draws_in_one_color(theme: Theme, name: str) -> None:
    colors = ink(icon(theme, name, "accent").pixmap(QSize(64, 64)))
    assert colors == {theme.color("accent").name()}


def test_theme_switch_recolors_an_icon_that_exists(theme: Theme) -> None:
    search = icon(theme, "search", "text2")
    before = ink(search.pixmap(QSize(64, 64)))
    theme.set_scheme(SchemeChoice.DARK)
    after = ink(search.pixmap(QSize(64, 64)))
    assert after == {theme.color("text2").name()}
    assert before != after


@pytest.mark.parametrize(
    ("mode", "state", "token"),
    [
        (MODE.Normal, STATE.Off, "text2"),
        (MODE.Active, STATE.Off, "text2"),
        (MODE.Normal, STATE.On, "accent"),
        (MODE.Disabled, STATE.Off, "disabled"),
        (MODE.Disabled, STATE.On, "disabled"),
    ],
)
def test_mode_and_state_choose_the_color(
    theme: Theme, mode: QIcon.Mode, state: QIcon.State, token: TokenName
) -> None:
    pixmap = icon(theme, "check", "text2", checked="accent").pixmap(QSize(64, 64), mode, state)
    assert ink(pixmap) == {theme.color(token).name()}


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0, 3.0])
def test_pixmap_has_the_pixels_of_its_ratio(theme: Theme, ratio: float) -> None:
    pixmap = icon(theme, "folder").pixmap(QSize(16, 16), ratio)
    assert pixmap.devicePixelRatio() == ratio
    assert pixmap.size() == QSize(round(16 * ratio), round(16 * ratio))


def test_changing_a_shared_icon_does_not_lose_its_engine(theme: Theme) -> None:
    first = icon(theme, "trash", "bad")
    second = QIcon(first)
    # Qt clones the engine here, and PySide would collect the clone.
    first.addPixmap(QPixmap(8, 8))
    gc.collect()
    assert ink(first.pixmap(QSize(64, 64))) == {theme.color("bad").name()}
    assert ink(second.pixmap(QSize(64, 64))) == {theme.color("bad").name()}
    assert second.name() == "trash"


def test_icon_stays_square_in_a_wide_place(theme: Theme) -> None:
    image = QImage(60, 20, QImage.Format.Format_ARGB32)
    image.fill(QColor(theme.color("surface")))
    painter = QPainter(image)
    paint_icon(painter, QRect(0, 0, 60, 20), theme, "close", "text")
    painter.end()
    ground = theme.color("surface").name()
    columns = [
        x for x in range(60) if any(image.pixelColor(x, y).name() != ground for y in range(20))
    ]
    assert min(columns) >= 20
    assert max(columns) < 40


def test_unknown_icon_is_refused(theme: Theme) -> None:
    with pytest.raises(FileNotFoundError):
        icon(theme, "no-such-icon")

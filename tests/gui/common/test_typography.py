"""Type sizes follow the system's size; heights grow with them and never shrink."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont

from app.gui.common.typography import TextRole, TypeScale


@pytest.mark.parametrize(
    ("role", "size", "line", "weight"),
    [
        (TextRole.SECTION, 11, 16, 600),
        (TextRole.SECONDARY, 12, 18, 400),
        (TextRole.CHIP, 12, 18, 500),
        (TextRole.CONTROL, 13, 20, 400),
        (TextRole.HEADING, 13, 20, 600),
        (TextRole.TITLE, 15, 20, 600),
        (TextRole.ANSWER, 15, 24, 400),
        (TextRole.QUESTION, 18, 26, 600),
        (TextRole.FIGURE, 20, 28, 600),
        (TextRole.WELCOME, 24, 32, 600),
    ],
)
def test_roles_at_the_design_size(
    role: TextRole, size: int, line: int, weight: int, system_font: QFont
) -> None:
    scale = TypeScale(13)
    font = scale.font(role, system_font)
    assert (font.pixelSize(), scale.line_px(role), font.weight()) == (size, line, weight)
    assert font.family() == system_font.family()


@pytest.mark.parametrize(("base", "answer", "header"), [(12, 14, 48), (13, 15, 48), (26, 30, 96)])
def test_other_sizes_keep_the_ratio(base: float, answer: int, header: int) -> None:
    scale = TypeScale(base)
    assert scale.size_px(TextRole.ANSWER) == answer
    assert scale.scaled(48) == header


def test_tabular_figures_are_asked_for(system_font: QFont) -> None:
    tag = QFont.Tag("tnum")
    assert TypeScale(13).font(TextRole.CONTROL, system_font, tabular=True).isFeatureSet(tag)
    assert not TypeScale(13).font(TextRole.CONTROL, system_font).isFeatureSet(tag)

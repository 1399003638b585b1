"""Type sizes by role, as ratios to the system's font size.

The design states them at 13 px; here they follow the font size of the system and the text size
that the user chose, so the window grows as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtGui import QFont

# The size at which the design is drawn, in px.
DESIGN_PX = 13

# Spacing steps of the design, in px. They do not grow with the text.
SPACE_1, SPACE_2, SPACE_3, SPACE_4, SPACE_6, SPACE_8, SPACE_14 = 4, 8, 12, 16, 24, 32, 56

# Heights at the design's size, in px; pass them through ``Theme.scaled``.
HEADER_HEIGHT, BAR_HEIGHT = 48, 40
CONTROL_HEIGHT, BAR_CONTROL_HEIGHT = 32, 28
ROW_HEIGHT, TWO_LINE_ROW_HEIGHT = 28, 44
ICON_PX = 16

RADIUS_CHIP, RADIUS_CONTROL, RADIUS_CARD, RADIUS_DIALOG = 4, 6, 8, 10


class TextRole(StrEnum):
    """What a piece of text is for; decides size, line height and weight."""

    SECTION = "section"
    SECONDARY = "secondary"
    CHIP = "chip"
    CONTROL = "control"
    LABEL = "label"
    HEADING = "heading"
    TITLE = "title"
    ANSWER = "answer"
    QUESTION = "question"
    FIGURE = "figure"
    WELCOME = "welcome"


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """Size and line height in px at the design's size, and weight from 1 to 1000."""

    size: int
    line: int
    weight: int


TYPE_STYLES: dict[TextRole, TypeStyle] = {
    TextRole.SECTION: TypeStyle(11, 16, 600),
    TextRole.SECONDARY: TypeStyle(12, 18, 400),
    TextRole.CHIP: TypeStyle(12, 18, 500),
    TextRole.CONTROL: TypeStyle(13, 20, 400),
    TextRole.LABEL: TypeStyle(13, 20, 500),
    TextRole.HEADING: TypeStyle(13, 20, 600),
    TextRole.TITLE: TypeStyle(15, 20, 600),
    TextRole.ANSWER: TypeStyle(15, 24, 400),
    TextRole.QUESTION: TypeStyle(18, 26, 600),
    TextRole.FIGURE: TypeStyle(20, 28, 600),
    TextRole.WELCOME: TypeStyle(24, 32, 600),
}


@dataclass(frozen=True, slots=True)
class TypeScale:
    """All type sizes for one base size.

    ``base_px`` is the size of controls in px: the system's size times the user's factor.
    """

    base_px: float

    def size_px(self, role: TextRole) -> int:
        """Return the font size of a role in px, at least 1."""
        return max(1, round(TYPE_STYLES[role].size * self.base_px / DESIGN_PX))

    def line_px(self, role: TextRole) -> int:
        """Return the line height of a role in px."""
        return max(1, round(TYPE_STYLES[role].line * self.base_px / DESIGN_PX))

    def scaled(self, px: float) -> int:
        """Return a height that grows with the text but never shrinks below the design's."""
        return round(px * max(1.0, self.base_px / DESIGN_PX))

    def font(self, role: TextRole, family_of: QFont, *, tabular: bool = False) -> QFont:
        """Return the font of a role in the family of ``family_of``.

        ``tabular`` makes all figures equally wide, for tables and counters.
        """
        font = QFont(family_of)
        font.setPixelSize(self.size_px(role))
        font.setWeight(QFont.Weight(TYPE_STYLES[role].weight))
        if tabular:
            font.setFeature(QFont.Tag("tnum"), 1)
        return font

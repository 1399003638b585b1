"""The sheet that a locale prints on, in twips (1/20 point), the unit in which pages are set.

Qt lays text out in whole pixels where a font is hinted. At this size that cannot be seen, and no
screen's resolution or text size has a part in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QLocale, QMarginsF, QRectF
from PySide6.QtGui import QPageLayout, QPageSize

TWIPS = 20
"""In a point (1/72 inch)."""

SIDES, TOP, BOTTOM = 62, 56, 68
"""Margins in points; the foot of the page stands in the lower one."""

_TERRITORY = QLocale.Country
# Those for which Unicode CLDR (supplemental data, measurementData, paperSize) gives US-Letter.
_ON_LETTER = frozenset(
    {
        _TERRITORY.Belize,
        _TERRITORY.Canada,
        _TERRITORY.Chile,
        _TERRITORY.Colombia,
        _TERRITORY.CostaRica,
        _TERRITORY.ElSalvador,
        _TERRITORY.Guatemala,
        _TERRITORY.Mexico,
        _TERRITORY.Nicaragua,
        _TERRITORY.Panama,
        _TERRITORY.Philippines,
        _TERRITORY.PuertoRico,
        _TERRITORY.UnitedStates,
        _TERRITORY.Venezuela,
    }
)


def twips(points: float) -> float:
    """Points in twips."""
    return points * TWIPS


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet, upright."""

    size: QPageSize.PageSizeId

    @classmethod
    def of(cls, locale: QLocale) -> Paper:
        """What is printed on there: Letter or A4."""
        letter = locale.territory() in _ON_LETTER
        return cls(QPageSize.PageSizeId.Letter if letter else QPageSize.PageSizeId.A4)

    def layout(self) -> QPageLayout:
        """The whole sheet: margins are ours, since the foot is drawn in one."""
        upright = QPageLayout.Orientation.Portrait
        return QPageLayout(QPageSize(self.size), upright, QMarginsF(0, 0, 0, 0))

    def body(self) -> QRectF:
        """Where text stands, in twips from the sheet's top left."""
        sheet = QPageSize(self.size).sizePoints()
        return QRectF(
            twips(SIDES),
            twips(TOP),
            twips(sheet.width() - 2 * SIDES),
            twips(sheet.height() - TOP - BOTTOM),
        )

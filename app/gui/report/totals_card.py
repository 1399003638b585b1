"""What was read in all: one bar, its four parts with their numbers, and how long it took."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.reading_report import ReadingReport
from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.common.tokens import ChartName
from app.gui.common.typography import SPACE_1, SPACE_2, SPACE_3, SPACE_4, TextRole
from app.gui.common.widgets import Card, TextLabel
from app.gui.report import wording
from app.gui.report.kinds_bar import COLORS, KindsBar, Swatch


class KindFigure(QWidget):
    """One part of the bar: its colour, its name, and how many pages it has."""

    def __init__(self, theme: Theme, name: str, color: ChartName) -> None:
        super().__init__()
        self._name = name
        head = QHBoxLayout()
        head.setSpacing(SPACE_2)
        head.addWidget(Swatch(theme, color), 0, Qt.AlignmentFlag.AlignVCenter)
        self._words = TextLabel(theme, name, role=TextRole.SECONDARY, tone="text2")
        head.addWidget(self._words, 1)
        self._figure = TextLabel(theme, role=TextRole.FIGURE)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._figure)

    def show_count(self, count: int, formats: Formats) -> None:
        """Show how many pages there are."""
        number = formats.number(count)
        self._figure.setText(number)
        self._figure.setAccessibleName(f"{self._name}: {formats.count(count, 'page')}")

    @property
    def text(self) -> str:
        """What it shows."""
        return f"{self._name} {self._figure.text()}"


class TotalsCard(Card):
    """Follows a report. In a narrow pane the parts stand two by two."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._formats = Formats()
        self.title = TextLabel(theme, role=TextRole.HEADING, wrap=True)
        self.time = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self.bar = KindsBar(theme)
        self.figures = tuple(
            KindFigure(theme, name, color)
            for name, color in zip(wording.KINDS, COLORS, strict=True)
        )
        self._narrow: bool | None = None
        self._head = QGridLayout()
        self._head.setSpacing(SPACE_1)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(SPACE_4)
        self._grid.setVerticalSpacing(SPACE_2)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        column.setSpacing(SPACE_3)
        column.addLayout(self._head)
        column.addWidget(self.bar)
        column.addLayout(self._grid)
        self.set_narrow(narrow=False)

    def set_narrow(self, *, narrow: bool) -> None:
        """Arrange what is shown for the room that there is."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        right = Qt.AlignmentFlag.AlignLeft if narrow else Qt.AlignmentFlag.AlignRight
        self.time.setAlignment(right | Qt.AlignmentFlag.AlignVCenter)
        self._head.addWidget(self.title, 0, 0)
        self._head.addWidget(self.time, 1 if narrow else 0, 0 if narrow else 1)
        columns = 2 if narrow else len(self.figures)
        for number, figure in enumerate(self.figures):
            self._grid.addWidget(figure, number // columns, number % columns)
        for column in range(len(self.figures)):
            self._grid.setColumnStretch(column, int(column < columns))

    def show_report(self, report: ReadingReport, now: datetime, *, reading: bool) -> None:
        """Show what was read."""
        self.title.setText(wording.all_pages(report, self._formats))
        time = wording.READING if reading else wording.finished(report.last, now, self._formats)
        self.time.setText(time)
        self.time.setVisible(bool(time))
        self.bar.show_kinds(report.totals)
        for figure, count in zip(self.figures, wording.parts(report.totals), strict=True):
            figure.show_count(count, self._formats)

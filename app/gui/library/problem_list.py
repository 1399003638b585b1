"""What reading left out or could not finish: each file with the sentence that says why."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetrics, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QSizePolicy, QTextEdit, QWidget

from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, TextRole
from app.gui.library.reading_progress import Problem

MOST_SHOWN = 200
"""More files than these are counted only."""
_MOST_LINES = 8


class ProblemList(QTextEdit):
    """A text that can be read, selected and copied; hidden until it is asked for."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._formats = Formats()
        self._shown: tuple[Problem, ...] = ()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.setProperty("bare", True)
        self.document().setDocumentMargin(0)
        self.setAccessibleName("What needs you and what was left out")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._fit)
        self._fit()
        self.hide()

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """List these files."""
        if tuple(problems) == self._shown:
            return
        self._shown = tuple(problems)
        lines = [f"{problem.name}: {problem.sentence}" for problem in problems[:MOST_SHOWN]]
        more = len(problems) - MOST_SHOWN
        if more > 0:
            lines.append(f"And {self._formats.count(more, 'more file', 'more files')}.")
        self.clear()
        apart = QTextBlockFormat()
        apart.setBottomMargin(SPACE_1)
        cursor = QTextCursor(self.document())
        for number, line in enumerate(lines):
            if number:
                cursor.insertBlock()
            cursor.setBlockFormat(apart)
            cursor.insertText(" ".join(line.split()))
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.updateGeometry()

    def _fit(self) -> None:
        self.setFont(self._theme.font(TextRole.SECONDARY))
        self.updateGeometry()

    # Qt overrides

    def sizeHint(self) -> QSize:
        lines = min(_MOST_LINES, max(3, 2 * len(self._shown)))
        height = lines * QFontMetrics(self._theme.font(TextRole.SECONDARY)).lineSpacing()
        return QSize(160, height + 2 * round(self.document().documentMargin()))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

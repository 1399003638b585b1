"""What was left out: how many files for which reasons, and on demand which ones."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from app.core.domain.reading_report import LeftOut, ReadingReport
from app.core.reading.left_out import left_out_sentence, left_out_summary
from app.gui.common.formats import Formats
from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, TextRole
from app.gui.common.widgets import Button, ButtonVariant, Card, TextLabel
from app.gui.report import wording

MOST_SHOWN = 1000
"""More files than these are counted only."""
_LINES = 10


class LeftOutList(QPlainTextEdit):
    """A text that can be read, selected and copied: a line for each file."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._formats = Formats()
        self._shown: tuple[LeftOut, ...] = ()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setProperty("bare", True)
        self.setAccessibleName("Files that were skipped")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._fit)
        self._fit()

    def show_files(self, files: tuple[LeftOut, ...]) -> None:
        """List these files."""
        if files == self._shown:
            return
        self._shown = files
        lines = [
            f"{one_line(str(one.path))}: {left_out_sentence(one.reason)}"
            for one in files[:MOST_SHOWN]
        ]
        more = len(files) - MOST_SHOWN
        if more > 0:
            lines.append(f"And {self._formats.count(more, 'more file', 'more files')}.")
        self.setPlainText("\n".join(lines))
        self.updateGeometry()

    def _fit(self) -> None:
        self.setFont(self._theme.font(TextRole.SECONDARY))
        self.updateGeometry()

    # Qt overrides

    def sizeHint(self) -> QSize:
        lines = min(_LINES, len(self._shown)) + 2
        return QSize(200, lines * QFontMetrics(self.font()).lineSpacing())

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())


class LeftOutFoot(QWidget):
    """Hidden where nothing was left out."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._formats = Formats()
        self.sentence = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self.link = Button(theme, wording.SHOW_LIST, variant=ButtonVariant.LINK)
        self.link.setAccessibleName("Show the list of skipped files")
        self.files = LeftOutList(theme)
        card = self._card = Card()
        inside = QVBoxLayout(card)
        inside.setContentsMargins(SPACE_2, SPACE_2, SPACE_2, SPACE_2)
        inside.addWidget(self.files)
        row = QHBoxLayout()
        row.addWidget(self.sentence, 1)
        row.addWidget(self.link, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_2)
        column.addLayout(row)
        column.addWidget(card)
        card.hide()
        self.link.clicked.connect(self._toggle)

    def show_report(self, report: ReadingReport) -> None:
        """Show what was left out."""
        self.sentence.setText(left_out_summary(report.left_out_by_reason, self._formats.number))
        self.files.show_files(report.left_out)
        self.setVisible(bool(report.left_out))

    def _toggle(self) -> None:
        shown = self._card.isHidden()
        self._card.setVisible(shown)
        self.link.setText(wording.HIDE_LIST if shown else wording.SHOW_LIST)
        self.link.setAccessibleName(f"{'Hide' if shown else 'Show'} the list of skipped files")

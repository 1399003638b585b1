"""A report as a text document that is laid out in one column: paragraphs, no mark-up.

Text goes in through a cursor, so nothing in it is read as mark-up, and there are no links. All
colours are given, so that a dark window makes no white text.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextOption,
)

from app.core.export import wording
from app.core.export.directions import isolated
from app.core.export.report import NearestPassage, Note, Place, Report, Section, Sentence
from app.core.text.safe_text import reads_right_to_left
from app.gui.export.paper import twips
from app.gui.export.pdf_pages import Keeping

FAMILIES = ("Segoe UI", "Helvetica Neue", "Noto Sans", "Liberation Sans", "DejaVu Sans")
"""One of them is there on each system; for signs that it lacks, Qt takes another font."""

INK, QUIET, ACCENT, CAUTION = (
    QColor(name) for name in ("#1b1c1e", "#55575d", "#1f5ab4", "#7a4a00")
)
CAUTION_GROUND = QColor("#fdf3dd")

TITLE_PT, QUESTION_PT, TEXT_PT, SMALL_PT = 18.0, 13.0, 10.5, 9.0
_LEADING = 1.42
"""Height of a line in sizes of its font."""
_NOTE_INDENT_PT = 28.0
"""Room for a number of three digits."""
_NBSP = "\u00a0"


def font(points: float, *, bold: bool = False, joining: bool = False) -> QFont:
    """A font of the report, its size in twips; `joining` for scripts whose letters join."""
    made = QFont(list(FAMILIES))
    made.setStyleHint(QFont.StyleHint.SansSerif)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setPixelSize(round(twips(points)))
    made.setBold(bold)
    if not joining:
        # A ligature would be copied from the page as one sign that is in no word.
        made.setFeature(QFont.Tag("liga"), 0)
    return made


def text_document(report: Report, width: float) -> QTextDocument:
    """Lay a report out as one column, `width` twips wide."""
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    document.setDocumentMargin(0)
    document.setDefaultFont(font(TEXT_PT, joining=True))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setUseDesignMetrics(True)
    document.setDefaultTextOption(option)
    writer = _Writer(document)
    writer.report(report)
    document.setTextWidth(width)
    return document


class _Writer:
    def __init__(self, document: QTextDocument) -> None:
        self._cursor = QTextCursor(document)
        self._begun = False

    def report(self, report: Report) -> None:
        self._cursor.beginEditBlock()
        if report.title:
            self._line(report.title, TITLE_PT, bold=True, keep=Keeping.WITH_NEXT)
        if report.facts:
            self._line(" ".join(report.facts), SMALL_PT, QUIET, above=3)
        for section in report.sections:
            self._section(section, first=section is report.sections[0])
        self._cursor.endEditBlock()

    def _section(self, section: Section, *, first: bool) -> None:
        above = 18 if first else 30
        self._line(section.question, QUESTION_PT, bold=True, above=above, keep=Keeping.WITH_NEXT)
        if section.facts:
            facts = " ".join(section.facts)
            self._line(facts, SMALL_PT, QUIET, above=3, keep=Keeping.WITH_NEXT)
        if section.statement:
            self._line(section.statement, TEXT_PT, bold=True, above=10)
        for sentence in section.sentences:
            self._sentence(sentence)
        if section.remarks:
            self._line(" ".join(section.remarks), SMALL_PT, QUIET, above=8)
        if section.nearest:
            self._heading(wording.NEAREST)
            for passage in section.nearest:
                self._nearest(passage)
        if section.notes:
            self._heading(wording.NOTES)
            for note in section.notes:
                self._note(note)

    def _heading(self, words: str) -> None:
        self._line(words, SMALL_PT, bold=True, above=14, keep=Keeping.WITH_NEXT)

    def _sentence(self, sentence: Sentence) -> None:
        if not sentence.caution:
            self._begin(self._block(TEXT_PT, above=8))
            self._claim(sentence)
            return
        self._open_frame()
        self._begin(self._block(TEXT_PT), Keeping.WITH_NEXT)
        self._write(f"{wording.NOT_SUPPORTED}: ", TEXT_PT, CAUTION, bold=True)
        self._claim(sentence)
        self._line(sentence.caution, SMALL_PT, CAUTION)
        self._close_frame()

    def _claim(self, sentence: Sentence) -> None:
        self._write(sentence.words, TEXT_PT)
        for number in sentence.notes:
            self._write(f"{_NBSP}[{number}]", SMALL_PT, ACCENT)

    def _open_frame(self) -> None:
        """Begin a tinted ground."""
        ground = QTextFrameFormat()
        ground.setBackground(CAUTION_GROUND)
        ground.setPadding(twips(6))
        ground.setTopMargin(twips(8))
        ground.setBottomMargin(twips(4))
        self._cursor.insertFrame(ground)
        self._begun = False

    def _close_frame(self) -> None:
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._begun = False

    def _nearest(self, passage: NearestPassage) -> None:
        self._begin(self._ours(self._block(SMALL_PT, above=6)), Keeping.WITH_NEXT)
        self._place(passage.place)
        self._line(passage.words, SMALL_PT, left=_NOTE_INDENT_PT, keep=Keeping.WITH_NEXT)
        self._file(passage.place)

    def _note(self, note: Note) -> None:
        block = self._ours(self._block(SMALL_PT, above=6, left=_NOTE_INDENT_PT))
        block.setTextIndent(-twips(_NOTE_INDENT_PT))
        stop = QTextOption.Tab(twips(_NOTE_INDENT_PT), QTextOption.TabType.LeftTab)
        block.setTabPositions([stop])
        self._begin(block, Keeping.WITH_NEXT)
        self._write(f"[{note.number}]", SMALL_PT, ACCENT)
        self._write("\t", SMALL_PT)
        self._place(note.place)
        words = f"“{note.quote}”" if note.quote else wording.NOT_VERIFIED
        self._line(words, SMALL_PT, left=_NOTE_INDENT_PT, keep=Keeping.WITH_NEXT)
        self._file(note.place)

    def _place(self, place: Place) -> None:
        self._write(isolated(place.document), SMALL_PT, bold=True)
        self._write(f", {place.page}", SMALL_PT)
        if place.heading:
            self._write(f", {isolated(place.heading)}", SMALL_PT, QUIET)

    def _file(self, place: Place) -> None:
        self._begin(self._ours(self._block(SMALL_PT - 1, left=_NOTE_INDENT_PT)))
        self._write(f"{place.path} {place.marker}", SMALL_PT - 1, QUIET)

    def _line(
        self,
        words: str,
        points: float,
        color: QColor = INK,
        *,
        bold: bool = False,
        above: float = 0,
        left: float = 0,
        keep: Keeping = Keeping.LOOSE,
    ) -> None:
        self._begin(self._block(points, above=above, left=left), keep)
        self._write(words, points, color, bold=bold)

    def _ours(self, block: QTextBlockFormat) -> QTextBlockFormat:
        """A line that we put together runs from left to right, whatever is named in it."""
        block.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        return block

    def _block(self, points: float, *, above: float = 0, left: float = 0) -> QTextBlockFormat:
        block = QTextBlockFormat()
        kind = QTextBlockFormat.LineHeightTypes.FixedHeight.value
        block.setLineHeight(twips(points * _LEADING), kind)
        block.setTopMargin(twips(above))
        block.setLeftMargin(twips(left))
        return block

    def _begin(self, block: QTextBlockFormat, keep: Keeping = Keeping.LOOSE) -> None:
        if self._begun:
            self._cursor.insertBlock(block)
        else:
            self._cursor.setBlockFormat(block)
        self._begun = True
        self._cursor.block().setUserState(keep)

    def _write(self, words: str, points: float, color: QColor = INK, *, bold: bool = False) -> None:
        style = QTextCharFormat()
        style.setFont(font(points, bold=bold, joining=reads_right_to_left(words)))
        style.setForeground(color)
        self._cursor.insertText(words, style)

"""The bar below the pages: which citation is marked, and the way to the others."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.common.typography import HEADER_HEIGHT, SPACE_2, SPACE_4, TextRole
from app.gui.common.widgets import ElidedLabel, IconButton, Surface, TextLabel

_SWATCH = QSize(14, 10)


@dataclass(frozen=True, slots=True)
class CitationCaption:
    """What the bar says. `index` counts from 0; `count` is 0 for a passage that stands alone.
    `note` is what to beware of, `ocr` what is to be known of words that OCR read. `of_search`
    tells a passage that was found from a citation of an answer."""

    chunk_id: int
    page: int
    label: str
    heading: str
    index: int = 0
    count: int = 0
    note: str = ""
    ocr: str = ""
    of_search: bool = False


class Swatch(QWidget):
    """The colour of the marks, as a key to the page."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    # Qt overrides

    def sizeHint(self) -> QSize:
        return QSize(self._theme.scaled(_SWATCH.width()), self._theme.scaled(_SWATCH.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(self._theme.color("hl"))
        painter.setPen(QPen(self._theme.color("hlline"), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)


class CitationBar(Surface):
    """Shows a :class:`CitationCaption`."""

    next_citation = Signal()
    previous_citation = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("surface", edge="top", parent=parent)
        self._theme = theme
        self._formats = Formats()
        self._caption: CitationCaption | None = None
        self._where = ElidedLabel(theme, role=TextRole.HEADING)
        self._heading = ElidedLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self._position = TextLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self._up = IconButton(theme, "up", self.tr("Previous citation"), key="Alt+Up")
        self._down = IconButton(theme, "down", self.tr("Next citation"), key="Alt+Down")
        self._up.clicked.connect(self.previous_citation)
        self._down.clicked.connect(self.next_citation)
        words = self._words = QVBoxLayout()
        words.setContentsMargins(0, 4, 0, 4)
        words.setSpacing(0)
        words.addWidget(self._where)
        words.addWidget(self._heading)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_4, 0, SPACE_2, 0)
        layout.setSpacing(SPACE_2)
        layout.addWidget(Swatch(theme), 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addLayout(words, 1)
        layout.addWidget(self._position)
        layout.addWidget(self._up)
        layout.addWidget(self._down)
        theme.changed.connect(self._fit)
        self._fit()

    def show_caption(self, caption: CitationCaption) -> None:
        """Say what is marked on the page."""
        page = self._formats.page(caption.page, caption.label)
        self._where.setText(f"[chunk:{caption.chunk_id}]  {page}")
        words = " ".join(filter(None, (caption.note, caption.ocr)))
        if not caption.note:
            words = " · ".join(filter(None, (caption.ocr, caption.heading)))
        self._heading.setText(words)
        self._heading.setVisible(bool(self._heading.text()))
        self._heading.set_tone("warn" if caption.note else "text2")
        self._caption = caption
        for button in (self._up, self._down):
            button.setVisible(caption.count > 0)
            button.setEnabled(caption.count > 1)
        if caption.of_search:
            self._up.set_name(self.tr("Previous passage"))
            self._down.set_name(self.tr("Next passage"))
        else:
            self._up.set_name(self.tr("Previous citation"))
            self._down.set_name(self.tr("Next citation"))
        self._adapt()

    def texts(self) -> tuple[str, str, str]:
        """What is said: where, under which heading, which citation of how many."""
        return self._where.text(), self._heading.text(), self._position.text()

    def next_button(self) -> IconButton:
        """The button to the next citation."""
        return self._down

    def previous_button(self) -> IconButton:
        """The button to the citation before."""
        return self._up

    def _fit(self) -> None:
        self.setFixedHeight(self._theme.scaled(HEADER_HEIGHT))
        self._adapt()

    def _adapt(self) -> None:
        """Say where the citation stands among the others as long as there is room."""
        caption = self._caption
        self._position.setVisible(caption is not None and caption.count > 0)
        if caption is None or caption.count == 0:
            self._position.setText("")
            return
        number = self._formats.number(caption.index + 1)
        count = self._formats.number(caption.count)
        pattern = self.tr("Citation {number} of {count}")
        if caption.of_search:
            pattern = self.tr("Passage {number} of {count}")
        whole = pattern.format(number=number, count=count)
        self._position.setAccessibleName(whole)
        short = self.tr("{number} of {count}").format(number=number, count=count)
        for words in (whole, short, ""):
            self._position.setText(words)
            if self._needed_width() <= self.width():
                return

    def _needed_width(self) -> int:
        """The width at which the page is named whole; the heading may be cut."""
        layout = self.layout()
        assert layout is not None
        for part in (layout, self._words):  # an inner one learns of another text only later
            part.invalidate()
        widest = max(self._where.sizeHint().width(), self._heading.sizeHint().width())
        return layout.sizeHint().width() - widest + self._where.sizeHint().width()

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._adapt()

    def minimumSizeHint(self) -> QSize:
        # It adapts to any width, so it asks for none.
        return QSize(0, self._theme.scaled(HEADER_HEIGHT))

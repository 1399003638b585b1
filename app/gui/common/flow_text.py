"""Read-only text that is as tall as its content, for what stands in a scrolled column."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QMimeData, QSize, Qt, QUrl
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from app.gui.common.safe_text import safe_lines
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import TextRole


class FlowText(QTextBrowser):
    """Text that wraps at any width, loads nothing, opens nothing and never scrolls by itself.

    Keys that scroll and the wheel go to the column around it. What is written into its document
    comes through a text cursor, so nothing in the text can be mark-up.
    """

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setAccessibleName(name)
        self.setProperty("bare", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._heights: dict[int, int] = {}
        self.document().contentsChanged.connect(self._content_changed)
        theme.changed.connect(self.rebuild)

    def rebuild(self) -> None:
        """Write the content anew in the colours and sizes of the theme; for subclasses."""

    def block_format(self, role: TextRole) -> QTextBlockFormat:
        """Return the format of a paragraph with the line height of a role."""
        block = QTextBlockFormat()
        block.setLineHeight(
            self.theme.line_height(role), QTextBlockFormat.LineHeightTypes.FixedHeight.value
        )
        return block

    def char_format(self, role: TextRole, tone: TokenName) -> QTextCharFormat:
        """Return the format of text in the font of a role and the colour of a tone."""
        form = QTextCharFormat()
        form.setFont(self.theme.font(role))
        form.setForeground(self.theme.color(tone))
        return form

    def _content_changed(self) -> None:
        self._heights.clear()
        self.updateGeometry()

    def _measure(self, width: int) -> int:
        """Lay the content out at a width, and again as it was."""
        document = self.document()
        laid_out = document.textWidth()
        if round(laid_out) == width:
            return ceil(document.size().height())
        document.setTextWidth(width)
        height = ceil(document.size().height())
        if laid_out > 0:
            document.setTextWidth(laid_out)
        return height

    # Qt overrides

    def heightForWidth(self, width: int) -> int:
        # Layouts ask again and again, and each new width costs two passes over the text.
        if width not in self._heights:
            self._heights[width] = self._measure(width)
        return self._heights[width]

    def sizeHint(self) -> QSize:
        width = max(self.width(), 200)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.scaled(60), self.theme.line_height(TextRole.ANSWER))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            # At the real width the height is known for sure, and costs nothing more.
            self._heights.clear()
            self.updateGeometry()

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return None

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        copies = event.matches(QKeySequence.StandardKey.Copy)
        if copies or event.matches(QKeySequence.StandardKey.SelectAll):
            super().keyPressEvent(event)
        else:
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        lines = safe_lines(self.textCursor().selectedText()).split("\n")
        # Non-breaking spaces only keep a citation with its word on the screen.
        data.setText("\n".join(" ".join(line.split()) for line in lines))
        return data


class PlainFlowText(FlowText):
    """Plain text in one role and one colour."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        text: str = "",
        *,
        role: TextRole = TextRole.ANSWER,
        tone: TokenName = "text",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, name, parent)
        self._role = role
        self._tone: TokenName = tone
        self._text = ""
        # To select from; there is nothing in it that Tab could lead to.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.set_text(text)

    def text(self) -> str:
        """Return the text as it was given."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text."""
        self._text = text
        self.document().clear()
        cursor = QTextCursor(self.document())
        cursor.setBlockFormat(self.block_format(self._role))
        self._insert(cursor, text)

    def append_text(self, text: str) -> None:
        """Go on with the text at its end."""
        self._text += text
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self._insert(cursor, text)

    def rebuild(self) -> None:
        self.set_text(self._text)

    def _insert(self, cursor: QTextCursor, text: str) -> None:
        cursor.insertText(safe_lines(text), self.char_format(self._role, self._tone))

"""The parts of the viewer and how they are laid out; no behaviour."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtWidgets import QGridLayout, QStackedWidget, QVBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_3
from app.gui.common.widgets import EmptyState, IconButton, Notice, NoticeKind, PaneHeader, Surface
from app.gui.viewer.citation_bar import CitationBar
from app.gui.viewer.faults import ToldFault
from app.gui.viewer.find_bar import FindBar
from app.gui.viewer.navigation_bar import NavigationBar
from app.gui.viewer.page_view import PageView
from app.gui.viewer.text_mirror import TextMirror


class ViewerState(StrEnum):
    """What the middle shows."""

    EMPTY = "empty"
    """Nothing was asked for."""
    WAITING = "waiting"
    """Something was asked for, and there are no pages of it: not yet, or for a fault."""
    PAGES = "pages"


class ViewerFrame(QWidget):
    """From the top: title, page and zoom, find bar, notice, pages, citation."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.header = PaneHeader(theme, "", icon="file")
        self.find_button = IconButton(
            theme, "search", self.tr("Find on these pages"), size=32, key="Ctrl+F", checkable=True
        )
        self.open_button = IconButton(
            theme, "open", self.tr("Open in the system’s viewer"), size=32
        )
        self.close_button = IconButton(theme, "close", self.tr("Close the viewer"), size=32)
        for button in (self.find_button, self.open_button, self.close_button):
            self.header.add_action(button)
        self.navigation = NavigationBar(theme)
        self.find_bar = FindBar(theme)
        self.notice = Notice(theme, NoticeKind.WARN, "")
        self.view = PageView(theme)
        self.mirror = TextMirror(theme)
        self.citation_bar = CitationBar(theme)
        self._empty = EmptyState(
            theme,
            "eye",
            self.tr("Choose a passage to see its page here."),
            self.tr("Press Enter on a passage, or click it."),
        )
        self._lay_out()
        QWidget.setTabOrder(self.view, self.mirror)
        QWidget.setTabOrder(self.mirror, self.citation_bar.previous_button())
        self.setFocusProxy(self.view)
        self.show_state(ViewerState.EMPTY)
        self.show_fault(None)

    @property
    def state(self) -> ViewerState:
        """What the middle shows."""
        return self._state

    def show_state(self, state: ViewerState) -> None:
        """Show the parts that belong to a state, and hide the others."""
        self._state = state
        self._stack.setCurrentWidget(self._middles[state])
        pages = state is ViewerState.PAGES
        self.navigation.setVisible(pages)
        self.find_button.setVisible(pages)
        self.find_bar.setVisible(pages and self.find_button.isChecked())
        self.open_button.setVisible(state is not ViewerState.EMPTY)

    def show_fault(self, fault: ToldFault | None) -> None:
        """Say what went wrong above the pages, or nothing any more."""
        if fault is not None:
            self.notice.set_content(fault.kind, fault.title, fault.sentence, button=fault.button)
        self._notice_frame.setVisible(fault is not None)

    def _lay_out(self) -> None:
        pages = QWidget()
        shared = QGridLayout(pages)
        shared.setContentsMargins(0, 0, 0, 0)
        # The text lies below the view, in the same place.
        shared.addWidget(self.mirror, 0, 0)
        shared.addWidget(self.view, 0, 0)
        self._middles = {
            ViewerState.EMPTY: self._empty,
            ViewerState.WAITING: QWidget(),
            ViewerState.PAGES: pages,
        }
        self._stack = QStackedWidget()
        for middle in self._middles.values():
            self._stack.addWidget(middle)
        self._notice_frame = QWidget()
        framed = QVBoxLayout(self._notice_frame)
        framed.setContentsMargins(SPACE_3, SPACE_3, SPACE_3, SPACE_3)
        framed.addWidget(self.notice)
        ground = Surface("sunken")
        body = _column(ground)
        body.addWidget(self._notice_frame)
        body.addWidget(self._stack, 1)
        column = _column(self)
        for bar in (self.header, self.navigation, self.find_bar):
            column.addWidget(bar)
        column.addWidget(ground, 1)
        column.addWidget(self.citation_bar)


def _column(parent: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(parent)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return column

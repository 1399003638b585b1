"""How the three panes share the window.

Wide: library, conversation and viewer side by side. Under 1280: the library becomes a rail whose
icon opens it as a drawer. Under 896: the viewer lies over the conversation. What the user drags or
closes wins over what the width would give.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import HEADER_HEIGHT, SPACE_2
from app.gui.common.widgets import IconButton, Surface

RAIL_BELOW, OVERLAY_BELOW = 1280, 896
LIBRARY_WIDTHS = (208, 264, 360)
CONVERSATION_WIDTHS = (440, 616)
VIEWER_WIDTHS = (400, 536)
RAIL_WIDTH = 48


class Rail(Surface):
    """The library when there is no room for it. Signals: `opened`, `add_requested`,
    `settings_requested`."""

    opened = Signal()
    add_requested = Signal()
    settings_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("sidebar", edge="right", parent=parent)
        self.setFixedWidth(theme.scaled(RAIL_WIDTH))
        show = IconButton(theme, "pane-left", "Show the library", size=32, key="Ctrl+B")
        add = IconButton(theme, "plus", "Add documents", size=32, key="Ctrl+O")
        settings = IconButton(theme, "settings", "Settings", size=32, key="Ctrl+,")
        show.clicked.connect(self.opened)
        add.clicked.connect(self.add_requested)
        settings.clicked.connect(self.settings_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE_2, 0, SPACE_2)
        column.setSpacing(SPACE_2)
        for button in (show, add):
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        column.addWidget(settings, 0, Qt.AlignmentFlag.AlignHCenter)
        self.setMinimumHeight(HEADER_HEIGHT)


class PaneLayout(QWidget):
    """Places the panes; owns no logic of theirs."""

    def __init__(
        self,
        theme: Theme,
        library: QWidget,
        conversation: QWidget,
        viewer: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._conversation = conversation
        self._viewer = viewer
        self.rail = Rail(theme)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._viewer_wanted = False
        self._library_choice: bool | None = None
        self._shade = _Shade(self)
        self._shade.clicked.connect(self.close_drawer)
        library.setMinimumWidth(theme.scaled(LIBRARY_WIDTHS[0]))
        library.setMaximumWidth(theme.scaled(LIBRARY_WIDTHS[2]))
        viewer.setMinimumWidth(VIEWER_WIDTHS[0])
        for pane in (library, conversation, viewer):
            self._splitter.addWidget(pane)
        for index, stretch in enumerate((0, 1, 1)):
            self._splitter.setStretchFactor(index, stretch)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self._splitter, 1)
        self.rail.opened.connect(self.open_drawer)
        self._docked = True
        self._drawer_width = theme.scaled(LIBRARY_WIDTHS[1])
        self._ideal = (
            theme.scaled(LIBRARY_WIDTHS[1]),
            CONVERSATION_WIDTHS[1],
            VIEWER_WIDTHS[1],
        )
        self._splitter.setSizes(list(self._ideal))
        self._arrange()

    # --- what the window asks for -----------------------------------------------------------

    @property
    def viewer_shown(self) -> bool:
        """Whether the viewer can be seen."""
        return self._viewer_wanted

    @property
    def viewer_covers(self) -> bool:
        """Whether the viewer lies over the conversation."""
        return self._viewer_wanted and self.width() < OVERLAY_BELOW

    def show_viewer(self) -> None:
        """Show the viewer beside or over the conversation."""
        self.close_drawer()
        if not self._viewer_wanted:
            self._viewer_wanted = True
            self._arrange()
            self._splitter.setSizes(list(self._ideal))

    def hide_viewer(self) -> None:
        """Give its room to the conversation."""
        self._viewer_wanted = False
        self._arrange()

    @Slot()
    def toggle_library(self) -> None:
        """Show or hide the library; the user's choice holds until the next time."""
        if self.drawer_open:
            self.close_drawer()
        elif self._docked:
            self._library_choice = False
            self._arrange()
        elif self.width() < RAIL_BELOW:
            self.open_drawer()
        else:
            self._library_choice = True
            self._arrange()

    @property
    def drawer_open(self) -> bool:
        """Whether the library lies over the conversation."""
        return not self._docked and self._library.isVisible()

    @Slot()
    def open_drawer(self) -> None:
        """Show the library: docked where there is room, else as a drawer over the rest."""
        if self.width() >= RAIL_BELOW:
            self._library_choice = True
            self._arrange()
            return
        self._shade.setGeometry(self.rect())
        self._shade.show()
        self._shade.raise_()
        self._place_drawer()
        self._library.show()
        self._library.raise_()
        self._library.setFocus()

    @Slot()
    def close_drawer(self) -> None:
        """Put the drawer away."""
        self._shade.hide()
        if not self._docked:
            self._library.hide()

    def show_library(self) -> None:
        """Make the library visible, whatever the width."""
        if not self._docked and not self.drawer_open:
            self.open_drawer()

    # --- placing ----------------------------------------------------------------------------

    def _arrange(self) -> None:
        wide = self.width() >= RAIL_BELOW
        docked = wide and self._library_choice is not False
        if docked != self._docked:
            self._dock(docked=docked)
        self.rail.setVisible(not docked)
        self._viewer.setVisible(self._viewer_wanted)
        self._conversation.setVisible(not self.viewer_covers)

    def _dock(self, *, docked: bool) -> None:
        self._docked = docked
        self._shade.hide()
        if docked:
            self._splitter.insertWidget(0, self._library)
            self._library.show()
            sizes = self._splitter.sizes()
            self._splitter.setSizes([self._ideal[0], *sizes[1:]])
        else:
            self._library.setParent(self)
            self._library.hide()

    def _place_drawer(self) -> None:
        self._library.setGeometry(QRect(0, 0, self._drawer_width, self.height()))

    # Qt override

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if (event.oldSize().width() < RAIL_BELOW) != (event.size().width() < RAIL_BELOW):
            self._library_choice = None if self._library_choice else self._library_choice
        self._arrange()
        if self.drawer_open:
            self._shade.setGeometry(self.rect())
            self._place_drawer()


class _Shade(QWidget):
    """Lies under the drawer and takes the click that closes it."""

    clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()

    # Qt override

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.clicked.emit()

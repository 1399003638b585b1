"""The rail of 48 px that stands for the library where there is no room for it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from app.gui.common.shared_keys import CONVERSATIONS_KEY, REPORT_KEY
from app.gui.common.theme import Theme
from app.gui.common.typography import CONTROL_HEIGHT, HEADER_HEIGHT, SPACE_2
from app.gui.common.widgets import Divider, IconButton, Surface

RAIL_WIDTH = 48


class Rail(Surface):
    """Shows what the library's header and foot show, as icons.

    Signals: `opened` to show the library, `conversations_requested`, `report_requested`,
    `settings_requested`.
    """

    opened = Signal()
    conversations_requested = Signal()
    report_requested = Signal()
    settings_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("sidebar", edge="right", parent=parent)
        self._theme = theme
        self.setAccessibleName("Library, put away")
        size = CONTROL_HEIGHT
        self._show = IconButton(theme, "pane-left", "Show the library", size=size, key="Ctrl+B")
        self._add = IconButton(theme, "plus", "Add documents", size=size, key="Ctrl+O")
        self._conversations = IconButton(
            theme, "clock", "Conversations", size=size, key=CONVERSATIONS_KEY
        )
        self._report = IconButton(
            theme, "list", "Report on what was read", size=size, key=REPORT_KEY
        )
        self._reading = IconButton(theme, "reading", "Reading documents", size=size)
        self._reading.set_icon("reading", "accent")
        self._connection = IconButton(theme, "lock", "Offline", size=size)
        self._settings = IconButton(theme, "settings", "Settings", size=size, key="Ctrl+,")
        self._show.clicked.connect(self.opened)
        self._conversations.clicked.connect(self.conversations_requested)
        self._report.clicked.connect(self.report_requested)
        self._reading.clicked.connect(self.opened)
        self._connection.clicked.connect(self.opened)
        self._settings.clicked.connect(self.settings_requested)
        self._add.clicked.connect(self._open_menu)
        self._menu: QMenu | None = None
        self._lay_out()
        self.setFocusProxy(self._show)
        self.set_reading("")
        theme.changed.connect(self._fit)
        self._fit()

    def _lay_out(self) -> None:
        divider = Divider()
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_2, SPACE_2, SPACE_2, SPACE_2)
        column.setSpacing(SPACE_2)
        centre = Qt.AlignmentFlag.AlignHCenter
        column.addWidget(self._show, 0, centre)
        column.addWidget(divider)
        column.addWidget(self._add, 0, centre)
        column.addWidget(self._report, 0, centre)
        column.addWidget(self._conversations, 0, centre)
        column.addStretch(1)
        for button in (self._reading, self._connection, self._settings):
            column.addWidget(button, 0, centre)

    def set_add_menu(self, menu: QMenu) -> None:
        """The menu that the button with the plus opens."""
        self._menu = menu

    @property
    def conversations_button(self) -> IconButton:
        """The button that leads to the list of conversations."""
        return self._conversations

    @property
    def report_button(self) -> IconButton:
        """The button that leads to the report on what was read."""
        return self._report

    @property
    def add_button(self) -> IconButton:
        """The button with the plus."""
        return self._add

    @Slot(str)
    def set_reading(self, line: str) -> None:
        """Tell how reading goes, in one line; "" when nothing is being read."""
        self._reading.setVisible(bool(line))
        if line:
            self._reading.set_name(line)

    @Slot(str)
    def set_connection(self, line: str) -> None:
        """Tell whether anything connects."""
        self._connection.set_name(line)

    @Slot(bool)
    def set_downloading(self, downloading: bool) -> None:
        """Show that something connects, or that nothing does."""
        self._connection.set_icon("download" if downloading else "lock")

    @Slot()
    def _open_menu(self) -> None:
        if self._menu is not None:
            self._menu.popup(self._add.mapToGlobal(self._add.rect().bottomLeft()))

    def _fit(self) -> None:
        self.setFixedWidth(self._theme.scaled(RAIL_WIDTH))
        self.setMinimumHeight(self._theme.scaled(HEADER_HEIGHT))

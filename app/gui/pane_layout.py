"""How the three panes share the window.

Wide: library, conversation and viewer side by side. Under 1280: the library becomes a rail whose
icon opens it as a drawer. Under 896: the viewer lies over the conversation. The inspector takes the
viewer's place; it needs more room, so the library becomes the rail. What the user drags or closes
wins over what the width would give.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QRect, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from app.gui.common.theme import Theme
from app.gui.drawer import Drawer, focused_in
from app.gui.rail import Rail

RAIL_BELOW, OVERLAY_BELOW = 1280, 896
"""Widths in px at the system's text size; they grow with the text size that the user chooses."""
LIBRARY_WIDTHS = (208, 264, 360)
CONVERSATION_WIDTHS = (440, 616, 808)
"""Least, ideal, and what its column of text fills with its margins: wider, the viewer grows."""
VIEWER_WIDTHS = (400, 536)
INSPECTOR_WIDTHS = (560, 840)
INSPECTOR_OVERLAY_BELOW = 1056
"""Less does not hold the rail, the least conversation and the least inspector."""


@dataclass(frozen=True, slots=True)
class PaneChoice:
    """What the user dragged or closed: widths in px, 0 where nothing was dragged."""

    library_width: int = 0
    viewer_width: int = 0
    inspector_width: int = 0
    library_closed: bool = False


class PaneLayout(QWidget):
    """Places the panes and knows nothing of what is in them."""

    choice_changed = Signal()

    def __init__(
        self,
        theme: Theme,
        library: QWidget,
        conversation: QWidget,
        viewer: QWidget,
        inspector: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._library = library
        self._conversation = conversation
        self._viewer = viewer
        self._inspector = inspector
        self._choice = PaneChoice()
        self._viewer_wanted = False
        self._inspecting = self._viewer_behind = False
        self._docked = True
        self._before_viewer: QWidget | None = None
        self.rail = Rail(theme)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self._splitter, 1)
        for pane in (library, conversation, viewer, inspector):
            self._splitter.addWidget(pane)
        conversation.setMinimumWidth(CONVERSATION_WIDTHS[0])
        viewer.setMinimumWidth(VIEWER_WIDTHS[0])
        inspector.setMinimumWidth(INSPECTOR_WIDTHS[0])
        self._drawer = Drawer(theme, library, self)
        self._splitter.splitterMoved.connect(self._dragged)
        self.rail.opened.connect(self.open_drawer)
        theme.changed.connect(self._fit_text_size)
        self._fit_text_size()

    # --- what the user chose ----------------------------------------------------------------

    @property
    def choice(self) -> PaneChoice:
        """What the user dragged or closed, to be kept for the next start."""
        return self._choice

    def restore(self, choice: PaneChoice) -> None:
        """Take up what was dragged or closed before."""
        self._choice = choice
        self._arrange()

    def _choose(self, choice: PaneChoice) -> None:
        self._choice = choice
        self.choice_changed.emit()

    @Slot(int, int)
    def _dragged(self, position: int, index: int) -> None:
        if self._docked and index == 1:
            self._choose(replace(self._choice, library_width=self._library.width()))
        elif self._side.isVisible() and self._conversation.isVisible():
            width = self._side.width()
            if self._inspecting:
                self._choose(replace(self._choice, inspector_width=width))
            else:
                self._choose(replace(self._choice, viewer_width=width))

    # --- the viewer, and the inspector in its place -----------------------------------------

    @property
    def _side(self) -> QWidget:
        return self._inspector if self._inspecting else self._viewer

    @property
    def viewer_shown(self) -> bool:
        """Whether the viewer, or the inspector in its place, can be seen."""
        return self._viewer_wanted

    @property
    def inspector_shown(self) -> bool:
        """Whether the inspector stands in the viewer's place."""
        return self._inspecting

    @property
    def viewer_covers(self) -> bool:
        """Whether the viewer, or the inspector in its place, lies over the conversation."""
        least = INSPECTOR_OVERLAY_BELOW if self._inspecting else OVERLAY_BELOW
        return self._viewer_wanted and self.width() < self._bound(least)

    def show_viewer(self) -> None:
        """Show the viewer beside or over the conversation."""
        self.close_drawer()
        self._note_focus()
        if not self._viewer_wanted or self._inspecting:
            self._viewer_wanted, self._inspecting = True, False
            self._arrange()

    def show_inspector(self) -> None:
        """Show the inspector in the viewer's place."""
        self.close_drawer()
        self._note_focus()
        if not self._inspecting:
            self._viewer_behind = self._viewer_wanted
            self._viewer_wanted = self._inspecting = True
            self._arrange()

    def hide_viewer(self) -> None:
        """Give the room of viewer and inspector to the conversation, and bring the user back to
        where they were."""
        had_focus = self.viewer_covers or self._holds_focus(self._side)
        self._viewer_wanted = self._inspecting = False
        self._arrange()
        if had_focus:
            self._bring_back(None)

    def close_top(self) -> bool:
        """Put away what lies over the rest, or the inspector; the viewer comes back where it was.
        False when there is neither."""
        if self.drawer_open:
            self.close_drawer()
        elif not self._inspecting:
            return False
        elif self._viewer_behind:
            had_focus = self._holds_focus(self._inspector)
            self._inspecting = False
            self._arrange()
            if had_focus:
                self._bring_back(self._viewer)
        else:
            self.hide_viewer()
        return True

    def _bring_back(self, other: QWidget | None) -> None:
        """Go to where the user was before the viewer or the inspector came, or else to another."""
        before, self._before_viewer = self._before_viewer, None
        if before is None or not before.isVisible():
            before = other
        if before is not None:
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def _note_focus(self) -> None:
        focused = focused_in(self)
        sides = (self._viewer, self._inspector)
        if focused is not None and not any(side.isAncestorOf(focused) for side in sides):
            self._before_viewer = focused

    def _holds_focus(self, pane: QWidget) -> bool:
        focused = focused_in(self)
        return focused is not None and pane.isAncestorOf(focused)

    # --- the library ------------------------------------------------------------------------

    @property
    def drawer_open(self) -> bool:
        """Whether the library lies over the rest."""
        return self._drawer.is_open

    @property
    def docked(self) -> bool:
        """Whether the library has a place of its own beside the conversation."""
        return self._docked

    @Slot()
    def toggle_library(self) -> None:
        """Show or hide the library; the user's choice holds until the next time."""
        if self.drawer_open:
            self.close_drawer()
        elif self._docked:
            self._choose(replace(self._choice, library_closed=True))
            self._arrange()
        else:
            self.open_drawer()

    @Slot()
    def open_drawer(self) -> None:
        """Show the library: docked where there is room, else as a drawer over the rest."""
        if self.width() >= self._bound(RAIL_BELOW) and not self._inspecting:
            self._choose(replace(self._choice, library_closed=False))
            self._arrange()
            self._library.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self._drawer.open(self._drawer_place())

    @Slot()
    def close_drawer(self) -> None:
        """Put the drawer away, and bring the user back to where they were."""
        self._drawer.close()

    def show_library(self) -> None:
        """Make the library visible, whatever the width."""
        if not self._docked and not self.drawer_open:
            self.open_drawer()

    # --- placing ----------------------------------------------------------------------------

    def _bound(self, width: int) -> int:
        """A width of the design for the text size that the user chose."""
        return round(width * max(1.0, self._theme.text_factor))

    def _fit_text_size(self) -> None:
        least, _, most = (self._theme.scaled(width) for width in LIBRARY_WIDTHS)
        self._library.setMinimumWidth(least)
        self._library.setMaximumWidth(most)
        self._arrange()

    def _arrange(self) -> None:
        wide = self.width() >= self._bound(RAIL_BELOW) and not self._inspecting
        self._dock(docked=wide and not self._choice.library_closed)
        covers = self.viewer_covers
        side, other = self._side, self._viewer if self._inspecting else self._inspector
        hidden = (other, self._conversation) if covers else (other,)
        loses_focus = self._viewer_wanted and any(self._holds_focus(pane) for pane in hidden)
        if loses_focus:
            self._note_focus()
        other.hide()
        side.setVisible(self._viewer_wanted)
        self._conversation.setVisible(not covers)
        if loses_focus:
            side.setFocus(Qt.FocusReason.OtherFocusReason)
        self._splitter.setSizes(self._widths())
        if self.drawer_open:
            self._drawer.place(self._drawer_place())

    def _dock(self, *, docked: bool) -> None:
        self.rail.setVisible(not docked)
        if docked == self._docked:
            return
        self._docked = docked
        if docked:
            self._drawer.give_back()
            self._splitter.insertWidget(0, self._library)
            self._library.show()
        else:
            self._drawer.take()

    def _widths(self) -> list[int]:
        """Widths of library (where it is docked), conversation, viewer and inspector."""
        room = self.width() - (0 if self._docked else self.rail.width())
        widths = []
        if self._docked:
            least, ideal, most = (self._theme.scaled(width) for width in LIBRARY_WIDTHS)
            library = min(most, max(least, self._choice.library_width or ideal))
            widths.append(library)
            room -= library + self._splitter.handleWidth()
        side = 0
        if self._viewer_wanted:
            room -= self._splitter.handleWidth()
            choice = self._choice
            dragged = choice.inspector_width if self._inspecting else choice.viewer_width
            least, ideal = INSPECTOR_WIDTHS if self._inspecting else VIEWER_WIDTHS
            side = dragged or self._share(room, ideal)
            side = max(least, min(side, room - CONVERSATION_WIDTHS[0]))
        both = (0, side) if self._inspecting else (side, 0)
        return [*widths, max(0, room - side), *both]

    @staticmethod
    def _share(room: int, ideal: int) -> int:
        """What the viewer or the inspector gets of the room that it shares with the conversation,
        where nothing was dragged."""
        _, conversation, filled = CONVERSATION_WIDTHS
        if room < conversation + ideal:
            return room * ideal // (conversation + ideal)
        return max(ideal, room - filled)

    def _drawer_place(self) -> QRect:
        width = self._choice.library_width or self._theme.scaled(LIBRARY_WIDTHS[1])
        width = max(width, self._library.minimumWidth())
        return QRect(0, 0, min(width, self.width()), self.height())

    # Qt override

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

"""A document that needs the user: why, and buttons for what can be done."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from app.core.domain.reading_report import ReadDocument, Remedy
from app.gui.common.document_look import look_of
from app.gui.common.formats import Formats
from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_3, SPACE_4, TextRole
from app.gui.common.widgets import (
    Button,
    ButtonVariant,
    ElidedLabel,
    IconButton,
    IconLabel,
    Surface,
    TextLabel,
)
from app.gui.report import wording
from app.gui.report.wishes import DEEDS, Deed, Wish

_MOST_BUTTONS = 2
"""Besides the one that ignores; the menu has them all."""
_PATH_PX = 140


class NeedRow(Surface):
    """One document. Signals: `wished` (Wish), `menu_wanted` (ReadDocument, the QWidget below which
    the menu is to open)."""

    wished = Signal(object)
    menu_wanted = Signal(object, object)

    def __init__(self, theme: Theme, one: ReadDocument, parent: QWidget) -> None:
        super().__init__("surface", edge="top", parent=parent)
        self.setProperty("plain", True)
        self._theme = theme
        self._formats = Formats()
        self._one = one
        self._waiting = False
        self._narrow: bool | None = None
        self._icon = IconLabel(theme, "info")
        self._title = ElidedLabel(theme, role=TextRole.HEADING)
        self._path = ElidedLabel(
            theme, role=TextRole.SECONDARY, tone="text2", mode=Qt.TextElideMode.ElideLeft
        )
        self._sentence = TextLabel(theme, role=TextRole.CONTROL, tone="text2", wrap=True)
        self._buttons = QWidget(self)
        self._button_row = QHBoxLayout(self._buttons)
        self._button_row.setContentsMargins(0, 0, 0, 0)
        self._button_row.setSpacing(SPACE_2)
        self.remedies: tuple[Button, ...] = ()
        """The buttons for what helps, the best first."""
        self.ignore_button = Button(theme, variant=ButtonVariant.GHOST, compact=True)
        self.more_button = IconButton(theme, "more", "More")
        self.ignore_button.clicked.connect(self._ignore)
        self.more_button.clicked.connect(self._want_menu)
        self._button_row.addWidget(self.ignore_button)
        self._button_row.addWidget(self.more_button)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(SPACE_4, SPACE_2, SPACE_3, SPACE_2)
        self._grid.setHorizontalSpacing(SPACE_3)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(1, 1)
        self._head = QHBoxLayout()
        self._head.setSpacing(SPACE_2)
        self._head.addWidget(self._title)
        self._head.addWidget(self._path, 1)
        theme.changed.connect(self._fit_path)
        self._fit_path()
        self._grid.addLayout(self._head, 0, 1)
        self._grid.addWidget(self._sentence, 1, 1)
        self.set_narrow(narrow=False)
        self._show()

    @property
    def one(self) -> ReadDocument:
        """What is shown."""
        return self._one

    @property
    def sentence(self) -> str:
        """Why the document needs the user."""
        return self._sentence.text()

    def show_document(self, one: ReadDocument) -> None:
        """Show how the document stands now."""
        if one != self._one:
            self._one, self._waiting = one, False
            self._show()

    def set_waiting(self, *, waiting: bool) -> None:
        """Tell that what was asked for is being done, or is not any more."""
        if waiting != self._waiting:
            self._waiting = waiting
            self._show()

    def set_narrow(self, *, narrow: bool) -> None:
        """Arrange the row for the room that there is."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        middle, top = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(self._icon, 0, 0, 1 if narrow else 2, 1, top if narrow else middle)
        self._path.setVisible(not narrow)
        self._button_row.setContentsMargins(0, SPACE_2 if narrow else 0, 0, 0)
        if narrow:
            self._grid.addWidget(self._buttons, 2, 1, Qt.AlignmentFlag.AlignLeft)
        else:
            self._grid.addWidget(self._buttons, 0, 2, 2, 1, middle)
        self._grid.setContentsMargins(SPACE_4, SPACE_2, SPACE_3, SPACE_3 if narrow else SPACE_2)

    def focus_first(self) -> None:
        """Bring the user to the first button."""
        first = next(iter(self.remedies), self.ignore_button)
        target = first if first.isEnabled() else self.more_button
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fit_path(self) -> None:
        """Let a long title leave room for the end of the file's name."""
        self._path.setMinimumWidth(self._theme.scaled(_PATH_PX))

    def _show(self) -> None:
        document, look = self._one.document, look_of(self._one.document.status)
        title = one_line(document.title)
        self._icon.set_icon(look.icon, "text3" if document.ignored else look.token)
        self._icon.setAccessibleName(look.name)
        self._title.setText(title)
        self._path.setText(wording.short_path(document.path))
        self._path.setToolTip(one_line(str(document.path)))
        need = self._one.need.sentence if self._one.need is not None else ""
        self._sentence.setText(wording.WAITING if self._waiting else need)
        self.setAccessibleName(wording.spoken_need(self._one))
        self._show_buttons(title)

    def _show_buttons(self, title: str) -> None:
        held = any(button.hasFocus() for button in self.remedies)
        for button in self.remedies:
            self._button_row.removeWidget(button)
            button.hide()
            button.deleteLater()
        need = self._one.need
        wanted = need.remedies[:_MOST_BUTTONS] if need is not None else ()
        if wanted[:1] in ((Remedy.UNLOCK,), (Remedy.READ_PAGES,)):
            wanted = wanted[:1]  # the one thing that helps stands alone
        self.remedies = tuple(self._make(remedy, title) for remedy in wanted)
        for place, button in enumerate(self.remedies):
            self._button_row.insertWidget(place, button)
        ignored = self._one.document.ignored
        words = wording.TELL_AGAIN if ignored else wording.IGNORE
        self.ignore_button.setText(words)
        self.ignore_button.setAccessibleName(f"{words}: {title}")
        self.more_button.setAccessibleName(f"More for {title}")
        if held:
            self.focus_first()

    def _make(self, remedy: Remedy, title: str) -> Button:
        words = wording.button(remedy, self._one, self._formats)
        button = Button(self._theme, words, compact=True, parent=self._buttons)
        button.setAccessibleName(f"{words}: {title}")
        button.setAccessibleDescription(self._sentence.text())
        button.clicked.connect(partial(self._wish, DEEDS[remedy]))
        reads = remedy in (Remedy.READ_PAGES, Remedy.RETRY)
        button.setEnabled(not (self._waiting and reads))
        return button

    def _wish(self, deed: Deed, _checked: bool = False) -> None:
        self.wished.emit(Wish(deed, (self._one,)))

    def _ignore(self) -> None:
        self._wish(Deed.TELL_AGAIN if self._one.document.ignored else Deed.IGNORE)

    def _want_menu(self) -> None:
        self.menu_wanted.emit(self._one, self.more_button)

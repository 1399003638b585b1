"""The bar below the title: which page, at which zoom."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QWidget

from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.common.typography import BAR_HEIGHT, SPACE_2, TextRole
from app.gui.common.widgets import (
    Button,
    ButtonVariant,
    IconButton,
    Surface,
    TextLabel,
    set_invalid,
)
from app.gui.viewer.zoom import MAX_ZOOM, MIN_ZOOM, ZoomMode


class PageField(QLineEdit):
    """The number of the page. Leaving it without Enter puts the old number back, as Esc does."""

    left = Signal()
    given_up = Signal()

    # Qt overrides

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            # Esc means this field before it means anything to the window.
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                self.given_up.emit()
                return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.left.emit()


class NavigationBar(Surface):
    """Emits what the user wants; what is shown is set from outside.

    `page_chosen` carries a page number, `mode_chosen` a :class:`ZoomMode`; `edit_ended` says that
    the page field is done with.
    """

    page_chosen = Signal(int)
    edit_ended = Signal()
    zoom_in = Signal()
    zoom_out = Signal()
    mode_chosen = Signal(object)
    actual_size = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("surface", edge="bottom", parent=parent)
        self._theme = theme
        self._formats = Formats()
        self._page, self._count, self._label = 1, 0, ""
        self._labels: dict[str, int] = {}
        self._complaint, self._fit_text = "", ""
        self._make_page_part()
        self._make_zoom_part()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_2, 0, SPACE_2, 0)
        layout.setSpacing(4)
        for page_part in (self._previous, self._field, self._of, self._next):
            layout.addWidget(page_part)
        layout.addStretch(1)
        for zoom_part in (self._smaller, self._percent, self._larger, self._fit):
            layout.addWidget(zoom_part)
        theme.changed.connect(self._adapt)
        self._adapt()

    def _make_page_part(self) -> None:
        theme = self._theme
        self._previous = IconButton(theme, "left", self.tr("Previous page"), key="Ctrl+PgUp")
        self._next = IconButton(theme, "right", self.tr("Next page"), key="Ctrl+PgDown")
        self._field = PageField()
        self._field.setProperty("compact", True)
        self._field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._field.setMaxLength(12)
        self._of = TextLabel(theme, role=TextRole.LABEL, tone="text2")
        self._previous.clicked.connect(self._go_back)
        self._next.clicked.connect(self._go_on)
        self._field.returnPressed.connect(self._entered)
        self._field.left.connect(self._show_page)
        self._field.given_up.connect(self._give_up)
        self._field.textEdited.connect(self._edited)

    def _make_zoom_part(self) -> None:
        theme = self._theme
        self._smaller = IconButton(theme, "minus", self.tr("Zoom out"), key="Ctrl+-")
        self._larger = IconButton(theme, "plus", self.tr("Zoom in"), key="Ctrl++")
        self._percent = TextLabel(theme, role=TextRole.LABEL)
        self._percent.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._fit = Button(theme, variant=ButtonVariant.GHOST, compact=True)
        menu = self._menu = QMenu(self._fit)
        group = QActionGroup(menu)
        self._modes: dict[ZoomMode, QAction] = {}
        for mode, text in ((ZoomMode.FIT_WIDTH, "Fit width"), (ZoomMode.FIT_PAGE, "Fit page")):
            action = menu.addAction(self.tr(text))
            action.setCheckable(True)
            group.addAction(action)
            self._modes[mode] = action
        self._modes[ZoomMode.FIT_WIDTH].triggered.connect(self._choose_width)
        self._modes[ZoomMode.FIT_PAGE].triggered.connect(self._choose_page)
        self._actual = menu.addAction(self._percent_text(1.0))
        self._actual.setCheckable(True)
        group.addAction(self._actual)
        self._actual.triggered.connect(self.actual_size)
        self._fit.setMenu(menu)
        self._smaller.clicked.connect(self.zoom_out)
        self._larger.clicked.connect(self.zoom_in)

    def set_pages(self, labels: tuple[str, ...]) -> None:
        """Say how many pages there are, and their printed labels ("" where a page has none)."""
        self._count = len(labels)
        # Where two pages have the same label, the first one is meant.
        self._labels = {
            label.casefold(): number
            for number, label in reversed(list(enumerate(labels, start=1)))
            if label
        }

    def set_page(self, page: int, label: str) -> None:
        """Show which page is looked at."""
        self._page, self._label = page, label
        self._previous.setEnabled(page > 1)
        self._next.setEnabled(page < self._count)
        if not self._field.hasFocus() or not self._field.isModified():
            self._show_page()
        else:
            self._adapt()

    def set_zoom(self, zoom: float, mode: ZoomMode) -> None:
        """Show the zoom (1.0 for 100 %) and how it was chosen."""
        self._percent.setText(self._percent_text(zoom))
        self._percent.setAccessibleName(
            self.tr("Zoom {percent}").format(percent=self._percent.text())
        )
        self._smaller.setEnabled(zoom > MIN_ZOOM)
        self._larger.setEnabled(zoom < MAX_ZOOM)
        actual = mode is ZoomMode.FREE and abs(zoom - 1.0) < 0.001
        self._actual.setChecked(actual)
        for other, action in self._modes.items():
            action.setChecked(mode is other)
        free = self._actual.text() if actual else self.tr("Zoom")
        self._fit_text = self._modes[mode].text() if mode in self._modes else free
        self._adapt()

    def edit_page(self) -> None:
        """Put the cursor into the page field."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    def of_text(self) -> str:
        """What stands after the page field."""
        return self._of.text()

    def zoom_text(self) -> str:
        """The zoom as it is shown."""
        return self._percent.text()

    def fit_text(self) -> str:
        """What the button for fitting says; "" where there is no room."""
        return self._fit.text()

    def fit_menu(self) -> QMenu:
        """The ways to fit pages."""
        return self._menu

    def page_buttons(self) -> tuple[IconButton, IconButton]:
        """The buttons to the page before and to the next."""
        return self._previous, self._next

    def page_field(self) -> PageField:
        """The field with the page number."""
        return self._field

    def _percent_text(self, zoom: float) -> str:
        return f"{self._formats.number(round(zoom * 100))}\u00a0%"

    def _of_text(self, *, short: bool) -> str:
        text = self.tr("of {count}").format(count=self._formats.number(self._count))
        if self._label and not short:
            text = self.tr("{of_count}, label {label}").format(of_count=text, label=self._label)
        return text

    def _show_page(self) -> None:
        self._field.setText(str(self._page))
        self._field.setModified(False)
        self._complain("")

    def _complain(self, sentence: str) -> None:
        set_invalid(self._field, bool(sentence))
        name = self.tr("Page, {of_text}").format(of_text=self._of_text(short=False))
        self._field.setAccessibleName(name)
        self._field.setAccessibleDescription(sentence)
        self._field.setToolTip(sentence)
        self._of.set_tone("bad" if sentence else "text2")
        self._complaint = sentence
        self._adapt()

    def _entered(self) -> None:
        text = self._field.text().strip()
        page = int(text) if text.isdecimal() else self._labels.get(text.casefold(), 0)
        if not 1 <= page <= self._count:
            sentence = self.tr("Enter a page from 1 to {count}.")
            self._complain(sentence.format(count=self._formats.number(self._count)))
            self._field.selectAll()
            return
        self._field.setModified(False)
        self.page_chosen.emit(page)
        self._show_page()
        self.edit_ended.emit()

    def _give_up(self) -> None:
        self._show_page()
        self.edit_ended.emit()

    def _edited(self, text: str) -> None:
        if self._complaint:
            self._complain("")

    def _go_back(self) -> None:
        self.page_chosen.emit(self._page - 1)

    def _go_on(self) -> None:
        self.page_chosen.emit(self._page + 1)

    def _choose_width(self) -> None:
        self.mode_chosen.emit(ZoomMode.FIT_WIDTH)

    def _choose_page(self) -> None:
        self.mode_chosen.emit(ZoomMode.FIT_PAGE)

    def _adapt(self) -> None:
        """Show as much as there is room for: the label goes first, then words, then percent."""
        self.setFixedHeight(self._theme.scaled(BAR_HEIGHT))
        digits = max(3, len(str(self._count)))
        metrics = self._field.fontMetrics()
        self._field.setFixedWidth(metrics.horizontalAdvance("0" * digits) + 18)
        widest = self._percent_text(MAX_ZOOM)
        self._percent.setMinimumWidth(self._percent.fontMetrics().horizontalAdvance(widest) + 8)
        for step in range(4):
            self._of.setText(self._complaint or self._of_text(short=step >= 1))
            self._fit.setText(self._fit_text if step < 2 else "")
            self._percent.setVisible(step < 3)
            if self._needed_width() <= self.width():
                break
        self._fit.setAccessibleName(
            self.tr("How pages are fitted: {mode}").format(mode=self._fit_text)
        )

    def _needed_width(self) -> int:
        layout = self.layout()
        if layout is None:  # while the parts are being made
            return 0
        layout.invalidate()
        return layout.sizeHint().width()

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._adapt()

    def minimumSizeHint(self) -> QSize:
        # It adapts to any width, so it asks for none.
        return QSize(0, self._theme.scaled(BAR_HEIGHT))

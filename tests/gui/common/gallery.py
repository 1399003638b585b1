"""Shows every shared widget in every state, and grabs the window to PNG files.

    PINCITE_GALLERY=DIR QT_QPA_PLATFORM=offscreen python -m tests.gui.common.gallery

The pictures are for eyes, not for comparison by machine.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.gui.common.icons import icon_names
from app.gui.common.theme import ContrastChoice, SchemeChoice, Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import TextRole
from app.gui.common.widgets import (
    Button,
    ButtonVariant,
    Card,
    CheckBox,
    Divider,
    DropZone,
    ElidedLabel,
    EmptyState,
    FieldError,
    IconButton,
    IconLabel,
    Notice,
    NoticeKind,
    PaneHeader,
    ProgressBar,
    ProgressState,
    RadioButton,
    SearchField,
    SectionLabel,
    Segmented,
    Select,
    Stepper,
    Surface,
    Switch,
    TextLabel,
)


def row(*widgets: QWidget, spacing: int = 8) -> QHBoxLayout:
    """Lay widgets side by side, at the left."""
    layout = QHBoxLayout()
    layout.setSpacing(spacing)
    for widget in widgets:
        layout.addWidget(widget)
    layout.addStretch(1)
    return layout


def focused(widget: QWidget) -> QWidget:
    """Mark a widget so that ``grab_focused`` gives it the focus."""
    widget.setObjectName("focus-me")
    return widget


def disabled(widget: QWidget) -> QWidget:
    """Return the widget, switched off."""
    widget.setEnabled(False)
    return widget


def heading(theme: Theme, text: str) -> TextLabel:
    """Return the heading above a group."""
    return TextLabel(theme, text, role=TextRole.HEADING)


class Gallery(Surface):
    """The window with all widgets."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("surface")
        self._theme = theme
        columns = QHBoxLayout(self)
        columns.setContentsMargins(40, 24, 40, 24)
        columns.setSpacing(56)
        columns.addLayout(self._column(self._left()), 1)
        columns.addLayout(self._column(self._right()), 1)

    def _column(self, parts: Sequence[QWidget | QLayout]) -> QVBoxLayout:
        layout = QVBoxLayout()
        layout.setSpacing(8)
        for part in parts:
            if isinstance(part, QLayout):
                layout.addLayout(part)
            else:
                layout.addWidget(part)
        layout.addStretch(1)
        return layout

    def _left(self) -> list[QWidget | QLayout]:
        theme = self._theme
        drop = DropZone(
            theme,
            buttons=(
                Button(theme, "Choose folder…", variant=ButtonVariant.PRIMARY, icon="folder"),
                Button(theme, "Choose files…", icon="file"),
            ),
        )
        return [
            self._header(),
            heading(theme, "Text"),
            *[TextLabel(theme, f"{role} text, Qgjy 0123", role=role) for role in TextRole],
            SectionLabel(theme, "Collections"),
            TextLabel(
                theme,
                "Written answers put the passages into sentences. Quotes show the best sentences "
                "as they stand in the document, and need no model.",
                role=TextRole.SECONDARY,
                tone="text2",
                wrap=True,
            ),
            TextLabel(
                theme,
                "Full-time employees may carry over up to ten unused working days into the "
                "following calendar year, and then some more words.",
                role=TextRole.ANSWER,
                wrap=True,
            ),
            self._narrow(ElidedLabel(theme, "Employee Handbook 2026 with all its annexes")),
            heading(theme, "Icons"),
            self._icons(),
            drop,
            EmptyState(
                theme,
                "eye",
                "Choose a passage to see its page here.",
                "Press Enter on a passage, or click it.",
            ),
        ]

    def _narrow(self, widget: QWidget) -> QWidget:
        widget.setMaximumWidth(200)
        return widget

    def _header(self) -> QWidget:
        theme = self._theme
        header = PaneHeader(theme, "Employee Handbook 2026, revised edition", icon="file")
        model = Button(
            theme,
            "Qwen2.5 Coder 1.5B",
            variant=ButtonVariant.GHOST,
            icon="model",
            compact=True,
            elide=True,
        )
        model.show_chevron()
        header.add_action(model)
        header.add_action(Segmented(theme, [("ask", "Ask"), ("search", "Search")], "Mode"))
        find = IconButton(theme, "search", "Find on pages", key="Ctrl+F", checkable=True)
        find.setChecked(True)
        header.add_action(find)
        header.add_action(IconButton(theme, "close", "Close the page"))
        return header

    def _icons(self) -> QGridLayout:
        grid = QGridLayout()
        tokens: tuple[TokenName, ...] = ("text2", "accent", "ok", "warn", "bad")
        for index, name in enumerate(icon_names()):
            grid.addWidget(IconLabel(self._theme, name, tokens[index % 5]), index // 16, index % 16)
        return grid

    def _right(self) -> list[QWidget | QLayout]:
        theme = self._theme
        return [
            heading(theme, "Buttons"),
            *self._buttons(),
            heading(theme, "Progress"),
            *self._progress(),
            heading(theme, "Notices"),
            *self._notices(),
            heading(theme, "Fields"),
            *self._fields(),
            heading(theme, "Choices"),
            *self._choices(),
            heading(theme, "Cards"),
            *self._cards(),
        ]

    def _buttons(self) -> list[QLayout]:
        theme = self._theme
        variant = ButtonVariant
        switches = [Switch(theme, "On"), Switch(theme, "Off"), Switch(theme, "Disabled")]
        switches[0].setChecked(True)
        switches[2].setEnabled(False)
        return [
            row(
                Button(theme, "Ask", variant=variant.PRIMARY),
                Button(theme, "Read pages"),
                Button(theme, "Copy", variant=variant.GHOST, icon="copy"),
                Button(theme, "Erase…", variant=variant.DANGER, icon="trash"),
                Button(theme, "Show all", variant=variant.LINK),
            ),
            row(
                disabled(Button(theme, "Ask", variant=variant.PRIMARY)),
                disabled(Button(theme, "Read pages")),
                focused(Button(theme, "Read pages")),
                Button(theme, "Stop", icon="close", key_hint="Esc"),
                *switches,
            ),
            row(
                IconButton(theme, "pause", "Pause"),
                disabled(IconButton(theme, "play", "Go on")),
                focused(IconButton(theme, "close", "Close")),
                focused(Switch(theme, "Focus")),
                focused(Button(theme, "Ask", variant=variant.PRIMARY)),
                focused(Button(theme, "Show all", variant=variant.LINK)),
                disabled(Button(theme, "Export", variant=variant.GHOST, icon="export")),
                Button(theme, "Small", compact=True),
            ),
        ]

    def _progress(self) -> list[QWidget]:
        bars = []
        for state in ProgressState:
            bar = ProgressBar(self._theme, state.value)
            bar.setValue(40)
            bar.set_state(state)
            bars.append(bar)
        return list(bars)

    def _notices(self) -> list[QWidget]:
        theme, kind = self._theme, NoticeKind
        return [
            Notice(
                theme,
                kind.WARN,
                "The model stopped.",
                "Your question and its passages are kept. Ask again, or show the passages as "
                "quotes.",
                button="Ask again",
            ),
            Notice(
                theme,
                kind.ERROR,
                "The disk is full.",
                "14 documents are not stored yet. Free about 300 MB, then go on.",
                button="Go on",
            ),
            Notice(
                theme, kind.INFO, "", "No model is installed, and search needs none.", closable=True
            ),
        ]

    def _fields(self) -> list[QWidget | QLayout]:
        theme = self._theme
        filled = SearchField(theme, "Find in library", key_hint="Ctrl+L")
        filled.setText("carry over")
        wrong = SearchField(theme, "Number")
        wrong.setText("abc")
        error = FieldError(theme)
        error.show_error(wrong, "Enter a number from 1 to 12.")
        select = Select(theme, "Answer length")
        select.addItems(["Medium", "Same as for answers"])
        editor = QPlainTextEdit()
        editor.setPlaceholderText("Ask a follow-up about HR policies")
        editor.setMaximumHeight(64)
        return [
            row(SearchField(theme, "Find in library", key_hint="Ctrl+L"), filled),
            row(focused(SearchField(theme, "Focus")), wrong),
            error,
            row(select, disabled(self._select()), focused(self._select())),
            editor,
        ]

    def _select(self) -> Select:
        select = Select(self._theme, "Answer length")
        select.addItem("Medium")
        return select

    def _choices(self) -> list[QWidget | QLayout]:
        theme = self._theme
        boxes = [CheckBox(theme, "Ticked"), CheckBox(theme, "Not ticked"), CheckBox(theme, "Off")]
        boxes[0].setChecked(True)
        boxes[2].setEnabled(False)
        radios = [RadioButton(theme, "This one"), RadioButton(theme, "That one")]
        radios[0].setChecked(True)
        options = [("written", "Written"), ("quotes", "Quotes")]
        return [
            row(
                Segmented(theme, options, "Answer style"),
                focused(Segmented(theme, options, "Answer style")),
                Stepper(theme, "Passages", 1, 12, value=6),
                focused(Stepper(theme, "Passages", 1, 12, value=1)),
            ),
            row(*boxes, focused(CheckBox(theme, "Focus")), spacing=16),
            row(*radios, focused(RadioButton(theme, "Focus")), spacing=16),
        ]

    def _cards(self) -> list[QLayout]:
        rest, chosen = self._card("At rest"), self._card("Open in the viewer")
        chosen.set_selected(True)
        layout = QHBoxLayout()
        layout.addWidget(rest)
        layout.addWidget(chosen)
        return [layout]

    def _card(self, text: str) -> Card:
        theme = self._theme
        card = Card(interactive=True)
        layout = QVBoxLayout(card)
        layout.addWidget(TextLabel(theme, text, role=TextRole.HEADING))
        layout.addWidget(Divider())
        layout.addWidget(TextLabel(theme, "p. 14 (label 12)", role=TextRole.SECONDARY))
        return card


def grab_focused(gallery: Gallery) -> None:
    """Give every marked widget the look of keyboard focus.

    Only one widget can have the focus, so the others are asked to paint as if they had.
    """
    for widget in gallery.findChildren(QWidget, "focus-me"):
        target = widget.focusProxy() or widget
        widget.hasFocus = lambda: True  # type: ignore[method-assign]
        target.hasFocus = lambda: True  # type: ignore[method-assign]
        target.setProperty("keyboardFocus", True)


def main() -> None:
    """Grab the gallery in light, dark, high contrast and at twice the text size."""
    folder = Path(os.environ["PINCITE_GALLERY"])
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    font = app.font()
    font.setPixelSize(13)
    theme = Theme(app, scheme=SchemeChoice.LIGHT, system_font=font)
    views = [
        ("light", SchemeChoice.LIGHT, ContrastChoice.NORMAL, 1.0),
        ("dark", SchemeChoice.DARK, ContrastChoice.NORMAL, 1.0),
        ("contrast", SchemeChoice.LIGHT, ContrastChoice.HIGH, 1.0),
        ("large", SchemeChoice.LIGHT, ContrastChoice.NORMAL, 2.0),
    ]
    for name, scheme, contrast, factor in views:
        theme.set_scheme(scheme)
        theme.set_contrast(contrast)
        theme.set_text_factor(factor)
        gallery = Gallery(theme)
        gallery.resize(QSize(round(1280 * factor), round(1100 * factor)))
        gallery.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        grab_focused(gallery)
        gallery.show()
        app.processEvents()
        gallery.grab().save(str(folder / f"gallery-{name}.png"))
        gallery.close()


if __name__ == "__main__":
    main()

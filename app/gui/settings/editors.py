"""The control for a setting, derived from the type and bounds of its field."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.common.widgets import Segmented, Select, Stepper, Switch

MAX_SEGMENTS = 3
"""With more options than this, a list is shown instead of words side by side."""

# What a whole number may be where its field states no bound.
_UNBOUNDED = (0, 1_000_000)

Choices = Sequence[tuple[str, str]]
"""(value, word) for a text setting whose values only the program knows."""


class Editor(QObject):
    """A control and the value it holds. Signal `edited` carries the new value."""

    edited = Signal(object)

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.widget = widget

    def set_value(self, value: object) -> None:
        """Show a value without reporting it."""
        self.blockSignals(True)
        self._show(value)
        self.blockSignals(False)

    def _show(self, value: object) -> None:
        raise TypeError(f"{type(self).__name__} cannot show {value!r}")


class SwitchEditor(Editor):
    """On or off."""

    def __init__(self, theme: Theme, name: str) -> None:
        self._switch = Switch(theme, name)
        super().__init__(self._switch)
        self._switch.toggled.connect(self._emit)

    def _show(self, value: object) -> None:
        self._switch.setChecked(bool(value))

    @Slot(bool)
    def _emit(self, on: bool) -> None:
        self.edited.emit(on)


class StepperEditor(Editor):
    """A whole number within the bounds of its field."""

    def __init__(self, theme: Theme, name: str, field: FieldInfo) -> None:
        low, high, step = _bounds(field)
        self._stepper = Stepper(theme, name, low, high, step=step)
        self._step = step
        super().__init__(self._stepper)
        # A number counts once it is written; while it is typed, it may be anything.
        self._stepper.spin_box().setKeyboardTracking(False)
        self._stepper.value_changed.connect(self._emit)

    def _show(self, value: object) -> None:
        self._stepper.set_value(int(str(value)))

    @Slot(int)
    def _emit(self, value: int) -> None:
        stepped = round(value / self._step) * self._step
        if stepped != value:
            self._stepper.set_value(stepped)
        else:
            self.edited.emit(value)


class WordsEditor(Editor):
    """One of a few values, as words side by side."""

    def __init__(self, theme: Theme, name: str, words: dict[str, tuple[object, str]]) -> None:
        self._words = words
        options = [(key, word) for key, (_, word) in words.items()]
        self._segmented = Segmented(theme, options, name)
        super().__init__(self._segmented)
        self._segmented.value_changed.connect(self._emit)

    def _show(self, value: object) -> None:
        self._segmented.set_value(_key_of(value, self._words))

    @Slot(str)
    def _emit(self, key: str) -> None:
        self.edited.emit(self._words[key][0])


class ListEditor(Editor):
    """One of a list. A value that is not in it, such as a model by its name, is added."""

    def __init__(self, theme: Theme, name: str, words: dict[str, tuple[object, str]]) -> None:
        self._words = dict(words)
        self._select = Select(theme, name)
        super().__init__(self._select)
        for key, (_, word) in words.items():
            self._select.addItem(word, key)
        self._select.currentIndexChanged.connect(self._emit)

    def _show(self, value: object) -> None:
        if value not in [known for known, _ in self._words.values()]:
            self._words[str(value)] = (value, str(value))
            self._select.addItem(str(value), str(value))
        self._select.setCurrentIndex(self._select.findData(_key_of(value, self._words)))

    @Slot(int)
    def _emit(self, index: int) -> None:
        if index >= 0:
            self.edited.emit(self._words[self._select.itemData(index)][0])


def editor_for(theme: Theme, field: FieldInfo, choices: Choices | None = None) -> Editor:
    """The control for a field: a switch, a stepper, words side by side, or a list.

    Raises:
        TypeError: no control is made for the field's type.
    """
    name = field.title or ""
    kind: Any = field.annotation
    if choices is not None:
        return ListEditor(theme, name, {value: (value, word) for value, word in choices})
    if kind is bool:
        return SwitchEditor(theme, name)
    if kind is int:
        return StepperEditor(theme, name, field)
    words: dict[str, tuple[object, str]] = {}
    if isinstance(kind, type) and issubclass(kind, Enum):
        words = {str(m.value): (m, _words_of(str(m.value))) for m in kind}
    elif get_origin(kind) is Literal:
        words = {str(value): (value, _words_of(value)) for value in get_args(kind)}
    if not words:
        raise TypeError(f"no control for a setting of type {kind!r}")
    if len(words) <= MAX_SEGMENTS:
        return WordsEditor(theme, name, words)
    return ListEditor(theme, name, words)


def _words_of(value: object) -> str:
    if isinstance(value, int):
        return Formats().number(value)
    return str(value).replace("_", " ").capitalize()


def _key_of(value: object, words: dict[str, tuple[object, str]]) -> str:
    return next(key for key, (known, _) in words.items() if known == value)


def _bounds(field: FieldInfo) -> tuple[int, int, int]:
    """Lowest and highest value, and the step, from the field's constraints."""
    (low, high), step = _UNBOUNDED, 1
    for constraint in field.metadata:
        low = int(getattr(constraint, "ge", low))
        high = int(getattr(constraint, "le", high))
        step = int(getattr(constraint, "multiple_of", None) or step)
    return low, high, step

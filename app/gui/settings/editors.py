"""The control for a setting, derived from the type and bounds of its field."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.gui.common.theme import Theme
from app.gui.common.widgets import Segmented, Select, Stepper, Switch

MAX_SEGMENTS = 3
"""With more options than this, a list is shown instead of words side by side."""

Options = Sequence[tuple[str, str]]


class Editor(QObject):
    """A control and the value it holds. Signal `edited` carries the new value."""

    edited = Signal(object)

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.widget = widget

    def set_value(self, value: object) -> None:
        """Show a value without reporting it."""
        raise TypeError(f"{type(self).__name__} cannot show {value!r}")


class SwitchEditor(Editor):
    """On or off."""

    def __init__(self, theme: Theme, name: str) -> None:
        self._switch = Switch(theme, name)
        super().__init__(self._switch)
        self._switch.toggled.connect(self.edited)

    def set_value(self, value: object) -> None:
        """Show a truth value."""
        self._switch.blockSignals(True)
        self._switch.setChecked(bool(value))
        self._switch.blockSignals(False)


class StepperEditor(Editor):
    """A whole number within the bounds of its field."""

    def __init__(self, theme: Theme, name: str, field: FieldInfo) -> None:
        low, high, step = _bounds(field)
        self._stepper = Stepper(theme, name, low, high, step=step)
        super().__init__(self._stepper)
        self._stepper.value_changed.connect(self._emit)

    def set_value(self, value: object) -> None:
        """Show a number."""
        self.blockSignals(True)
        self._stepper.set_value(int(str(value)))
        self.blockSignals(False)

    @Slot(int)
    def _emit(self, value: int) -> None:
        self.edited.emit(value)


class ChoiceEditor(Editor):
    """One of a few values."""

    def __init__(self, theme: Theme, name: str, values: Sequence[object], options: Options) -> None:
        self._values = {
            word_value: value for (word_value, _), value in zip(options, values, strict=True)
        }
        self._segmented: Segmented | None = None
        self._select: Select | None = None
        widget: QWidget
        if len(options) <= MAX_SEGMENTS and len({type(v) for v in values} & {str}) == 0:
            widget = self._segmented = Segmented(theme, options, name)
        else:
            widget = self._select = Select(theme, name)
            for value, word in options:
                self._select.addItem(word, value)
        super().__init__(widget)
        if self._segmented is not None:
            self._segmented.value_changed.connect(self._emit)
        if self._select is not None:
            self._select.currentIndexChanged.connect(self._emit_index)

    def set_value(self, value: object) -> None:
        """Show one of the values."""
        key = next((k for k, v in self._values.items() if v == value), None)
        if key is None:
            return
        self.blockSignals(True)
        if self._segmented is not None:
            self._segmented.set_value(key)
        if self._select is not None:
            self._select.setCurrentIndex(self._select.findData(key))
        self.blockSignals(False)

    @Slot(str)
    def _emit(self, key: str) -> None:
        self.edited.emit(self._values[key])

    @Slot(int)
    def _emit_index(self, index: int) -> None:
        if self._select is not None and index >= 0:
            self._emit(self._select.itemData(index))


def editor_for(
    theme: Theme, field: FieldInfo, choices: Sequence[tuple[str, str]] | None = None
) -> Editor:
    """The control for a field: a switch, a stepper, words side by side, or a list.

    Args:
        choices: (value, word) for a text field whose values only the program knows.

    Raises:
        TypeError: no control is made for the field's type.
    """
    name = field.title or ""
    kind: Any = field.annotation
    if choices is not None:
        return ChoiceEditor(theme, name, [value for value, _ in choices], choices)
    if kind is bool:
        return SwitchEditor(theme, name)
    if kind is int:
        return StepperEditor(theme, name, field)
    if isinstance(kind, type) and issubclass(kind, Enum):
        members = list(kind)
        words = [(str(m.value), str(m.value).replace("_", " ").capitalize()) for m in members]
        return ChoiceEditor(theme, name, members, words)
    if get_origin(kind) is Literal:
        values = get_args(kind)
        return ChoiceEditor(theme, name, values, [(str(v), f"{v:,}") for v in values])
    raise TypeError(f"no control for a setting of type {kind!r}")


def _bounds(field: FieldInfo) -> tuple[int, int, int]:
    """Lowest and highest value, and the step, from the field's constraints."""
    low, high, step = 0, 1_000_000, 1
    for constraint in field.metadata:
        low = int(getattr(constraint, "ge", low))
        high = int(getattr(constraint, "le", high))
        step = int(getattr(constraint, "multiple_of", None) or step)
    return low, high, step

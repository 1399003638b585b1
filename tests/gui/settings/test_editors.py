"""Each kind of setting has a control; what is edited is what the field can hold."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import pytest
from pydantic import BaseModel, Field
from pydantic.fields import FieldInfo
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.gui.common.theme import Theme
from app.gui.common.widgets import Segmented, Select, Stepper, Switch
from app.gui.settings.editors import Editor, editor_for


class Size(StrEnum):
    SMALL = "small"
    VERY_LARGE = "very_large"


class Many(StrEnum):
    A = "a"
    B = "b"
    C = "c"
    D = "d"


class Example(BaseModel):
    on: bool = Field(default=False, title="On")
    count: int = Field(default=5, ge=1, le=12, title="Count")
    stepped: int = Field(default=100, ge=90, le=200, multiple_of=10, title="Stepped")
    free: int = Field(default=3, title="Free")
    size: Size = Field(default=Size.SMALL, title="Size")
    many: Many = Field(default=Many.A, title="Many")
    tokens: Literal[2048, 4096] = Field(default=2048, title="Tokens")
    name: str = Field(default="first", title="Name")
    share: float = Field(default=0.5, title="Share")


def field(name: str) -> FieldInfo:
    return Example.model_fields[name]


class Edited:
    """An editor on the window and the values that it reports."""

    def __init__(self, theme: Theme, qtbot: QtBot, name: str, *choices: tuple[str, str]) -> None:
        self.editor: Editor = editor_for(theme, field(name), choices or None)
        qtbot.addWidget(self.editor.widget)
        self.values: list[object] = []
        self.editor.edited.connect(self.values.append)
        self.editor.widget.show()


def test_a_truth_value_is_a_switch(theme: Theme, qtbot: QtBot) -> None:
    edited = Edited(theme, qtbot, "on")
    switch = edited.editor.widget
    assert isinstance(switch, Switch)
    edited.editor.set_value(True)
    assert switch.isChecked()
    assert edited.values == []
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert edited.values == [False]


def test_a_bounded_number_is_a_stepper(theme: Theme, qtbot: QtBot) -> None:
    edited = Edited(theme, qtbot, "count")
    stepper = edited.editor.widget
    assert isinstance(stepper, Stepper)
    edited.editor.set_value(11)
    assert edited.values == []
    qtbot.keyClick(stepper.spin_box(), Qt.Key.Key_Up)
    qtbot.keyClick(stepper.spin_box(), Qt.Key.Key_Up)
    assert edited.values == [12]
    assert (stepper.spin_box().minimum(), stepper.spin_box().maximum()) == (1, 12)


def test_a_number_counts_when_it_is_written(theme: Theme, qtbot: QtBot) -> None:
    edited = Edited(theme, qtbot, "stepped")
    edited.editor.set_value(100)
    box = edited.editor.widget
    assert isinstance(box, Stepper)
    box.spin_box().selectAll()
    qtbot.keyClicks(box.spin_box(), "152")
    assert edited.values == []
    qtbot.keyClick(box.spin_box(), Qt.Key.Key_Return)
    assert edited.values == [150]
    assert box.value() == 150


def test_few_words_stand_side_by_side(theme: Theme, qtbot: QtBot) -> None:
    edited = Edited(theme, qtbot, "size")
    words = edited.editor.widget
    assert isinstance(words, Segmented)
    assert words.segment("very_large").text() == "Very large"
    edited.editor.set_value(Size.VERY_LARGE)
    assert words.value() == "very_large"
    assert edited.values == []
    words.segment("small").click()
    assert edited.values == [Size.SMALL]


def test_numbers_to_choose_from_keep_their_type(theme: Theme, qtbot: QtBot) -> None:
    edited = Edited(theme, qtbot, "tokens")
    words = edited.editor.widget
    assert isinstance(words, Segmented)
    words.segment("4096").click()
    assert edited.values == [4096]


def test_many_words_are_a_list(theme: Theme, qtbot: QtBot) -> None:
    edited = Edited(theme, qtbot, "many")
    select = edited.editor.widget
    assert isinstance(select, Select)
    edited.editor.set_value(Many.C)
    assert select.currentText() == "C"
    assert edited.values == []
    select.setCurrentIndex(3)
    assert edited.values == [Many.D]


def test_a_text_takes_the_choices_that_the_program_knows(theme: Theme, qtbot: QtBot) -> None:
    edited = Edited(theme, qtbot, "name", ("first", "The first"), ("second", "The second"))
    select = edited.editor.widget
    assert isinstance(select, Select)
    edited.editor.set_value("second")
    assert select.currentText() == "The second"
    select.setCurrentIndex(0)
    assert edited.values == ["first"]


def test_a_value_that_is_not_among_the_choices_is_shown_and_kept(
    theme: Theme, qtbot: QtBot
) -> None:
    edited = Edited(theme, qtbot, "name", ("first", "The first"))
    edited.editor.set_value("tiny")
    select = edited.editor.widget
    assert isinstance(select, Select)
    assert select.currentText() == "tiny"
    assert edited.values == []


def test_without_bounds_any_count_can_be_written(theme: Theme, qtbot: QtBot) -> None:
    edited = Edited(theme, qtbot, "free")
    edited.editor.set_value(900_000)
    stepper = edited.editor.widget
    assert isinstance(stepper, Stepper)
    assert stepper.value() == 900_000


@pytest.mark.parametrize("name", ["share", "name"])
def test_a_kind_that_has_no_control_is_a_bug(theme: Theme, name: str) -> None:
    with pytest.raises(TypeError, match="no control"):
        editor_for(theme, field(name))

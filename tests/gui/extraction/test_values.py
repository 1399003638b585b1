"""Values as people read them: numbers, amounts and dates by the locale, words for yes and no."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import QLocale

from app.core.domain.extraction import FieldType, Value
from app.gui.extraction.values import right_aligned, sort_key, value_text

ENGLISH, GERMAN = QLocale("en_US"), QLocale("de_DE")


@pytest.mark.parametrize(
    ("value", "kind", "english", "german"),
    [
        (1234.5, FieldType.MONEY, "1,234.50", "1.234,50"),
        (99.0, FieldType.MONEY, "99.00", "99,00"),
        (0.125, FieldType.MONEY, "0.125", "0,125"),
        (2019.0, FieldType.NUMBER, "2019", "2019"),
        (12345.0, FieldType.NUMBER, "12,345", "12.345"),
        (-7.25, FieldType.NUMBER, "-7.25", "-7,25"),
        (date(2024, 3, 3), FieldType.DATE, "3/3/2024", "03.03.2024"),
        (True, FieldType.YES_NO, "Yes", "Yes"),
        (False, FieldType.YES_NO, "No", "No"),
        (None, FieldType.MONEY, "–", "–"),
        ("Two\n lines", FieldType.TEXT, "Two lines", "Two lines"),
        (float("inf"), FieldType.NUMBER, "inf", "inf"),
    ],
)
def test_a_value_is_written_as_the_locale_has_it(
    value: Value, kind: FieldType, english: str, german: str
) -> None:
    assert value_text(value, kind, ENGLISH) == english
    assert value_text(value, kind, GERMAN) == german


def test_what_a_field_of_another_type_left_behind_is_written_too() -> None:
    assert value_text(12.5, FieldType.TEXT, ENGLISH) == "12.5"
    assert value_text("soon", FieldType.DATE, ENGLISH) == "soon"


def test_figures_stand_below_each_other() -> None:
    right = {kind for kind in FieldType if right_aligned(kind)}
    assert right == {FieldType.NUMBER, FieldType.MONEY}


def test_values_are_sorted_by_what_they_are() -> None:
    assert sort_key(9.0) < sort_key(10.0)  # type: ignore[operator]
    assert sort_key(date(2023, 12, 31)) < sort_key(date(2024, 1, 1))  # type: ignore[operator]
    assert sort_key("apple") < sort_key("Pear")  # type: ignore[operator]
    assert sort_key(False) < sort_key(True)  # type: ignore[operator]
    assert sort_key(5.0) < sort_key("5")  # type: ignore[operator]
    assert sort_key(None) is None

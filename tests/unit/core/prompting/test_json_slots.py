from __future__ import annotations

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.domain.extraction import FieldType, SchemaField
from app.core.prompting.json_slots import (
    MAX_NUMBER_CHARACTERS,
    MAX_STRING_CHARACTERS,
    ChoiceSlot,
    DateSlot,
    EitherSlot,
    Fit,
    NumberSlot,
    Slot,
    SpacedSlot,
    StringSlot,
    value_slot,
)

OPEN, WRONG = Fit.OPEN, Fit.WRONG


def field(kind: FieldType, *choices: str) -> SchemaField:
    return SchemaField("one", "One", kind, choices=choices)


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("", OPEN),
        ('"', OPEN),
        ('"INV-1', OPEN),
        ('"INV-1"', OPEN),
        ('"INV-1",', 8),
        ('"INV-1",\n"x', 8),
        ('"INV-1"}', WRONG),
        ('"INV-1" ,', WRONG),
        ("INV", WRONG),
        ('""', WRONG),
        ('" "', WRONG),
        ('" x",', 5),
        ('"a\nb', WRONG),
        ('"a\\"b",', 7),
        ('"a\\', OPEN),
        ('"a\\\\",', 6),
        ('"a\\u00e9', WRONG),
        ('"a\\d', WRONG),
        ('"é日本",', 6),
    ],
)
def test_a_string(text: str, fit: int | Fit) -> None:
    assert StringSlot(",").match(text) == fit


def test_a_string_is_bounded() -> None:
    longest = '"' + "x" * MAX_STRING_CHARACTERS
    slot = StringSlot(",")
    assert slot.match(longest) is OPEN
    assert slot.match(longest + '",') == MAX_STRING_CHARACTERS + 3
    assert slot.match(longest + "x") is WRONG


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("", OPEN),
        ("-", OPEN),
        ("12", OPEN),
        ("12.", OPEN),
        ("12.5", OPEN),
        ("12.5,", 5),
        ("0,", 2),
        ("-3.00,", 6),
        ("12.,", WRONG),
        ("-,", WRONG),
        ("012", WRONG),
        ("1,234.50", 2),
        ("1e5", WRONG),
        ("+1", WRONG),
        (".5", WRONG),
        ('"1"', WRONG),
        ("1" * 18 + ",", 19),
        ("1" * 19, WRONG),
        ("1" * 19 + ",", WRONG),
    ],
)
def test_a_number(text: str, fit: int | Fit) -> None:
    assert NumberSlot(",").match(text) == fit


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("", OPEN),
        ('"', OPEN),
        ('"2', OPEN),
        ('"2024-', OPEN),
        ('"2024-0', OPEN),
        ('"2024-02-29', OPEN),
        ('"2024-02-29",', 13),
        ('"2023-02-29"', WRONG),
        ('"2023-02-3', WRONG),
        ('"2024-04-31', WRONG),
        ('"2024-12-31"}', WRONG),
        ('"2024-13', WRONG),
        ('"2024-00', WRONG),
        ('"2024-2', WRONG),
        ('"2024-01-00', WRONG),
        ('"2024-01-4', WRONG),
        ('"2024-1"', WRONG),
        ('"0024', WRONG),
        ('"2024/01', WRONG),
        ('"20240101', WRONG),
        ('"٢', WRONG),
        ("2024", WRONG),
    ],
)
def test_a_day(text: str, fit: int | Fit) -> None:
    assert DateSlot(",").match(text) == fit


def test_one_of_a_few() -> None:
    slot = ChoiceSlot(["1", "17", "19"], "}")
    assert [slot.match(text) for text in ("", "1", "17", "2", "1}", "17}", "17}}", "18")] == [
        OPEN, OPEN, OPEN, WRONG, 2, 3, 3, WRONG,
    ]  # fmt: skip
    assert slot.continuations("1") == ["}", "7", "9"]


def test_choices_are_as_json_has_them() -> None:
    slot = value_slot(field(FieldType.CHOICE, 'a "b"', "é"), ",")
    assert slot.match('"a \\"b\\"",') == 10
    assert slot.match('"é",') == 4
    assert slot.match('"a "b"') is WRONG


def test_either_of_two_after_a_space() -> None:
    slot = SpacedSlot(EitherSlot(ChoiceSlot(["null"], ","), StringSlot(",")))
    assert slot.match("") is OPEN
    assert slot.match(" n") is OPEN
    assert slot.match(" null,") == 6
    assert slot.match(' "n",') == 5
    assert slot.match("null") is WRONG
    assert slot.match("  null") is WRONG
    assert slot.match(" x") is WRONG
    assert slot.continuations("") == [" "]
    assert slot.continuations(" ") == ["n", '"']
    assert slot.continuations(" nu") == ["l"]


SLOTS = [
    *(value_slot(field(kind), ",") for kind in FieldType if kind is not FieldType.CHOICE),
    value_slot(field(FieldType.CHOICE, "Net", "Gross", 'say "x"'), ","),
]


@pytest.mark.parametrize(
    ("slot", "text"),
    [
        (NumberSlot(","), "1" * (MAX_NUMBER_CHARACTERS - 1) + "."),
        (NumberSlot(","), "-" + "1" * (MAX_NUMBER_CHARACTERS - 2) + "."),
        (StringSlot(","), '"' + " " * MAX_STRING_CHARACTERS),
        (StringSlot(","), '"' + " " * (MAX_STRING_CHARACTERS - 1) + "\\"),
    ],
)
def test_at_the_bound_only_that_fits_which_can_be_ended(slot: Slot, text: str) -> None:
    assert slot.match(text[:-1]) is OPEN
    if slot.match(text) is OPEN:
        assert any(slot.match(text + sign) is not WRONG for sign in slot.continuations(text))


@pytest.mark.parametrize("slot", SLOTS)
@given(st.data())
def test_continuations_lead_to_an_end(slot: Slot, data: st.DataObject) -> None:
    text = ""
    for _ in range(100):
        signs = slot.continuations(text)
        assert signs
        assert all(slot.match(text + sign) is not WRONG for sign in signs)
        text += data.draw(st.sampled_from(sorted(set(signs))))
        if isinstance(slot.match(text), int):
            json.loads(text[:-1])
            return
    pytest.fail(f"no end: {text!r}")


@given(st.text(min_size=1, max_size=40).filter(lambda text: bool(text.strip())))
def test_every_text_of_a_value_has_a_string(text: str) -> None:
    printable = "".join(sign for sign in text if sign >= " ")
    written = json.dumps(printable, ensure_ascii=False) + ","
    fit = StringSlot(",").match(written)
    assert fit == len(written) or not printable.strip()


@given(st.dates(min_value=date(1000, 1, 1), max_value=date(2999, 12, 31)))
def test_every_day_fits(day: date) -> None:
    slot = DateSlot(",")
    written = f'"{day.isoformat()}",'
    assert [slot.match(written[:end]) for end in range(len(written))] == [OPEN] * len(written)
    assert slot.match(written) == len(written)

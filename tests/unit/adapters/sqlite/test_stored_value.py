from __future__ import annotations

import math
from datetime import date, datetime

import pytest

from app.adapters.sqlite.stored_value import pack, unpack
from app.core.domain.extraction import Value


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        (None, ("nothing", "")),
        (True, ("yes_no", "yes")),
        (False, ("yes_no", "no")),
        (1234.5, ("number", "1234.5")),
        (-0.0, ("number", "-0.0")),
        (0.1 + 0.2, ("number", "0.30000000000000004")),
        (math.inf, ("number", "inf")),
        (date(2024, 3, 3), ("date", "2024-03-03")),
        (date(1, 1, 1), ("date", "0001-01-01")),
        ("", ("text", "")),
        ("2024-03-03", ("text", "2024-03-03")),
        ("a\x00b", ("text", "a\x00b")),
    ],
)
def test_a_value_is_written_with_its_kind_and_read_again(
    value: Value, stored: tuple[str, str]
) -> None:
    assert pack(value) == stored
    again = unpack(*stored)
    assert again == value
    assert type(again) is type(value)


def test_a_whole_number_becomes_a_number_like_others() -> None:
    assert pack(5) == ("number", "5.0")


def test_not_a_number_stays_so() -> None:
    again = unpack(*pack(math.nan))
    assert isinstance(again, float)
    assert math.isnan(again)


def test_half_of_a_character_is_replaced() -> None:
    assert pack("a\udce9b") == ("text", "a\ufffdb")


@pytest.mark.parametrize("value", [datetime(2024, 3, 3, 12, 0), b"x", [1.0]])  # noqa: DTZ001
def test_other_things_are_refused(value: object) -> None:
    with pytest.raises(TypeError, match="a field holds no"):
        pack(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "stored", [("money", "1"), ("yes_no", "maybe"), ("number", "x"), ("date", "3 March 2024")]
)
def test_what_was_never_written_is_refused(stored: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match=r"valid|could not|neither|Invalid"):
        unpack(*stored)

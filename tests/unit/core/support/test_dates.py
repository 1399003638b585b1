"""Dates and times of day, in the forms in which people write them."""

from __future__ import annotations

import pytest

from app.core.support.dates import Date, dates, times


@pytest.mark.parametrize(
    "written",
    [
        "3 March 2024",
        "March 3, 2024",
        "the 3rd of March 2024",
        "2024-03-03",
        "03.03.2024",
        "3.3.24",
        "03/03/2024",
        "3. März 2024",
        "3 mars 2024",
        "3 de marzo de 2024",
        "3 marzo 2024",
        "3 Mar. 2024",
    ],
)
def test_forms_of_one_date(written: str) -> None:
    (date,) = dates(f"It began on {written}, as planned.")
    assert (date.year, date.month, date.day) == (2024, 3, 3)
    assert Date(0, 0, 2024, 3, 3).borne_by(date)
    assert not Date(0, 0, 2024, 3, 4).borne_by(date)


@pytest.mark.parametrize(
    ("text", "year", "month", "day"),
    [
        ("by 31 March.", None, 3, 31),
        ("in March 2024", 2024, 3, None),
        ("since 03/2024", 2024, 3, None),
        ("2024-03 and later", 2024, 3, None),
    ],
)
def test_parts_of_a_date(text: str, year: int | None, month: int, day: int | None) -> None:
    (date,) = dates(text)
    assert (date.year, date.month, date.day) == (year, month, day)


@pytest.mark.parametrize("text", ["you may 5 times", "version 1.2.3", "12/13/14/15", "40 March"])
def test_what_is_no_date(text: str) -> None:
    assert dates(text) == []


def test_day_and_month_may_stand_either_way_round_between_slashes() -> None:
    (date,) = dates("03/04/2024")
    assert Date(0, 0, 2024, 4, 3).borne_by(date)
    assert Date(0, 0, 2024, 3, 4).borne_by(date)
    (told,) = dates("13/04/2024")
    assert (told.month, told.day) == (4, 13)


def test_a_month_is_borne_by_a_day_of_it_and_not_the_other_way_round() -> None:
    month, day = Date(0, 0, 2024, 3, None), Date(0, 0, 2024, 3, 3)
    assert month.borne_by(day)
    assert not day.borne_by(month)


def test_the_full_stop_of_the_sentence_is_no_part_of_the_date() -> None:
    text = "It ends on 31 March."
    (date,) = dates(text)
    assert text[date.start : date.end] == "31 March"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("08:15", "8:15 am", True),
        ("20:15", "8:15 p.m.", True),
        ("20:15", "8:15 am", False),
        ("20.15 Uhr", "20:15", True),
        ("18h30", "6:30 pm", True),
        ("08:15", "08:45", False),
    ],
)
def test_times_of_day(one: str, other: str, same: bool) -> None:
    (first,), (second,) = times(f"at {one} today", []), times(f"at {other} today", [])
    assert first.borne_by(second) is same


def test_an_amount_of_hours_is_no_time_of_day() -> None:
    assert times("within 24 h", []) == []

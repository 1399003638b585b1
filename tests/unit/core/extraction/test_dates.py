"""Whole dates, read in the forms of many countries."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.extraction.dates import dates_in, read_date
from tests.unit.core.extraction.locales import DATES, SLASHED

DAYS = st.dates(date(1970, 1, 1), date(2069, 12, 31))
THIRD = date(2024, 3, 3)


@pytest.mark.parametrize("locale", DATES)
@settings(max_examples=40)
@given(day=DAYS)
def test_a_date_reads_back_in_every_locale(locale: str, day: date) -> None:
    assert read_date(DATES[locale](day)) == (day,)


@pytest.mark.parametrize("locale", SLASHED)
@settings(max_examples=40)
@given(day=DAYS)
def test_figures_with_slashes_keep_both_readings(locale: str, day: date) -> None:
    readings = read_date(SLASHED[locale](day))
    assert day in readings
    assert len(readings) == (2 if day.day <= 12 and day.day != day.month else 1)


def test_of_two_readings_the_day_comes_first() -> None:
    assert read_date("03/04/2024") == (date(2024, 4, 3), date(2024, 3, 4))
    assert read_date("03/13/2024") == (date(2024, 3, 13),)


@pytest.mark.parametrize(
    "written",
    [
        "March 3rd, 2024",
        "the 3rd of March 2024",
        "3rd day of March, 2024",
        "3-Mar-2024",
        "03-MAR-24",
        "3 Mar '24",
        "3 Mar. 2024",
        "Mar.3,2024",
        "3. 3. 2024",
        "３．３．２０２４",
        "２０２４年３月３日",
        "2024 年 3 月 3 日",
        "令和6年3月3日",
        "2024.03.03",
        "2024 March 3",
        "3\nMarch\n2024",
        "3 de marzo del 2024",
    ],
)
def test_further_forms(written: str) -> None:
    (found,) = dates_in(f"Made on {written}, in Bern.")
    assert found.readings == (THIRD,)


@pytest.mark.parametrize(
    "text",
    [
        "Date:2024-03-03",
        "2024-03-03: signed",
        "2024-03-03T12:00:00Z",
        "01.03.2024-03.03.2024",
        "2024-03-03, 12:30",
        "(2024-03-03)",
        "契約日2024年3月3日に",
    ],
)
def test_what_may_stand_beside_a_date(text: str) -> None:
    assert any(found.readings == (THIRD,) for found in dates_in(text))


@pytest.mark.parametrize(
    "text",
    [
        "12024-03-03",
        "2024-03-031",
        "2024-03-03-01",
        "INV-2024-03-03",
        "30.02.2024",
        "1.2.3.2024",
        "3.3.2024.1",
        "20240303",
        "March 2024",
        "3 March",
        "may 5 times 2024",
        "13/13/2024",
        "12-03-03-2024",
    ],
)
def test_what_is_no_whole_date(text: str) -> None:
    assert dates_in(text) == []


def test_the_place_of_the_year() -> None:
    text = "on 3 March 2024"
    (found,) = dates_in(text)
    assert text[found.year_start : found.year_end] == "2024"
    assert (found.start, found.end) == (3, len(text))

"""Numbers, sizes, times and pages are written as the design says, in the user's locale."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale

from app.gui.common.formats import Formats

NBSP = "\u00a0"


@pytest.fixture
def english() -> Formats:
    return Formats(QLocale("en_US"))


@pytest.fixture
def german() -> Formats:
    return Formats(QLocale("de_DE"))


def plain(text: str) -> str:
    return text.replace(NBSP, " ")


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1_000, "1 kB"),
        (12_345, "12 kB"),
        (999_400, "999 kB"),
        (999_600, "1.0 MB"),
        (3_400_000, "3.4 MB"),
        (23_000_000, "23 MB"),
        (120_400_000, "120 MB"),
        (999_600_000, "1.0 GB"),
        (1_117_320_768, "1.1 GB"),
        (9_000_000_000, "9.0 GB"),
        (12_500_000_000, "12.5 GB"),
        (16_000_000_000, "16 GB"),
        (212_000_000_000, "212 GB"),
    ],
)
def test_sizes_count_in_thousands(english: Formats, count: int, text: str) -> None:
    assert plain(english.size(count)) == text


@pytest.mark.parametrize(
    ("done", "total", "text"),
    [
        (1_900_000_000, 4_700_000_000, "1.9 of 4.7 GB"),
        (900_000_000, 4_700_000_000, "900 MB of 4.7 GB"),
        (0, 23_000_000, "0 bytes of 23 MB"),
    ],
)
def test_part_of_a_size(english: Formats, done: int, total: int, text: str) -> None:
    assert plain(english.size_of(done, total)) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0.0 s"),
        (0.26, "0.3 s"),
        (8.6, "8.6 s"),
        (9.94, "9.9 s"),
        (9.97, "10 s"),
        (15.2, "15 s"),
        (59.4, "59 s"),
        (59.8, "about 1 minute"),
        (240, "about 4 minutes"),
        (2_280, "about 38 minutes"),
        (7_200, "about 2 hours"),
    ],
)
def test_durations_say_no_more_than_is_known(english: Formats, seconds: float, text: str) -> None:
    assert plain(english.duration(seconds)) == text


@pytest.mark.parametrize(
    ("left", "gone", "text"),
    [
        (1_441, 60, "About 25 minutes left"),
        (1_500, 60, "About 25 minutes left"),
        (61, 60, "About 2 minutes left"),
        (60, 60, "About 1 minute left"),
        (41, 60, "About 50 seconds left"),
        (3, 60, "About 10 seconds left"),
        (7_201, 60, "About 3 hours left"),
        (1_500, 9.9, ""),
        (0, 60, ""),
    ],
)
def test_time_left_is_rounded_up_and_not_said_too_early(
    english: Formats, left: float, gone: float, text: str
) -> None:
    assert english.time_left(left, gone) == text


@pytest.mark.parametrize(("seconds", "text"), [(0.0, "0 s"), (2.99, "2 s"), (-1.0, "0 s")])
def test_seconds_gone_never_run_ahead(english: Formats, seconds: float, text: str) -> None:
    assert plain(english.seconds_gone(seconds)) == text


@pytest.mark.parametrize(
    ("physical", "label", "shown", "spoken"),
    [
        (14, "xii", "p. 14 (label xii)", "page 14, label xii"),
        (6, "6", "p. 6 (label 6)", "page 6, label 6"),
        (14, None, "p. 14", "page 14"),
        (14, "", "p. 14", "page 14"),
    ],
)
def test_pages(english: Formats, physical: int, label: str | None, shown: str, spoken: str) -> None:
    assert plain(english.page(physical, label)) == shown
    assert english.page_spoken(physical, label) == spoken
    assert NBSP in english.page(physical, label)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0 pages"), (1, "1 page"), (64, "64 pages"), (7_780, "7,780 pages")],
)
def test_counts(english: Formats, value: int, text: str) -> None:
    assert english.count(value, "page") == text


def test_irregular_plural(english: Formats) -> None:
    assert english.count(2, "copy", "copies") == "2 copies"
    assert english.count(1, "copy", "copies") == "1 copy"


@pytest.mark.parametrize(
    ("fraction", "text"),
    [(0.0, "0 %"), (0.62, "62 %"), (0.996, "99 %"), (1.0, "100 %"), (1.2, "100 %"), (-0.1, "0 %")],
)
def test_percent_keeps_100_for_the_whole(english: Formats, fraction: float, text: str) -> None:
    assert plain(english.percent(fraction)) == text


def test_locale_decides_the_separators(german: Formats) -> None:
    assert german.number(7_780) == "7.780"
    assert german.decimal(3.25) in {"3,2", "3,3"}
    assert plain(german.size(1_117_320_768)) == "1,1 GB"
    assert plain(german.duration(8.6)) == "8,6 s"


def test_default_locale_is_the_applications() -> None:
    assert Formats().number(7_780) == QLocale().toString(7_780)

"""Where values stand in a text: their written forms, exact places, and nothing else."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from app.core.domain.extraction import FieldType, Value
from app.core.extraction.occurrences import occurrences
from tests.unit.core.extraction.locales import AMOUNTS, DATES, SLASHED

CENTS = st.integers(-(10**9), 10**9)
DAYS = st.dates(date(1970, 1, 1), date(2069, 12, 31))
AROUND = st.sampled_from(["", "Total: ", "Gesamt\n", "合計 ", "(", "am ", "x\t", "12 pcs, ", "["])
BEHIND = st.sampled_from(["", ".", ", paid", "\nNet", ")", "; 7 pcs", " und", "]", "。"])


def held(value: Value, kind: FieldType, text: str) -> list[str]:
    return [text[start:end] for start, end in occurrences(value, kind, text)]


# --- numbers and money ------------------------------------------------------------------------


@pytest.mark.parametrize("locale", AMOUNTS)
@settings(max_examples=40)
@given(cents=CENTS, before=AROUND, behind=BEHIND)
def test_an_amount_is_found_at_its_place(locale: str, cents: int, before: str, behind: str) -> None:
    assume((before, behind) != ("(", ")"))  # then it is negative
    write, money = AMOUNTS[locale]
    value, figures = cents / 100, write(cents)
    text = before + figures + behind
    place = (len(before), len(before) + len(figures))
    assert place in occurrences(value, FieldType.NUMBER, text)
    text = before + money.format(figures) + behind
    place = (len(before), len(text) - len(behind))
    assert place in occurrences(value, FieldType.MONEY, text)


@pytest.mark.parametrize("locale", AMOUNTS)
@settings(max_examples=40)
@given(cents=CENTS, other=CENTS, before=AROUND, behind=BEHIND)
def test_another_amount_is_never_found(
    locale: str, cents: int, other: int, before: str, behind: str
) -> None:
    assume(cents != other and (before, behind) != ("(", ")"))
    assume(abs(other) not in (700, 1200))  # they stand around it
    write, money = AMOUNTS[locale]
    for written in (write(cents), money.format(write(cents))):
        text = before + written + behind
        assert occurrences(other / 100, FieldType.NUMBER, text) == []
        assert occurrences(other / 100, FieldType.MONEY, text) == []


@pytest.mark.parametrize("locale", AMOUNTS)
@settings(max_examples=40)
@given(cents=st.integers(100, 10**9), digit=st.integers(1, 9), behind=st.booleans())
def test_a_part_of_a_number_is_never_found(
    locale: str, cents: int, digit: int, behind: bool
) -> None:
    written = AMOUNTS[locale][0](cents)
    text = f"{written}{digit}" if behind else f"{digit}{written}"
    assert occurrences(cents / 100, FieldType.NUMBER, text) == []
    assert occurrences(cents / 100, FieldType.MONEY, text) == []


@pytest.mark.parametrize(
    ("value", "text", "places"),
    [
        (12.0, "12.5 12,5 112 INV-12 1:12 12", ["12"]),
        (1234.5, "1.234,50 or 1,234.5 or 1234.50", ["1.234,50", "1,234.5", "1234.50"]),
        (-12.0, "12.00 but (12.00)", ["(12.00)"]),
        (12.0, "(12.00)", []),
        (1200000.0, "1.2 million, 1.2", ["1.2 million"]),
        (25.0, "twenty-five", ["twenty-five"]),
        (2024.0, "3 March 2024, 2024-03-03, (2024), 20245", ["2024", "2024", "2024"]),
        (3.0, "3 March 2024, 03.03.2024", []),
        (24.0, "03.03.24", []),
        (0.0, "0 10 0.5", ["0"]),
        (1e21, "1,000,000,000,000,000,000,000", ["1,000,000,000,000,000,000,000"]),
    ],
)
def test_numbers_in_text(value: float, text: str, places: list[str]) -> None:
    assert held(value, FieldType.NUMBER, text) == places


def test_an_amount_of_money_is_no_measure() -> None:
    assert held(12.0, FieldType.MONEY, "12 kg, 12 %, 12 months, 12 €") == ["12 €"]
    assert held(12.0, FieldType.NUMBER, "12 kg") == ["12"]


# --- dates ------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", DATES | SLASHED)
@settings(max_examples=40)
@given(day=DAYS, before=AROUND, behind=BEHIND)
def test_a_date_is_found_at_its_place(locale: str, day: date, before: str, behind: str) -> None:
    written = (DATES | SLASHED)[locale](day)
    text = before + written + behind
    place = (len(before), len(before) + len(written))
    assert occurrences(day, FieldType.DATE, text) == [place]


@pytest.mark.parametrize("locale", DATES | SLASHED)
@settings(max_examples=40)
@given(day=DAYS, other=DAYS, before=AROUND, behind=BEHIND)
def test_another_date_is_never_found(
    locale: str, day: date, other: date, before: str, behind: str
) -> None:
    assume(other != day)
    if locale in SLASHED:
        assume((other.day, other.month) != (day.month, day.day))
    text = before + (DATES | SLASHED)[locale](day) + behind
    assert occurrences(other, FieldType.DATE, text) == []


@pytest.mark.parametrize("text", ["2024-03-30", "13 March 2024", "3 March 20245", "12024-03-03"])
def test_a_part_of_a_date_is_never_found(text: str) -> None:
    assert occurrences(date(2024, 3, 3), FieldType.DATE, text) == []


# --- words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text", "places"),
    [
        ("Acme Ltd", "ACME  Ltd, Acme\nLtd; Acmeta", ["ACME  Ltd", "Acme\nLtd"]),
        ("Acme Ltd.", "Acme Ltd", ["Acme Ltd"]),
        ("“Acme”", 'of "Acme"', ["Acme"]),
        ("Kündigungsfrist", "die Kündi-\ngungsfrist", ["Kündi-\ngungsfrist"]),
        ("RE-2024-17", "re-2024-\n17 RE-2024-170 ARE-2024-17 RE-2024-17-B", ["re-2024-\n17"]),
        ("2024-17", "RE-2024-17 2024-17", ["2024-17"]),
        ("17", "17.5 1.17 2024/17 17", ["17"]),
        ("10.1000/x.5", "https://doi.org/10.1000/x.5, 110.1000/x.5", ["10.1000/x.5"]),
        ("mg/dl", "12.3mg/dl", ["mg/dl"]),
        ("アクメ", "株式会社アクメは", ["アクメ"]),
        ("EUR", "12 € of EUR in Europe", ["€", "EUR"]),
        ("US dollars", "in US dollars", ["US dollars"]),
        ("USD", "A$ 5", []),
        ("Müller", "Muller", []),
        ("%", "12 %", ["%"]),
        ("-", "a - b", []),
        (".", "a. b.", []),
    ],
)
def test_text_is_found_but_for_how_it_is_set(value: str, text: str, places: list[str]) -> None:
    assert held(value, FieldType.TEXT, text) == places
    assert held(value, FieldType.CHOICE, text) == places


def test_items_are_found_together_where_they_stand_in_their_order() -> None:
    text = "between ACME Ltd (the Supplier)\nand Beta GmbH."
    found = ["ACME Ltd (the Supplier)\nand Beta GmbH"]
    assert held("Acme Ltd; Beta GmbH", FieldType.TEXT, text) == found
    assert held("Beta GmbH; Acme Ltd", FieldType.TEXT, text) == []
    assert held("Acme Ltd; Gamma AG", FieldType.TEXT, text) == []
    assert held("Acme Ltd; Beta GmbH", FieldType.TEXT, "Acme Ltd" + 400 * "." + "Beta GmbH") == []


@pytest.mark.parametrize(
    ("value", "text", "places"),
    [
        ("30 days", "thirty (30) days' notice", ["thirty (30) days"]),
        ("30 days", "30 (thirty) days", ["30 (thirty) days"]),
        ("2 years", "for two years", ["two years"]),
        ("two years", "for 2 years", ["2 years"]),
        ("30 days", "30 working days", []),
        ("30 days", "30 months, 13 days, 130 days", []),
        ("12 months", "12 days", []),
    ],
)
def test_durations_are_found_by_what_they_say(value: str, text: str, places: list[str]) -> None:
    assert held(value, FieldType.TEXT, text) == places


def test_yes_no_and_nothing_have_no_words() -> None:
    assert held(True, FieldType.YES_NO, "true yes 1") == []
    assert held(None, FieldType.TEXT, "none") == []


@given(st.text(max_size=60), st.text(min_size=1, max_size=20))
def test_places_lie_within_the_text(text: str, value: str) -> None:
    for start, end in occurrences(value, FieldType.TEXT, text + value):
        assert 0 <= start < end <= len(text + value)

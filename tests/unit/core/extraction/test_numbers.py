"""Numbers and amounts of money, read in the forms of many countries."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.core.extraction.numbers import numbers_in, read_money, read_number
from tests.unit.core.extraction.locales import AMOUNTS

CENTS = st.integers(-(10**11), 10**11)


@pytest.mark.parametrize("locale", AMOUNTS)
@settings(max_examples=40)
@given(cents=CENTS)
def test_an_amount_reads_back_in_every_locale(locale: str, cents: int) -> None:
    write, money = AMOUNTS[locale]
    expected = Fraction(cents, 100)
    assert read_number(write(cents)) == (expected,)
    readings, currencies = read_money(money.format(write(cents)))
    assert readings == (expected,)
    assert currencies


@pytest.mark.parametrize(
    ("written", "value", "currency"),
    [
        ("1.234,50 €", "1234.50", "EUR"),
        ("€ 1,234.50", "1234.50", "EUR"),
        ("-€5.00", "-5", "EUR"),
        ("€-5.00", "-5", "EUR"),
        ("−5,00 €", "-5", "EUR"),
        ("(€12.00)", "-12", "EUR"),
        ("1.234,50- EUR", None, None),
        ("CHF 1'234.–", "1234", "CHF"),
        ("EUR 12,-", "12", "EUR"),
        ("USD100", "100", "USD"),
        ("100EUR", "100", "EUR"),
        ("$1.2m", "1200000", "USD"),
        ("1,5 Mio. €", "1500000", "EUR"),
        ("EUR 2 billion", "2000000000", "EUR"),
        ("500万円", "5000000", "JPY"),
        ("１，２３４．５０円", "1234.50", "JPY"),
        ("A$5", "5", "AUD"),
        ("US$ 5", "5", "USD"),
        ("12 kr", "12", "NOK"),
    ],
)
def test_an_amount_with_its_currency(written: str, value: str | None, currency: str | None) -> None:
    readings, currencies = read_money(written)
    assert readings == ((Fraction(value),) if value else ())
    assert (currency in currencies) if currency else not currencies


@pytest.mark.parametrize(
    ("written", "readings"),
    [
        ("1.234", ["1234", "1.234"]),
        ("1,234", ["1234", "1.234"]),
        ("0.234", ["0.234"]),
        ("1234.567", ["1234.567"]),
        ("1.234.567", ["1234567"]),
        ("12,34,567", ["1234567"]),
        ("(12.00)", ["-12"]),
        ("12.00-", ["-12"]),
        ("12", ["12"]),
        (".5", ["0.5"]),
        ("20k", ["20000"]),
        ("1.2 million", ["1200000"]),
        ("twenty-five", ["25"]),
        ("two hundred", ["200"]),
        ("3 Tsd.", ["3000"]),
        ("٣", ["3"]),
    ],
)
def test_readings_of_a_number(written: str, readings: list[str]) -> None:
    assert read_number(written) == tuple(map(Fraction, readings))


@pytest.mark.parametrize(
    "text",
    "INV-12 1.2.3 10:30 12/34 007 12th 12x x12 _12 1½ 12² 10-20 1,2,3 1,23.45 1億2000万 "
    "2024-03 555-1234 192.168.0.1 1.23.456".split(),
)
def test_what_is_no_number(text: str) -> None:
    assert numbers_in(text) == []
    assert read_number(text) == ()


@pytest.mark.parametrize("text", ["1" * 5000, "1" + ",000" * 2000, "1" + " 000" * 2000])
def test_a_run_of_thousands_of_digits_is_no_number(text: str) -> None:
    assert [one.readings for one in numbers_in(f"{text} and 12")][-1] == (Fraction(12),)
    assert read_number(text) == ()
    assert read_number("1" * 300) == (Fraction("1" * 300),)


def test_a_number_in_brackets_may_be_a_year_but_an_amount_is_negative() -> None:
    assert read_number("12.50") == (Fraction("12.5"),)
    (year,) = numbers_in("Smith (2023)")
    assert year.readings == (Fraction(2023), Fraction(-2023))
    (loss,) = numbers_in("Loss (1,234.50)")
    assert loss.readings == (Fraction("-1234.5"),)
    (called,) = numbers_in("f(12.00)")
    assert called.readings == (Fraction(12),)


def test_other_numbers_of_the_text_tell_what_a_mark_means() -> None:
    german = numbers_in("1.234 of 2.345,10")
    assert [one.readings for one in german] == [(Fraction(1234),), (Fraction("2345.1"),)]
    english = numbers_in("1.234 of 2,345.10")
    assert english[0].readings == (Fraction("1.234"),)
    both = numbers_in("1.234 of 2,345.10 and 2.345,10")
    assert len(both[0].readings) == 2


def test_spaces_group_thousands_where_the_text_has_no_other_way() -> None:
    assert [one.readings for one in numbers_in("2 100,00")] == [(Fraction(2100),)]
    apart = numbers_in("2 100.00 = 200.00, of 1,234.50")
    assert [one.readings[0] for one in apart] == [2, 100, 200, Fraction("1234.5")]
    plain = numbers_in("2 1250.00 2500.00 and 3 100.00")
    assert [one.readings[0] for one in plain] == [2, 1250, 2500, 3, 100]


def test_a_currency_belongs_to_one_number() -> None:
    text = "100 € 200 €"
    places = [text[one.outer_start : one.outer_end] for one in numbers_in(text)]
    assert places == ["100 €", "200 €"]
    text = "€ 100 € 200"
    places = [text[one.outer_start : one.outer_end] for one in numbers_in(text)]
    assert places == ["€ 100", "€ 200"]


def test_codes_of_currencies_are_capitals() -> None:
    assert numbers_in("TRY 5")[0].currencies == ("TRY",)
    assert numbers_in("try 5")[0].currencies == ()


def test_a_unit_is_told_from_money() -> None:
    assert numbers_in("12 kg")[0].measured
    assert numbers_in("12 %")[0].measured
    assert not numbers_in("12 €")[0].measured
    assert not numbers_in("12\nkg")[0].measured


def test_what_is_taken_is_left_out() -> None:
    assert [one.start for one in numbers_in("12 and 13", [(0, 2)])] == [7]


@given(st.text(alphabet="0123456789.,' -–()€$kM\u00a0\u202fa千億\n", max_size=40))
@example("0€-0")
def test_no_text_breaks_it_and_no_two_overlap(text: str) -> None:
    found = numbers_in(text)
    for one in found:
        assert 0 <= one.outer_start <= one.start < one.end <= one.outer_end <= len(text)
        assert one.readings
    for one, following in pairwise(found):
        assert one.outer_end <= following.outer_start

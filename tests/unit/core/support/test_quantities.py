"""Numbers with their units: one value however it is written, and never another one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from app.core.support.quantities import bears, canonical, counted_otherwise, quantities


def borne(claim: str, text: str) -> bool:
    """Whether the text bears out all quantities of the claim."""
    held = quantities(text)
    return all(bears(held, one, text) for one in quantities(claim) if not one.implied)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1,234.50", "1234.5"),
        ("1.234,50", "1234.5"),
        ("1'234.5", "1234.5"),
        ("1\u202f234", "1234"),
        ("1,117,320,768", "1117320768"),
        ("2,000", "2000"),
        ("0.016", "0.016"),
        ("3,5", "3.5"),
        ("-5", "-5"),
        ("007", "7"),
    ],
)
def test_numbers_have_one_value(written: str, value: str) -> None:
    assert canonical(written) == Fraction(value)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("five days", "within 5 days"),
        ("5 days", "within five working days"),
        ("twenty-five people", "25 people"),
        ("2,300 beds", "two thousand three hundred beds"),
        ("1.5 million euros", "€1,500,000"),
        ("EUR 1.234,50", "1,234.50 euros"),
        ("$20", "20 US$"),
        ("5 mg", "5 milligrams"),
        ("0.5 kg", "500 g"),
        ("two weeks", "14 days"),
        ("two years", "24 months"),
        ("10 %", "10 percent"),
        ("10 per cent", "10%"),
        ("90 km/h", "90 kilometres per hour"),
        ("5 °C", "5 degrees Celsius"),
        ("20 °C", "between 10 and 20 °C"),
        ("10 mg", "10–20 mg"),
        ("10 km", "10 to 20 km"),
        ("the 3rd floor", "the third floor"),
        ("an hour", "nothing of the kind"),
        ("450 mm", "Length (mm): 450"),
        ("half a litre is ½ l", "½ l"),
        ("fünf Tage", "5 Tage"),
        ("cinq jours", "5 jours"),
        ("24 hours", "24 h"),
        ("50 euros a day", "a fee of 50 euros"),
        ("the limit is 30", "30 seconds"),
    ],
)
def test_the_same_amount_is_borne_out(claim: str, text: str) -> None:
    assert borne(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("5 g", "5 mg"),
        ("10 %", "10 people"),
        ("10 people", "10 %"),
        ("it is 10", "it is 10 %"),
        ("5 euros", "5 dollars"),
        ("5 days", "5 weeks"),
        ("90 km/h", "90 km"),
        ("-5 °C", "5 °C"),
        ("1.5 million", "1.5 thousand"),
        ("30 days", "30 beds for two days"),
        ("the 3rd floor", "3 floors"),
        ("450 kg", "Length (mm): 450"),
        ("15 mg", "10–20 mg"),
        ("16", "0.016"),
        ("5 MB", "5 GB"),
    ],
)
def test_another_amount_is_not(claim: str, text: str) -> None:
    assert not borne(claim, text)


def test_what_is_counted_with_another_number_is_found() -> None:
    held = quantities("The house has 12 rooms and 30 beds.")
    (asked,) = quantities("30 rooms")
    other = counted_otherwise(held, asked)
    assert other is not None
    assert other.value == 12
    assert counted_otherwise(held, quantities("30 beds")[0]) is None


def test_what_belongs_to_a_date_is_taken() -> None:
    assert quantities("on 3 March 2024 for 5 days", [(3, 15)])[0].plain == 5

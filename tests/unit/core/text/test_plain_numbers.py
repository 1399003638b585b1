from __future__ import annotations

import math
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.text.plain_numbers import plain_number


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0.0, "0"), (-0.0, "-0"), (12.0, "12"), (1234.5, "1234.5"), (-7.25, "-7.25"),
        (1e16, "10000000000000000"), (1e-7, "0.0000001"), (100.0, "100"), (math.inf, "inf"),
    ],
)  # fmt: skip
def test_numbers_are_written_out(value: float, written: str) -> None:
    assert plain_number(value) == written


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_no_digit_of_a_number_is_lost(value: float) -> None:
    written = plain_number(value)
    assert re.fullmatch(r"-?\d+(\.\d*[1-9])?", written)
    assert float(Decimal(written)) == value

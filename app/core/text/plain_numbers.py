"""Numbers as programs write and read them, whatever the country."""

from __future__ import annotations

import math
from decimal import Decimal


def plain_number(value: float) -> str:
    """A number with all its digits, a point before the decimals, and neither groups nor exponent:
    "1234.5", "12"."""
    if not math.isfinite(value):
        return str(value)
    text = format(Decimal(repr(value)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text

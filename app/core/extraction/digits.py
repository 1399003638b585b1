"""Signs of written numbers and dates that look alike, made alike without moving anything.

Full-width digits, the kinds of fixed spaces, apostrophes and minus signs differ by keyboard and by
program, not by meaning. Each is replaced by one character, so offsets stay as they are.
"""

from __future__ import annotations

import re

FIXED_SPACE = "\u00a0"
"""What all spaces become that do not break a line; thousands are set apart by them."""

_ALIKE = str.maketrans(
    {
        **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
        **{chr(0x0660 + digit): str(digit) for digit in range(10)},
        **dict.fromkeys("\u202f\u2009\u2007\u2008\u200a", FIXED_SPACE),
        **dict.fromkeys("’ʼ′＇´`", "'"),
        **dict.fromkeys("−‐‑－", "-"),
        **dict.fromkeys("—―", "–"),
        "（": "(",
        "）": ")",
        "٫": ".",
        "٬": ",",
        "．": ".",
        "／": "/",
        "％": "%",
        "￥": "¥",
    }
)
_WIDE_COMMA = re.compile(r"(?<=[\uff10-\uff19])，(?=[\uff10-\uff19])")


def levelled_digits(text: str) -> str:
    """The text with such signs made alike, as long as it was."""
    # A full-width comma is a mark of thousands between full-width digits only.
    return _WIDE_COMMA.sub(",", text).translate(_ALIKE)

"""Makes text inert in spreadsheets: programs that open a CSV file take some text for formulas.

An apostrophe before it keeps a text a text in all of them; it is also what people type there.
"""

from __future__ import annotations

import re

from app.core.text.safe_text import safe_lines

# What begins a formula, in full width too, which some programs fold; white space may precede it.
_SIGN = "[=+\\-@\uff1d\uff0b\uff0d\uff20]"
_AT_START = re.compile(rf"\s*{_SIGN}|[\t\n]")
# Where the system's separator of lists is another than ours, such as ";" or a tab, a program cuts a
# cell there: what follows begins one.
_AFTER_SEPARATOR = re.compile(rf"(?P<before>[;\t\n|][\s\"']*)(?={_SIGN})")


def inert(text: str) -> str:
    """The text as a cell that no spreadsheet runs. Its line breaks stay, as "\\n"; characters that
    act on their surroundings go."""
    safe = safe_lines(text)
    start = "'" if _AT_START.match(safe) else ""
    return start + _AFTER_SEPARATOR.sub(r"\g<before>'", safe)

"""Makes text from documents and models safe to lay out: nothing in it may act on its surroundings.

Characters that reorder or hide what stands beside them, object placeholders, and the
non-characters by which Qt marks frames are taken out. Letters of any script stay.
"""

from __future__ import annotations

import re

_ACTING = re.compile(
    "["
    "\u0000-\u0008\u000e-\u001b\u007f-\u009f"  # controls
    "\u202a-\u202e\u2066-\u2069"  # embeddings, overrides and isolates of direction
    "\ufdd0-\ufdef\ufffe\uffff\ufffc"  # non-characters and the object placeholder
    "]"
)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
# With those by which pages and fields were parted: without them, words would grow together.
_LINE_BREAKS = re.compile("\r\n?|[\u000b\u000c\u001c-\u001f\u0085\u2028\u2029]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc]")


def safe_lines(text: str) -> str:
    """Return the text with its line breaks as "\\n" and without characters that act."""
    text = _LONE_SURROGATE.sub("\ufffd", _LINE_BREAKS.sub("\n", text))
    return _ACTING.sub("", text)


def one_line(text: str) -> str:
    """Return the text on one line, runs of white space as one space."""
    return " ".join(safe_lines(text).split())


def reads_right_to_left(text: str) -> bool:
    """Return whether the text holds letters that are written from right to left."""
    return _RIGHT_TO_LEFT.search(text) is not None

"""Whether an answer states a fact: by the spellings that a set gives for it.

Answer and spelling are folded first: compatibility forms (NFKC), quotation marks, dashes, soft
hyphens, white space and case are levelled. A spelling that begins or ends with a letter or digit
has to stand alone there, so that "32" is found in "32 MB" and "32MB" (a unit may follow), but not
in "320", "1.32" or "32,000".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_PLAIN = str.maketrans(
    {
        "‘": "'",
        "’": "'",
        "“": '"',
        "”": '"',
        "\u2010": "-",
        "\u2011": "-",
        "–": "-",
        "—": "-",
        "\u2212": "-",
        "×": "x",
        "\u00ad": None,
    }
)


def folded(text: str) -> str:
    """The text as it is compared."""
    plain = unicodedata.normalize("NFKC", text).translate(_PLAIN)
    return " ".join(plain.split()).casefold()


def states(answer: str, spelling: str) -> bool:
    """Whether a spelling occurs; a blank one never does."""
    wanted = folded(spelling)
    return bool(wanted) and re.search(_alone(wanted), folded(answer)) is not None


def states_all(answer: str, facts: Sequence[Sequence[str]]) -> bool:
    """Whether each fact occurs in one of its spellings."""
    return all(any(states(answer, spelling) for spelling in fact) for fact in facts)


def _alone(wanted: str) -> str:
    """A pattern that finds the text where it stands alone."""
    before = after = ""
    if wanted[0].isalnum():
        before = r"(?<![^\W_])"
    if wanted[0].isdigit():
        before += r"(?<![0-9][.,])"
    if wanted[-1].isdigit():
        after = r"(?![0-9])(?![.,][0-9])"
    elif wanted[-1].isalnum():
        after = r"(?![^\W_])"
    return before + re.escape(wanted) + after

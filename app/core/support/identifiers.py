"""Identifiers: what must be written exactly so, or it names something else.

Options ("--max-vsize"), versions ("1.2.3"), standards ("ISO 9001:2015", "RFC 2119"), files and
paths, names of code and of parts ("snake_case", "XR-200").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.core.support.units import named_unit
from app.core.text.unspaced import CHARACTERS, RUN

_STANDARD = re.compile(
    r"\b(?:ISO|IEC|DIN|EN|ISO/IEC|RFC|IEEE|ANSI|ASTM|NIST|CVE|BS|UL|NF|ETSI|ITU-T|PEP|JEP|BIP)"
    r"[ \u00a0-](?:(?:EN|ISO|IEC|SP)[ \u00a0-])?[A-Z]?\d[\w.:/-]*"
)
# In scripts that set no spaces, what is written in Latin letters and digits is a token by itself.
_TOKEN = re.compile(rf"[^\s\u00a0()\[\]{{}}<>“”„\"'`‘’,;|=«»、。，：；（）「」『』・{CHARACTERS}]+")
_AROUND = ".,;:!?…"

_OPTION = re.compile(r"-{1,2}[A-Za-z][\w-]*")
_VERSION = re.compile(r"[vV]?\d+(?:\.\d+){2,}[\w.+~-]*|[vV]\d+(?:\.\d+)*")
_PATH = re.compile(
    r"\w+://[\w./?=&#%+~:-]+|~?/?[\w.+-]*/[\w./+-]*[\w+-]|~/[\w./+-]+|[A-Za-z]:\\[\w\\.-]+"
)
_DOTTED = re.compile(r"\.[A-Za-z][\w.-]+|[\w+-]*[A-Za-z][\w+-]*\.[A-Za-z][A-Za-z0-9]{0,7}")
_CODE = re.compile(r"\w*[A-Za-z]\w*_\w+|_\w+|\w+::\w[\w:]*|[\w.+-]+@[\w.-]+|[a-z]+[A-Z]\w*")
_MIXED = re.compile(r"(?=[\w./:+-]*\d)(?=[\w./:+-]*[^\W\d_])[\w./:+-]+")
_COUNTED = re.compile(
    r"\d[\d.,]*(?:st|nd|rd|th|er|e|s|°|%|x)?(?:-[^\W\d_]+)*"
    r"|\d[\d.,]*-?[^\W\d_]{1,4}(?:/[^\W\d_]+)?"
    r"|[^\W\d_]+-\d+-[^\W\d_]+"
    r"|\d+(?:\.\d+)?[hH]\d*|[^\W\d_]+/\d+"
)
_SUSPECT = re.compile(r"[\d_/\\@:]|\w\.\w|^[-.~]|[a-z][A-Z]")
_WORDS_ONLY = re.compile(r"[^\W\d_]+(?:[-/][^\W\d_]+)+")
_ABBREVIATION = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]?")
_PIECE = re.compile(r"[^\W\d_]+|\d+|[^\w\s-]|_")


@dataclass(frozen=True, slots=True)
class Identifier:
    """`written` stands at `text[start:end]`. `loose`: hyphens and capitals tell nothing apart, as
    in names of parts and standards."""

    start: int
    end: int
    written: str
    loose: bool

    def stands_in(self, text: str) -> bool:
        """Whether the text holds it, not as a part of a longer one."""
        if _delimited(self.written, text):
            return True
        if not self.loose:
            return False
        text = text.replace("×", "x")
        pieces = r"[\s-]?".join(re.escape(piece) for piece in _PIECE.findall(self.written))
        apart = rf"[^\W{CHARACTERS}]"
        wanted = rf"(?<!{apart}){pieces}(?!{apart}|\.\d)"
        return re.search(wanted, text, re.IGNORECASE) is not None


def identifiers(text: str) -> list[Identifier]:
    """The identifiers of a text, in order; none overlap."""
    found = [
        Identifier(match.start(), match.start() + len(written), written, loose=True)
        for match in _STANDARD.finditer(text)
        for written in [match.group().rstrip(_AROUND + "-/")]
    ]
    for match in _TOKEN.finditer(text):
        if not _SUSPECT.search(match.group()):
            continue  # most words, and quickly
        written = match.group().rstrip(_AROUND)
        lead = len(written) - len(written.lstrip(",;:!?…"))
        start, written = match.start() + lead, written[lead:]
        end = start + len(written)
        if any(start < known.end and known.start < end for known in found):
            continue
        if (loose := _kind(written)) is not None:
            found.append(Identifier(start, end, written, loose))
    return sorted(found, key=lambda identifier: identifier.start)


def _kind(token: str) -> bool | None:
    """Whether a token is a loose identifier, or None where it is none."""
    if len(token) < 2 or _WORDS_ONLY.fullmatch(token) or _ABBREVIATION.fullmatch(token):
        return None
    if any(form.fullmatch(token) for form in (_OPTION, _VERSION)):
        return False
    if _COUNTED.fullmatch(token) or named_unit(token) is not None:
        return None
    if any(form.fullmatch(token) for form in (_PATH, _DOTTED, _CODE)):
        return False
    return True if _MIXED.fullmatch(token) else None


def _delimited(written: str, text: str) -> bool:
    """Whether it stands in the text and no letter, digit or decimal continues it."""
    start = text.find(written)
    while start >= 0:
        end = start + len(written)
        before = text[start - 1 : start]
        after = text[end : end + 1]
        open_before = _joins(before) or (before == "." and text[start - 2 : start - 1].isdigit())
        goes_on = (
            _joins(after)
            or (after == "-" and written[0] == "-")
            or (after in (".", "_") and text[end + 1 : end + 2].isalnum() and written[-1].isdigit())
        )
        if not (open_before or goes_on):
            return True
        start = text.find(written, start + 1)
    return False


def _joins(character: str) -> bool:
    """Whether a letter or digit belongs to the word beside it."""
    return character.isalnum() and RUN.match(character) is None

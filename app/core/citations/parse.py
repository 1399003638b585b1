"""From the raw text of a model to claims with the chunk ids that they name."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from app.core.citations.markers import Marker, Prose, scan
from app.core.citations.signs import LINE_BREAKS
from app.core.text.sentences import sentences

MAX_CITATIONS = 24
"""At most so many citations an answer (C11)."""

_LIST_MARK = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_SENTENCE_END = re.compile(r"[.!?。！？][\"'”’»)\]]*$")
_SPACE_BEFORE_STOP = re.compile(r"\s+([.,;:!?])(?![\w.])")  # not before ".changes" or "..."
_LINE_END = re.compile(rf"\r\n|[{re.escape(LINE_BREAKS)}]")
_HALF_AT_END = re.compile(r"(?:[\s(<]|[\[［【〔]\s*(?:c(?:h(?:u(?:nk?)?)?)?)?)+$", re.I)
_WHOLE = re.compile(r"[.!?…:。！？][\"'”’»)\]]*$")


@dataclass(frozen=True, slots=True)
class RawClaim:
    """A line or sentence of an answer with the ids it names, unique, in first-seen order."""

    text: str
    chunk_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ValidatedClaims:
    """Claims that keep only supplied ids, and what was left out (C3, C4, C11).

    `attempted` and `valid` count distinct ids for the citation score (C12). `beyond` are claims
    that come after the last citation which an answer may have.
    """

    claims: tuple[RawClaim, ...]
    invalid: tuple[str, ...]
    uncited: tuple[str, ...]
    attempted: int
    valid: int
    beyond: tuple[str, ...] = ()


def _clean(text: str) -> str:
    text = _LIST_MARK.sub("", " ".join(text.split()))
    return _HALF_AT_END.sub("", _SPACE_BEFORE_STOP.sub(r"\1", text)).strip()


def parse_claims(raw: str) -> list[RawClaim]:
    """Claims of a raw answer, one a line; markers before or after their sentence.

    A marker at the start of a line belongs to the text after it; a later marker belongs to the
    text before it. A block is no part of the line in which it stands. A claim that is written
    again, under whatever marker, is one claim.
    """
    claims: list[RawClaim] = []
    lines: list[list[Prose | Marker]] = [[]]
    for token in scan(raw):
        if isinstance(token, Marker):
            lines[-1].append(token)
        elif isinstance(token, Prose):
            first, *rest = _LINE_END.split(token.text)
            line = lines[-1]
            before = line.pop().text if line and isinstance(line[-1], Prose) else ""  # type: ignore[union-attr]
            line.append(Prose(before + first))
            lines.extend([Prose(text)] for text in rest)
    for line in lines:
        claims.extend(_joined(_claims_of_line(line)))
    joined: dict[str, RawClaim] = {}
    for claim in claims:
        key = claim.text.casefold()
        ids = (*(joined[key].chunk_ids if key in joined else ()), *claim.chunk_ids)
        text = joined.get(key, claim).text
        joined[key] = RawClaim(text, tuple(dict.fromkeys(ids)))
    return list(joined.values())


def _claims_of_line(line: list[Prose | Marker]) -> list[RawClaim]:
    claims: list[RawClaim] = []
    leading: list[int] = []
    for token in line:
        if isinstance(token, Marker):
            if not claims:
                leading.extend(token.chunk_ids)
            else:
                last = claims[-1]
                ids = dict.fromkeys((*last.chunk_ids, *token.chunk_ids))
                claims[-1] = RawClaim(last.text, tuple(ids))
        else:
            text = _clean(token.text)
            if claims and text and not any(c.isalnum() for c in text):
                claims[-1] = RawClaim(claims[-1].text + text, claims[-1].chunk_ids)
            elif any(c.isalnum() for c in text):
                claims.append(RawClaim(text, tuple(dict.fromkeys(leading))))
                leading = []
    return claims


def _joined(claims: list[RawClaim]) -> list[RawClaim]:
    """The claims of a line. What goes on behind a marker in the middle of a sentence, and has none
    of its own, is the rest of that sentence."""
    found: list[RawClaim] = []
    for claim in claims:
        goes_on = found and found[-1].chunk_ids and not _WHOLE.search(found[-1].text)
        if goes_on and not claim.chunk_ids and (claim.text[0].islower() or claim.text[0] in ",;"):
            text = _clean(f"{found[-1].text} {claim.text}")
            found[-1] = RawClaim(text, found[-1].chunk_ids)
        else:
            found.append(claim)
    return found


def whole_sentences(claim: RawClaim) -> tuple[RawClaim, ...]:
    """A claim that the token limit may have cut, without its half sentence; () if none is whole.

    Half a sentence is no claim: what was cut off may have turned it round.
    """
    if _SENTENCE_END.search(claim.text):
        return (claim,)
    whole = [claim.text[start:end] for start, end in sentences(claim.text)][:-1]
    return (RawClaim(" ".join(whole), claim.chunk_ids),) if whole else ()


def validate(claims: list[RawClaim], supplied: Collection[int]) -> ValidatedClaims:
    """Keep supplied ids only, and at most MAX_CITATIONS of them. A claim that named only others is
    withheld as invalid, one that named none as uncited."""
    tried = list(dict.fromkeys(number for claim in claims for number in claim.chunk_ids))
    known = [number for number in tried if number in supplied]
    kept_ids = set(known[:MAX_CITATIONS])
    kept: list[RawClaim] = []
    invalid: list[str] = []
    uncited: list[str] = []
    beyond: list[str] = []
    citations = 0
    for claim in claims:
        given = [number for number in claim.chunk_ids if number in supplied]
        ids = tuple(number for number in given if number in kept_ids)[: MAX_CITATIONS - citations]
        citations += len(ids)
        if ids:
            kept.append(RawClaim(claim.text, ids))
        else:
            left = beyond if given else invalid if claim.chunk_ids else uncited
            left.append(claim.text)
    return ValidatedClaims(
        claims=tuple(kept),
        invalid=tuple(invalid),
        uncited=tuple(uncited),
        # What was left unread because there was enough was not attempted; what was made up was.
        attempted=len(kept_ids) + len(tried) - len(known),
        valid=len(kept_ids),
        beyond=tuple(beyond),
    )

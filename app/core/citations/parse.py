"""From the raw text of a model to claims with the chunk ids that they name."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from app.core.citations.markers import Marker, Prose, scan
from app.core.text.sentences import sentences

MAX_CITATIONS = 24
"""At most so many citations an answer (C11)."""

_LIST_MARK = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_SENTENCE_END = re.compile(r"[.!?。！？][\"'”’»)\]]*$")
_SPACE_BEFORE_STOP = re.compile(r"\s+([.,;:!?])")


@dataclass(frozen=True, slots=True)
class RawClaim:
    """A line or sentence of an answer with the ids it names, unique, in first-seen order."""

    text: str
    chunk_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ValidatedClaims:
    """Claims that keep only supplied ids, and what was left out (C3, C4, C8).

    `attempted` and `valid` count distinct ids for the citation score (C12).
    """

    claims: tuple[RawClaim, ...]
    invalid: tuple[str, ...]
    uncited: tuple[str, ...]
    attempted: int
    valid: int


def _clean(text: str) -> str:
    text = _LIST_MARK.sub("", " ".join(text.split()))
    return _SPACE_BEFORE_STOP.sub(r"\1", text).strip()


def parse_claims(raw: str) -> list[RawClaim]:
    """Claims of a raw answer, one a line; markers before or after their sentence.

    A marker at the start of a line belongs to the text after it; a later marker belongs to the
    text before it. A claim that is written again, under whatever marker, is one claim.
    """
    claims: list[RawClaim] = []
    lines: list[list[Prose | Marker]] = [[]]
    for token in scan(raw):
        if isinstance(token, Marker):
            lines[-1].append(token)
        elif isinstance(token, Prose):
            first, *rest = token.text.split("\n")
            lines[-1].append(Prose(first))
            lines.extend([Prose(line)] for line in rest)
    for line in lines:
        claims.extend(_claims_of_line(line))
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


def whole_sentences(claim: RawClaim) -> tuple[RawClaim, ...]:
    """A claim that the token limit may have cut, without its half sentence; () if none is whole.

    Half a sentence is no claim: what was cut off may have turned it round.
    """
    if _SENTENCE_END.search(claim.text):
        return (claim,)
    whole = [claim.text[start:end] for start, end in sentences(claim.text)][:-1]
    return (RawClaim(" ".join(whole), claim.chunk_ids),) if whole else ()


def validate(claims: list[RawClaim], supplied: Collection[int]) -> ValidatedClaims:
    """Keep supplied ids only. A claim that named only others is withheld as invalid, one that
    named none as uncited."""
    attempted: dict[int, None] = {}
    for claim in claims:
        attempted.update(dict.fromkeys(claim.chunk_ids))
    tried = list(attempted)
    allowed = {number for number in tried if number in supplied}
    kept_ids = set([number for number in tried if number in allowed][:MAX_CITATIONS])
    kept: list[RawClaim] = []
    invalid: list[str] = []
    uncited: list[str] = []
    for claim in claims:
        ids = tuple(number for number in claim.chunk_ids if number in kept_ids)
        if ids:
            kept.append(RawClaim(claim.text, ids))
        elif claim.chunk_ids:
            invalid.append(claim.text)
        else:
            uncited.append(claim.text)
    counted = min(len(tried), MAX_CITATIONS) if len(allowed) == len(tried) else len(tried)
    return ValidatedClaims(
        claims=tuple(kept),
        invalid=tuple(invalid),
        uncited=tuple(uncited),
        attempted=counted,
        valid=len(kept_ids),
    )

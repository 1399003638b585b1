"""Claims with a verdict and the texts that they were judged by, for measuring the support check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from app.core.domain.chunk import Chunk, Span
from app.core.errors import InvalidInput
from app.evaluation.datasets import checked_lines
from app.evaluation.set_forms import Text, TextLine

SUPPORT = "SUPPORT"
TEXTS_BESIDE = "corpus.jsonl"
"""The file of texts that is taken where none is named: the one beside the set."""


class EvidenceEntry(BaseModel):
    """What a text says of a claim, and the groups of its sentences, from 0, that say so."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    label: str = ""
    sentences: tuple[tuple[int, ...], ...] = ()


class JudgedClaimLine(BaseModel):
    """`{"id", "claim", "verdict", "evidence": {TEXT: {"label", "sentences"}}, "cited": [TEXT]}`."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: Text
    claim: Text
    verdict: Text
    evidence: dict[str, EvidenceEntry] = {}
    cited: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim, whether it is true by its texts, and the texts as passages.

    `whole` are the texts with their titles; `evidence` their sentences that say so, where somebody
    marked them.
    """

    id: str
    text: str
    verdict: str
    whole: tuple[Chunk, ...]
    evidence: tuple[Chunk, ...]

    @property
    def true(self) -> bool:
        """Whether its texts support it."""
        return self.verdict == SUPPORT

    @property
    def number(self) -> int:
        """The digits of its id, which say to which half it belongs."""
        return int("".join(sign for sign in self.id if sign.isdigit()) or 0)


def read_judged_claims(path: Path, texts: Path | None) -> tuple[JudgedClaim, ...]:
    """Read claims; those whose texts are all missing are left out.

    Raises:
        InvalidInput: a file is missing or a line cannot be used, or no claim is left.
    """
    lines = {line.doc_id: line for line in _texts(path, texts)}
    numbers = {name: number for number, name in enumerate(lines, start=1)}
    found = []
    for claim in checked_lines(path, JudgedClaimLine):
        named = [name for name in claim.evidence or claim.cited[:1] if name in lines]
        if not named:
            continue
        found.append(
            JudgedClaim(
                claim.id,
                claim.claim,
                claim.verdict.upper(),
                tuple(_whole(numbers[name], lines[name]) for name in named),
                _marked(claim, lines, numbers),
            )
        )
    if not found:
        raise InvalidInput(
            f"None of the claims in {path.name} has its text. Name their file with --texts."
        )
    return tuple(found)


def _texts(path: Path, texts: Path | None) -> list[TextLine]:
    return list(checked_lines(texts or path.with_name(TEXTS_BESIDE), TextLine))


def _whole(number: int, line: TextLine) -> Chunk:
    return passage(number, line.title, "\n\n".join(line.paragraphs))


def _marked(
    claim: JudgedClaimLine, lines: Mapping[str, TextLine], numbers: Mapping[str, int]
) -> tuple[Chunk, ...]:
    """The marked sentences of each text, without its title."""
    found = []
    for name, entry in claim.evidence.items():
        places = sorted({place for group in entry.sentences for place in group})
        if name in lines and places:
            said = [lines[name].sentences[place].strip() for place in places]
            found.append(passage(numbers[name], "", " ".join(said)))
    return tuple(found)


def passage(number: int, title: str, text: str) -> Chunk:
    """A text as a passage of one page."""
    path = (title,) if title else ()
    return Chunk(number, number, 0, text, path, (Span(1, 0, len(text), 0),), 0)

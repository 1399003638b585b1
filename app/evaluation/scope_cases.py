"""Questions with passages of different scopes, as a filter of claims judges them.

A set is `families.jsonl` or `controls.jsonl`, or a folder that holds them. A filter is given
headings, text and question only; all else in a line says what is right.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from app.core.domain.chunk import Chunk
from app.core.domain.evidence import Passage, SearchResult
from app.core.errors import InvalidInput
from app.evaluation.datasets import checked_lines

FAMILIES, CONTROLS = "families.jsonl", "controls.jsonl"


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class _PassageLine(_Line):
    pid: str
    heading_path: tuple[str, ...] = ()
    text: str


class _QuestionLine(_Line):
    q: str = "-"
    text: str
    applicable: tuple[str, ...] = ()
    inapplicable: tuple[str, ...] = ()
    neutral: tuple[str, ...] = ()
    answer_pids: tuple[str, ...] = ()


class _Expected(_Line):
    must_keep: tuple[str, ...] = ()
    should_remove: tuple[str, ...] = ()


class _FamilyLine(_Line):
    id: str
    slot: str = ""
    passages: tuple[_PassageLine, ...]
    questions: tuple[_QuestionLine, ...]


class _ControlLine(_Line):
    id: str
    type: str = ""
    passages: tuple[_PassageLine, ...]
    question: _QuestionLine
    expect: _Expected


@dataclass(frozen=True, slots=True)
class ScopeCase:
    """One question with its passages, in an order.

    Each passage is at the place of its name in `names`. `order` is "" for the order of the set. In
    a control, `must_keep` names what may not be removed; in a family that is `applicable`.
    """

    id: str
    question: str
    text: str
    names: tuple[str, ...]
    passages: tuple[Passage, ...]
    applicable: frozenset[str]
    inapplicable: frozenset[str]
    neutral: frozenset[str]
    answering: frozenset[str]
    must_keep: frozenset[str] = frozenset()
    control: bool = False
    order: str = ""

    @property
    def result(self) -> SearchResult:
        """As if a search had found the passages in this order."""
        return SearchResult(
            passages=self.passages,
            degraded=(),
            best_similarity=None,
            coverage=1.0,
            searched_documents=1,
            query="",
            question=self.text,
        )

    def in_order(self, order: str, places: Sequence[int]) -> ScopeCase:
        """The same passages in another order."""
        return ScopeCase(
            self.id,
            self.question,
            self.text,
            tuple(self.names[place] for place in places),
            tuple(self.passages[place] for place in places),
            self.applicable,
            self.inapplicable,
            self.neutral,
            self.answering,
            self.must_keep,
            self.control,
            order,
        )


@dataclass(frozen=True, slots=True)
class ScopeSet:
    """The cases of a set, and a hash of its files."""

    name: str
    sha256: str
    cases: tuple[ScopeCase, ...]


def read_scope_set(path: Path) -> ScopeSet:
    """Read a set.

    Raises:
        InvalidInput: there is no such file or folder, or a line cannot be used.
    """
    folder = path if path.is_dir() else path.parent
    files = [folder / FAMILIES, folder / CONTROLS] if path.is_dir() else [path]
    files = [one for one in files if one.exists()]
    if not files:
        raise InvalidInput(
            f"There is no {FAMILIES} at {path}. Name a folder that holds it, or the file itself."
        )
    cases: list[ScopeCase] = []
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
        cases += _controls(file) if file.name == CONTROLS else _families(file)
    if not cases:
        raise InvalidInput(f"There is no question in {path.name}.")
    return ScopeSet(path.name, digest.hexdigest(), tuple(cases))


def _families(path: Path) -> Iterator[ScopeCase]:
    for line in checked_lines(path, _FamilyLine):
        for asked in line.questions:
            yield _case(line.id, asked.q, line.passages, asked)


def _controls(path: Path) -> Iterator[ScopeCase]:
    for line in checked_lines(path, _ControlLine):
        yield _case(line.id, "-", line.passages, line.question, line.expect)


def _case(
    case_id: str,
    letter: str,
    passages: Sequence[_PassageLine],
    asked: _QuestionLine,
    expected: _Expected | None = None,
) -> ScopeCase:
    return ScopeCase(
        id=case_id,
        question=letter,
        text=asked.text,
        names=tuple(one.pid for one in passages),
        passages=tuple(_passage(number, one) for number, one in enumerate(passages, start=1)),
        applicable=frozenset(asked.applicable),
        inapplicable=frozenset(asked.inapplicable),
        neutral=frozenset(asked.neutral),
        answering=frozenset(asked.answer_pids),
        must_keep=frozenset(expected.must_keep if expected else ()),
        control=expected is not None,
    )


def _passage(number: int, line: _PassageLine) -> Passage:
    title, *headings = line.heading_path or ("",)
    chunk = Chunk(
        id=number,
        document_id=1,
        ordinal=number,
        text=line.text,
        heading_path=tuple(headings),
        spans=(),
        tokens=len(line.text.split()),
    )
    return Passage(
        chunk=chunk,
        document_title=title,
        path=Path("passages.pdf"),
        page=1,
        label="",
        boxes=(),
        similarity=None,
        lexical_rank=number,
        dense_rank=None,
    )

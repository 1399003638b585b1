"""A question of a set, with what is known of its answer, and the set that it belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

UNANSWERABLE = "unanswerable"
"""Types that begin so are of questions that the documents do not answer."""


class Form(StrEnum):
    """The form of a set's lines. `docs/evaluation.md` shows each."""

    QUESTIONS = "questions"
    """Questions with pages, for people's own sets."""
    TITLES = "titles"
    """Titles of sections with the page on which each begins."""
    CLAIMS = "claims"
    """Claims with the documents that bear on them."""
    PASSAGES = "passages"
    """Questions that bring their own passages, which are made into documents of their own."""
    SCOPES = "scopes"
    """Families of passages with mirrored questions, and controls."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an answer stands: a PDF and its physical page from 1, or None where any page counts."""

    pdf: str
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what is right.

    Each entry of `needed` is a place and those that can stand in for it: one of them is enough.
    Each entry of `must_contain` holds spellings of a fact: one of them is enough. `within` is a
    folder, where only the documents in it may be asked. `quotes` are the words of the answer as
    they stand in the documents.
    """

    id: str
    text: str
    kind: str = ""
    needed: tuple[tuple[Place, ...], ...] = ()
    answerable: bool = True
    answer: str = ""
    must_contain: tuple[tuple[str, ...], ...] = ()
    must_not_contain: tuple[str, ...] = ()
    within: str = ""
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextDocument:
    """A document that exists as text only. `name` is the file that it is written to."""

    name: str
    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """A set as it was read. `left_out` counts lines that cannot be asked of documents."""

    path: Path
    form: Form
    sha256: str
    questions: tuple[Question, ...]
    documents: tuple[TextDocument, ...] = ()
    left_out: int = 0

    @property
    def by_document(self) -> bool:
        """Whether documents are looked for, and not pages."""
        places = [place for one in self.questions for group in one.needed for place in group]
        return bool(places) and all(place.page is None for place in places)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which questions of a set are asked: one in `every`, from the one at `offset` on, and at most
    `limit` of them."""

    every: int = 1
    offset: int = 0
    limit: int | None = None

    def of(self, questions: Sequence[Question]) -> list[Question]:
        """The chosen ones, in their order."""
        return list(questions[self.offset :: self.every])[: self.limit]

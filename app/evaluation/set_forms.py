"""The lines of sets in each form, as they stand in the file, and what they become.

Unknown keys are passed over, so that a set may carry notes of its own.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from app.evaluation.questions import UNANSWERABLE, Place, Question, TextDocument

Text = Annotated[str, Field(min_length=1)]
Page = Annotated[int, Field(ge=1, strict=True)]
FileName = Annotated[str, Field(pattern=r"^\w[\w.-]{0,99}$")]
Facts = tuple[Text | tuple[Text, ...], ...]


class PassageMap:
    """Where the passages of a set of scopes lie in its PDFs."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[str, tuple[Place, ...]]] = {}

    def add(self, folder: str, row: Mapping[str, Any]) -> None:
        """Take a line of a map: `pid` lies in `pdf` of `folder`, from `page` to `page_end`."""
        pages = range(int(row["page"]), int(row.get("page_end") or row["page"]) + 1)
        places = tuple(Place(str(row["pdf"]), page) for page in pages)
        self._places[str(row["pid"])] = (folder, places)

    def places(self, passages: tuple[str, ...]) -> tuple[Place, ...]:
        """All pages on which these passages lie."""
        return tuple(
            place for pid in passages if pid in self._places for place in self._places[pid][1]
        )

    def folder(self, passages: tuple[str, ...]) -> str:
        """The folder of their PDFs; "" where no map names one of them."""
        return next((self._places[pid][0] for pid in passages if pid in self._places), "")


class Line(BaseModel, ABC):
    """A line of a set."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    @abstractmethod
    def made(self, number: int, maps: PassageMap) -> list[Question]:
        """The questions of the line; `number` counts lines from 1."""

    def documents(self) -> list[TextDocument]:
        """The documents that the line brings."""
        return []


class GoldEntry(BaseModel):
    """A place of an answer. `supports` is the number, from 0, of the entry it stands in for."""

    pdf: Text
    page: Page | None = None
    quote: str = ""
    supports: Annotated[int, Field(ge=0)] = 0

    @property
    def place(self) -> Place:
        """As a place."""
        return Place(self.pdf, self.page)


class QuestionLine(Line):
    """`{"question", "gold": [{"pdf", "page"}], "alt_gold", "must_contain", "unanswerable"}`."""

    id: str | int | None = None
    question: Text
    type: str = ""
    gold: tuple[GoldEntry, ...] = ()
    alt_gold: tuple[GoldEntry, ...] = ()
    must_contain: Facts = ()
    must_not_contain: tuple[Text, ...] = ()
    answer: str | None = None
    unanswerable: bool = False

    @model_validator(mode="after")
    def _one_or_the_other(self) -> QuestionLine:
        if self._refused and self.gold:
            raise ValueError("A question that cannot be answered has no gold pages")
        if any(entry.supports >= len(self.gold) for entry in self.alt_gold):
            raise ValueError("An entry of alt_gold supports a gold entry that is not there")
        return self

    @property
    def _refused(self) -> bool:
        return self.unanswerable or self.type.startswith(UNANSWERABLE)

    def made(self, number: int, maps: PassageMap) -> list[Question]:
        """See Line. Without an id, the line's number serves."""
        needed = tuple(
            (entry.place, *(other.place for other in self.alt_gold if other.supports == index))
            for index, entry in enumerate(self.gold)
        )
        return [
            Question(
                id=f"line-{number}" if self.id is None else str(self.id),
                text=self.question,
                kind=self.type or (UNANSWERABLE if self._refused else ""),
                needed=needed,
                answerable=not self._refused,
                answer=self.answer or "",
                must_contain=_facts(self.must_contain),
                must_not_contain=self.must_not_contain,
                quotes=tuple(entry.quote for entry in self.gold if entry.quote.strip()),
            )
        ]


class TitleLine(Line):
    """`{"id", "query", "pdf", "gold_page"}`: the page on which a section begins."""

    id: Text
    query: Text
    pdf: Text
    gold_page: Page

    def made(self, number: int, maps: PassageMap) -> list[Question]:
        """See Line."""
        return [Question(self.id, self.query, needed=((Place(self.pdf, self.gold_page),),))]


class ClaimLine(Line):
    """`{"id", "claim", "evidence": {DOCUMENT: ...}, "verdict"}`: documents that bear on a claim.
    Claims without evidence are left out: nobody can say what should be found for them."""

    id: Text
    claim: Text
    evidence: dict[str, object] = {}
    verdict: str = ""

    def made(self, number: int, maps: PassageMap) -> list[Question]:
        """See Line."""
        if not self.evidence:
            return []
        needed = tuple((Place(f"{document}.pdf"),) for document in self.evidence)
        return [Question(self.id, self.claim, self.verdict.lower(), needed)]


class OwnPassage(BaseModel):
    """A passage that a question brings."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    title: str = ""
    content: Text


class PassagesLine(Line):
    """`{"id", "question", "answer", "type": [...], "positive": [...], "negative": [...]}`. Only the
    line's own passages are asked. A type that begins with "A_" says that the answer has to be a
    refusal: the passages are missing, incomplete, or contradict each other."""

    id: FileName
    question: Text
    answer: str = ""
    type: tuple[str, ...] = ()
    positive: tuple[OwnPassage, ...] = ()
    negative: tuple[OwnPassage, ...] = ()

    def made(self, number: int, maps: PassageMap) -> list[Question]:
        """See Line."""
        answerable = not any(kind.startswith("A_") for kind in self.type)
        names = self._names()
        places = (Place(names[passage]) for passage in self.positive) if answerable else ()
        return [
            Question(
                self.id,
                self.question,
                "+".join(self.type),
                needed=tuple((place,) for place in places),
                answerable=answerable,
                answer=self.answer,
                within=self.id,
            )
        ]

    def documents(self) -> list[TextDocument]:
        """See Line. Neither names nor titles tell which passages help."""
        return [
            TextDocument(
                name,
                passage.title or f"Passage {number}",
                tuple(part for part in passage.content.split("\n") if part.strip()),
            )
            for number, (passage, name) in enumerate(self._names().items(), start=1)
        ]

    def _names(self) -> dict[OwnPassage, str]:
        """The file of each passage, in an order that says nothing."""
        every = dict.fromkeys((*self.positive, *self.negative))
        mixed = sorted(every, key=lambda one: hashlib.sha256(one.content.encode()).digest())
        return {one: f"{self.id}/passage-{n}.pdf" for n, one in enumerate(mixed, start=1)}


class ScopedQuestion(BaseModel):
    """A question of a family or control."""

    q: str = "-"
    text: Text
    answer_pids: tuple[str, ...] = ()
    answer: str = ""
    must_contain: Facts = ()
    wrong_contain: tuple[Text, ...] = ()
    wrong_paraphrase: tuple[Text, ...] = ()

    def made(self, parent: str, kind: str, maps: PassageMap, within: str) -> Question:
        """The question; any passage that holds the answer will do."""
        places = maps.places(self.answer_pids)
        return Question(
            id=f"{parent}/{self.q}",
            text=self.text,
            kind=kind,
            needed=(places,) if places else (),
            answer=self.answer,
            must_contain=_facts(self.must_contain),
            must_not_contain=(*self.wrong_contain, *self.wrong_paraphrase),
            within=within,
        )


class ScopedPassage(BaseModel):
    """A passage of a family; its text lies in a PDF."""

    pid: Text


class FamilyLine(Line):
    """`{"id", "slot", "passages": [{"pid"}], "questions": [{"q", "text", "answer_pids"}]}`."""

    id: Text
    slot: str = ""
    passages: tuple[ScopedPassage, ...]
    questions: tuple[ScopedQuestion, ...]

    def made(self, number: int, maps: PassageMap) -> list[Question]:
        """See Line."""
        within = maps.folder(tuple(passage.pid for passage in self.passages))
        return [one.made(self.id, self.slot, maps, within) for one in self.questions]


class Expected(BaseModel):
    """What a control expects: an answer, or a refusal."""

    answer: str


class ControlLine(Line):
    """`{"id", "type", "question": {...}, "expect": {"answer": "answer" | "refuse"}, "pdf_set"}`.
    One that no PDFs go with is left out."""

    id: Text
    type: str = ""
    question: ScopedQuestion
    expect: Expected
    pdf_set: str | None = None

    def made(self, number: int, maps: PassageMap) -> list[Question]:
        """See Line."""
        if self.pdf_set is None:
            return []
        within = "" if self.pdf_set == "both" else self.pdf_set
        asked = self.question.made(self.id, f"control_{self.type}", maps, within)
        if self.expect.answer == "refuse":
            return [_refused(asked)]
        return [asked]


class TextLine(BaseModel):
    """`{"doc_id", "title", "sentences": [...]}` or, for the last, `"text"`."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    doc_id: FileName
    title: str = ""
    sentences: tuple[str, ...] = ()
    text: str = ""

    @model_validator(mode="after")
    def _says_something(self) -> TextLine:
        if not self.paragraphs:
            raise ValueError("A document needs sentences or text")
        return self

    @property
    def name(self) -> str:
        """The file that it is written to."""
        return f"{self.doc_id}.pdf"

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The sentences as one paragraph, or the paragraphs of the text."""
        parts = (" ".join(self.sentences), *self.text.split("\n"))
        return tuple(part for part in parts if part.strip())


def _facts(facts: Facts) -> tuple[tuple[str, ...], ...]:
    """A fact with one spelling may be given without brackets."""
    return tuple((fact,) if isinstance(fact, str) else fact for fact in facts)


def _refused(question: Question) -> Question:
    return Question(
        question.id,
        question.text,
        question.kind,
        answerable=False,
        answer=question.answer,
        must_not_contain=question.must_not_contain,
        within=question.within,
    )

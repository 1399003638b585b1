"""What is exported, before it is written in any form.

All text in it is on one line and holds no character that acts on its surroundings; none of it is
escaped for a form yet.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage stands: title of the document, page ("p. 14 (label xii)"), heading path ("")
    for none, file, and the marker of the passage ("[chunk:17]")."""

    document: str
    page: str
    heading: str
    path: str
    marker: str


@dataclass(frozen=True, slots=True)
class Note:
    """A numbered footnote. `number` counts from 1 through the whole report; `quote` are the words
    on the page, "" where none were found word for word."""

    number: int
    place: Place
    quote: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer with the numbers of its notes. One that is `verbatim` stands in
    quotation marks. `caution` says what its passages lack, "" where they support it."""

    words: str
    notes: tuple[int, ...]
    verbatim: bool = False
    caution: str = ""


@dataclass(frozen=True, slots=True)
class NearestPassage:
    """A passage that came near to a question without an answer, and its words."""

    place: Place
    words: str


@dataclass(frozen=True, slots=True)
class Section:
    """A question with what came of it.

    `facts` are sentences on how it was asked and answered, `statement` what is said in place of an
    answer, `remarks` sentences on what is not shown or was not searched.
    """

    question: str
    facts: tuple[str, ...]
    statement: str = ""
    sentences: tuple[Sentence, ...] = ()
    remarks: tuple[str, ...] = ()
    nearest: tuple[NearestPassage, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Answers to be written. A single answer has no title but its question: `title` is "" then."""

    title: str
    facts: tuple[str, ...]
    sections: tuple[Section, ...]

    @property
    def name(self) -> str:
        """What it is called: its title, or its question."""
        return self.title or (self.sections[0].question if self.sections else "")

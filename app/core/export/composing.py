"""Makes a report of turns: what is worth keeping of each, in the order in which it is read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from app.core.domain.answer import Answer, AnswerStatus, Citation, Claim
from app.core.domain.chunk import HIDDEN_ON_PAGE
from app.core.domain.conversation import Turn
from app.core.domain.evidence import Passage
from app.core.export import wording
from app.core.export.report import NearestPassage, Note, Place, Report, Section, Sentence
from app.core.support import wording as support
from app.core.text.safe_text import one_line, safe_lines

NEAREST_SHOWN = 3
"""Passages that are given for a question without an answer, as many as the window shows."""
PASSAGE_CHARACTERS = 600
"""Of a passage that came near, no more is given: about a paragraph."""

_OPENING, _CLOSING = ("“", '"', "„", "«"), ("”", '"', "“", "»")


def conversation_report(title: str, turns: Sequence[Turn], exported: datetime) -> Report:
    """A whole conversation. Dates are given in the time zone that each of them states."""
    questions = len(turns)
    facts = (wording.exported(questions, exported),)
    name = one_line(title) or (_question(turns[0]) if turns else "")
    if questions == 1 and name == _question(turns[0]):
        name = ""  # its question is the title
    return Report(name, facts, _sections(turns))


def answer_report(turn: Turn, exported: datetime | None = None) -> Report:
    """One question with its answer; where it goes into a file of its own, with the day of that."""
    facts = (wording.exported_answer(exported),) if exported is not None else ()
    return Report("", facts, _sections([turn]))


def _sections(turns: Sequence[Turn]) -> tuple[Section, ...]:
    sections: list[Section] = []
    notes = 0
    for turn in turns:
        sections.append(_section(turn, first_note=notes + 1))
        notes += len(sections[-1].notes)
    return tuple(sections)


def _section(turn: Turn, first_note: int) -> Section:
    answer, asked = turn.answer, turn.asked
    question = _question(turn)
    facts = [wording.asked(asked.wording, asked.asked_at)]
    if answer is None:
        statement = one_line(turn.lost) or wording.NOT_FINISHED
        return Section(question, tuple(facts), statement)
    facts.append(wording.understood_with(answer.trace.context))
    facts += map(one_line, answer.trace.notes)
    facts.append(wording.set_aside(answer))
    if answer.status is AnswerStatus.REFUSED:
        return _refusal(turn, answer, _without_empty(facts))
    facts += [wording.answered_by(answer), wording.confidence(answer)]
    return Section(
        question,
        _without_empty(facts),
        sentences=tuple(_sentence(claim, first_note) for claim in answer.claims),
        remarks=support.withheld_notes(answer.withheld),
        notes=tuple(
            _note(number, citation) for number, citation in enumerate(answer.citations, first_note)
        ),
    )


def _refusal(turn: Turn, answer: Answer, facts: tuple[str, ...]) -> Section:
    remarks = list(support.withheld_notes(answer.withheld))
    if wording.looked_at_passages(answer):
        remarks += [wording.searched(answer), *map(one_line, answer.unsearched)]
    else:
        remarks.insert(0, one_line(answer.trace.fault))
    return Section(
        _question(turn),
        facts,
        wording.refused(answer, turn.asked.wording),
        remarks=_without_empty(remarks),
        nearest=tuple(map(_nearest, answer.evidence[:NEAREST_SHOWN])),
    )


def _question(turn: Turn) -> str:
    return one_line(turn.asked.question) or wording.NO_QUESTION


def _sentence(claim: Claim, first_note: int) -> Sentence:
    words = one_line(claim.text)
    if claim.verbatim and not (words.startswith(_OPENING) and words.endswith(_CLOSING)):
        words = f"“{words}”"
    caution = ""
    if not claim.support.supported:
        caution = support.lack(claim) or wording.NO_LACK_KNOWN
    notes = tuple(first_note + index for index in claim.citations)
    return Sentence(words, notes, claim.verbatim, caution)


def _note(number: int, citation: Citation) -> Note:
    quote = one_line(citation.quote) if citation.verified else ""
    place = _place(
        citation.document,
        wording.page(citation.page, citation.label, ocr=citation.ocr_confidence is not None),
        citation.heading,
        citation.path,
        citation.chunk_id,
    )
    return Note(number, place, quote)


def _nearest(passage: Passage) -> NearestPassage:
    place = _place(
        passage.document_title,
        wording.page(passage.page, passage.label, ocr=passage.ocr_confidence is not None),
        HIDDEN_ON_PAGE if passage.chunk.hidden else passage.chunk.heading,
        passage.path,
        passage.chunk.id,
    )
    return NearestPassage(place, _cut(one_line(passage.chunk.text)))


def _place(document: str, page: str, heading: str, path: Path, chunk_id: int) -> Place:
    title = one_line(document) or one_line(path.name) or wording.NO_TITLE
    # Spaces in a row belong to the name of a file; only what acts is taken out.
    shown = safe_lines(str(path)).replace("\n", " ").replace("\t", " ").strip()
    return Place(title, page, one_line(heading), shown, f"[chunk:{chunk_id}]")


def _cut(words: str) -> str:
    if len(words) <= PASSAGE_CHARACTERS:
        return words
    whole = words[:PASSAGE_CHARACTERS].rsplit(" ", 1)[0]
    return f"{whole}…"


def _without_empty(sentences: Sequence[str]) -> tuple[str, ...]:
    return tuple(sentence for sentence in sentences if sentence)

"""A report as plain text, with numbered sources below each answer."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.export import wording
from app.core.export.directions import isolated
from app.core.export.report import NearestPassage, Note, Place, Report, Section, Sentence

_RULE = "—" * 24
_INDENT = "    "


def plain_text(report: Report) -> str:
    """Write a report; a number in brackets leads from a sentence to its source."""
    head = "\n".join(filter(None, (report.title, *report.facts)))
    parts = ["\n\n".join(_blocks(section)) for section in report.sections]
    return f"\n\n{_RULE}\n\n".join(filter(None, (head, *parts))) + "\n"


def _blocks(section: Section) -> Iterator[str]:
    yield "\n".join((section.question, *section.facts))
    if section.statement:
        yield section.statement
    yield from map(_sentence, section.sentences)
    if section.remarks:
        yield "\n".join(section.remarks)
    if section.nearest:
        yield f"{wording.NEAREST}:"
        yield from map(_nearest, section.nearest)
    if section.notes:
        yield "\n".join((wording.NOTES, *map(_note, section.notes)))


def _sentence(sentence: Sentence) -> str:
    marks = "".join(f"[{number}]" for number in sentence.notes)
    words = f"{sentence.words} {marks}".rstrip()
    if sentence.caution:
        return f"{wording.NOT_SUPPORTED}: {words}\n({sentence.caution})"
    return words


def _nearest(passage: NearestPassage) -> str:
    return f"{_place(passage.place)}\n{_INDENT}{passage.words}\n{_file(passage.place)}"


def _note(note: Note) -> str:
    words = f"“{isolated(note.quote)}”" if note.quote else wording.NOT_VERIFIED
    return f"[{note.number}] {_place(note.place)}\n{_INDENT}{words}\n{_file(note.place)}"


def _place(place: Place) -> str:
    parts = (isolated(place.document), place.page, isolated(place.heading))
    return ", ".join(filter(None, parts))


def _file(place: Place) -> str:
    return f"{_INDENT}{place.path} {place.marker}"

"""A report as Markdown with footnotes, as GitHub, Pandoc, Obsidian and others know them.

Each block stands between empty lines, so that none runs on into the next. The footnotes of an
answer stand below it.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.core.export import wording
from app.core.export.directions import isolated
from app.core.export.escaping import code_span, escaped
from app.core.export.report import NearestPassage, Note, Place, Report, Section, Sentence


def markdown(report: Report) -> str:
    """Write a report. What documents and models wrote is escaped: it is shown, and never acts."""
    blocks = [f"# {escaped(report.title)}"] if report.title else []
    facts = _paragraph(report.facts)
    for section in report.sections:
        level = "##" if report.title else "#"
        blocks.append(f"{level} {escaped(section.question)}")
        blocks += _blocks(section)
    if facts:
        blocks.insert(1, facts)
    return "\n\n".join(blocks) + "\n"


def _blocks(section: Section) -> Iterator[str]:
    if section.facts:
        yield _paragraph(section.facts)
    if section.statement:
        yield f"**{escaped(section.statement)}**"
    for sentence in section.sentences:
        yield _sentence(sentence)
    if section.remarks:
        yield _paragraph(section.remarks)
    if section.nearest:
        yield f"{wording.NEAREST}:"
        yield from map(_nearest, section.nearest)
    if section.notes:
        yield "\n".join(map(_note, section.notes))


def _paragraph(sentences: tuple[str, ...]) -> str:
    return escaped(" ".join(sentences))


def _sentence(sentence: Sentence) -> str:
    marks = "".join(f"[^{number}]" for number in sentence.notes)
    words = f"{escaped(sentence.words)}{marks}"
    if sentence.caution:
        words = f"**{wording.NOT_SUPPORTED}:** {words} *{_inside(sentence.caution)}*"
    return f"> {words}" if sentence.verbatim else words


def _nearest(passage: NearestPassage) -> str:
    return f"> {escaped(passage.words)}\n>\n> — {_place(passage.place)} {_file(passage.place)}"


def _note(note: Note) -> str:
    words = f"“{_inside(note.quote)}”" if note.quote else wording.NOT_VERIFIED
    return f"[^{note.number}]: {_place(note.place)}: {words} {_file(note.place)}"


def _place(place: Place) -> str:
    """Title, page and heading. A title is never the first word alone: where footnotes are not
    known, it would be taken for the address of a link."""
    named = f"**{_inside(place.document)}**, {_inside(place.page)}"
    return f"{named}, {_inside(place.heading)}" if place.heading else named


def _inside(text: str) -> str:
    return escaped(isolated(text), at_start=False)


def _file(place: Place) -> str:
    return f"({code_span(place.path)}, {code_span(place.marker)})"

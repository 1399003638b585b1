"""Reads sets of questions from files of JSON lines, whatever their form, into one type.

A set of one's own has a line for each question:

    {"question": "How long is the leave?", "gold": [{"pdf": "handbook.pdf", "page": 12}],
     "must_contain": [["27 days", "twenty-seven days"]]}
    {"question": "Who founded the company?", "unanswerable": true}

`docs/evaluation.md` describes the keys. The form of a set is told by the keys of its first line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from app.core.errors import InvalidInput
from app.evaluation.questions import Form, Question, QuestionSet, TextDocument
from app.evaluation.set_forms import (
    ClaimLine,
    ControlLine,
    FamilyLine,
    Line,
    PassageMap,
    PassagesLine,
    QuestionLine,
    TextLine,
    TitleLine,
)

L = TypeVar("L", bound=BaseModel)


def read_set(path: Path) -> QuestionSet:
    """Read a set.

    Raises:
        InvalidInput: there is no such file, or a line cannot be used; the sentence says which.
    """
    data = _bytes(path)
    rows = list(_rows(path, data))
    if not rows:
        raise InvalidInput(f"There is no question in {path.name}. Write one on each line.")
    form = _form(rows[0][1])
    maps = _passage_maps(path.parent) if form is Form.SCOPES else PassageMap()
    questions: dict[str, Question] = {}
    documents: list[TextDocument] = []
    left_out = 0
    for number, row in rows:
        line = _checked(path, number, row, _kind_of_line(form, row))
        made = line.made(number, maps)
        left_out += not made
        documents += line.documents()
        for question in made:
            if question.id in questions:
                raise InvalidInput(
                    f"Line {number} of {path.name} has the id {question.id}, which an earlier line "
                    "has too. Give each question an id of its own."
                )
            questions[question.id] = question
    return QuestionSet(
        path=path,
        form=form,
        sha256=hashlib.sha256(data).hexdigest(),
        questions=tuple(questions.values()),
        documents=tuple(documents),
        left_out=left_out,
    )


def read_texts(path: Path) -> tuple[TextDocument, ...]:
    """Read documents that exist as text: lines with `doc_id`, `title`, and `sentences` or `text`.

    Raises:
        InvalidInput: there is no such file, or a line cannot be used; the sentence says which.
    """
    found: dict[str, TextDocument] = {}
    for number, row in _rows(path, _bytes(path)):
        line = _checked(path, number, row, TextLine)
        if line.name in found:
            raise InvalidInput(
                f"Line {number} of {path.name} has the doc_id {line.doc_id}, which an earlier line "
                "has too. Give each document an id of its own."
            )
        found[line.name] = TextDocument(line.name, line.title, line.paragraphs)
    if not found:
        raise InvalidInput(f"There is no document in {path.name}. Write one on each line.")
    return tuple(found.values())


def checked_lines(path: Path, kind: type[L]) -> Iterator[L]:
    """The lines of a file, each of this kind.

    Raises:
        InvalidInput: there is no such file, or a line cannot be used; the sentence says which.
    """
    for number, row in _rows(path, _bytes(path)):
        yield _checked(path, number, row, kind)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be read. Check the path and its permissions.", code="path_not_found"
        ) from error


def _rows(path: Path, data: bytes) -> Iterator[tuple[int, Mapping[str, object]]]:
    """The objects of a file with their line numbers; empty lines are passed over."""
    for number, line in enumerate(data.decode("utf-8-sig", "replace").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise InvalidInput(
                f"Line {number} of {path.name} is not JSON. Each line has to be one JSON object."
            ) from error
        if not isinstance(row, dict):
            raise InvalidInput(
                f"Line {number} of {path.name} is not a JSON object. Each line has to be one."
            )
        yield number, row


def _form(row: Mapping[str, object]) -> Form:
    if "claim" in row:
        return Form.CLAIMS
    if "query" in row:
        return Form.TITLES
    if "passages" in row:
        return Form.SCOPES
    if "positive" in row or "negative" in row:
        return Form.PASSAGES
    return Form.QUESTIONS


def _kind_of_line(form: Form, row: Mapping[str, object]) -> type[Line]:
    if form is Form.SCOPES:
        return FamilyLine if "questions" in row else ControlLine
    kinds: dict[Form, type[Line]] = {
        Form.QUESTIONS: QuestionLine,
        Form.TITLES: TitleLine,
        Form.CLAIMS: ClaimLine,
        Form.PASSAGES: PassagesLine,
    }
    return kinds[form]


def _checked(path: Path, number: int, row: Mapping[str, object], kind: type[L]) -> L:
    try:
        return kind.model_validate(row)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the line as a whole"
        raise InvalidInput(
            f"Line {number} of {path.name} cannot be used. {place}: {first['msg']}. "
            "docs/evaluation.md shows the form of a set."
        ) from error


def _passage_maps(folder: Path) -> PassageMap:
    """Where each passage of a set of scopes lies: `map_FOLDER.jsonl` beside the set."""
    places = PassageMap()
    for path in sorted(folder.glob("map_*.jsonl")):
        for number, row in _rows(path, _bytes(path)):
            try:
                places.add(path.stem.removeprefix("map_"), row)
            except (KeyError, TypeError, ValueError) as error:
                raise InvalidInput(f"Line {number} of {path.name} cannot be used.") from error
    return places

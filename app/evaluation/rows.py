"""Rows of runs, in the form that scorers of each form of set read.

All rows name pages as {"pdf", "page"}, physical and from 1. Families and controls are named by
their id and the letter of the question, all others by their id alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from app.evaluation.questions import Form, Question

PageList = Sequence[tuple[str, int]]


def identity(form: Form, question: Question) -> dict[str, object]:
    """How a row names its question."""
    if form is Form.SCOPES:
        parent, _, letter = question.id.rpartition("/")
        return {"id": parent, "question": letter}
    return {"id": question.id}


def page_records(pages: PageList) -> list[dict[str, object]]:
    """Pages for a row."""
    return [{"pdf": name, "page": page} for name, page in pages]


def pages_of(row: Mapping[str, object], key: str) -> list[tuple[str, int]]:
    """Pages of a row."""
    entries = row.get(key)
    if not isinstance(entries, list):
        return []
    return [(str(entry["pdf"]), int(entry["page"])) for entry in entries]


def first_appearance(pages: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Each page once, where it appears first."""
    return list(dict.fromkeys(pages))

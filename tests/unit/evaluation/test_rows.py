from __future__ import annotations

import pytest

from app.evaluation.questions import Form, Question
from app.evaluation.rows import first_appearance, identity, page_records, pages_of


@pytest.mark.parametrize(
    ("form", "name", "row"),
    [
        (Form.QUESTIONS, "DEV-1", {"id": "DEV-1"}),
        (Form.TITLES, "T/1", {"id": "T/1"}),
        (Form.SCOPES, "freq-1/A", {"id": "freq-1", "question": "A"}),
        (Form.SCOPES, "c-1/-", {"id": "c-1", "question": "-"}),
    ],
)
def test_how_a_row_names_its_question(form: Form, name: str, row: dict[str, object]) -> None:
    assert identity(form, Question(name, "?")) == row


def test_pages_survive_a_row() -> None:
    pages = [("a.pdf", 2), ("b.pdf", 1)]
    assert page_records(pages)[0] == {"pdf": "a.pdf", "page": 2}
    assert pages_of({"ranked": page_records(pages)}, "ranked") == pages
    assert pages_of({}, "ranked") == []


def test_a_page_ranks_where_it_appears_first() -> None:
    pages = [("a.pdf", 2), ("b.pdf", 1), ("a.pdf", 2), ("a.pdf", 1)]
    assert first_appearance(pages) == [("a.pdf", 2), ("b.pdf", 1), ("a.pdf", 1)]

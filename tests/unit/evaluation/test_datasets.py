from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.core.errors import InvalidInput
from app.evaluation.datasets import read_set, read_texts
from app.evaluation.questions import Form, Place, Question, Selection, TextDocument

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of rows; a string stands in it as it is."""

    def lines(*rows: object, name: str = "set.jsonl") -> Path:
        path = tmp_path / name
        texts = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        path.write_text("\n".join(texts) + "\n", encoding="utf-8")
        return path

    return lines


def test_a_set_of_ones_own(write: Write) -> None:
    read = read_set(
        write(
            {
                "question": "How long is the leave?",
                "gold": [{"pdf": "a.pdf", "page": 3, "quote": "27 days"}],
                "must_contain": [["27 days", "twenty-seven"], "each year"],
                "note": "passed over",
            },
            "",
            {"question": "Who founded it?", "unanswerable": True},
            {"id": 7, "question": "And who left?", "type": "unanswerable_fake"},
        )
    )

    assert read.form is Form.QUESTIONS
    assert read.questions == (
        Question(
            "line-1",
            "How long is the leave?",
            needed=((Place("a.pdf", 3),),),
            must_contain=(("27 days", "twenty-seven"), ("each year",)),
            quotes=("27 days",),
        ),
        Question("line-3", "Who founded it?", "unanswerable", answerable=False),
        Question("7", "And who left?", "unanswerable_fake", answerable=False),
    )
    assert not read.by_document


def test_pages_that_stand_in_for_one_another(write: Write) -> None:
    (question,) = read_set(
        write(
            {
                "question": "Which two files?",
                "gold": [{"pdf": "a.pdf", "page": 1}, {"pdf": "b.pdf", "page": 2}],
                "alt_gold": [
                    {"pdf": "c.pdf", "page": 9, "supports": 1},
                    {"pdf": "d.pdf", "page": 8},
                ],
            }
        )
    ).questions

    assert question.needed == (
        (Place("a.pdf", 1), Place("d.pdf", 8)),
        (Place("b.pdf", 2), Place("c.pdf", 9)),
    )


def test_titles(write: Write) -> None:
    read = read_set(write({"id": "T1", "query": "Volumes", "pdf": "a.pdf", "gold_page": 5}))

    assert read.form is Form.TITLES
    assert read.questions == (Question("T1", "Volumes", needed=((Place("a.pdf", 5),),)),)


def test_claims_name_documents_and_those_without_evidence_are_left_out(write: Write) -> None:
    evidence = {"12": {"label": "SUPPORT", "sentences": [[1]]}, "13": {}}
    read = read_set(
        write(
            {"id": "C1", "claim": "It helps.", "evidence": evidence, "verdict": "SUPPORT"},
            {"id": "C2", "claim": "It harms.", "evidence": {}, "verdict": "NOT_ENOUGH_INFO"},
        )
    )

    assert read.form is Form.CLAIMS
    needed = ((Place("12.pdf"),), (Place("13.pdf"),))
    assert read.questions == (Question("C1", "It helps.", "support", needed),)
    assert (read.left_out, read.by_document) == (1, True)


def test_questions_that_bring_their_passages(write: Write) -> None:
    helpful, other = {"title": "", "content": "It is 25%.\n\nOr so."}, {"content": "Nothing."}
    read = read_set(
        write(
            {
                "id": "L-1",
                "question": "How much?",
                "answer": "25%",
                "type": ["L_synonym", "T_csv"],
                "positive": [helpful],
                "negative": [other],
            },
            {"id": "L-2", "question": "Why?", "type": ["A_negative_only"], "negative": [other]},
        )
    )

    first, second = read.questions
    assert read.form is Form.PASSAGES
    assert (first.kind, first.within, first.answerable) == ("L_synonym+T_csv", "L-1", True)
    assert (second.needed, second.answerable) == ((), False)
    by_name = {document.name: document for document in read.documents}
    assert sorted(by_name) == ["L-1/passage-1.pdf", "L-1/passage-2.pdf", "L-2/passage-1.pdf"]
    ((place,),) = first.needed
    assert by_name[place.pdf].paragraphs == ("It is 25%.", "Or so.")
    assert {document.title for document in read.documents} == {"Passage 1", "Passage 2"}


FAMILY = {
    "id": "freq-1",
    "slot": "frequency",
    "passages": [{"pid": "p1"}, {"pid": "p2"}],
    "questions": [
        {
            "q": "A",
            "text": "How long?",
            "answer_pids": ["p1"],
            "must_contain": [["36 hours"]],
            "wrong_contain": ["nerve"],
            "wrong_paraphrase": ["nerves"],
        },
        {"q": "B", "text": "How bad?", "answer_pids": ["p9"]},
    ],
}


def test_families_lie_where_their_map_says(write: Write) -> None:
    write({"pid": "p1", "pdf": "dev_01.pdf", "page": 3, "page_end": 4}, name="map_dev.jsonl")
    read = read_set(write(FAMILY))

    one, other = read.questions
    assert read.form is Form.SCOPES
    assert one == Question(
        "freq-1/A",
        "How long?",
        "frequency",
        needed=((Place("dev_01.pdf", 3), Place("dev_01.pdf", 4)),),
        must_contain=(("36 hours",),),
        must_not_contain=("nerve", "nerves"),
        within="dev",
    )
    assert (other.id, other.needed, other.within) == ("freq-1/B", (), "dev")


@pytest.mark.parametrize(
    ("pdf_set", "expected", "asked"),
    [("dev", "answer", True), ("both", "refuse", False), (None, "answer", None)],
)
def test_controls(write: Write, pdf_set: str | None, expected: str, asked: bool | None) -> None:
    read = read_set(
        write(
            {
                "id": "c-1",
                "type": "none_apply",
                "passages": [],
                "question": {"text": "Which switch?", "must_contain": [], "wrong_contain": ["Q7"]},
                "expect": {"answer": expected},
                "pdf_set": pdf_set,
            }
        )
    )

    if asked is None:
        assert (read.questions, read.left_out) == ((), 1)
        return
    (question,) = read.questions
    assert (question.id, question.kind) == ("c-1/-", "control_none_apply")
    assert (question.answerable, question.must_not_contain) == (asked, ("Q7",))
    assert question.within == ("" if pdf_set == "both" else pdf_set)


GOOD = {"id": "q1", "question": "What?"}


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([GOOD, "{"], "Line 2 of set.jsonl is not JSON"),
        ([GOOD, "[1]"], "Line 2 of set.jsonl is not a JSON object"),
        ([GOOD, "", GOOD], "Line 3 of set.jsonl has the id q1"),
        ([{"question": ""}], "Line 1 of set.jsonl cannot be used. question:"),
        ([GOOD, {"gold": []}], "Line 2 of set.jsonl cannot be used. question:"),
        ([{"question": "?", "gold": [{"pdf": "a.pdf", "page": 0}]}], "gold.0.page:"),
        ([{"question": "?", "gold": [{"pdf": "a.pdf", "page": "5"}]}], "gold.0.page:"),
        ([{"question": "?", "unanswerable": True, "gold": [{"pdf": "a.pdf"}]}], "no gold pages"),
        ([{"question": "?", "alt_gold": [{"pdf": "a.pdf", "page": 1}]}], "alt_gold supports"),
        ([{"id": "t", "query": "x", "pdf": "a.pdf"}], "gold_page:"),
        ([{"id": "../up", "question": "?", "positive": []}], "id:"),
        ([""], "There is no question in set.jsonl"),
    ],
)
def test_a_bad_row_is_named_by_its_line(write: Write, rows: list[object], words: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_set(write(*rows))
    assert words in caught.value.message


def test_a_set_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_set(tmp_path / "none.jsonl")
    assert "none.jsonl cannot be read" in caught.value.message


def test_texts(write: Write) -> None:
    read = read_texts(
        write(
            {"doc_id": "12", "title": "Fish", "sentences": ["They swim.", "They eat."]},
            {"doc_id": "13", "text": "One.\n\nTwo."},
        )
    )

    assert read == (
        TextDocument("12.pdf", "Fish", ("They swim. They eat.",)),
        TextDocument("13.pdf", "", ("One.", "Two.")),
    )


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([{"doc_id": "1", "title": "Empty"}], "A document needs sentences or text"),
        ([{"doc_id": "a/b", "text": "x"}], "doc_id:"),
        ([{"doc_id": "..", "text": "x"}], "doc_id:"),
        ([{"doc_id": "1", "text": "x"}, {"doc_id": "1", "text": "y"}], "Line 2 of set.jsonl has"),
    ],
)
def test_bad_texts(write: Write, rows: list[object], words: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_texts(write(*rows))
    assert words in caught.value.message


@pytest.mark.parametrize(
    ("selection", "chosen"),
    [
        (Selection(), "0123456789"),
        (Selection(every=4), "048"),
        (Selection(every=4, offset=1), "159"),
        (Selection(every=4, offset=1, limit=2), "15"),
        (Selection(limit=3), "012"),
        (Selection(offset=10), ""),
    ],
)
def test_one_in_so_many(selection: Selection, chosen: str) -> None:
    questions = [Question(str(number), "?") for number in range(10)]
    assert "".join(one.id for one in selection.of(questions)) == chosen


def test_the_example_of_the_handbook_is_a_set(write: Write) -> None:
    handbook = Path(__file__).resolve().parents[3] / "docs" / "evaluation.md"
    text = handbook.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith('{"question"')]

    leave, refund, founder = read_set(write(*lines)).questions

    assert leave.needed == ((Place("handbook.pdf", 12),),)
    assert refund.must_contain == (("R-12",), ("R-40",))
    assert not founder.answerable

"""`pincite eval retrieval` and `eval answers`: from arguments to what is measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli import main
from app.core.domain.answer import AnswerStyle
from app.evaluation import answer_quality, retrieval_quality
from app.evaluation.questions import Selection
from app.evaluation.runs import RunRequest
from app.evaluation.variants import Arms, Variant

Asked = list[tuple[RunRequest, dict[str, object]]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What was asked to be measured; nothing is."""
    found: Asked = []

    def measure(request: RunRequest, say: object, **options: object) -> dict[str, object]:
        found.append((request, options))
        return {"measured": "nothing"}

    monkeypatch.setattr(retrieval_quality, "measure_retrieval", measure)
    monkeypatch.setattr(answer_quality, "measure_answers", measure)
    return found


def test_retrieval_as_it_is(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "retrieval", "set.jsonl"]) == 0

    assert asked == [(RunRequest(Path("set.jsonl")), {"baseline": False})]
    assert json.loads(capsys.readouterr().out) == {"measured": "nothing"}


def test_all_options_of_retrieval(asked: Asked) -> None:
    line = "eval retrieval set.jsonl --library lib --pdfs a b --pdfs c --texts t.jsonl"
    line += " --out run.jsonl --every 8 --offset 3 --limit 5 --arms dense --without-headings"
    line += " --set retrieval.rrf_k=5 answers.passages=4 --baseline bm25 --json"
    assert main(line.split()) == 0

    request = RunRequest(
        Path("set.jsonl"),
        library="lib",
        pdfs=(Path("a"), Path("b"), Path("c")),
        texts=Path("t.jsonl"),
        selection=Selection(8, 3, 5),
        variant=Variant(
            arms=Arms.DENSE, headings=False, changes=("retrieval.rrf_k=5", "answers.passages=4")
        ),
        out=Path("run.jsonl"),
    )
    assert asked == [(request, {"baseline": True})]


def test_answers(asked: Asked) -> None:
    line = "--library lib eval answers set.jsonl --style quotes --model tiny"
    assert main(line.split()) == 0

    request = RunRequest(Path("set.jsonl"), library="lib")
    assert asked == [(request, {"style": AnswerStyle.QUOTES, "model": "tiny"})]


@pytest.mark.parametrize(
    "line",
    [
        "eval retrieval",
        "eval retrieval set.jsonl --every 0",
        "eval retrieval set.jsonl --every x",
        "eval retrieval set.jsonl --offset -1",
        "eval retrieval set.jsonl --arms none",
        "eval answers set.jsonl --style spoken",
        "eval answers set.jsonl --arms dense",
    ],
)
def test_bad_usage(asked: Asked, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    assert asked == []
    assert "usage: pincite" in capsys.readouterr().err


@pytest.mark.parametrize(("option", "least"), [("--every", 1), ("--offset", 0)])
def test_a_number_that_is_none_is_told_in_words(
    asked: Asked, option: str, least: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", "retrieval", "set.jsonl", option, "few"]) == 2
    assert f"argument {option}: give a whole number from {least}" in capsys.readouterr().err


@pytest.mark.parametrize("action", ["retrieval", "answers"])
def test_a_set_that_cannot_be_read_is_bad_input(
    action: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", action, str(tmp_path / "none.jsonl"), "--json"]) == 2

    printed = capsys.readouterr()
    assert json.loads(printed.out)["reason"] == "path_not_found"
    assert "none.jsonl cannot be read" in printed.err

"""Answers with the claim filter off and on: what is asked, and what is told of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from app.core.domain.answer import AnswerStyle
from app.core.errors import InvalidInput
from app.evaluation import scoped_answers
from app.evaluation.run_file import Row
from app.evaluation.runs import RunRequest
from app.evaluation.scoped_answers import measure_scoped_answers
from tests.unit.evaluation.scope_sets import write_scope_set


def answers(
    request: RunRequest, say: object, *, style: AnswerStyle, model: str | None
) -> tuple[dict[str, object], Mapping[str, Row]]:
    assert style is AnswerStyle.WRITTEN
    on = request.variant.changes == ("answers.claim_filter=true",)
    record = {"removed": [[7, "variant", "Ward 9", "Ward 4"]], "seconds": 1.0}
    row: Row = {"seconds": 11.0, "claim_filter": record if on else None}
    report: dict[str, object] = {"figures": {"on": on}, "statuses": {"answered": 1}}
    return report, {"wards/A": row}


def test_the_same_questions_are_asked_off_and_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[RunRequest] = []

    def measure(request: RunRequest, *rest: object, **options: object) -> object:
        asked.append(request)
        return answers(request, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(scoped_answers, "measured_answers", measure)
    folder = write_scope_set(tmp_path / "set")
    for name in ("dev", "elsewhere"):
        (folder / name).mkdir()
    (folder / "map_dev.jsonl").touch()
    out = tmp_path / "run.jsonl"
    report = measure_scoped_answers(folder, "lib", None, out, lambda _: None)
    assert [request.variant.changes for request in asked] == [
        ("answers.claim_filter=false",),
        ("answers.claim_filter=true",),
    ]
    assert {request.set_path for request in asked} == {folder / "families.jsonl"}
    assert {request.pdfs for request in asked} == {(folder / "dev",)}
    assert [request.out for request in asked] == [
        tmp_path / "run.answers-off.jsonl",
        tmp_path / "run.answers-on.jsonl",
    ]
    assert report["off"] == {"figures": {"on": False}, "statuses": {"answered": 1}}
    told = report["filter"]
    assert isinstance(told, dict)
    assert told["applied"]["k"] == 1
    assert told["share_of_the_answers_own_time"]["p50"] == 0.1


def test_the_users_own_library_is_never_used(tmp_path: Path) -> None:
    folder = write_scope_set(tmp_path / "set")
    with pytest.raises(InvalidInput, match="--library DIR"):
        measure_scoped_answers(folder, None, None, None, lambda _: None)
    with pytest.raises(InvalidInput, match="No PDFs lie beside"):
        measure_scoped_answers(folder, "lib", None, None, lambda _: None)

"""`pincite eval floor` over real PDFs, with the real reader, index and embedder."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.adapters.floor_file import load_floors, save_floors
from app.bootstrap import Application
from app.core.domain.floor import FloorRecord
from app.core.errors import InvalidInput, StorageError
from app.evaluation import runs
from app.evaluation.floor_calibration import measure_floor
from app.evaluation.runs import RunRequest
from tests.fakes.embedder import WordHashEmbedder
from tests.fakes.vector_index import ExactVectorIndex
from tests.integration.conftest import Shelf

QUESTIONS = [
    {"question": "How many days of paid leave do full-time staff have?"},
    {"question": "How many jackets does the company give each deck hand?"},
    {"question": "How much water does the kettle hold?"},
    {"question": "Who composed the symphony of the planets?", "unanswerable": True},
    {"question": "What is the boiling point of gold?", "unanswerable": True},
]


@pytest.fixture(autouse=True)
def _one_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever edits the source while the tests run makes another program of it."""
    monkeypatch.setattr(runs, "program_fingerprint", lambda: "the same")


@pytest.fixture
def request_(shelf: Shelf, tmp_path: Path) -> RunRequest:
    """The questions above, over a library that has read their PDFs."""
    path = tmp_path / "asked.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in QUESTIONS), encoding="utf-8")
    return RunRequest(
        set_path=path,
        library=str(shelf.library),
        pdfs=(shelf.pdfs,),
        out=tmp_path / "floor.jsonl",
    )


@pytest.fixture
def said() -> list[str]:
    """What was said on the way."""
    return []


def _rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _sets(report: dict[str, object]) -> list[Any]:
    sets = report["sets"]
    assert isinstance(sets, list)
    return sets


def test_a_floor_is_chosen_kept_and_drawn(
    request_: RunRequest, said: list[str], tmp_path: Path
) -> None:
    record, plot = tmp_path / "floors.json", tmp_path / "curve.svg"
    report = measure_floor(request_, said.append, record=record, plot=plot)

    floor = report["floor"]
    assert isinstance(floor, dict)
    (outcome,) = _sets(report)
    rates = outcome["at_the_floor"]
    assert (rates["refused_though_answerable"]["k"], rates["refused_though_answerable"]["n"]) == (
        0,
        3,
    )
    assert (rates["refused_when_it_must"]["k"], rates["refused_when_it_must"]["n"]) == (2, 2)
    assert request_.out is not None
    row = _rows(request_.out)[0]
    assert row["answerable"] is True
    assert 0.5 < float(str(row["similarity"])) <= 1.0
    assert 0.0 < float(str(row["quote_share"])) <= 1.0
    (kept,) = load_floors(record).embedders
    assert kept.floor.model_dump() == floor
    assert kept.measured["sets"] == [{"name": "asked", "answerable": 3, "unanswerable": 2}]
    assert plot.read_text(encoding="utf-8").startswith("<svg")


def test_rows_of_another_set_are_joined_and_not_asked_again(
    request_: RunRequest, said: list[str], tmp_path: Path
) -> None:
    first = replace(request_, out=tmp_path / "first.jsonl")
    measure_floor(first, said.append)
    said.clear()
    report = measure_floor(first, said.append, joined=[tmp_path / "first.jsonl"])
    assert not any("questions asked" in text for text in said)
    assert [one["name"] for one in _sets(report)] == ["asked", "asked"]


def test_rows_of_another_embedder_are_not_joined(
    request_: RunRequest, said: list[str], tmp_path: Path
) -> None:
    other = tmp_path / "other.jsonl"
    measure_floor(replace(request_, out=other), said.append)
    header = tmp_path / "other.jsonl.header.json"
    values = json.loads(header.read_text())
    header.write_text(json.dumps(values | {"embedder": "another-8-0"}))
    with pytest.raises(InvalidInput, match="another model for search by meaning"):
        measure_floor(request_, said.append, joined=[other])
    assert request_.out is not None
    assert not request_.out.exists()


@pytest.mark.parametrize("content", [None, "{}\n", "nonsense\n"])
def test_what_holds_no_rows_is_not_joined(
    request_: RunRequest, said: list[str], tmp_path: Path, content: str | None
) -> None:
    other = tmp_path / "other.jsonl"
    if content is not None:
        other.write_text(content)
        (tmp_path / "other.jsonl.header.json").write_text('{"measured": "floor", "name": "x"}')
    with pytest.raises(InvalidInput, match="holds no rows"):
        measure_floor(request_, said.append, joined=[other])


def test_a_stand_in_for_the_embedder_gives_no_floor(
    request_: RunRequest, said: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Application, "embedder", WordHashEmbedder(), raising=False)
    monkeypatch.setattr(Application, "vectors", ExactVectorIndex(), raising=False)
    request = RunRequest(request_.set_path, str(tmp_path / "fake"), request_.pdfs)
    assert measure_floor(request, said.append)["floor"] == "n/a"
    record = tmp_path / "floors.json"
    save_floors(FloorRecord(), record)
    with pytest.raises(InvalidInput, match="stand-in"):
        measure_floor(request, said.append, record=record)
    assert load_floors(record) == FloorRecord()


def test_a_picture_that_cannot_be_written(
    request_: RunRequest, said: list[str], tmp_path: Path
) -> None:
    with pytest.raises(StorageError, match="cannot be written"):
        measure_floor(request_, said.append, plot=tmp_path / "nowhere" / "curve.svg")

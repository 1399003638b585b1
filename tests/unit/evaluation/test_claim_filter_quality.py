"""Measuring the claim filter: rates over families and controls, and rows that scorers read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.core.errors import InvalidInput
from app.core.ports import ChatModel
from app.evaluation import claim_filter_quality
from app.evaluation.claim_filter_quality import FilterRequest, Mode, measure_claim_filter
from app.evaluation.scope_cases import read_scope_set
from app.services.preferences import Preferences
from tests.fakes.chat_model import ScriptedChatModel
from tests.fakes.chat_models import OneChatModel
from tests.unit.evaluation.scope_sets import write_scope_set
from tests.workbench import KeptSettings


@pytest.fixture(autouse=True)
def _one_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever edits the source while the tests run makes another program of it."""
    monkeypatch.setattr(claim_filter_quality, "program_fingerprint", lambda: "the same")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_scope_set(tmp_path / "set")


def measured(
    folder: Path, model: ChatModel | None = None, **options: Any
) -> tuple[dict[str, Any], list[str]]:
    said: list[str] = []
    preferences = Preferences(KeptSettings())
    request = FilterRequest(folder, **options)
    report = measure_claim_filter(request, OneChatModel(model), preferences, said.append)
    return report, said


def test_rules_take_the_other_ward_away_and_nothing_else(folder: Path) -> None:
    report, _ = measured(folder, modes=(Mode.RULES, Mode.OFF))
    rules, off = report["rules"], report["off"]
    assert (rules["inapplicable_drop"]["k"], rules["inapplicable_drop"]["n"]) == (2, 2)
    assert (rules["gold_drop"]["k"], rules["gold_drop"]["n"]) == (0, 2)
    assert (rules["neutral_drop"]["k"], rules["neutral_drop"]["n"]) == (0, 2)
    assert (rules["mirrored_pairs_right"]["k"], rules["mirrored_pairs_right"]["n"]) == (1, 1)
    assert (rules["control_violations"]["k"], rules["control_violations"]["n"]) == (0, 1)
    assert (rules["order_consistency"]["k"], rules["order_consistency"]["n"]) == (3, 3)
    assert off["inapplicable_drop"]["k"] == off["mirrored_pairs_right"]["k"] == 0


def test_rows_are_those_that_scorers_read(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    measured(folder, modes=(Mode.SHIPPED, Mode.OFF), orders=1, out=out)
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    first = rows[0]
    assert (first["id"], first["question"], first["status"]) == ("wards", "A", "applied")
    assert (first["kept"], first["removed"]) == (["p1", "p3"], ["p2"])
    assert first["why"] == {"p2": ["variant", "Ward 9", "Ward 4"]}
    assert "order" not in first
    assert rows[1]["order"] == "reversed"
    assert rows[1]["kept"] == ["p3", "p1"]
    assert {row["question"] for row in rows if row["id"] == "c-all"} == {"-"}
    assert len(rows) == 6
    assert (tmp_path / "run.off.jsonl").exists()


def test_a_run_that_was_stopped_goes_on(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    first, _ = measured(folder, modes=(Mode.SHIPPED,), out=out)
    lines = out.read_text(encoding="utf-8").splitlines(keepends=True)
    out.write_text("".join(lines[:4]), encoding="utf-8")
    again, _ = measured(folder, modes=(Mode.SHIPPED,), out=out)
    assert len(out.read_text(encoding="utf-8").splitlines()) == len(lines)
    assert again["shipped"]["inapplicable_drop"] == first["shipped"]["inapplicable_drop"]


def test_a_model_that_is_not_used_is_tried_all_the_same(folder: Path) -> None:
    model = ScriptedChatModel(fit=lambda prompt: -9.0 if "shoes" in prompt else 2.0)
    report, _ = measured(folder, model, modes=(Mode.SHIPPED, Mode.MODEL, Mode.BOTH))
    assert report["judge"] == {"title": "Scripted", "used": False, "margin": 1.7}
    assert report["shipped"]["neutral_drop"]["k"] == 0
    assert report["model"]["gold_drop"]["k"] == 0
    assert report["both"]["neutral_drop"]["k"] == 2
    assert report["both"]["inapplicable_drop"]["k"] == 2
    assert report["both"]["control_violations"]["k"] == 1
    assert report["both"]["lost"] == ["p3"]


def test_the_margin_can_be_given(folder: Path) -> None:
    model = ScriptedChatModel(scope_margin=1.0, fit=lambda p: 0.0 if "shoes" in p else 2.0)
    assert measured(folder, model, modes=(Mode.SHIPPED,))[0]["judge"]["margin"] == 1.0
    report, _ = measured(folder, model, modes=(Mode.BOTH,), margin=3.0)
    assert (report["judge"]["margin"], report["both"]["neutral_drop"]["k"]) == (3.0, 0)


def test_without_a_model_the_rest_is_measured(folder: Path) -> None:
    report, said = measured(folder)
    assert {"shipped", "off", "rules"} < report.keys()
    assert not {"model", "both"} & report.keys()
    assert report["judge"] is None
    assert any("model is left out" in sentence for sentence in said)


def test_a_filter_that_gives_up_is_counted(folder: Path) -> None:
    model = ScriptedChatModel(scope_margin=1.0, fit=lambda prompt: None)
    report, _ = measured(folder, model, modes=(Mode.SHIPPED,), orders=0)
    fallbacks = report["shipped"]["fallbacks"]
    assert (fallbacks["k"], fallbacks["reasons"]) == (3, {"unreadable": 3})
    assert report["shipped"]["inapplicable_drop"]["k"] == 0


def test_a_set_is_a_folder_or_a_file(folder: Path) -> None:
    assert len(read_scope_set(folder).cases) == 3
    assert len(read_scope_set(folder / "families.jsonl").cases) == 2
    (control,) = read_scope_set(folder / "controls.jsonl").cases
    assert control.control
    assert control.must_keep == {"p1", "p2", "p3"}
    passage = control.passages[0]
    assert (passage.document_title, passage.chunk.heading_path) == ("House rules", ("Ward 9",))


def test_what_is_no_set_is_told(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(InvalidInput, match=r"no families\.jsonl"):
        read_scope_set(tmp_path)
    (folder / "families.jsonl").write_text('{"id": "x"}\n', encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"Line 1 of families\.jsonl cannot be used"):
        read_scope_set(folder)

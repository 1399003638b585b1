"""Measuring the support check: true claims flagged, false ones passed, false ones made of true."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from app.core.domain.answer import Support
from app.core.domain.chunk import Chunk
from app.core.errors import InvalidInput
from app.evaluation.judged_claims import read_judged_claims
from app.evaluation.support_quality import (
    NEAR_PASSAGE,
    OTHER_PASSAGE,
    SupportRequest,
    made_false,
    measure_support,
)

TEXTS: list[dict[str, object]] = [
    {
        "doc_id": "1",
        "title": "Ferries",
        "sentences": ["The EU ferry carries 40 cars.", "It is cheap."],
    },
    {"doc_id": "2", "title": "Trains", "sentences": ["The train to the sea carries 90 people."]},
    {"doc_id": "3", "title": "Buses", "sentences": ["The bus is not heated in winter."]},
]
CLAIMS: list[dict[str, object]] = [
    {
        "id": "C-2",
        "claim": "The EU ferry carries 40 cars.",
        "verdict": "SUPPORT",
        "evidence": {"1": {"label": "SUPPORT", "sentences": [[0]]}},
        "cited": ["1"],
    },
    {
        "id": "C-3",
        "claim": "The train carries 90 people.",
        "verdict": "SUPPORT",
        "evidence": {"2": {"label": "SUPPORT", "sentences": [[0]]}},
        "cited": ["2"],
    },
    {
        "id": "C-4",
        "claim": "The bus is heated in winter.",
        "verdict": "CONTRADICT",
        "evidence": {"3": {"label": "CONTRADICT", "sentences": [[0]]}},
        "cited": ["3"],
    },
    {
        "id": "C-5",
        "claim": "Buses run on Sundays.",
        "verdict": "NOT_ENOUGH_INFO",
        "evidence": {},
        "cited": ["3"],
    },
    {"id": "C-6", "claim": "No text.", "verdict": "SUPPORT", "cited": ["99"]},
]


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    _write(tmp_path / "corpus.jsonl", TEXTS)
    return _write(tmp_path / "claims.jsonl", CLAIMS)


def _write(path: Path, rows: Sequence[Mapping[str, object]]) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


class _Passes:
    """Passes everything."""

    def judge(self, claim: str, passages: Sequence[Chunk], question: str) -> Support:
        return Support(True)


def _report(path: Path, **options: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", measure_support(SupportRequest(path), lambda _: None, **options))


def test_claims_are_read_with_their_texts_and_evidence(claims: Path) -> None:
    found = read_judged_claims(claims, None)
    assert [claim.id for claim in found] == ["C-2", "C-3", "C-4", "C-5"]
    assert found[0].whole[0].text == "The EU ferry carries 40 cars. It is cheap."
    assert found[0].whole[0].heading == "Ferries"
    assert [chunk.text for chunk in found[0].evidence] == ["The EU ferry carries 40 cars."]
    assert found[3].evidence == ()


def test_the_check_is_right_on_plain_claims(claims: Path) -> None:
    report = _report(claims)
    even, odd = report["check"]["even"], report["check"]["odd"]
    assert even["true_claims_flagged"]["k"] == odd["true_claims_flagged"]["k"] == 0
    assert even["false_claims_passed"]["k"] == odd["false_claims_passed"]["k"] == 0
    assert even["balanced_accuracy"] == 1.0
    assert even["made_false_caught"]["number_changed"] == {
        "value": 1.0,
        "k": 1,
        "n": 1,
        "low": pytest.approx(0.2065, abs=0.001),
        "high": 1.0,
    }
    assert set(even["made_false_caught"]) >= {OTHER_PASSAGE, NEAR_PASSAGE, "name_swapped"}
    assert report["seconds_a_claim"]["n"] > 0


def test_another_checker_can_be_measured(claims: Path) -> None:
    report = _report(claims, checker=_Passes())
    assert report["check"]["even"]["false_claims_passed"]["value"] == 1.0
    assert report["check"]["even"]["made_false_caught"]["number_changed"]["k"] == 0


def test_word_overlap_alone_stands_beside_it(claims: Path) -> None:
    alone = _report(claims)["word_overlap_alone"]
    assert 0 < alone["threshold"] <= 1
    assert alone["even"]["made_false_caught"][OTHER_PASSAGE]["value"] == 1.0


def test_the_same_seed_makes_the_same_false_claims(claims: Path) -> None:
    found = read_judged_claims(claims, None)
    assert made_false(found, 7) == made_false(found, 7)


def test_without_texts_nothing_can_be_measured(tmp_path: Path) -> None:
    path = _write(tmp_path / "claims.jsonl", CLAIMS)
    with pytest.raises(InvalidInput):
        measure_support(SupportRequest(path), lambda _: None)
    _write(tmp_path / "other.jsonl", [{"doc_id": "77", "text": "Nothing."}])
    with pytest.raises(InvalidInput, match="--texts"):
        measure_support(SupportRequest(path, tmp_path / "other.jsonl"), lambda _: None)

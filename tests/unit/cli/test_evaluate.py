from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from app.cli import main
from app.evaluation import claim_filter_quality, scoped_answers, speed, support_quality
from app.evaluation.figures import Part
from app.evaluation.scale import report as scale_report


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[Part], bool]]:
    """What was asked to be measured; nothing is."""
    asked: list[tuple[list[Part], bool]] = []

    def measure(
        parts: Sequence[Part], *, quick: bool, say: Callable[[str], None]
    ) -> dict[str, object]:
        asked.append((list(parts), quick))
        say("Measuring …")
        return {"met": True, "figures": []}

    monkeypatch.setattr(speed, "measure", measure)
    return asked


def test_everything_is_measured_by_default(
    measured: list[tuple[list[Part], bool]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", "speed"]) == 0

    assert measured == [(list(Part), False)]
    printed = capsys.readouterr()
    assert json.loads(printed.out) == {"met": True, "figures": []}
    assert printed.err == "Measuring …\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["eval", "speed", "--quick", "--part", "stop", "tokens", "--json"],
        ["--json", "eval", "speed", "--quick", "--part", "stop", "--part", "tokens"],
    ],
)
def test_parts_can_be_chosen(
    measured: list[tuple[list[Part], bool]],
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
) -> None:
    assert main(arguments) == 0

    assert measured == [([Part.STOP, Part.TOKENS], True)]
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_an_unknown_part_is_bad_usage(
    measured: list[tuple[list[Part], bool]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", "speed", "--part", "beauty"]) == 2

    assert measured == []
    assert "startup" in capsys.readouterr().err


def test_scale_builds_in_the_folder_that_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[object, ...]] = []

    def report(*arguments: object, say: Callable[[str], None]) -> dict[str, object]:
        asked.append(arguments)
        return {"chunks": 100}

    monkeypatch.setattr(scale_report, "report", report)
    assert main(["eval", "scale", "--chunks", "100", "--library", "somewhere"]) == 0
    assert asked == [(Path("somewhere"), 100, 60)]
    assert json.loads(capsys.readouterr().out) == {"chunks": 100}
    assert main(["eval", "scale", "--chunks", "100"]) == 2
    assert main(["eval", "scale", "--chunks", "-5", "--library", "somewhere"]) == 2


def test_support_is_measured_on_the_set_and_texts_that_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[support_quality.SupportRequest] = []

    def measure(
        request: support_quality.SupportRequest, say: Callable[[str], None]
    ) -> dict[str, object]:
        asked.append(request)
        return {"claims": 2}

    monkeypatch.setattr(support_quality, "measure_support", measure)
    assert main(["eval", "support", "claims.jsonl"]) == 0
    assert json.loads(capsys.readouterr().out) == {"claims": 2}
    assert main(["eval", "support", "claims.jsonl", "--texts", "texts.jsonl"]) == 0
    assert [(request.set_path, request.texts) for request in asked] == [
        (Path("claims.jsonl"), None),
        (Path("claims.jsonl"), Path("texts.jsonl")),
    ]
    assert main(["eval", "support"]) == 2


def test_the_claim_filter_is_measured_as_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked: list[object] = []

    def measure(request: object, *_: object) -> dict[str, object]:
        asked.append(request)
        return {"cases": 3}

    def answer(*arguments: object) -> dict[str, object]:
        asked.append(arguments[:4])
        return {"off": 1}

    monkeypatch.setattr(claim_filter_quality, "measure_claim_filter", measure)
    monkeypatch.setattr(scoped_answers, "measure_scoped_answers", answer)
    library = str(tmp_path / "library")
    line = f"eval claim-filter set --library {library} --mode rules off --orders 1 --margin 2.5"
    assert main(line.split()) == 0
    assert json.loads(capsys.readouterr().out) == {"cases": 3}
    mode = claim_filter_quality.Mode
    assert asked == [
        claim_filter_quality.FilterRequest(
            Path("set"), (mode.RULES, mode.OFF), margin=2.5, orders=1
        )
    ]
    line = f"eval claim-filter set --library {library} --answers --model tiny --out run.jsonl"
    assert main(line.split()) == 0
    assert json.loads(capsys.readouterr().out) == {"cases": 3, "answers": {"off": 1}}
    assert asked[-1] == (Path("set"), library, "tiny", Path("run.jsonl"))
    assert main(["eval", "claim-filter", "set", "--mode", "guess"]) == 2

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from app.cli import main
from app.evaluation import speed, support_quality
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

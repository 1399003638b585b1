from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from app.core.errors import ModelUnavailable
from app.evaluation.figures import Figure, Part, Target
from app.evaluation.measuring import Measurement, Plan
from app.evaluation.speed import measure


def _ignore(_sentence: str) -> None:
    pass


def _gives(value: float) -> Measurement:
    def measurement(plan: Plan, folder: Path) -> Sequence[Figure]:
        assert list(folder.iterdir()) == []
        return [Figure("a figure", "s", Target(at_most=2.0), value)]

    return measurement


def _fails(plan: Plan, folder: Path) -> Sequence[Figure]:
    raise ModelUnavailable("There is no model. Fetch one.")


def test_a_report_holds_every_figure_and_the_machine() -> None:
    report = measure(
        [Part.STARTUP, Part.STOP], quick=False, say=_ignore, find=lambda part: _gives(1.0)
    )

    record = json.loads(json.dumps(report))
    assert (record["met"], record["quick"], record["not_measured"]) == (True, False, [])
    assert [figure["value"] for figure in record["figures"]] == [1.0, 1.0]
    machine = record["machine"]
    assert machine["cores"] >= 1
    assert machine["processor"]
    assert machine["system"]
    assert machine["python"].startswith("3.")
    assert machine["versions"]["onnxruntime"]


def test_one_missed_target_is_a_missed_report() -> None:
    values = {Part.STARTUP: 1.0, Part.STOP: 3.0}

    report = measure(list(values), quick=True, say=_ignore, find=lambda part: _gives(values[part]))

    assert (report["met"], report["quick"]) == (False, True)


def test_a_part_that_fails_is_told_and_stops_no_other() -> None:
    said: list[str] = []
    parts: dict[Part, Measurement] = {Part.TOKENS: _fails, Part.STOP: _gives(1.0)}

    report = measure(list(parts), quick=False, say=said.append, find=lambda part: parts[part])

    assert report["met"] is False
    assert report["not_measured"] == [{"part": "tokens", "reason": "There is no model. Fetch one."}]
    assert len(report["figures"]) == 1  # type: ignore[arg-type]
    assert any("could not be measured" in sentence for sentence in said)


def test_the_quick_plan_is_smaller() -> None:
    plan, quick = Plan(), Plan.quick_one()

    assert quick.lexical_files < plan.lexical_files
    assert quick.memory_documents < plan.memory_documents
    assert quick.stops < plan.stops

"""Answers end to end over documents whose passages have different scopes, with the claim filter
off and on: the part `--answers` of `pincite eval claim-filter`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from app.core.domain.answer import AnswerStyle
from app.core.errors import InvalidInput
from app.evaluation.answer_quality import measured_answers
from app.evaluation.corpora import Say
from app.evaluation.metrics import Rate, Seconds
from app.evaluation.runs import RunRequest
from app.evaluation.scope_cases import FAMILIES
from app.evaluation.variants import Variant

_SWITCH = "answers.claim_filter"


def measure_scoped_answers(
    set_path: Path, library: str | None, model: str | None, out: Path | None, say: Say
) -> dict[str, object]:
    """Ask the questions of the families over the PDFs beside the set, first without the filter.

    Args:
        set_path: A file of families or controls, or a folder that holds families.
        library: Folder of the library to build or reuse; the user's own is never used.
        out: Rows go to RUN.answers-off.jsonl and RUN.answers-on.jsonl beside this.

    Raises:
        InvalidInput: no library is named, or no PDFs lie beside the set.
    """
    if library is None:
        raise InvalidInput("Name a folder for the documents of the set with --library DIR.")
    file = set_path / FAMILIES if set_path.is_dir() else set_path
    folders = tuple(
        one
        for path in sorted(file.parent.glob("map_*.jsonl"))
        if (one := file.parent / path.stem.removeprefix("map_")).is_dir()
    )
    if not folders:
        raise InvalidInput(
            f"No PDFs lie beside {file.name}: a folder NAME with a file map_NAME.jsonl is needed."
        )
    report: dict[str, object] = {}
    rows: dict[str, Mapping[str, Mapping[str, object]]] = {}
    for state in ("off", "on"):
        say(f"Asking with the claim filter {state} …")
        to = None if out is None else out.with_name(f"{out.stem}.answers-{state}{out.suffix}")
        request = RunRequest(
            set_path=file,
            library=library,
            pdfs=folders,
            variant=Variant(changes=(f"{_SWITCH}={json.dumps(state == 'on')}",)),
            out=to,
        )
        answers, rows[state] = measured_answers(
            request, say, style=AnswerStyle.WRITTEN, model=model
        )
        report[state] = {"figures": answers["figures"], "statuses": answers["statuses"]}
    return report | {"filter": _filter_record(rows["on"])}


def _filter_record(rows: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    """What the filter did in these answers, and which share of the answer's own time it took."""
    applied, seconds, share = Rate(), Seconds(), Seconds()
    for row in rows.values():
        record = row.get("claim_filter")
        if not isinstance(record, dict):
            continue
        applied.add(bool(record["removed"]))
        took, whole = float(record["seconds"]), float(str(row["seconds"]))
        seconds.add(took)
        if whole > took:
            share.add(took / (whole - took))
    return {
        "applied": applied.record(),
        "seconds": seconds.record(),
        "share_of_the_answers_own_time": share.record(),
    }

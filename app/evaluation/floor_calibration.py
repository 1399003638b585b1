"""`pincite eval floor`: from where on what was found is enough for an answer, for one embedder.

Each question of a set is searched as an answer does it, and what the floor looks at is kept in its
row. The floor is then chosen on the questions of this set and of earlier runs together. Questions
are searched only: no language model takes part.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from app.adapters.floor_file import load_floors, save_floors
from app.core.domain.evidence import Scope
from app.core.domain.floor import EmbedderFloor, Floor
from app.core.errors import InvalidInput, StorageError
from app.evaluation.corpora import Say
from app.evaluation.floor_chart import floor_chart
from app.evaluation.floor_curve import (
    RISK,
    RISK_QUOTED,
    Searched,
    SearchedSet,
    chosen_floor,
    chosen_words_only,
    risk_curve,
)
from app.evaluation.questions import Question
from app.evaluation.rows import identity
from app.evaluation.run_file import Row, RunFile
from app.evaluation.runs import OpenRun, RunRequest, opened, require_whole
from app.services.answering import EVIDENCE_FACTOR
from app.services.quoting import ranked_statements

_SAID_EVERY = 25
_NUMBERS = ("similarity", "coverage", "quote_similarity", "quote_share")


def measure_floor(
    request: RunRequest,
    say: Say,
    *,
    joined: Sequence[Path] = (),
    record: Path | None = None,
    plot: Path | None = None,
) -> dict[str, object]:
    """Search for the questions that no row of an earlier run has, choose the floor, and report.

    Args:
        joined: Rows of earlier runs (`--out`) of other sets, to choose on all of them together.
        record: The file of floors into which that of this embedder is written.
        plot: An SVG file for the curve.

    Raises:
        InvalidInput: rows cannot be joined with these, or a stand-in made what is to be kept.
        PinciteError: a set, library or file cannot be used, or search is not possible.
    """
    with opened(request, say) as run:
        header = run.header("floor") | {"name": request.set_path.stem}
        if record is not None and not run.searches_genuinely:
            raise InvalidInput("A stand-in for the embedder took part, so no floor was written.")
        others = [_read(path, header) for path in joined]
        rows = RunFile(request.out, header)
        _ask(run, rows, say)
        own = tuple(_searched(rows.rows[question.id]) for question, _ in run.chosen)
        sets = [SearchedSet(request.set_path.stem, own), *others]
        report = run.record("floor") | _choice(sets, run)
        if record is not None:
            _keep(record, sets, run)
    if plot is not None:
        _write(plot, floor_chart(sets, chosen_floor(sets)))
    return report


# --- asking -----------------------------------------------------------------------------------


def _ask(run: OpenRun, rows: RunFile, say: Say) -> None:
    waiting = [(one, scope) for one, scope in run.chosen if one.id not in rows.rows]
    for number, (question, scope) in enumerate(waiting, start=1):
        row = identity(run.questions.form, question) | _row(run, question, scope)
        rows.append(question.id, row)
        if number % _SAID_EVERY == 0 or number == len(waiting):
            say(f"{number} of {len(waiting)} questions asked.")


def _row(run: OpenRun, question: Question, scope: Scope) -> dict[str, object]:
    """What the floor looks at. A question that search refuses counts as one that finds nothing."""
    limit = run.settings.answers.passages
    values = dict.fromkeys(_NUMBERS, 0.0)
    try:
        found = run.application.search.search(question.text, limit * EVIDENCE_FACTOR, scope)
    except InvalidInput as error:
        return {"status": "error", "reason": error.code, "answerable": question.answerable} | values
    require_whole(found)
    values["similarity"] = found.best_similarity or 0.0
    values["coverage"] = found.passage_coverage
    embedder = run.application.embedder
    for best in ranked_statements(found.question, found.passages[:limit], embedder)[:1]:
        values["quote_similarity"], values["quote_share"] = best.similarity or 0.0, best.share
    rounded = {name: round(value, 4) for name, value in values.items()}
    return {"status": "searched", "answerable": question.answerable} | rounded


def _searched(row: Row) -> Searched:
    values = [float(str(row[name])) for name in _NUMBERS]
    return Searched(row["answerable"] is True, *values)


def _read(path: Path, header: dict[str, object]) -> SearchedSet:
    """The rows of an earlier run.

    Raises:
        InvalidInput: they are no rows of this measurement, or another embedder made them.
    """
    try:
        beside = json.loads(path.with_name(path.name + ".header.json").read_text(encoding="utf-8"))
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        same = all(beside[name] == header[name] for name in ("measured", "embedder"))
        found = SearchedSet(str(beside["name"]), tuple(_searched(row) for row in rows))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidInput(
            f"{path} holds no rows of `pincite eval floor`. Name files that it wrote with --out.",
            code="run_mismatch",
        ) from error
    if not same:
        raise InvalidInput(
            f"The rows in {path} were made with another model for search by meaning, so these "
            "cannot be joined with them.",
            code="run_mismatch",
        )
    return found


# --- choosing ---------------------------------------------------------------------------------


def _choice(sets: Sequence[SearchedSet], run: OpenRun) -> dict[str, object]:
    """The floors for the report; nothing is chosen where a stand-in made the vectors."""
    if not run.searches_genuinely:
        return {"risk": RISK, "floor": "n/a", "words_only": "n/a", "sets": [], "halves": []}
    floor, words_only = chosen_floor(sets), chosen_words_only(sets)
    return {
        "risk": RISK,
        "risk_quoted": RISK_QUOTED,
        "floor": floor.model_dump(),
        "words_only": words_only.model_dump(),
        "sets": [_outcomes(one, floor, words_only) for one in sets],
        "halves": _halves(sets),
        "curves": {one.name: _curve(one, floor) for one in sets},
    }


def _outcomes(one: SearchedSet, floor: Floor, words_only: Floor) -> dict[str, object]:
    return {
        "name": one.name,
        "at_the_floor": _rates(one, floor),
        "quoted": _rates(one, floor, quoted=True),
        "by_words_only": _rates(one, words_only),
        "quoted_by_words_only": _rates(one, words_only, quoted=True),
    }


def _rates(one: SearchedSet, floor: Floor, *, quoted: bool = False) -> dict[str, object]:
    lost, refused = one.outcome(floor, quoted=quoted)
    return {
        "refused_though_answerable": lost.record(),
        "refused_when_it_must": refused.record(),
    }


def _halves(sets: Sequence[SearchedSet]) -> list[dict[str, object]]:
    """How a floor that was chosen on one half of each set does on the other."""
    found: list[dict[str, object]] = []
    for chosen_on in (0, 1):
        floor = chosen_floor([one.half(chosen_on) for one in sets])
        others = [one.half(1 - chosen_on) for one in sets]
        found.append(
            {
                "chosen_on": ("even", "odd")[chosen_on],
                "floor": floor.model_dump(),
                "on_the_other_half": {one.name: _rates(one, floor) for one in others},
            }
        )
    return found


def _curve(one: SearchedSet, floor: Floor) -> list[dict[str, float]]:
    points = risk_curve(one, floor)
    return [
        {
            "similarity": point.similarity,
            "let_through": round(point.let_through, 4),
            "risk": round(point.risk, 4),
        }
        for point in points[::5]
    ]


# --- keeping ----------------------------------------------------------------------------------


def _keep(path: Path, sets: Sequence[SearchedSet], run: OpenRun) -> None:
    """Write the floor of this embedder into the file, beside those of others."""
    floor, words_only = chosen_floor(sets), chosen_words_only(sets)
    embedder = run.application.embedder.identity
    measured = {
        "risk": RISK,
        "risk_quoted": RISK_QUOTED,
        "sets": [
            {
                "name": one.name,
                "answerable": sum(question.answerable for question in one.questions),
                "unanswerable": sum(not question.answerable for question in one.questions),
            }
            for one in sets
        ],
    }
    entry = EmbedderFloor(
        name=embedder.name,
        dimensions=embedder.dimensions,
        sha256=embedder.sha256,
        floor=floor,
        measured=measured,
    )
    save_floors(load_floors(path if path.exists() else None).with_floor(words_only, entry), path)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StorageError(
            f"{path} cannot be written. Check its folder's permissions and the free space of the "
            "disk, then try again."
        ) from error

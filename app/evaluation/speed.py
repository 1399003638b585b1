"""`pincite eval speed`: runs the measurements one after another and makes the report.

Each part works in a temporary folder of its own, so that nothing touches the user's library, and
nothing is running beside it.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from app.core.errors import PinciteError
from app.evaluation.figures import Figure, Part
from app.evaluation.machine import machine_record
from app.evaluation.measuring import Measurement, Plan

Say = Callable[[str], None]


def measure(
    parts: Sequence[Part],
    *,
    quick: bool,
    say: Say,
    find: Callable[[Part], Measurement] | None = None,
) -> dict[str, object]:
    """Measure these parts and give the report, ready for JSON.

    A part that cannot be measured, for instance without a model, is reported with its reason and
    does not stop the others.

    Args:
        quick: Smaller amounts and fewer repetitions.
        say: Takes a sentence on what is being done.
        find: Gives the function that measures a part; the program's own by default.
    """
    plan = Plan.quick_one() if quick else Plan()
    figures: list[Figure] = []
    failures: list[dict[str, str]] = []
    started = time.monotonic()
    for part in parts:
        say(f"Measuring {part.value} …")
        with tempfile.TemporaryDirectory(prefix="pincite-eval-") as folder:
            try:
                figures += (find or _measurement)(part)(plan, Path(folder))
            except PinciteError as error:
                say(f"{part.value} could not be measured: {error.message} {error.detail}")
                failures.append({"part": part.value, "reason": error.message})
    return {
        "machine": machine_record(),
        "quick": quick,
        "seconds": round(time.monotonic() - started, 1),
        "met": not failures and all(figure.target.met_by(figure.value) for figure in figures),
        "figures": [figure.record() for figure in figures],
        "not_measured": failures,
    }


def _measurement(part: Part) -> Measurement:
    """The function that measures a part. Engines are imported with it."""
    from app.evaluation import answering, indexing, window

    measurements: dict[Part, Measurement] = {
        Part.STARTUP: window.measure_startup,
        Part.MEMORY: window.measure_memory,
        Part.LEXICAL: indexing.measure_lexical,
        Part.EMBEDDING: indexing.measure_embedding,
        Part.TOKENS: answering.measure_writing,
        Part.STOP: answering.measure_stop,
        Part.EVENT_LOOP: window.measure_event_loop,
    }
    return measurements[part]

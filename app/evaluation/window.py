"""How the window does: how soon it can be used, how long its event loop is held, its memory.

The window is the real one, opened by `app.gui.probe` in a process of its own.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from app.adapters.module_run import run_module
from app.bootstrap import Application
from app.core.errors import PinciteError
from app.evaluation.documents import made_up_pdfs, write_rules
from app.evaluation.figures import Figure, Target
from app.evaluation.measuring import Plan
from app.evaluation.passages import QUESTION
from app.evaluation.stored_documents import store_made_up

STARTUP_SECONDS = 2.0
MOST_MEGABYTES = 600.0
MOST_HELD_SECONDS = 0.1
PROBE_SECONDS = 900.0


def measure_startup(plan: Plan, folder: Path) -> list[Figure]:
    """Seconds from the start of the process until the window is shown and idle, with its library
    listed. The first start after a while reads from disk; each is reported, the worst counts."""
    library = folder / "library"
    _fill(library, plan.startup_documents)
    reports = [_probe(folder, library) for _ in range(plan.repetitions)]
    ready = [max(report["interactive_s"], report["listed_s"]) for report in reports]
    return [
        Figure(
            f"window is interactive with {plan.startup_documents} documents",
            "s",
            Target(at_most=STARTUP_SECONDS),
            max(ready),
            {
                "each": _rounded(ready),
                "shown_s": _rounded([report["shown_s"] for report in reports]),
                "interactive_s": _rounded([report["interactive_s"] for report in reports]),
                "listed_s": _rounded([report["listed_s"] for report in reports]),
                "documents": reports[0]["documents"],
            },
        )
    ]


def measure_memory(plan: Plan, folder: Path) -> list[Figure]:
    """Memory of the window's process with a large library, at rest."""
    library = folder / "library"
    _fill(library, plan.memory_documents)
    report = _probe(folder, library)
    return [
        Figure(
            f"memory of the window with {plan.memory_documents} documents",
            "MB",
            Target(at_most=MOST_MEGABYTES),
            report.get("rss_mb"),
            {
                "private_mb": report.get("private_mb"),
                "peak_mb": report.get("peak_mb"),
                "documents": report["documents"],
            },
        )
    ]


def measure_event_loop(plan: Plan, folder: Path) -> list[Figure]:
    """The longest time for which the event loop is held while documents are read, and while an
    answer is made in the middle of that: by the language model that the window chooses, or of
    quotes where none is installed."""
    pdfs, library = folder / "pdfs", folder / "library"
    made_up_pdfs(pdfs, files=plan.lexical_files // 4, pages=plan.pages_per_file)
    write_rules(pdfs)
    report = _probe(
        folder,
        library,
        *("--ingest", str(pdfs), "--ask", QUESTION),
        *("--at-most", str(plan.reading_seconds)),
    )
    gaps = report["longest_gap_s"]
    details = {
        "starting_s": gaps.get("starting"),
        "idle_s": gaps.get("idle"),
        "counts": report["counts"],
        "answer": report["answer"],
        "rss_mb": report.get("rss_mb"),
        "peak_mb": report.get("peak_mb"),
    }
    return [
        Figure(
            f"longest hold of the event loop while {stage}",
            "s",
            Target(at_most=MOST_HELD_SECONDS),
            gaps.get(stage),
            details,
        )
        for stage in ("ingesting", "answering")
    ]


def _fill(library: Path, documents: int) -> None:
    with closing(Application(library, writing=True)) as application:
        store_made_up(application.library, library.parent / "pdfs", documents)


def _probe(folder: Path, library: Path, *more: str) -> dict[str, Any]:
    """Open the window and give its report."""
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    began = time.time()
    run_module(
        "app.gui.probe",
        ["--library", str(library), "--began", repr(began), "--report", str(report), *more],
        environment=_environment(folder),
        seconds=PROBE_SECONDS,
    )
    if not report.is_file():
        raise PinciteError("The window closed before it could be measured.")
    found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return found


def _environment(folder: Path) -> dict[str, str]:
    """Settings of its own; and no display, where there is none."""
    variables = {"XDG_CONFIG_HOME": str(folder / "config")}
    shown = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
    if sys.platform.startswith("linux") and not shown:
        variables["QT_QPA_PLATFORM"] = "offscreen"
    return variables


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 3) for value in values]

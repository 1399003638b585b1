"""Opens the real window and reports how it does: how soon it can be used, how long its event loop
is held, how much memory it takes. Started by `pincite eval speed` in a process of its own:

    python -m app.gui.probe --library DIR --began SECONDS --report FILE [--ingest DIR --ask TEXT]

In order: the window is opened as always; once the library is listed, what was asked for is done,
as a user would do it; then the report is written and the window closed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot

from app.gui.start import WindowSession, run_window
from app.services.events import AnswerFinished, EmbedProgress, FileFinished, TextDelta

BEAT_MS = 10
IDLE_MS = 1000
"""So long nothing is done before the end, for the gap and the memory of a window at rest."""


class Heartbeat(QObject):
    """Beats every BEAT_MS and keeps the longest time between two beats, by what went on."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.longest: dict[str, float] = {}
        self.stage = "starting"
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    @Slot()
    def _beat(self) -> None:
        now = time.perf_counter()
        gap = now - self._last
        self._last = now
        self.longest[self.stage] = max(gap, self.longest.get(self.stage, 0.0))


class Probe(QObject):
    """Watches one window and does what it is told with it.

    Args:
        began: `time.time()` when the process was started.
        ingest: A folder to read, or None.
        ask: A question to ask once something can be searched, or "".
        at_most: Seconds of reading after which the window is closed all the same, counted anew
            once the question is answered.
    """

    def __init__(
        self,
        session: WindowSession,
        *,
        began: float,
        report: Path,
        ingest: Path | None,
        ask: str,
        at_most: float,
    ) -> None:
        super().__init__()
        self._session = session
        self._began = began
        self._report = report
        self._ingest = ingest
        self._question = ask
        self._facts: dict[str, float] = {}
        self._counts = {"files": 0, "chunks": 0, "texts": 0}
        self._answer: dict[str, object] = {}
        self._asked = False
        self._heart = Heartbeat(self)
        self._limit = QTimer(self)
        self._limit.setSingleShot(True)
        self._limit.setInterval(round(at_most * 1000))
        self._limit.timeout.connect(self._on_idle)
        window = session.window
        window.installEventFilter(self)
        window.library.documents_changed.connect(self._on_listed)
        session.workers.ingest.reported.connect(self._on_ingest)
        session.workers.ingest.idle.connect(self._on_idle)
        session.workers.answers.reported.connect(self._on_answer)

    # --- starting ---------------------------------------------------------------------------

    @Slot()
    def _on_interactive(self) -> None:
        """The first moment at which the event loop had nothing to do after the first picture."""
        self._mark("interactive_s")
        self._go_on()

    @Slot(object)
    def _on_listed(self, documents: object) -> None:
        self._mark("listed_s")
        self._go_on()

    def _mark(self, name: str) -> None:
        self._facts.setdefault(name, time.time() - self._began)

    def _go_on(self) -> None:
        ready = {"interactive_s", "listed_s"} <= self._facts.keys()
        if not ready or self._heart.stage != "starting":
            return
        if self._ingest is None:
            self._rest()
            return
        self._heart.stage = "ingesting"
        self._session.window.adding.add((self._ingest,))
        self._limit.start()

    # --- working ----------------------------------------------------------------------------

    @Slot(object)
    def _on_ingest(self, event: object) -> None:
        if isinstance(event, FileFinished):
            self._counts["files"] += 1
            if event.position == 1:  # several are read at once; the question is of the first
                self._ask()
        elif isinstance(event, EmbedProgress):
            self._counts["chunks"] = event.done

    def _ask(self) -> None:
        if self._question and not self._asked:
            self._asked = True
            self._heart.stage = "answering"
            self._limit.stop()
            self._session.window.chat.composer.asked.emit(self._question)

    @Slot(object)
    def _on_answer(self, event: object) -> None:
        if isinstance(event, TextDelta):
            self._counts["texts"] += 1
        elif isinstance(event, AnswerFinished):
            answer = event.answer
            self._answer = {
                "status": answer.status.value,
                "model": answer.model,
                "first_token_s": answer.timings.first_token_s,
                "total_s": answer.timings.total_s,
            }
            # The gap of the last drawing still belongs to the answer.
            QTimer.singleShot(5 * BEAT_MS, self._after_answer)

    @Slot()
    def _after_answer(self) -> None:
        self._heart.stage = "ingesting"
        self._limit.start()
        if not self._session.workers.ingest.busy:
            self._rest()

    @Slot()
    def _on_idle(self) -> None:
        """Reading is over, or has taken long enough."""
        if self._heart.stage == "ingesting":
            self._rest()

    # --- the end ----------------------------------------------------------------------------

    def _rest(self) -> None:
        self._heart.stage = "idle"
        self._limit.stop()
        QTimer.singleShot(IDLE_MS, self._finish)

    @Slot()
    def _finish(self) -> None:
        record = {
            **self._facts,
            "longest_gap_s": dict(self._heart.longest),
            "documents": len(self._session.window.library.documents()),
            "counts": self._counts,
            "answer": self._answer,
            **memory_mb(),
        }
        self._report.write_text(json.dumps(record), encoding="utf-8")
        self._session.window.close()

    # Qt override

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and "shown_s" not in self._facts:
            self._mark("shown_s")
            QTimer.singleShot(0, self._on_interactive)
        return super().eventFilter(watched, event)


def memory_mb() -> dict[str, float]:
    """Memory of this process in MB: resident, of it private, and the most it was. Nothing where
    the system has no /proc."""
    names = {"Rss": "rss_mb", "Private_Clean": "private_mb", "Private_Dirty": "private_mb"}
    found: dict[str, float] = {}
    rollup, status = Path("/proc/self/smaps_rollup"), Path("/proc/self/status")
    if not rollup.is_file():
        return found
    for line in rollup.read_text().splitlines():
        name, _, rest = line.partition(":")
        if name in names:
            found[names[name]] = found.get(names[name], 0.0) + int(rest.split()[0]) * 1024 / 1e6
    for line in status.read_text().splitlines():
        if line.startswith("VmHWM:"):
            found["peak_mb"] = int(line.split()[1]) * 1024 / 1e6
    return {name: round(value, 1) for name, value in found.items()}


def main() -> int:
    """Open the window, watch it, report; returns the window's exit status."""
    parser = argparse.ArgumentParser(prog="app.gui.probe")
    parser.add_argument("--library", required=True)
    parser.add_argument("--began", type=float, required=True)
    parser.add_argument("--report", type=Path, required=True)
    parser.add_argument("--ingest", type=Path)
    parser.add_argument("--ask", default="")
    parser.add_argument("--at-most", type=float, default=120.0)
    given = parser.parse_args()

    def watch(session: WindowSession) -> Probe:
        return Probe(
            session,
            began=given.began,
            report=given.report,
            ingest=given.ingest,
            ask=given.ask,
            at_most=given.at_most,
        )

    return run_window(given.library, shown=watch)


if __name__ == "__main__":
    sys.exit(main())

"""The main job, as a program of its own for tests that watch it from outside: it reads PDFs, one of
them a scan, searches, asks a model, draws a page, has a window open for a moment, and erases.

    python -m tests.private_job LIBRARY PDFS QUESTION

Prints one JSON object that says what came of it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from app.bootstrap import Application
from app.core.domain.answer import AnswerStyle
from app.core.domain.cancel import CancelToken
from app.services.events import AnswerFinished, DocumentRecognised, IngestFinished


def main(library: str, pdfs: str, question: str) -> None:
    """Do it and print what came of it."""
    found: dict[str, object] = {}
    with closing(Application(Path(library), writing=True)) as application:
        found |= _read(application, Path(pdfs))
        found["passages"] = len(application.search.search(question, 3).passages)
        found["degraded"] = [str(one) for one in application.search.search(question, 3).degraded]
        found |= _ask(application, question)
        document = application.library.documents()[0]
        found["drawn"] = application.viewing.render(document.id, 1, 1.0).width
    found["window"] = _open_window(library)
    with closing(Application(Path(library), writing=True)) as application:
        *_, end = application.erasing.erase([document.id], cancel=CancelToken())
        found["erased"] = type(end).__name__
    sys.stdout.write(json.dumps(found))


def _read(application: Application, pdfs: Path) -> dict[str, object]:
    kinds: set[str] = set()
    end: object = None
    for end in application.ingest.run([pdfs], cancel=CancelToken()):
        if isinstance(end, DocumentRecognised) and end.read:
            kinds.add("ocr")
    assert isinstance(end, IngestFinished)
    return {"added": end.added, "without_meaning": end.degraded, "kinds": sorted(kinds)}


def _ask(application: Application, question: str) -> dict[str, object]:
    *_, last = application.answers.ask(
        question, cancel=CancelToken(), style=AnswerStyle.WRITTEN, model="tiny"
    )
    assert isinstance(last, AnswerFinished)
    reason = last.answer.reason
    return {"answered": last.answer.status.value, "reason": reason and reason.value}


def _open_window(library: str) -> str:
    from PySide6.QtCore import QSettings, QTimer
    from PySide6.QtWidgets import QApplication

    from app.gui.common.theme import Theme
    from app.gui.start import WindowSession, run_in

    qt = QApplication([])
    seen: list[str] = []

    def look(session: WindowSession) -> Iterator[object] | None:
        seen.append(session.window.windowTitle())
        QTimer.singleShot(1500, session.window.close)
        return None

    memory = QSettings(str(Path(library).with_name("memory.ini")), QSettings.Format.IniFormat)
    run_in(qt, Theme(qt), library, memory, shown=look)
    return seen[0]


if __name__ == "__main__":
    main(*sys.argv[1:])

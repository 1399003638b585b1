"""Erasing with nothing faked: drop, ask, erase from the list, and nothing of it is left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.core.domain.answer import AnswerStatus, AnswerStyle
from app.gui.common.theme import Theme
from app.gui.library.erase_dialog import EraseState
from tests.gui.test_whole_job import WAIT_MS, Program
from tests.integration.handbook import write_handbook
from tests.pdfs import make_pdf
from tests.traces import traces

WORDS = ("quizzaciously", "vortexing", "xylophonist")


def test_a_document_is_erased(
    theme: Theme,
    qtbot: QtBot,
    library_dir: Path,
    tmp_path: Path,
    model_paths: Callable[[str], tuple[Path, ...]],
) -> None:
    model_paths("embedder")
    folder = tmp_path / "Papers"
    folder.mkdir()
    write_handbook(folder)
    text = f"The beacon of the harbour is kept {WORDS[0]} by two keepers each night of the year."
    secret = make_pdf(folder / f"{WORDS[2]}.pdf", [text], title=f"The {WORDS[1]} report")
    program = Program(theme, qtbot, library_dir)
    try:
        program.drop(folder)
        window = program.window
        window.chat.style_chosen.emit(AnswerStyle.QUOTES)
        assert program.ask("Who keeps the beacon of the harbour?").status is AnswerStatus.ANSWERED
        lanes = program.session.workers
        qtbot.waitUntil(lambda: not lanes.conversations.unwritten, timeout=WAIT_MS)
        assert traces(library_dir, WORDS) == set(WORDS)
        chosen = [one for one in window.library.documents() if WORDS[1] in one.title]
        with qtbot.waitSignal(lanes.erasing.planned, timeout=WAIT_MS):
            window.library.erase_requested.emit(tuple(chosen))
        dialog = window.erasing.dialog
        assert dialog is not None
        assert "1 conversation" in dialog.rest.text()
        dialog.erase_button.click()
        qtbot.waitUntil(lambda: dialog.state is EraseState.DONE, timeout=WAIT_MS)
        assert traces(library_dir, WORDS) == set()
        qtbot.waitUntil(lambda: len(window.library.documents()) == 1, timeout=WAIT_MS)
        assert not window.chat.conversation.turns
        assert secret.exists()
    finally:
        program.close()
    assert traces(library_dir, WORDS) == set()

"""The search in the window with nothing faked: drop a folder, search, press Enter, see the words.

PyMuPDF reads and draws, SQLite and Chroma store and find, ONNX Runtime embeds. No language model
takes part, and none is installed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.gui.common.theme import Theme
from tests.gui.chat.windows import settle
from tests.gui.test_whole_job import HANDBOOK, WAIT_MS, Program, covered, words_on_page
from tests.integration.handbook import write_handbook, write_kettle


class SearchingProgram(Program):
    """The program, and what a user of the search does with it."""

    def press(self, key: Qt.Key) -> None:
        """Press a key in the field."""
        self.qtbot.keyClick(self.window.search.field, key)
        settle()

    def find(self, text: str) -> None:
        """Go to the search by its key, write, and press Enter."""
        modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        self.qtbot.keyClick(self.window, Qt.Key.Key_F, modifiers)
        field = self.window.search.field
        assert field.hasFocus()
        self.qtbot.keyClicks(field, text)
        with self.qtbot.waitSignal(self.session.workers.searches.found, timeout=WAIT_MS):
            self.qtbot.keyClick(field, Qt.Key.Key_Return)
        settle()

    def marked_words(self, path: Path, page: int) -> list[str]:
        """The words of a page that are marked as matching, as PyMuPDF finds them in the file."""
        marks = self.marked(page)
        return [word for word, place in words_on_page(path, page) if covered(place, marks) > 0.5]


@pytest.fixture
def program(
    theme: Theme, qtbot: QtBot, library_dir: Path, model_paths: Callable[[str], tuple[Path, ...]]
) -> Iterator[SearchingProgram]:
    model_paths("embedder")
    program = SearchingProgram(theme, qtbot, library_dir)
    yield program
    program.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of two PDFs."""
    folder = tmp_path / "Papers"
    folder.mkdir()
    write_handbook(folder)
    write_kettle(folder)
    return folder


def test_from_words_to_the_page_that_holds_them(program: SearchingProgram, folder: Path) -> None:
    program.drop(folder)
    search, viewer = program.window.search, program.window.viewer
    handbook = folder / "handbook.pdf"

    program.find("unused days expire")
    assert search.area.view.results.groups[0].title == HANDBOOK
    chosen = search.area.view.chosen()
    assert chosen is not None
    assert (chosen.page, chosen.label) == (1, "iii")
    assert (chosen.lexical_rank, chosen.dense_rank) == (1, 1)
    assert search.remark_note.isHidden()

    program.press(Qt.Key.Key_Return)
    program.wait_for_page(1)
    assert viewer.frame.header.title() == HANDBOOK
    assert program.marked_words(handbook, 1) == ["days", "Unused", "days", "expire"]
    assert search.field.hasFocus()

    # A page that is turned by 90 degrees, found by its meaning as well.
    program.find("first crossing on Sundays")
    program.press(Qt.Key.Key_Return)
    program.wait_for_page(3)
    assert set(program.marked_words(handbook, 3)) == {"first", "Sundays", "crossing"}

    # Nothing that is near.
    program.find("zzyzx")
    assert search.area.texts()[0] == "No passage was found."
    assert search.area.texts()[1].startswith("2 documents were searched, by words and by meaning.")

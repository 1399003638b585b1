"""Fixtures for the search: a panel over a scripted source, and what a user does with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.document import Document, DocumentStatus, FileStamp
from app.core.domain.evidence import Passage
from app.gui.common.theme import Theme
from app.gui.search.panel import SearchPanel
from app.gui.search.results_model import ROW, GroupRow, HitRow, MoreRow
from app.gui.search.results_view import ResultsView
from app.workers.searches import SearchWorker
from tests.gui.chat.windows import bring_up, settle
from tests.gui.scripted_searches import ScriptedSearches, SearchStep, listed
from tests.gui.search.examples import HITS, QUESTION


def document(number: int, title: str = "", *, sha256: str = "") -> Document:
    """A document that can be searched."""
    return Document(
        id=number,
        path=Path("Library") / f"{number}.pdf",
        title=title or f"Document {number}",
        sha256=sha256 or f"{number}",
        stamp=FileStamp(1000, 1),
        status=DocumentStatus.INDEXED,
        status_text="",
        pages=20,
        chunks=20,
        embedded=20,
    )


class Search:
    """A panel with its source and worker, and what a user does with it."""

    def __init__(self, theme: Theme, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.theme = theme
        self.now = 0.0
        self.searches = ScriptedSearches()
        self.worker = SearchWorker(self.searches)
        self.panel = SearchPanel(theme, self.worker, clock=lambda: self.now)
        self.opened: list[tuple[int, int, int]] = []
        self.panel.passage_activated.connect(self._note)
        qtbot.addWidget(self.panel)
        self.panel.set_documents([document(number) for number in range(1, 5)])
        self.panel.set_model("Qwen2.5 Coder 1.5B", True)
        self.panel.resize(616, 900)
        bring_up(self.panel, qtbot)
        self.panel.focus_field()

    def _note(self, passage: Passage, index: int, count: int) -> None:
        self.opened.append((passage.chunk.id, index, count))

    @property
    def view(self) -> ResultsView:
        """The list."""
        return self.panel.area.view

    @property
    def chosen(self) -> int | None:
        """The chunk that the user is at."""
        passage = self.view.chosen()
        return None if passage is None else passage.chunk.id

    def type(self, text: str) -> None:
        """Write into the field in place of what stands there."""
        self.panel.field.selectAll()
        self.qtbot.keyClicks(self.panel.field, text)

    def press(self, key: Qt.Key) -> None:
        """Press a key where the focus is."""
        target = QApplication.focusWidget()
        assert target is not None
        self.qtbot.keyClick(target, key)
        settle()

    def find(self, *steps: SearchStep, text: str = QUESTION) -> None:
        """Write a question, press Enter and wait for what is found; by default the examples."""
        self.searches.add(*(steps or (listed(*HITS),)))
        self.type(text)
        self.qtbot.keyClick(self.panel.field, Qt.Key.Key_Return)
        self.wait()

    def wait(self) -> None:
        """Wait for the end of a search."""
        self.qtbot.waitUntil(lambda: not self.worker.running)
        settle()

    def rows(self) -> list[str]:
        """The rows that can be seen, documents by title and passages by number."""
        shown: list[str] = []
        for index in self.view.results.walk():
            parent = index.parent()
            if parent.isValid() and not self.view.isExpanded(parent):
                continue
            row = index.data(ROW)
            if isinstance(row, GroupRow):
                shown.append(row.hits.title)
            elif isinstance(row, HitRow):
                shown.append(f"{row.passage.chunk.id}")
            elif isinstance(row, MoreRow):
                shown.append(f"+{row.count}")
        return shown

    def row(self, name: str) -> QModelIndex:
        """The row that `rows` calls so."""
        seen = [i for i in self.view.results.walk() if not self.view.visualRect(i).isEmpty()]
        return seen[self.rows().index(name)]

    def click(self, name: str) -> None:
        """Click a row with the mouse."""
        index = self.row(name)
        self.view.scrollTo(index)
        place = self.view.visualRect(index).center()
        self.qtbot.mouseClick(self.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        settle()


@pytest.fixture
def search(theme: Theme, qtbot: QtBot) -> Iterator[Search]:
    """A shown panel, 616 by 900 px, with four documents and a model, the focus in the field."""
    search = Search(theme, qtbot)
    yield search
    search.worker.close()

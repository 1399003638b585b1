"""The lane of collections: changes, lists, and says what went wrong."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.adapters.sqlite.collection_store import SqliteCollections
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.collection import Collection
from app.core.errors import InvalidInput
from app.services.collections import CollectionService
from app.workers.collections import CollectionWorker
from tests.stored_documents import new_document
from tests.unit.workers.listener import Listener


class Desk:
    """A library of one document, the service, and its lane."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        database = Database(folder / "library.db")
        self.library = SqliteLibrary(database)
        self.lease = self.library.save_document(new_document("lease.pdf", ["Rent."])).id
        self.service = CollectionService(SqliteCollections(database), self.library)
        self.worker = CollectionWorker(self.service)
        self.listener = Listener()
        self.listener.listen("listed", self.worker.listed)
        self.listener.listen("failed", self.worker.failed)

    def listed(self, count: int) -> list[tuple[Collection, ...]]:
        """All lists, once there are so many."""
        self.qtbot.waitUntil(lambda: len(self.listener.values("listed")) == count)
        return [each for each in self.listener.values("listed") if isinstance(each, tuple)]

    def close(self) -> None:
        self.worker.close()
        self.library.close()


@pytest.fixture
def desk(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path, qtbot)
    yield desk
    desk.close()


def test_each_change_is_listed(desk: Desk) -> None:
    desk.worker.create("HR", [desk.lease])
    [made] = desk.listed(1)[-1]
    assert (made.name, made.document_ids) == ("HR", frozenset({desk.lease}))
    desk.worker.take(made.id, [desk.lease])
    desk.worker.rename(made.id, "People")
    desk.worker.add(made.id, [desk.lease])
    desk.worker.delete(made.id)
    shown = [[(c.name, c.document_count) for c in each] for each in desk.listed(5)]
    assert shown == [[("HR", 1)], [("HR", 0)], [("People", 0)], [("People", 1)], []]


def test_a_fault_is_told_and_how_things_stand(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    desk.service.create("HR")
    with caplog.at_level(logging.WARNING):
        desk.worker.create("hr")
        assert [collection.name for collection in desk.listed(1)[0]] == ["HR"]
    [error] = desk.listener.values("failed")
    assert isinstance(error, InvalidInput)
    assert error.code == "name_taken"


def test_many_wishes_for_a_list_make_two(desk: Desk) -> None:
    for _ in range(50):
        desk.worker.refresh()
    desk.listed(2)
    desk.worker.create("HR")
    assert len(desk.listed(3)) == 3
    desk.worker.refresh()
    assert [collection.name for collection in desk.listed(4)[-1]] == ["HR"]

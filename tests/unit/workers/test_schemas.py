"""The lane of schemas: changes, files, and what went wrong."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.adapters.picked_files import PickedFiles
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.extraction_store import SqliteExtractions
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.errors import InvalidInput, NotFound, PinciteError
from app.core.extraction.built_in import BUILT_IN
from app.core.extraction.schemas import MAX_FILE_BYTES, schema_to_json
from app.core.ports import StoredSchema
from app.services.schemas import SchemaService
from app.workers.schemas import SchemaWorker
from tests.unit.workers.listener import Listener

MINE = ExtractionSchema("mine", "Mine", (SchemaField("total", "Total", FieldType.MONEY),))


class Desk:
    """A library with the service of its schemas, the lane, and what it says."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot = qtbot
        database = Database(folder / "library.db")
        self.library = SqliteLibrary(database)
        self.store = SqliteExtractions(database)
        self.worker = SchemaWorker(SchemaService(self.store), PickedFiles())
        self.listener = Listener()
        for name in ("listed", "saved", "removed", "opened", "failed"):
            self.listener.listen(name, getattr(self.worker, name))

    def heard(self, *names: str) -> list[object]:
        """What was said, once it is as much as this."""
        self.qtbot.waitUntil(lambda: len(self.listener.names) >= len(names))
        assert self.listener.names == list(names)
        return [value for _, value in self.listener.heard]


@pytest.fixture
def desk(qapp: QApplication, qtbot: QtBot, library_dir: Path) -> Iterator[Desk]:
    desk = Desk(qtbot, library_dir)
    yield desk
    desk.worker.close()
    desk.library.close()


def test_all_are_listed(desk: Desk) -> None:
    desk.store.put_schema(StoredSchema("mine", schema_to_json(MINE)))
    desk.worker.refresh()
    assert desk.heard("listed") == [(*BUILT_IN, MINE)]
    assert desk.listener.threads == {desk.worker.thread()}


def test_each_change_is_told_and_listed(desk: Desk) -> None:
    changed = replace(MINE, title="Changed")
    desk.worker.put(MINE)
    desk.worker.put(changed, replacing=True)
    desk.worker.add(schema_to_json(replace(MINE, name="other")), replacing=False)
    desk.worker.remove("mine")
    heard = desk.heard(*["saved", "listed"] * 3, "removed", "listed")
    assert heard[0::2] == [MINE, changed, replace(MINE, name="other"), changed]
    assert heard[-1] == (*BUILT_IN, replace(MINE, name="other"))


def test_a_fault_is_told_and_how_things_stand(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        desk.worker.remove("gone")
        desk.worker.put(replace(MINE, fields=()))
        heard = desk.heard("failed", "listed", "failed", "listed")
    assert isinstance(heard[0], NotFound)
    assert isinstance(heard[2], InvalidInput)
    assert heard[1] == heard[3] == BUILT_IN


def test_a_file_is_read_and_not_kept(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(schema_to_json(MINE), encoding="utf-8")
    desk.worker.open(path)
    assert desk.heard("opened") == [MINE]
    assert desk.store.schemas() == []


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "is not there any more"),
        (b"\xff\xfe\x00\xd8", "not a text file"),
        (b"\x89PNG\r\n\x1a\n\xff", "not a text file"),
        (b" " * (MAX_FILE_BYTES + 1), "too large"),
        (b"{]", "not valid JSON"),
        (json.dumps({"name": "mine", "fields": []}).encode(), "no fields"),
    ],
)
def test_a_file_without_a_schema_is_told(
    desk: Desk,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    content: bytes | None,
    said: str,
) -> None:
    path = tmp_path / "mine.json"
    if content is not None:
        path.write_bytes(content)
    with caplog.at_level(logging.WARNING):
        desk.worker.open(path)
        [error] = desk.heard("failed")
    assert isinstance(error, PinciteError)
    assert said in error.message
    assert "mine" not in caplog.text


def test_what_was_asked_for_is_kept_before_the_end(desk: Desk) -> None:
    wanted = [f"mine_{number}" for number in range(9)]
    for name in wanted:
        desk.worker.put(replace(MINE, name=name))
    desk.worker.close()
    assert [schema.name for schema in desk.store.schemas()] == wanted

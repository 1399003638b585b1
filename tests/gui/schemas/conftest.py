"""Fixtures for the dialog of schemas: over schemas in memory and real files."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.adapters.picked_files import PickedFiles
from app.adapters.written_files import WrittenFiles
from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.extraction.schemas import schema_to_json
from app.core.ports import StoredSchema
from app.gui.common.announce import Announcer
from app.gui.common.theme import Theme
from app.gui.schemas.dialog import SchemaDialog
from app.services.schemas import SchemaService
from app.workers.exports import ExportWorker
from app.workers.schemas import SchemaWorker
from tests.fakes.extraction_store import MemoryExtractions
from tests.gui.chat.windows import bring_up, settle

BILLS = ExtractionSchema(
    "bills",
    "Bills",
    (
        SchemaField("number", "Number", FieldType.TEXT, "As printed.", required=True),
        SchemaField("total", "Total", FieldType.MONEY),
        SchemaField("state", "State", FieldType.CHOICE, choices=("paid", "open")),
    ),
    "What suppliers send.",
)


class SchemaDesk:
    """A dialog with its workers, and what a user does with it."""

    def __init__(self, theme: Theme, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.theme = theme
        self.store = MemoryExtractions()
        self.put(BILLS)
        self.worker = SchemaWorker(SchemaService(self.store), PickedFiles())
        self.exports = ExportWorker(WrittenFiles())
        self._window = QWidget()
        qtbot.addWidget(self._window)
        self.announcer = Announcer(self._window)
        self.saved: list[ExtractionSchema] = []
        self.removed: list[str] = []

    def put(self, schema: ExtractionSchema) -> None:
        """Keep a schema as if it had been made before."""
        self.store.put_schema(StoredSchema(schema.name, schema_to_json(schema)))

    def begin(self) -> SchemaDialog:
        """Show the dialog, with nothing in it yet."""
        self.dialog = SchemaDialog(
            self.theme, self.worker, self.exports, self.announcer, self._window
        )
        self.dialog.schema_saved.connect(self.saved.append)
        self.dialog.schema_removed.connect(self.removed.append)
        bring_up(self.dialog, self.qtbot)
        return self.dialog

    def open(self, name: str | None = "bills") -> SchemaDialog:
        """Show the dialog with a schema, or with a new one."""
        self.begin().open_schema(name)
        self.qtbot.waitUntil(lambda: bool(self.dialog.side.model.rows))
        settle()
        return self.dialog

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
        """Press a key where the focus is."""
        target = QApplication.focusWidget()
        assert target is not None
        self.qtbot.keyClick(target, key, modifier or Qt.KeyboardModifier.NoModifier)
        settle()

    def type(self, text: str) -> None:
        """Write where the focus is."""
        target = QApplication.focusWidget()
        assert target is not None
        self.qtbot.keyClicks(target, text)

    def save(self) -> ExtractionSchema:
        """Save what is written, and wait until it is."""
        with self.qtbot.waitSignal(self.worker.listed):
            self.press(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        settle()
        return self.saved[-1]

    @property
    def titles(self) -> list[str]:
        """What is listed."""
        return [row.title for row in self.dialog.side.model.rows]

    @property
    def stored(self) -> list[str]:
        """The names of what is kept."""
        return [schema.name for schema in self.store.schemas()]

    def close(self) -> None:
        self.announcer.stop()
        self.worker.close()
        self.exports.close()


@pytest.fixture
def desk(theme: Theme, qtbot: QtBot) -> Iterator[SchemaDesk]:
    """Schemas in memory, one of the user's among them, and their dialog, not open yet."""
    desk = SchemaDesk(theme, qtbot)
    yield desk
    desk.close()

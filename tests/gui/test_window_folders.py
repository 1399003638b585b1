"""Watched folders in the window: the menu, what is read by itself, and what is said when asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.document import Document, FileStamp, FileState
from app.core.domain.folder import KnownFile, WatchedFolder
from app.core.errors import StorageError
from app.core.settings import LibrarySettings, Settings
from app.gui import window_folders
from app.gui.common.widgets import Button, TextLabel
from app.gui.settings.dialog import SettingsDialog
from app.services.folders import MovedFile
from app.services.ingest_control import CollectedPath
from app.workers.folders import FolderTiming
from tests.gui.chat.windows import settle
from tests.gui.desks import Desk
from tests.gui.scripted_folders import found
from tests.gui.scripted_services import ended

HOUR = 3_600_000
MENUS = pytest.mark.qt_log_ignore("^This plugin does not support", extend=True)
LETTERS = WatchedFolder(Path("/documents/My letters"), "Letters")
NEW = Path("/documents/My letters/new.pdf")
MISSED = KnownFile(1, Path("/documents/a.pdf"), FileStamp(1, 1), "00")


@pytest.fixture
def letters(desk: Desk) -> Document:
    """A document in a collection that a watched folder made."""
    document = desk.put("Rent")
    desk.collections.create("Bills")
    desk.collections.create("Letters", [document.id])
    desk.watching.watched = [LETTERS]
    return document


def menu_of(desk: Desk, name: str | None) -> list[str]:
    """The words of the menu of a collection, or of all documents."""
    section = desk.window.library.collections
    ids = {one.name: one.id for one in section.collections()}
    section.select(None if name is None else ids[name])
    section.list.customContextMenuRequested.emit(QPoint(4, 4))
    section.menu.close()
    return [one.text() for one in section.menu.actions() if one.isVisible() and one.text()]


def press(desk: Desk, words: str) -> None:
    actions = desk.window.library.collections.menu.actions()
    next(one for one in actions if one.text() == words).trigger()


def opened(desk: Desk, qtbot: QtBot) -> None:
    """Open the window, once it knows the watched folders."""
    window = desk.open()
    with qtbot.waitSignal(desk.workers.folders.listed):
        window.library.collections.refresh()
    qtbot.waitUntil(lambda: len(window.library.collections.collections()) == 2)


def said(desk: Desk) -> str:
    notice = desk.window.library.notice
    return notice.text() if notice.isVisible() else ""


FOLDER_WORDS = ["Check for changes", "Show folder", "Stop looking for changes"]


@MENUS
def test_the_menu_of_a_collection_that_a_folder_made(
    desk: Desk, letters: Document, qtbot: QtBot
) -> None:
    opened(desk, qtbot)
    assert menu_of(desk, "Letters")[-3:] == FOLDER_WORDS
    assert not set(menu_of(desk, "Bills")) & set(FOLDER_WORDS)
    assert menu_of(desk, None) == ["New collection", "Check for changes"]
    desk.watching.watched = []
    with qtbot.waitSignal(desk.workers.folders.listed):
        desk.workers.folders.refresh()
    assert menu_of(desk, None) == ["New collection"]


@MENUS
def test_what_was_asked_for_is_told_and_read(desk: Desk, letters: Document, qtbot: QtBot) -> None:
    opened(desk, qtbot)
    desk.watching.add(found(new=(NEW,), to_read=(CollectedPath(NEW, "Letters"),), removed=1))
    desk.ingest.add(ended(added=1))
    menu_of(desk, "Letters")
    with qtbot.waitSignal(desk.workers.ingest.idle):
        press(desk, "Check for changes")
    assert desk.watching.asked == [True]
    assert desk.ingest.runs[-1] == (CollectedPath(NEW, "Letters"),)
    assert said(desk) == (
        "1 new or changed file is being read. 1 file that you removed is left out. "
        "To read one again, add it."
    )


def test_nothing_has_changed(desk: Desk, letters: Document, qtbot: QtBot) -> None:
    opened(desk, qtbot)
    runs = len(desk.ingest.runs)
    desk.watching.add(found(unchanged=123, looked_into=(LETTERS.path,)))
    with qtbot.waitSignal(desk.workers.folders.checked):
        desk.window.folders.check()
    assert said(desk) == "Nothing has changed. 123 files looked at."
    assert len(desk.ingest.runs) == runs


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "Nothing has changed. No folder has been added yet."),
        (
            {"looked_into": (NEW.parent,), "missing": (MISSED,)},
            "Nothing has changed. No file looked at. 1 file is missing. Its document stays in the "
            "library.",
        ),
        (
            {"moved": (MovedFile(1, NEW, MISSED.path),) * 2, "missing": (MISSED,) * 2, "lost": 2},
            "2 files were moved. Citations lead to the new place. 2 files are missing. Their "
            "documents stay in the library.",
        ),
        (
            {"moved": (MovedFile(1, NEW, MISSED.path),), "back": 1},
            "1 file was moved. Citations lead to the new place. 1 file is there again.",
        ),
        ({"back": 2}, "2 files are there again."),
        (
            {"to_read": (NEW, NEW), "removed": 2},
            "2 new or changed files are being read. 2 files that you removed are left out. To "
            "read one again, add it.",
        ),
        (
            {"unreachable": (NEW.parent,)},
            "“My letters” cannot be reached now. If it is on a disk or a server, connect it, then "
            "check again. The documents stay in the library.",
        ),
        (
            {"unreachable": (NEW.parent, NEW.parent.parent), "back": 2},
            "2 folders cannot be reached now. If they are on a disk or a server, connect it, then "
            "check again. The documents stay in the library. 2 files are there again.",
        ),
    ],
)
def test_what_is_told(
    desk: Desk, letters: Document, qtbot: QtBot, changes: dict[str, object], sentence: str
) -> None:
    opened(desk, qtbot)
    desk.watching.add(found(**changes))
    with qtbot.waitSignal(desk.workers.folders.checked):
        desk.window.folders.check()
    assert said(desk) == sentence


def test_what_nobody_asked_for_is_read_without_a_word(
    desk: Desk, letters: Document, qtbot: QtBot
) -> None:
    desk.folder_timing = FolderTiming(first=HOUR, every=HOUR, between=0)
    opened(desk, qtbot)
    desk.wait_idle()
    desk.watching.add(found(new=(NEW,), to_read=(NEW,), unreachable=(NEW.parent,)))
    desk.ingest.add(ended(added=1))
    with qtbot.waitSignal(desk.workers.ingest.idle):
        QApplication.instance().applicationStateChanged.emit(  # type: ignore[union-attr]
            Qt.ApplicationState.ApplicationActive
        )
    assert (NEW,) in desk.ingest.runs
    assert desk.watching.asked[0] is False
    assert said(desk) == ""


def test_a_moved_file_is_shown_in_the_list(desk: Desk, letters: Document, qtbot: QtBot) -> None:
    opened(desk, qtbot)
    model = desk.window.library.model
    desk.states.stated[letters.id] = FileState.MISSING
    desk.watching.add(found(missing=(MISSED,), lost=1))
    desk.window.folders.check()

    def says_so() -> bool:
        row = model.row_of_path(letters.path)
        return row is not None and row.line == "File not found"

    qtbot.waitUntil(says_so)


@MENUS
def test_a_folder_is_left_alone_from_now_on(desk: Desk, letters: Document, qtbot: QtBot) -> None:
    opened(desk, qtbot)
    menu_of(desk, "Letters")
    with qtbot.waitSignal(desk.workers.folders.stopped):
        press(desk, "Stop looking for changes")
    qtbot.waitUntil(lambda: "Stop looking for changes" not in menu_of(desk, "Letters"))
    assert desk.watching.watched == []
    assert said(desk).startswith("Changes in “My letters” are not looked for any more.")


@MENUS
def test_a_folder_is_shown(
    desk: Desk, letters: Document, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Path] = []
    monkeypatch.setattr(window_folders, "open_folder", shown.append)
    opened(desk, qtbot)
    menu_of(desk, "Letters")
    press(desk, "Show folder")
    assert shown == [LETTERS.path]


def test_the_settings_list_folders_and_stop_looking(
    desk: Desk, letters: Document, qtbot: QtBot
) -> None:
    plain = WatchedFolder(Path("/documents/plain"))
    desk.watching.watched = [LETTERS, plain]
    opened(desk, qtbot)
    desk.window.models.open_settings()
    dialog = desk.window.dialogs.current
    assert isinstance(dialog, SettingsDialog)
    buttons = [one for one in dialog.findChildren(Button) if one.text() == "Stop looking"]
    assert [one.accessibleName() for one in buttons] == [
        "Stop looking: Added folder: My letters",
        "Stop looking: Added folder: plain",
    ]
    texts = [one.text() for one in dialog.findChildren(TextLabel)]
    looked = "It is looked through for changes."
    assert f"{looked} New documents join “Letters”. It lies at {LETTERS.path}" in texts
    assert f"{looked} It lies at {plain.path}" in texts
    with qtbot.waitSignal(desk.workers.folders.stopped):
        buttons[1].click()
    assert not buttons[1].isEnabled()
    assert desk.watching.watched == [LETTERS]


def test_looking_by_itself_can_be_switched_off(desk: Desk, letters: Document, qtbot: QtBot) -> None:
    desk.folder_timing = FolderTiming(first=HOUR, every=HOUR, between=0)
    desk.settings = replace_library(desk, on=False)
    opened(desk, qtbot)
    worker = desk.workers.folders
    worker.look()
    with qtbot.waitSignal(worker.checked):
        worker.check()
    assert desk.watching.asked == [True]
    desk.window.choices.change(replace_library(desk, on=True))
    with qtbot.waitSignal(worker.checked):
        worker.look()
    assert desk.watching.asked == [True, False]


def replace_library(desk: Desk, *, on: bool) -> Settings:
    return desk.settings.model_copy(update={"library": LibrarySettings(watch_folders=on)})


def test_what_goes_wrong_is_told(
    desk: Desk, letters: Document, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    opened(desk, qtbot)
    desk.watching.add(StorageError("The disk is full. Make room."))
    with caplog.at_level("WARNING"), qtbot.waitSignal(desk.workers.folders.failed):
        desk.window.folders.check()
    settle()
    assert said(desk) == "The disk is full. Make room."

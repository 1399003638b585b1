"""Has watched folders checked, has read what is new there, and tells what the user asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.core.domain.folder import WatchedFolder
from app.core.settings import Settings
from app.gui.common.formats import Formats
from app.gui.common.notice import NoticeKind
from app.gui.common.notice_area import short
from app.gui.external import open_folder
from app.gui.library.folder_news import news_of
from app.gui.library.panel import LibraryPanel
from app.gui.window_dialogs import WindowDialogs
from app.gui.window_settings import WindowSettings
from app.gui.window_workers import WindowWorkers
from app.workers.folders import Checked


class Window(Protocol):
    """What is needed of the window."""

    library: LibraryPanel
    choices: WindowSettings
    dialogs: WindowDialogs


class WindowFolders(QObject):
    """Carries what a check finds to the reading and to the list. What nobody asked for is seen in
    the progress strip and in the list; nothing pops up."""

    def __init__(self, window: Window, workers: WindowWorkers) -> None:
        assert isinstance(window, QWidget)
        super().__init__(window)
        self._library = window.library
        self._listing = workers.library
        self._worker = worker = workers.folders
        section = window.library.collections
        section.check_requested.connect(self.check)
        section.stop_watching_requested.connect(self._stop_watching)
        section.show_folder_requested.connect(open_folder)
        section.changed.connect(worker.refresh)
        worker.listed.connect(section.set_folders)
        worker.listed.connect(window.dialogs.set_folders)
        window.dialogs.stop_watching_requested.connect(worker.stop_watching)
        worker.checked.connect(self._show)
        worker.stopped.connect(self._tell_stopped)
        worker.failed.connect(window.library.show_error)
        workers.ingest.idle.connect(worker.look)
        window.choices.changed.connect(self._apply)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.applicationStateChanged.connect(self._look)
        self._apply(window.choices.current)

    @Slot()
    def check(self) -> None:
        """Look for changes in all folders now, and tell what was found."""
        self._worker.check()

    @Slot(object)
    def _apply(self, settings: Settings) -> None:
        self._worker.set_enabled(settings.library.watch_folders)

    @Slot(object)
    def _look(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive:
            self._worker.look()

    @Slot(object)
    def _show(self, checked: Checked) -> None:
        check = checked.check
        if check.to_read:
            self._library.add(check.to_read)
        elif check.listing_changed:
            self._listing.refresh()
        if checked.asked:
            news = news_of(check, Formats())
            self._library.collections.say(news.kind, news.title, news.sentence)

    @Slot(object)
    def _stop_watching(self, folders: Sequence[WatchedFolder]) -> None:
        for folder in folders:
            self._worker.stop_watching(folder.path)

    @Slot(object)
    def _tell_stopped(self, folder: WatchedFolder) -> None:
        self._library.collections.say(
            NoticeKind.INFO,
            f"Changes in “{short(folder.path.name)}” are not looked for any more.",
            "Its documents stay in the library. To look for changes again, add the folder again.",
        )

"""Leads to the report on what was read, and carries what is wanted there to those who do it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QStandardPaths, Qt, Slot
from PySide6.QtWidgets import QWidget

from app.core.domain.folder import WatchedFolder
from app.gui.common.formats import Formats
from app.gui.common.shared_keys import REPORT_KEY
from app.gui.export.save_dialog import ExportForm, SaveDialog
from app.gui.external import show_in_folder
from app.gui.library.folder_news import news_of
from app.gui.library.panel import LibraryPanel
from app.gui.middle import Middle
from app.gui.pane_layout import PaneLayout
from app.gui.report.panel import ReportPanel
from app.gui.window_export import WindowExport
from app.gui.window_folders import WindowFolders
from app.gui.window_keys import bind_keys
from app.gui.window_passwords import WindowPasswords
from app.gui.window_workers import WindowWorkers
from app.services.events import DocumentRecognised, FileFinished, IngestEvent
from app.workers.folders import Checked


class Window(Protocol):
    """What is needed of the window."""

    export: WindowExport
    folders: WindowFolders
    library: LibraryPanel
    middle: Middle
    panes: PaneLayout
    passwords: WindowPasswords
    report: ReportPanel

    def close_viewer(self) -> None:
        """Put the viewer away."""
        ...


class WindowReport(QObject):
    """Shows the report where the user asks for it."""

    def __init__(self, window: Window, workers: WindowWorkers) -> None:
        assert isinstance(window, QWidget)
        super().__init__(window)
        self._window = window
        self._panel, self._library, self._middle = window.report, window.library, window.middle
        self._workers = workers
        self._folder = Path(
            QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        )
        self._dialog: SaveDialog | None = None
        self._connect_panel()
        for source in (self._library, window.panes.rail):
            source.report_requested.connect(self.open)
        self._library.documents_changed.connect(self._panel.refresh_later)
        workers.ingest.reported.connect(self._follow)
        workers.ingest.idle.connect(self._reading_ended)
        workers.folders.listed.connect(self._offer_check)
        workers.folders.checked.connect(self._show_check)
        workers.report.to_read.connect(self._library.add)
        workers.report_exports.saved.connect(self._saved)
        workers.report_exports.failed.connect(self._panel.say_error)
        window.export.asked_elsewhere.connect(self._export_if_shown)
        bind_keys(window, {REPORT_KEY: self.toggle})

    def _connect_panel(self) -> None:
        panel = self._panel
        panel.close_requested.connect(self._middle.leave_report)
        panel.document_activated.connect(self._library.open_document)
        panel.password_requested.connect(self._window.passwords.ask)
        panel.show_file_requested.connect(show_in_folder)
        panel.read_pages_requested.connect(self._read_pages)
        panel.retry_requested.connect(self._workers.report.read_again)
        panel.remove_requested.connect(self._workers.library.remove)
        panel.check_requested.connect(self._window.folders.check)
        panel.export_requested.connect(self.export)

    @property
    def dialog(self) -> SaveDialog | None:
        """What asks where to save, while it does."""
        return self._dialog

    @Slot()
    def open(self) -> None:
        """Show the report."""
        self._window.panes.close_drawer()
        if self._window.panes.viewer_covers:
            self._window.close_viewer()
        self._panel.set_reading(reading=self._workers.ingest.busy)
        self._middle.show_report()
        self._panel.enter()

    def toggle(self) -> None:
        """Show the report, or go back from it."""
        if self._middle.reporting:
            self._middle.leave_report()
        else:
            self.open()

    @Slot(object)
    def _read_pages(self, document_ids: Sequence[int]) -> None:
        self._library.read_pages(document_ids)
        self._panel.set_reading(reading=True)

    @Slot(object)
    def _follow(self, event: IngestEvent) -> None:
        self._panel.set_reading(reading=self._workers.ingest.busy)
        if isinstance(event, FileFinished | DocumentRecognised):
            self._panel.refresh_later()

    @Slot()
    def _reading_ended(self) -> None:
        self._panel.set_reading(reading=False)

    # --- folders ----------------------------------------------------------------------------

    @Slot(object)
    def _offer_check(self, folders: Sequence[WatchedFolder]) -> None:
        self._panel.header.offer_check(offered=bool(folders))

    @Slot(object)
    def _show_check(self, checked: Checked) -> None:
        """What was found is told where it was asked for."""
        if self._middle.reporting and checked.asked:
            news = news_of(checked.check, Formats())
            self._panel.say(news.kind, news.title, news.sentence)
        self._panel.refresh_later()

    # --- exporting --------------------------------------------------------------------------

    @Slot()
    def _export_if_shown(self) -> None:
        if self._middle.reporting:
            self.export()

    @Slot()
    def export(self) -> None:
        """Ask where the report is to be written, and write it."""
        if self._dialog is not None:
            return
        title = f"Reading report {datetime.now().astimezone():%Y-%m-%d}"
        dialog = SaveDialog(title, self._folder, (ExportForm.CSV,), self._window)
        self._dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._save)
        dialog.finished.connect(self._forget)
        dialog.open()

    @Slot(object, object)
    def _save(self, path: Path, _form: ExportForm) -> None:
        self._folder = path.parent
        self._workers.report_exports.save(path, self._workers.report.csv)

    @Slot()
    def _forget(self) -> None:
        self._dialog = None

    @Slot(object)
    def _saved(self, path: Path) -> None:
        self._panel.tell_exported(path.name)

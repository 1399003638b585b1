"""Opening the window, in this order: application and theme, library, window, then everything heavy.

The window shows before any engine is imported; services are made by the first lane that needs
them. At the end the lanes are joined first, then the library is closed.
"""

from __future__ import annotations

import logging
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QSettings, QTimer, Slot
from PySide6.QtWidgets import QApplication

from app import __version__
from app.bootstrap import Application, open_application
from app.core.domain.answer import AnswerStyle
from app.core.domain.cancel import CancelToken
from app.core.domain.collection import ScopeChoice
from app.core.errors import PinciteError
from app.core.settings import ColorScheme, Settings
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.interrupts import interrupts_close
from app.gui.main_window import MainWindow
from app.gui.private_log import PrivateLog
from app.gui.start_failure import StartFailure
from app.gui.window_workers import WindowWorkers
from app.services.erasing import EraseEvent, ErasePlan
from app.services.events import AnswerEvent, IngestEvent
from app.services.extraction_events import ExtractionEvent
from app.services.ingest_control import Inbox, PauseSwitch, ToRead
from app.services.passage_list import PassageList
from app.workers.answers import AnswerWorker
from app.workers.collections import CollectionWorker
from app.workers.conversations import ConversationWorker
from app.workers.embedded import EmbeddedWorker
from app.workers.erasing import EraseWorker
from app.workers.exports import ExportWorker
from app.workers.extractions import ExtractionWorker
from app.workers.folders import FolderWorker
from app.workers.ingest import IngestWorker
from app.workers.lane import Lane, Task
from app.workers.library import LibraryWorker
from app.workers.models import ModelWorker
from app.workers.pages import PageWorker
from app.workers.passwords import PasswordWorker
from app.workers.report import ReportWorker
from app.workers.schemas import SchemaWorker
from app.workers.searches import SearchWorker

if TYPE_CHECKING:
    from app.services.ingest import IngestService

log = logging.getLogger(__name__)

NO_DISPLAY = (
    "Pincite found no display to open its window on. Start it from a desktop, or try "
    "`xvfb-run pincite` for a display that no one sees."
)
UPKEEP_MS = 60_000


def run_window(
    library: str | None, *, shown: Callable[[WindowSession], object] | None = None
) -> int:
    """Open the window on a library and return the exit status when it is closed.

    Args:
        shown: Called once the window was told to show; what it returns is kept until the end.
    """
    if not display_there(sys.platform, os.environ):
        sys.stderr.write(f"{NO_DISPLAY}\n")
        return 2
    qt = QApplication(sys.argv[:1])
    qt.setApplicationName("Pincite")
    qt.setApplicationVersion(__version__)
    qt.setDesktopFileName("pincite")
    return run_in(qt, Theme(qt), library, QSettings("Pincite", "Pincite"), shown=shown)


def run_in(
    qt: QApplication,
    theme: Theme,
    library: str | None,
    memory: QSettings,
    *,
    shown: Callable[[WindowSession], object] | None = None,
) -> int:
    """The same in an application that there is already. Where the library cannot be opened, a
    small window says why."""
    try:
        with open_application(library) as application, kept_log(application.folder.path):
            session = WindowSession(theme, application, memory)
            session.window.show()
            _watcher = shown(session) if shown is not None else None
            with interrupts_close(session.window.close):
                status = qt.exec()
            session.close()
            return status
    except PinciteError as error:
        log.error("the window could not open: %s %s", error.code, error.detail)
        failure = StartFailure(theme, error)
        failure.show()
        with interrupts_close(failure.close):
            qt.exec()
        return 1


def display_there(platform: str, environment: Mapping[str, str]) -> bool:
    """Whether a window can be opened; only Linux can be without a display."""
    if not platform.startswith("linux"):
        return True
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(environment.get(name) for name in names)


@contextmanager
def kept_log(folder: Path) -> Iterator[None]:
    """Write warnings and errors to a file in the library; never document text (P2)."""
    logs = folder / "logs"
    with suppress(OSError):  # a log is no reason not to start
        logs.mkdir(mode=0o700, exist_ok=True)
    handler = PrivateLog(logs / "pincite.log")
    root, hook = logging.getLogger(), sys.excepthook
    root.addHandler(handler)
    sys.excepthook = log_exception
    try:
        yield
    finally:
        sys.excepthook = hook
        root.removeHandler(handler)
        handler.close()


def log_exception(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """An exception that no one caught is a bug of ours: it is written down, the window stays."""
    log.error("uncaught exception", exc_info=(kind, error, trace))


class WindowSession(QObject):
    """The window with its lanes and its application, from showing to closing."""

    def __init__(self, theme: Theme, application: Application, memory: QSettings | None) -> None:
        super().__init__()
        self._theme = theme
        self._application = application
        self._apply(application.preferences.current)
        # Services first: where one cannot be made, no thread has been started yet.
        unlocking = application.unlocking
        library, models, viewing, collections, conversations, tables = (
            application.library_service,
            application.models,
            application.viewing,
            application.collection_service,
            application.conversations,
            application.extraction_tables,
        )
        reading = IngestWorker(_Ingest(application))
        self.workers = WindowWorkers(
            answers=AnswerWorker(_Answers(application)),
            ingest=reading,
            folders=FolderWorker(application.folders, lambda: reading.busy),
            library=LibraryWorker(library),
            models=ModelWorker(models),
            pages=PageWorker(viewing),
            passwords=PasswordWorker(unlocking),
            embedded=EmbeddedWorker(application.embedded),
            searches=SearchWorker(_Searches(application)),
            collections=CollectionWorker(collections),
            conversations=ConversationWorker(conversations),
            exports=ExportWorker(application.file_writer),
            extractions=ExtractionWorker(tables, _Extractions(application)),
            schemas=SchemaWorker(application.schemas, application.file_reader),
            table_exports=ExportWorker(application.file_writer),
            schema_exports=ExportWorker(application.file_writer),
            report=ReportWorker(application.reading_reports),
            report_exports=ExportWorker(application.file_writer),
            erasing=EraseWorker(_Erasing(application)),
            end_engines=application.end_engines,
        )
        self.window = MainWindow(
            theme,
            self.workers,
            application.preferences.current,
            application.folder.path,
            memory,
        )
        self.window.settings_changed.connect(self._change_settings)
        self._upkeep = Lane("upkeep", self)
        self._timer = QTimer(self)
        self._timer.setInterval(UPKEEP_MS)
        self._timer.timeout.connect(self._unload_idle)
        self._timer.start()

    def close(self) -> None:
        """Join the lanes, whether or not the window was closed by the user."""
        self._timer.stop()
        self._upkeep.close()
        self.window.close()

    @Slot(object)
    def _change_settings(self, settings: Settings) -> None:
        self._apply(settings)
        ocr = self._application.preferences.current.library.ocr
        try:
            self._application.preferences.change(settings)
        except PinciteError as error:
            log.warning("settings were not kept: %s", error.code)
            self.window.models.settings_not_kept(error)
        if settings.library.ocr and not ocr:
            self.workers.ingest.go_on()  # scanned pages may wait

    def _apply(self, settings: Settings) -> None:
        look = settings.appearance
        scheme = {
            ColorScheme.SYSTEM: SchemeChoice.SYSTEM,
            ColorScheme.LIGHT: SchemeChoice.LIGHT,
            ColorScheme.DARK: SchemeChoice.DARK,
        }[look.color_scheme]
        self._theme.set_scheme(scheme)
        self._theme.set_text_factor(look.text_size / 100)

    @Slot()
    def _unload_idle(self) -> None:
        self._upkeep.submit(Task(self._unload))

    def _unload(self, cancel: CancelToken) -> Sequence[object]:
        if not self._application.priority.busy:
            self._application.chat_models.unload_idle()
        return ()


# Services that need an engine. Each is asked for inside the lane's thread, so that engines are
# imported after the window shows, and not in the thread that draws it.


class _Answers:
    def __init__(self, application: Application) -> None:
        self._application = application

    def ask(
        self,
        question: str,
        *,
        scope: ScopeChoice,
        style: AnswerStyle,
        cancel: CancelToken,
        earlier: Sequence[str],
        claim_filter: bool | None,
    ) -> Iterator[AnswerEvent]:
        documents = self._application.collection_service.resolve(scope)
        return self._application.answers.ask(
            question,
            scope=documents,
            style=style,
            cancel=cancel,
            earlier=earlier,
            claim_filter=claim_filter,
        )


class _Searches:
    def __init__(self, application: Application) -> None:
        self._application = application

    def find(self, question: str, choice: ScopeChoice) -> PassageList:
        return self._application.passage_lists.find(question, choice)


class _Extractions:
    def __init__(self, application: Application) -> None:
        self._application = application

    def run(self, *, cancel: CancelToken) -> Iterator[ExtractionEvent]:
        return self._application.extractions.run(cancel=cancel)


class _Erasing:
    def __init__(self, application: Application) -> None:
        self._application = application

    def plan(self, document_ids: Sequence[int]) -> ErasePlan:
        return self._application.erasing.plan(document_ids)

    def erase(self, document_ids: Sequence[int], *, cancel: CancelToken) -> Iterator[EraseEvent]:
        return self._application.erasing.erase(document_ids, cancel=cancel)

    def go_on(self, *, cancel: CancelToken) -> Iterator[EraseEvent]:
        # Only where there is something: the index takes its time to start.
        if self._application.erasure.unfinished() is None:
            return iter(())
        return self._application.erasing.go_on(cancel=cancel)


class _Ingest:
    def __init__(self, application: Application) -> None:
        self._application = application
        self._asked: deque[int] = deque()

    def reconcile(self) -> None:
        # Only where there are vectors: making the service loads the tokenizer.
        if self._application.library.count_chunks()[1]:
            self._application.ingest.reconcile()

    def pending(self) -> bool:
        every, embedded = self._application.library.count_chunks()
        if self._application.library.queue() or embedded < every:
            return True
        scans = self._application.recognition.any_waiting()
        return scans and self._application.ingest.pending()

    def read_pages(self, document_ids: Sequence[int]) -> None:
        if (service := self._service) is not None:
            service.read_pages(document_ids)
        else:
            self._asked.extend(document_ids)

    @property
    def pages_requested(self) -> bool:
        service = self._service
        return bool(self._asked) or (service is not None and service.pages_requested)

    @property
    def _service(self) -> IngestService | None:
        # The window's thread asks, which is not to make it.
        return cast("IngestService | None", self._application.made.get("ingest"))

    def forget(self) -> None:
        self._application.ingest.forget()

    def run(
        self,
        paths: Sequence[ToRead],
        *,
        cancel: CancelToken,
        pause: PauseSwitch | None = None,
        inbox: Inbox | None = None,
    ) -> Iterator[IngestEvent]:
        service = self._application.ingest
        asked = [self._asked.popleft() for _ in range(len(self._asked))]
        service.read_pages(asked)
        return service.run(paths, cancel=cancel, pause=pause, inbox=inbox)

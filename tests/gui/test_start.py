"""Starting: with a library, without a display, with a library that cannot be opened; settings that
hold at once and at the next start; a log without a word of what is read."""

from __future__ import annotations

import logging
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QSettings, QTimer, Slot
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.bootstrap import Application
from app.core.domain.answer import AnswerStyle
from app.core.settings import ColorScheme, ModelSettings, Settings
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.common.widgets import Button, Stepper
from app.gui.settings.dialog import SettingsDialog
from app.gui.start import NO_DISPLAY, WindowSession, display_there, kept_log, run_in
from app.gui.start_failure import StartFailure
from tests.gui.chat.windows import settle
from tests.stored_documents import new_document

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def memory(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def opened(theme: Theme, library_dir: Path, qtbot: QtBot) -> Iterator[Callable[[], WindowSession]]:
    """Opens the window on a library, as often as a test starts the program anew."""
    sessions: list[tuple[WindowSession, Application]] = []

    def close() -> None:
        for session, application in sessions:
            session.close()
            application.close()
        sessions.clear()

    def start() -> WindowSession:
        close()
        application = Application(library_dir, writing=True)
        session = WindowSession(theme, application, None)
        sessions.append((session, application))
        qtbot.addWidget(session.window)
        session.window.show()
        qtbot.waitUntil(lambda: session.window.middle.currentIndex() > 0)
        qtbot.waitUntil(lambda: not session.workers.ingest.busy)
        settle()
        return session

    yield start
    close()


# --- a library that can be opened -----------------------------------------------------------


class Closer(QObject):
    """Closes what the program shows, and keeps what it was."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds: list[type[QWidget]] = []
        self.texts: list[str] = []

    def soon(self, _session: object = None) -> Closer:
        QTimer.singleShot(0, self.close)
        return self

    @Slot()
    def close(self) -> None:
        shown = [w for w in QApplication.topLevelWidgets() if w.isVisible()]
        for widget in shown:
            self.kinds.append(type(widget))
            self.texts += [label.text() for label in widget.findChildren(QLabel)]
            widget.close()


def test_the_window_opens_and_closes_with_status_0(
    qapp: QApplication, theme: Theme, library_dir: Path, memory: QSettings
) -> None:
    closer = Closer()
    status = run_in(qapp, theme, str(library_dir), memory, shown=closer.soon)
    assert status == 0
    assert [kind.__name__ for kind in closer.kinds] == ["MainWindow"]
    assert memory.contains("window")
    # The library is free again.
    Application(library_dir, writing=True).close()


def test_no_engine_is_loaded_before_it_is_needed(library_dir: Path) -> None:
    """They take a second and more; the window is there before."""
    code = (
        "import sys\n"
        "from PySide6.QtWidgets import QApplication\n"
        "from PySide6.QtCore import QTimer, QSettings\n"
        "from app.gui.common.theme import Theme\n"
        "from app.gui.start import run_in\n"
        "qt = QApplication([])\n"
        "def shown(session):\n"
        "    library = session.workers.library\n"
        "    library.listed.connect(lambda _: QTimer.singleShot(50, session.window.close))\n"
        "memory = QSettings(sys.argv[2], QSettings.Format.IniFormat)\n"
        "status = run_in(qt, Theme(qt), sys.argv[1], memory, shown=shown)\n"
        "engines = {'chromadb', 'llama_cpp', 'onnxruntime', 'pymupdf', 'tokenizers'}\n"
        "print(status, sorted(engines & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(library_dir), str(library_dir / "window.ini")],
        cwd=REPOSITORY,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.strip() == "0 []", done.stderr


@pytest.mark.skipif(os.name != "posix", reason="such signals are POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_terminal_and_the_system_can_close_the_window(
    qapp: QApplication, theme: Theme, library_dir: Path, memory: QSettings, number: signal.Signals
) -> None:
    before = signal.getsignal(number)

    def shown(session: WindowSession) -> None:
        session.workers.library.listed.connect(lambda _: os.kill(os.getpid(), number))

    assert run_in(qapp, theme, str(library_dir), memory, shown=shown) == 0
    assert signal.getsignal(number) is before


# --- a library that cannot ------------------------------------------------------------------


def sentence_of_failure(
    qapp: QApplication,
    theme: Theme,
    library: Path,
    memory: QSettings,
    caplog: pytest.LogCaptureFixture,
) -> str:
    """Start, expect the small window, and return what it says."""
    closer = Closer().soon()
    with caplog.at_level(logging.ERROR):
        assert run_in(qapp, theme, str(library), memory) == 1
    assert closer.kinds == [StartFailure]
    assert closer.texts[0] == "Pincite could not open the library."
    return closer.texts[1].replace("\u2060", "")


def test_a_second_window_on_the_same_library_says_that_it_is_open(
    qapp: QApplication,
    theme: Theme,
    library_dir: Path,
    memory: QSettings,
    caplog: pytest.LogCaptureFixture,
) -> None:
    first = Application(library_dir, writing=True)
    try:
        sentence = sentence_of_failure(qapp, theme, library_dir, memory, caplog)
    finally:
        first.close()
    assert sentence.startswith("Another Pincite has this library open.")
    assert "--library" in sentence


def test_a_damaged_library_says_what_to_do(
    qapp: QApplication,
    theme: Theme,
    library_dir: Path,
    memory: QSettings,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (library_dir / "library.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 8192)
    sentence = sentence_of_failure(qapp, theme, library_dir, memory, caplog)
    assert "damaged" in sentence
    assert "The PDFs themselves are untouched." in sentence


def test_a_file_in_place_of_the_folder(
    qapp: QApplication,
    theme: Theme,
    tmp_path: Path,
    memory: QSettings,
    caplog: pytest.LogCaptureFixture,
) -> None:
    place = tmp_path / "file"
    place.write_text("not a folder")
    sentence = sentence_of_failure(qapp, theme, place, memory, caplog)
    assert "a file is in the way" in sentence


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_the_failure_in_every_look(
    theme: Theme, qtbot: QtBot, scheme: SchemeChoice, factor: float
) -> None:
    from app.adapters.sqlite.faults import DAMAGED
    from app.core.errors import StorageError

    theme.set_scheme(scheme)
    theme.set_text_factor(factor)
    failure = StartFailure(theme, StorageError(DAMAGED))
    qtbot.addWidget(failure)
    failure.show()
    settle()
    assert failure.grab().toImage().pixelColor(2, 2) == theme.color("window")
    [close] = failure.findChildren(Button)
    assert close.hasFocus() or close.focusPolicy()
    close.click()
    assert not failure.isVisible()


# --- a display ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("platform", "environment", "there"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"QT_QPA_PLATFORM": "offscreen"}, True),
        ("win32", {}, True),
        ("darwin", {}, True),
    ],
)
def test_only_linux_can_be_without_a_display(
    platform: str, environment: dict[str, str], there: bool
) -> None:
    assert display_there(platform, environment) is there


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can be without a display")
def test_without_a_display_one_sentence_is_written(library_dir: Path) -> None:
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    done = subprocess.run(
        [sys.executable, "-m", "app", "--library", str(library_dir)],
        cwd=REPOSITORY,
        env={name: value for name, value in os.environ.items() if name not in hidden},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.strip() == NO_DISPLAY
    assert done.stdout == ""


# --- settings -------------------------------------------------------------------------------


def change(session: WindowSession, section: str, name: str, value: object) -> None:
    """Change a setting in the dialog."""
    session.window.models.open_settings()
    dialog = session.window.dialogs.current
    assert isinstance(dialog, SettingsDialog)
    dialog.editor(section, name).edited.emit(value)
    dialog.accept()


def test_colours_and_text_size_hold_at_once_and_at_the_next_start(
    opened: Callable[[], WindowSession], theme: Theme
) -> None:
    session = opened()
    change(session, "appearance", "color_scheme", ColorScheme.DARK)
    change(session, "appearance", "text_size", 150)
    assert theme.dark
    assert theme.text_factor == 1.5
    theme.set_scheme(SchemeChoice.LIGHT)
    theme.set_text_factor(1.0)
    opened()
    assert theme.dark
    assert theme.text_factor == 1.5


def test_each_size_that_can_be_set_is_shown_as_it_says(
    opened: Callable[[], WindowSession], theme: Theme
) -> None:
    session = opened()
    session.window.models.open_settings()
    dialog = session.window.dialogs.current
    assert isinstance(dialog, SettingsDialog)
    size = dialog.editor("appearance", "text_size").widget
    assert isinstance(size, Stepper)
    for value in (size.spin_box().minimum(), size.spin_box().maximum()):
        size.set_value(value)
        assert theme.text_factor == value / 100


def test_every_setting_survives_a_restart(opened: Callable[[], WindowSession]) -> None:
    changes: list[tuple[str, str, object]] = [
        ("answers", "style", AnswerStyle.QUOTES),
        ("answers", "passages", 4),
        ("models", "threads", 2),
        ("models", "context_tokens", 8192),
        ("models", "chat_model", "starter"),
        ("appearance", "color_scheme", ColorScheme.LIGHT),
    ]
    session = opened()
    for section, name, value in changes:
        change(session, section, name, value)
    again = opened()
    again.window.models.open_settings()
    dialog = again.window.dialogs.current
    assert isinstance(dialog, SettingsDialog)
    shown = dialog._settings
    for section, name, value in changes:
        assert getattr(getattr(shown, section), name) == value
    dialog.restore_button.click()
    third = opened()
    assert third.window.choices.current == Settings()


def test_settings_that_cannot_be_written_hold_until_the_end(
    opened: Callable[[], WindowSession],
    theme: Theme,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    place = tmp_path_factory.mktemp("config") / "file"
    place.write_text("in the way")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(place))
    with caplog.at_level(logging.WARNING):
        session = opened()
        session.window.models.open_settings()
        dialog = session.window.dialogs.current
        assert isinstance(dialog, SettingsDialog)
        dialog.editor("appearance", "color_scheme").edited.emit(ColorScheme.DARK)
    assert theme.dark
    assert dialog.notice.isVisible()
    assert "could not be saved" in dialog.notice.text()


def test_a_model_that_the_settings_name_for_tests_is_the_one_that_writes(
    opened: Callable[[], WindowSession],
    model_paths: Callable[[str], tuple[Path, ...]],
    library_dir: Path,
) -> None:
    model_paths("tiny")
    application = Application(library_dir, writing=True)
    application.library.save_document(new_document("lease.pdf", ["Rent."]))
    application.preferences.change(Settings(models=ModelSettings(chat_model="tiny")))
    application.close()
    session = opened()
    assert "SmolLM2" in session.window.chat.header.model_button.accessibleName()


# --- the log --------------------------------------------------------------------------------


def test_the_log_is_private_and_holds_warnings_only(library_dir: Path) -> None:
    before = sys.excepthook
    logger = logging.getLogger("app.tests")
    handlers = list(logging.getLogger().handlers)
    with kept_log(library_dir):
        assert sys.excepthook is not before
        record = logger.makeRecord(logger.name, logging.WARNING, "f", 1, "a warning", (), None)
        quiet = logger.makeRecord(logger.name, logging.INFO, "f", 1, "a detail", (), None)
        [added] = [h for h in logging.getLogger().handlers if h not in handlers]
        for one in (record, quiet):
            if one.levelno >= added.level:
                added.handle(one)
    assert sys.excepthook is before
    assert logging.getLogger().handlers == handlers
    path = library_dir / "logs" / "pincite.log"
    text = path.read_text(encoding="utf-8")
    assert "WARNING app.tests a warning" in text
    assert "detail" not in text
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_an_exception_that_no_one_caught_is_written_down(
    library_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with kept_log(library_dir), caplog.at_level(logging.ERROR):
        try:
            raise KeyError("a bug")
        except KeyError as error:
            sys.excepthook(type(error), error, error.__traceback__)
    assert "uncaught exception" in (library_dir / "logs" / "pincite.log").read_text()


def test_a_log_that_cannot_be_kept_is_no_reason_not_to_start(library_dir: Path) -> None:
    (library_dir / "logs").write_text("a file in the way")
    with kept_log(library_dir):
        assert True

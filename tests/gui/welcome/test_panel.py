"""The first run: what it offers, by key, in each look; and the dialog that offers it again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.gui.common.announce import Announcer
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.welcome.model_dialog import ModelDialog
from app.gui.welcome.panel import WelcomePanel
from app.workers.models import ModelWorker
from tests.gui.chat.windows import bring_up, settle
from tests.gui.scripted_services import ScriptedModels


@pytest.fixture
def worker(qapp: QApplication) -> Iterator[ModelWorker]:
    worker = ModelWorker(ScriptedModels())
    yield worker
    worker.close()


@pytest.fixture
def panel(theme: Theme, worker: ModelWorker, qtbot: QtBot) -> WelcomePanel:
    window = QWidget()
    qtbot.addWidget(window)
    panel = WelcomePanel(theme, worker, Announcer(window))
    qtbot.addWidget(panel)
    panel.resize(1100, 900)
    bring_up(panel, qtbot)
    return panel


def test_both_buttons_ask_for_documents(panel: WelcomePanel, qtbot: QtBot) -> None:
    panel.setFocus(Qt.FocusReason.ShortcutFocusReason)
    assert panel.folder_button.hasFocus()
    with qtbot.waitSignal(panel.add_folder_requested):
        qtbot.keyClick(panel.folder_button, Qt.Key.Key_Return)
    with qtbot.waitSignal(panel.add_files_requested):
        qtbot.keyClick(panel.files_button, Qt.Key.Key_Space)


def test_tab_goes_from_documents_to_the_model(panel: WelcomePanel, qtbot: QtBot) -> None:
    panel.folder_button.setFocus()
    stops = []
    for _ in range(4):
        focused = QApplication.focusWidget()
        assert isinstance(focused, QAbstractButton)
        stops.append(focused.text())
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert stops[:3] == ["Choose folder…", "Choose files…", "Start without a model"]
    assert stops[3].startswith("Download")


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize("size", [(592, 440), (800, 600), (1176, 900)])
def test_all_of_it_can_be_seen_by_scrolling_down_only(
    panel: WelcomePanel,
    theme: Theme,
    scheme: SchemeChoice,
    factor: float,
    size: tuple[int, int],
) -> None:
    theme.set_scheme(scheme)
    theme.set_text_factor(factor)
    panel.resize(*size)
    settle()
    inner = panel.widget()
    assert inner is not None
    assert inner.width() == panel.viewport().width()
    image = panel.grab().toImage()
    assert image.pixelColor(2, 2) == theme.color("surface")


def test_the_dialog_closes_by_key_and_fits_the_screen(
    theme: Theme, worker: ModelWorker, qtbot: QtBot
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    theme.set_text_factor(2.0)
    dialog = ModelDialog(theme, worker, Announcer(window))
    qtbot.addWidget(dialog)
    bring_up(dialog, qtbot)
    room = dialog.screen().availableSize()
    assert dialog.width() <= room.width()
    assert dialog.height() <= room.height()
    assert not dialog.grab().isNull()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()

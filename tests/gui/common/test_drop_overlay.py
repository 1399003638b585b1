"""Files dropped anywhere on the window arrive, whatever lies below the pointer."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QPlainTextEdit
from pytestqt.qtbot import QtBot

from app.gui.common.drop_overlay import dropped_paths
from app.gui.common.theme import Theme
from app.gui.common.widgets import Button, DropOverlay, DropZone
from tests.gui.common.looking import colors_in, show

COPY, LEFT = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    """A window filled by an editor, which takes dropped text and addresses itself."""
    window = QMainWindow()
    window.setCentralWidget(QPlainTextEdit())
    window.resize(400, 300)
    return window


@pytest.fixture
def overlay(theme: Theme, window: QMainWindow, qtbot: QtBot) -> DropOverlay:
    overlay = DropOverlay(theme, window)
    show(qtbot, window)
    return overlay


def dragged(*urls: QUrl, text: str = "") -> QMimeData:
    data = QMimeData()
    if urls:
        data.setUrls(list(urls))
    if text:
        data.setText(text)
    return data


def enter(window: QMainWindow, data: QMimeData) -> None:
    event = QDragEnterEvent(QPoint(200, 150), COPY, data, LEFT, PLAIN)
    QApplication.sendEvent(window.windowHandle(), event)


def move(window: QMainWindow, data: QMimeData) -> QDragMoveEvent:
    event = QDragMoveEvent(QPoint(210, 150), COPY, data, LEFT, PLAIN)
    QApplication.sendEvent(window.windowHandle(), event)
    return event


def drop(window: QMainWindow, data: QMimeData) -> None:
    event = QDropEvent(QPointF(210, 150), COPY, data, LEFT, PLAIN)
    QApplication.sendEvent(window.windowHandle(), event)


def test_files_dropped_over_an_editor_arrive(
    window: QMainWindow, overlay: DropOverlay, qtbot: QtBot, tmp_path: Path
) -> None:
    paths = (tmp_path / "one.pdf", tmp_path / "folder")
    data = dragged(*(QUrl.fromLocalFile(str(path)) for path in paths))
    assert not overlay.isVisible()
    enter(window, data)
    assert overlay.isVisible()
    assert overlay.geometry() == window.rect()
    assert move(window, data).isAccepted()
    with qtbot.waitSignal(overlay.dropped) as signal:
        drop(window, data)
    assert signal.args == [paths]
    assert not overlay.isVisible()
    editor = window.centralWidget()
    assert isinstance(editor, QPlainTextEdit)
    assert editor.toPlainText() == ""


def test_leaving_uncovers_the_window(
    window: QMainWindow, overlay: DropOverlay, tmp_path: Path
) -> None:
    enter(window, dragged(QUrl.fromLocalFile(str(tmp_path))))
    assert overlay.isVisible()
    QApplication.sendEvent(window.windowHandle(), QDragLeaveEvent())
    assert not overlay.isVisible()


@pytest.mark.parametrize(
    "data",
    [dragged(text="carry over"), dragged(QUrl("https://example.org/one.pdf"))],
    ids=["text", "address"],
)
def test_other_drags_pass_to_the_editor(
    window: QMainWindow, overlay: DropOverlay, data: QMimeData
) -> None:
    enter(window, data)
    assert not overlay.isVisible()


def test_overlay_follows_the_window(
    window: QMainWindow, overlay: DropOverlay, tmp_path: Path
) -> None:
    enter(window, dragged(QUrl.fromLocalFile(str(tmp_path))))
    window.resize(500, 350)
    QApplication.sendPostedEvents()
    assert overlay.geometry() == window.rect()


def test_overlay_lets_the_window_go(window: QMainWindow, overlay: DropOverlay) -> None:
    overlay.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    window.resize(300, 200)
    assert window.isVisible()


def test_local_files_are_told_from_others(tmp_path: Path) -> None:
    data = dragged(QUrl("https://example.org/a.pdf"), QUrl.fromLocalFile(str(tmp_path / "b c.pdf")))
    assert dropped_paths(data) == (tmp_path / "b c.pdf",)
    assert dropped_paths(dragged(text="no file")) == ()


def test_zone_is_dashed_and_holds_its_buttons(theme: Theme, qtbot: QtBot) -> None:
    choose = Button(theme, "Choose folder…")
    zone = show(qtbot, DropZone(theme, buttons=(choose,)))
    assert choose.isVisible()
    image = zone.grab().toImage()
    edge = {image.pixelColor(x, 0).name() for x in range(10, image.width() - 10)}
    assert theme.color("control").name() in edge
    assert len(edge) > 1
    assert theme.color("window").name() in colors_in(zone)

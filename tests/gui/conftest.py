"""A theme, and a window over scripted services."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.gui.common import announce
from app.gui.common.theme import SchemeChoice, Theme
from tests.gui.desks import Desk
from tests.gui.endings import end_widgets


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """A light theme at the design's size; the application looks as before afterwards."""
    before = qapp.font()
    font = QFont(before)
    font.setPixelSize(13)
    theme = Theme(qapp, scheme=SchemeChoice.LIGHT, system_font=font)
    yield theme
    end_widgets()
    theme.set_scheme(SchemeChoice.SYSTEM)
    qapp.setStyleSheet("")
    qapp.setPalette(QPalette())
    qapp.setFont(before)


@pytest.fixture
def desk(theme: Theme, qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """A window that is opened by the test, after it has put things in place."""
    desk = Desk(theme, qtbot, tmp_path)
    yield desk
    desk.close()


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What screen readers are told; errors begin with "!"."""
    said: list[str] = []

    def note(_widget: object, text: str, *, assertive: bool = False) -> None:
        if text:
            said.append(f"! {text}" if assertive else text)

    monkeypatch.setattr("app.gui.common.notice.speak", note)
    monkeypatch.setattr(announce.Announcer, "polite", note)
    monkeypatch.setattr(
        announce.Announcer, "assertive", lambda _self, text: note(_self, text, assertive=True)
    )
    return said

"""Fixtures for the shared parts of the window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication

from app.gui.common.theme import SchemeChoice, Theme
from tests.gui.endings import end_widgets


@pytest.fixture
def system_font(qapp: QApplication) -> QFont:
    """A system font of the design's size, whatever this machine has."""
    font = QFont(qapp.font())
    font.setPixelSize(13)
    return font


@pytest.fixture
def theme(qapp: QApplication, system_font: QFont) -> Iterator[Theme]:
    """A light theme at the design's size; the application looks as before afterwards."""
    font = qapp.font()
    theme = Theme(qapp, scheme=SchemeChoice.LIGHT, system_font=system_font)
    yield theme
    end_widgets()
    theme.set_scheme(SchemeChoice.SYSTEM)
    qapp.setStyleSheet("")
    qapp.setPalette(QPalette())
    qapp.setFont(font)

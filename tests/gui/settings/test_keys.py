"""The list of keys names every key, and no key that does nothing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from app.gui.common.theme import SchemeChoice, Theme
from app.gui.common.widgets import KeyHint, native_key
from app.gui.settings.keys import GROUPS, KeysDialog
from tests.gui.chat.windows import bring_up

NAMES = [name for _, keys in GROUPS for _, names in keys for name in names]


@pytest.mark.parametrize("name", sorted(set(NAMES)))
def test_each_name_is_a_key(name: str) -> None:
    assert QKeySequence(name).toString() == name


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_all_keys_are_listed(
    theme: Theme, qtbot: QtBot, scheme: SchemeChoice, factor: float
) -> None:
    theme.set_scheme(scheme)
    theme.set_text_factor(factor)
    dialog = KeysDialog(theme)
    qtbot.addWidget(dialog)
    bring_up(dialog, qtbot)
    assert [hint.text() for hint in dialog.findChildren(KeyHint)] == [
        native_key(name) for name in NAMES
    ]
    room = dialog.screen().availableSize()
    assert dialog.width() <= room.width()
    assert dialog.height() <= room.height()
    assert not dialog.grab().isNull()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()

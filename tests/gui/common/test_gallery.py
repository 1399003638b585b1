"""Every widget together: drawn without a warning in each look, reachable, and named."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QProgressBar
from pytestqt.qtbot import QtBot

from app.gui.common.theme import ContrastChoice, SchemeChoice, Theme
from tests.gui.common.gallery import Gallery
from tests.gui.common.looking import colors_in, role_of, show


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("contrast", [ContrastChoice.NORMAL, ContrastChoice.HIGH])
@pytest.mark.parametrize("factor", [0.9, 1.0, 2.0])
def test_all_widgets_draw_in_every_look(
    theme: Theme, qtbot: QtBot, scheme: SchemeChoice, contrast: ContrastChoice, factor: float
) -> None:
    gallery = show(qtbot, Gallery(theme))
    theme.set_scheme(scheme)
    theme.set_contrast(contrast)
    theme.set_text_factor(factor)
    QApplication.processEvents()
    image = gallery.grab().toImage()
    assert image.pixelColor(2, 2).name() == theme.color("surface").name()
    assert theme.color("accentfill").name() in colors_in(gallery)


def test_all_controls_have_a_name(theme: Theme, qtbot: QtBot) -> None:
    gallery = show(qtbot, Gallery(theme))
    for kind in (QAbstractButton, QLineEdit, QComboBox, QProgressBar):
        for control in gallery.findChildren(kind):
            if control.isVisible() and control.objectName() != "qt_spinbox_lineedit":
                role, name = role_of(control)
                assert name or control.accessibleDescription(), (control, role)


def test_no_visible_text_is_cut_off(theme: Theme, qtbot: QtBot) -> None:
    gallery = show(qtbot, Gallery(theme))
    for button in gallery.findChildren(QAbstractButton):
        if button.isVisible() and not button.objectName():
            assert button.width() >= button.minimumSizeHint().width(), button.text()
            assert button.height() >= button.minimumSizeHint().height(), button.text()


def test_tab_goes_round_without_a_trap(theme: Theme, qtbot: QtBot) -> None:
    gallery = show(qtbot, Gallery(theme))
    seen = set()
    for _ in range(200):
        widget = QApplication.focusWidget()
        if id(widget) in seen:
            break
        seen.add(id(widget))
        assert widget is not None
        assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert QAccessible.queryAccessibleInterface(widget) is not None
        gallery.focusNextPrevChild(True)
    assert len(seen) > 25

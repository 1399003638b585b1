"""What tables of whole rows have in common that are as high as their rows: the page around them
scrolls, and a row is chosen, never a cell."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QSizePolicy, QTableView

from app.gui.common.keyboard_focus import KeyboardFocus


def show_whole_rows(view: QTableView) -> None:
    """Set a table up so."""
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setShowGrid(False)
    view.setTabKeyNavigation(False)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    for set_policy in (view.setHorizontalScrollBarPolicy, view.setVerticalScrollBarPolicy):
        set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.verticalHeader().hide()
    view.verticalHeader().setMinimumSectionSize(1)
    view.viewport().setAutoFillBackground(False)
    view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    KeyboardFocus(view)

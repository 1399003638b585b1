"""The order of Tab: as things stand on the window, not as they were made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget


def stops(widget: QWidget) -> Iterator[QWidget]:
    """Yield the widgets at which Tab stops, in the order of the layouts; hidden ones too."""
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
        yield widget
    layout = widget.layout()
    if layout is not None:
        yield from _stops_in_layout(layout)


def set_tab_order(widgets: Iterable[QWidget]) -> None:
    """Let Tab go through all stops of these widgets, one after the other."""
    for before, after in pairwise(stop for widget in widgets for stop in stops(widget)):
        QWidget.setTabOrder(before, after)


def _stops_in_layout(layout: QLayout) -> Iterator[QWidget]:
    for index in range(layout.count()):
        item = layout.itemAt(index)
        if item is None:
            continue
        inner_widget, inner_layout = item.widget(), item.layout()
        if inner_widget is not None:
            yield from stops(inner_widget)
        elif inner_layout is not None:
            yield from _stops_in_layout(inner_layout)

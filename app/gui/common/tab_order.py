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
        yield from _stops_in_layout(layout, widget)


def set_tab_order(widgets: Iterable[QWidget]) -> None:
    """Let Tab go through all stops of these widgets, one after the other."""
    for before, after in pairwise(stop for widget in widgets for stop in stops(widget)):
        QWidget.setTabOrder(before, after)


def _stops_in_layout(layout: QLayout, owner: QWidget) -> Iterator[QWidget]:
    # Not by itemAt(): its items are deleted with their widgets, which the binding does not learn,
    # so that it takes what lies at the same address later for such an item.
    places: dict[int, QWidget | QLayout] = {}
    options = Qt.FindChildOption.FindDirectChildrenOnly
    for widget in owner.findChildren(QWidget, options=options):
        places[layout.indexOf(widget)] = widget
    for inner in layout.findChildren(QLayout, options=options):
        places[layout.indexOf(inner)] = inner
    for place in sorted(places):
        found = places[place]
        if place < 0:
            continue
        if isinstance(found, QWidget):
            yield from stops(found)
        else:
            yield from _stops_in_layout(found, owner)

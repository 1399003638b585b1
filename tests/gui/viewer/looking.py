"""How tests look at the viewer."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from app.gui.viewer.panel import ViewerPanel


def words_in_scene(panel: ViewerPanel, page: int) -> list[QRectF]:
    """Where the quoted words of a page are marked, in the scene."""
    mark = panel.frame.view.pages_scene().citation_mark(page)
    return [] if mark is None else [mark.mapRectToScene(rect) for rect in mark.words]


def passage_in_scene(panel: ViewerPanel, page: int) -> list[QRectF]:
    """Where the passage of a page is marked, in the scene."""
    mark = panel.frame.view.pages_scene().citation_mark(page)
    return [] if mark is None else [mark.mapRectToScene(rect) for rect in mark.passage]


def seen(panel: ViewerPanel) -> QRectF:
    """The part of the scene that is in view."""
    view = panel.frame.view
    return QRectF(view.mapToScene(view.viewport().rect()).boundingRect())


def field_text(panel: ViewerPanel) -> str:
    """What stands in the page field."""
    return panel.frame.navigation.page_field().text()


def has_picture(panel: ViewerPanel, page: int) -> bool:
    """Whether the page itself is shown, not blank paper."""
    item = panel.frame.view.pages_scene().page_item(page)
    return item is not None and item.picture is not None

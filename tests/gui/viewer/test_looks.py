"""What the viewer looks like: colours, sizes, light, dark and at 200 %."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.domain.answer import Citation
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.viewer.panel import ViewerPanel
from tests.gui.viewer.looking import has_picture, words_in_scene
from tests.viewed_documents import PaintedPages, grey_of

Cite = Callable[..., Citation]


def grab(panel: ViewerPanel) -> QImage:
    """The pages as they are painted."""
    return panel.frame.view.viewport().grab().toImage()


def color_at(panel: ViewerPanel, image: QImage, x: float, y: float) -> QColor:
    """The colour at a place of the scene."""
    place = panel.frame.view.mapFromScene(x, y)
    return image.pixelColor(place * image.devicePixelRatio())


@pytest.fixture
def cited(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite, monkeypatch: pytest.MonkeyPatch
) -> ViewerPanel:
    """The panel with a citation, without motion."""
    monkeypatch.setattr(Theme, "reduced_motion", property(lambda theme: True))
    panel.show_citation(cite(), 0, 3)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    return panel


@pytest.mark.parametrize(("scheme", "light"), [(SchemeChoice.LIGHT, 1.0), (SchemeChoice.DARK, 0.9)])
def test_colours(cited: ViewerPanel, theme: Theme, scheme: SchemeChoice, light: float) -> None:
    theme.set_scheme(scheme)
    image = grab(cited)
    paper = cited.frame.view.layout_of_pages().rect(14)
    assert color_at(cited, image, 5, paper.top() + 200) == theme.color("sunken")
    page = color_at(cited, image, paper.center().x(), paper.bottom() - 50)
    assert page.red() == pytest.approx(grey_of(14) * light, abs=2)
    words = words_in_scene(cited, 14)[0].center()
    marked = color_at(cited, image, words.x(), words.y())
    share = grey_of(14) / 255 * light
    highlight = theme.color("hl")
    assert marked.red() == pytest.approx(highlight.red() * share, abs=3)
    assert marked.blue() == pytest.approx(highlight.blue() * share, abs=3)


def test_the_picture_fills_the_page_sharply(cited: ViewerPanel) -> None:
    item = cited.frame.view.pages_scene().page_item(14)
    assert item is not None
    assert item.picture is not None
    assert item.picture.pixmap.width() == pytest.approx(item.paper.width(), abs=1)
    image = grab(cited)
    paper = cited.frame.view.layout_of_pages().rect(14)
    for corner in (paper.topLeft() + QPoint(2, 2), paper.topRight() + QPoint(-3, 2)):
        assert color_at(cited, image, corner.x(), corner.y()).red() == grey_of(14)


def test_a_page_is_blank_until_it_is_drawn(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite, renderer: PaintedPages
) -> None:
    renderer.hold()
    panel.show_page(cite().document_id, 14)
    qtbot.waitUntil(renderer.waiting.is_set)
    paper = panel.frame.view.layout_of_pages().rect(14)
    assert color_at(panel, grab(panel), paper.center().x(), paper.top() + 50).red() == 255


def test_a_change_of_colours_keeps_the_pictures(
    cited: ViewerPanel, theme: Theme, renderer: PaintedPages
) -> None:
    drawn = len([page for page, _ in renderer.drawn if page == 14])
    theme.set_scheme(SchemeChoice.DARK)
    assert has_picture(cited, 14)
    assert len([page for page, _ in renderer.drawn if page == 14]) == drawn


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("size", [(400, 700), (536, 900), (640, 440)])
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_nothing_is_cut_off(
    cited: ViewerPanel,
    theme: Theme,
    scheme: SchemeChoice,
    size: tuple[int, int],
    factor: float,
) -> None:
    theme.set_scheme(scheme)
    theme.set_text_factor(factor)
    cited.resize(*size)
    cited.edit_find()
    cited.grab()
    frame = cited.frame
    assert cited.width() == size[0]
    for bar in (frame.header, frame.navigation, frame.find_bar, frame.citation_bar):
        for widget in bar.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if widget.isVisible():
                assert bar.rect().contains(widget.geometry()), widget
    assert frame.view.height() > 100

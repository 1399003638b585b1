"""The viewer without eyes and without a mouse: names, the page's text, announcements."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.core.domain.answer import Citation
from app.core.domain.document import Document
from app.gui.common.announce import Announcer
from app.gui.common.theme import Theme
from app.gui.viewer.panel import ViewerPanel
from app.workers.pages import PageWorker
from tests.gui.viewer.looking import has_picture
from tests.viewed_documents import PASSAGE, Shelf, page_text

Cite = Callable[..., Citation]


def name_of(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


@pytest.fixture
def cited(qtbot: QtBot, panel: ViewerPanel, cite: Cite) -> ViewerPanel:
    """The panel with a citation and the find bar open."""
    panel.show_citation(cite(), 0, 3)
    qtbot.waitUntil(lambda: has_picture(panel, 14))
    return panel


def test_everything_to_press_or_to_type_in_has_a_name(cited: ViewerPanel) -> None:
    cited.edit_find()
    for kind in (QAbstractButton, QLineEdit):
        for widget in cited.findChildren(kind):
            if widget.isVisible():
                assert name_of(widget).strip(), widget


def test_the_view_says_where_one_is(cited: ViewerPanel) -> None:
    assert name_of(cited.frame.view) == "Employee Handbook 2026, page 14, label 12, of 64"


def test_the_page_field_says_of_how_many(cited: ViewerPanel) -> None:
    assert name_of(cited.frame.navigation.page_field()) == "Page, of 64, label 12"


def test_the_text_of_the_page_is_mirrored(qtbot: QtBot, cited: ViewerPanel) -> None:
    mirror = cited.frame.mirror
    qtbot.waitUntil(lambda: mirror.toPlainText().startswith(PASSAGE))
    assert name_of(mirror) == "Text of page 14, label 12"
    assert mirror.isVisible()  # or screen readers would not find it
    assert mirror.isReadOnly()
    cited.frame.view.go_to_page(2)
    qtbot.waitUntil(lambda: mirror.toPlainText() == "Page 2.")
    assert name_of(mirror) == "Text of page 2, label ii"


def test_a_page_without_text_says_so(qtbot: QtBot, panel: ViewerPanel, shelf: Shelf) -> None:
    document = shelf.put("Scan", [page_text(1, "")])
    panel.show_page(document.id, 1)
    qtbot.waitUntil(lambda: panel.frame.mirror.toPlainText() == "This page has no text.")


def test_the_mirror_is_seen_only_while_it_has_the_focus(cited: ViewerPanel) -> None:
    view, mirror = cited.frame.view, cited.frame.mirror
    place = mirror.parentWidget()
    assert place is not None

    def on_top() -> QWidget:
        top = place.childAt(place.rect().center())
        assert isinstance(top, QWidget)
        return top

    assert view.isAncestorOf(on_top())
    mirror.setFocus(Qt.FocusReason.TabFocusReason)
    assert mirror.isAncestorOf(on_top())
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.isAncestorOf(on_top())


def test_the_mirror_follows_the_view_in_order(qtbot: QtBot, cited: ViewerPanel) -> None:
    cited.frame.view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(cited.frame.view, Qt.Key.Key_Tab)
    assert cited.frame.mirror.hasFocus()
    with qtbot.waitSignal(cited.next_citation):
        qtbot.keyClick(cited.frame.mirror, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)


def test_a_document_that_is_left_leaves_no_text(
    qtbot: QtBot, cited: ViewerPanel, handbook: Document
) -> None:
    qtbot.waitUntil(lambda: bool(cited.frame.mirror.toPlainText()))
    cited.clear()
    assert cited.frame.mirror.toPlainText() == ""


def test_what_is_opened_and_found_is_announced(
    qtbot: QtBot, theme: Theme, worker: PageWorker, cite: Cite
) -> None:
    said: list[str] = []

    def listen(widget: QWidget, text: str, *, assertive: bool = False) -> None:
        said.append(text)

    window = QWidget()
    qtbot.addWidget(window)
    panel = ViewerPanel(theme, worker, window, announcer=Announcer(window, 10, listen))
    panel.resize(536, 900)
    window.show()
    panel.show_citation(cite(), 0, 1)
    qtbot.waitUntil(lambda: said == ["Employee Handbook 2026, page 14, label 12"])
    panel.edit_find()
    qtbot.keyClicks(panel.frame.find_bar.field(), "line manager")
    qtbot.waitUntil(lambda: said[1:] == ["Match 1 of 2, page 14, label 12"])


def test_the_focus_of_the_panel_is_that_of_the_pages(cited: ViewerPanel) -> None:
    cited.setFocus(Qt.FocusReason.ShortcutFocusReason)
    assert cited.frame.view.hasFocus()

"""The button that says where is looked: names, menu, and what is gone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.core.domain.collection import ALL_DOCUMENTS, Collection, ScopeChoice
from app.core.domain.document import Document
from app.gui.common.scope_choice import NONE_CHOSEN, ScopeChooser
from app.gui.common.theme import Theme
from tests.gui.library.shelves import document

MENUS = pytest.mark.qt_log_ignore("^This plugin does not support", extend=True)


LEASE, ATLAS, NOTES = document(1, "Lease"), document(2, "Atlas"), document(3, "R&D  notes")
DOCUMENTS = [ATLAS, LEASE, NOTES]
HR = Collection(7, "HR policies", frozenset({1, 2}))
RD = Collection(8, "R&D", frozenset())
IN_HR = ScopeChoice(HR.id)


def only(*documents: Document) -> ScopeChoice:
    return ScopeChoice(document_ids=frozenset(one.id for one in documents))


@pytest.fixture
def chooser(theme: Theme, qtbot: QtBot) -> ScopeChooser:
    chooser = ScopeChooser(theme)
    qtbot.addWidget(chooser)
    chooser.set_choices([HR, RD], DOCUMENTS)
    return chooser


def entries(chooser: ScopeChooser) -> list[QAction]:
    """What the menu offers when it opens."""
    chooser.menu().aboutToShow.emit()
    return [action for action in chooser.menu().actions() if not action.isSeparator()]


def words(chooser: ScopeChooser) -> list[str]:
    return [action.text() for action in entries(chooser)]


def choose(chooser: ScopeChooser, text: str) -> None:
    [action] = [action for action in entries(chooser) if action.text() == text]
    action.trigger()


def test_at_first_all_documents_are_looked_in(chooser: ScopeChooser) -> None:
    assert chooser.choice == ALL_DOCUMENTS
    assert chooser.text() == "All documents"
    assert chooser.accessibleName() == "Look in: All documents, 3 documents"
    assert chooser.toolTip() == "All documents, 3 documents"


def test_a_collection_is_chosen(chooser: ScopeChooser, qtbot: QtBot) -> None:
    assert words(chooser) == ["All documents", "HR policies", "R&&D", NONE_CHOSEN]
    with qtbot.waitSignal(chooser.changed) as signal:
        choose(chooser, "HR policies")
    assert signal.args == [IN_HR]
    assert (chooser.choice, chooser.text()) == (IN_HR, "HR policies")
    assert chooser.accessibleName() == "Look in: HR policies, 2 documents"
    assert [action.text() for action in entries(chooser) if action.isChecked()] == ["HR policies"]


def test_the_program_may_choose_too(chooser: ScopeChooser, qtbot: QtBot) -> None:
    with qtbot.waitSignal(chooser.changed) as signal:
        chooser.set_choice(IN_HR)
    assert signal.args == [IN_HR]
    assert chooser.text() == "HR policies"


def test_what_is_chosen_already_is_no_change(chooser: ScopeChooser, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(chooser.changed):
        choose(chooser, "All documents")
        chooser.set_choice(ALL_DOCUMENTS)
        chooser.set_choices([HR], DOCUMENTS)


def test_documents_that_are_marked_in_the_list(chooser: ScopeChooser, qtbot: QtBot) -> None:
    assert not entries(chooser)[-1].isEnabled()
    chooser.set_choices([HR], DOCUMENTS, [NOTES])
    assert words(chooser)[-1] == "Only “R&&D notes”"
    chooser.set_choices([HR], DOCUMENTS, [LEASE, ATLAS])
    assert words(chooser)[-1] == "Only the 2 chosen documents"
    with qtbot.waitSignal(chooser.changed) as signal:
        choose(chooser, "Only the 2 chosen documents")
    assert signal.args == [only(LEASE, ATLAS)]
    assert chooser.accessibleName() == "Look in: 2 chosen documents"
    # It stays whatever is marked afterwards.
    chooser.set_choices([HR], DOCUMENTS, [NOTES])
    assert words(chooser)[-2:] == ["2 chosen documents", "Only “R&&D notes”"]
    chooser.set_choices([HR], DOCUMENTS)
    assert words(chooser)[-1] == "2 chosen documents"


def test_an_ampersand_is_no_key(chooser: ScopeChooser) -> None:
    chooser.set_choice(ScopeChoice(RD.id))
    assert chooser.text() == "R&&D"
    assert chooser.toolTip() == "R&D, 0 documents"
    chooser.set_choice(only(NOTES))
    assert chooser.text() == "R&&D notes"


def test_a_new_name_is_shown(chooser: ScopeChooser, qtbot: QtBot) -> None:
    chooser.set_choice(IN_HR)
    with qtbot.assertNotEmitted(chooser.changed), qtbot.waitSignal(chooser.renamed):
        chooser.set_choices([Collection(HR.id, "People", frozenset({1}))], DOCUMENTS)
    assert (chooser.choice, chooser.text()) == (IN_HR, "People")


def test_a_collection_that_is_gone_gives_way_and_says_so(
    chooser: ScopeChooser, qtbot: QtBot
) -> None:
    chooser.set_choice(IN_HR)
    with qtbot.waitSignal(chooser.changed) as signal:
        chooser.set_choices([RD], DOCUMENTS)
    assert signal.args == [ALL_DOCUMENTS]
    assert chooser.text() == "All documents"


def test_chosen_documents_that_are_gone_give_way(chooser: ScopeChooser, qtbot: QtBot) -> None:
    chooser.set_choice(only(LEASE, ATLAS))
    with qtbot.waitSignal(chooser.changed) as signal:
        chooser.set_choices([HR], [LEASE])
    assert signal.args == [only(LEASE)]
    assert chooser.text() == "Lease"
    with qtbot.waitSignal(chooser.changed) as signal:
        chooser.set_choices([HR], [])
    assert signal.args == [ALL_DOCUMENTS]


def test_long_names_are_cut(theme: Theme, chooser: ScopeChooser, qtbot: QtBot) -> None:
    long = Collection(9, "A name that goes on " * 5, frozenset())
    chooser.set_choices([long], DOCUMENTS)
    chooser.set_choice(ScopeChoice(long.id))
    entry = entries(chooser)[1]
    assert entry.text().endswith("…")
    assert len(entry.text()) <= 48
    assert " ".join(entry.toolTip().split()) == f"{long.name}, 0 documents"
    row = QWidget()
    qtbot.addWidget(row)
    layout = QHBoxLayout(row)
    layout.addWidget(chooser)
    row.setFixedWidth(200)
    row.show()
    assert chooser.width() < 200
    chooser.setParent(None)


@MENUS
def test_a_hundred_collections_scroll(chooser: ScopeChooser, qtbot: QtBot) -> None:
    many = [Collection(n, f"Collection {n:03}", frozenset()) for n in range(1, 101)]
    chooser.set_choices(many, DOCUMENTS)
    menu = chooser.menu()
    menu.popup(chooser.pos())
    qtbot.waitUntil(menu.isVisible)
    assert menu.height() <= menu.screen().geometry().height()
    assert menu.width() < 500
    menu.close()


@MENUS
def test_keys_open_the_menu_and_choose(chooser: ScopeChooser, qtbot: QtBot) -> None:
    chooser.show()
    chooser.menu().popup(chooser.pos())
    with qtbot.waitSignal(chooser.changed) as signal:
        qtbot.keyClick(chooser.menu(), Qt.Key.Key_Down)
        qtbot.keyClick(chooser.menu(), Qt.Key.Key_Down)
        qtbot.keyClick(chooser.menu(), Qt.Key.Key_Return)
    assert signal.args == [IN_HR]

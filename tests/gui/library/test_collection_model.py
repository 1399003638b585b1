"""The model of the collections: changes touch single rows, names and drops come out as signals."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.collection import Collection
from app.gui.library.collection_model import ROW, CollectionListModel
from app.gui.library.document_model import DOCUMENTS_MIME

HR = Collection(1, "HR policies", frozenset({1, 2}))
LEASES = Collection(2, "Leases", frozenset())
SURVEYS = Collection(3, "Surveys <b>", frozenset({2}))
COPY = Qt.DropAction.CopyAction


@pytest.fixture
def model(qapp: QApplication) -> CollectionListModel:
    model = CollectionListModel()
    model.set_documents(214)
    model.set_collections([HR, LEASES, SURVEYS])
    return model


def names(model: CollectionListModel) -> list[str]:
    return [model.index(i).data() for i in range(model.rowCount())]


def documents(*ids: int) -> QMimeData:
    data = QMimeData()
    data.setData(DOCUMENTS_MIME, ",".join(map(str, ids)).encode("ascii"))
    return data


def test_all_documents_come_first_then_each_collection(model: CollectionListModel) -> None:
    assert names(model) == ["All documents", "HR policies", "Leases", "Surveys <b>"]
    rows = [model.index(i).data(ROW) for i in range(4)]
    assert [(row.documents, row.icon) for row in rows] == [
        (214, "library"),
        (2, "folder"),
        (0, "folder"),
        (1, "folder"),
    ]
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(0).data(spoken) == "All documents, 214 documents"
    assert model.index(3).data(spoken) == "Surveys <b>, 1 document"
    assert "&lt;b&gt;" in model.index(3).data(Qt.ItemDataRole.ToolTipRole)
    assert model.collections() == (HR, LEASES, SURVEYS)


def test_what_is_pointed_at_stays(model: CollectionListModel) -> None:
    surveys = QPersistentModelIndex(model.index(3))
    resets: list[bool] = []
    model.modelReset.connect(lambda: resets.append(True))
    archive = Collection(4, "Archive", frozenset())
    model.set_collections([archive, SURVEYS])
    assert names(model) == ["All documents", "Archive", "Surveys <b>"]
    assert surveys.row() == 2
    # A new name moves it.
    model.set_collections([Collection(3, "A", frozenset()), archive])
    assert names(model) == ["All documents", "A", "Archive"]
    assert surveys.row() == 1
    assert resets == []


def test_any_list_can_follow_any_other(qapp: QApplication) -> None:
    choose = random.Random(5)
    model = CollectionListModel()
    tester = QAbstractItemModelTester(model)
    for _ in range(200):
        ids = choose.sample(range(1, 9), choose.randrange(9))
        wanted = [
            Collection(number, f"{choose.random()}", frozenset(range(choose.randrange(3))))
            for number in ids
        ]
        if choose.random() < 0.2:
            model.begin_new()
        model.set_collections(wanted)
        assert model.collections() == tuple(wanted)
        model.end_new()
        assert names(model) == ["All documents", *(one.name for one in wanted)]
    assert tester.model() is model


def test_only_collections_can_be_named(model: CollectionListModel) -> None:
    editable = [bool(model.flags(model.index(i)) & Qt.ItemFlag.ItemIsEditable) for i in range(4)]
    assert editable == [False, True, True, True]


def test_a_new_name_is_shown_at_once_and_told(model: CollectionListModel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(model.named) as signal:
        assert model.setData(model.index(1), "  People  team ")
    assert signal.args == [HR, "People team"]
    assert names(model)[1] == "People team"
    model.set_collections([HR, LEASES, SURVEYS])
    assert names(model)[1] == "HR policies"


@pytest.mark.parametrize("name", ["", "  ", "HR policies", " HR  policies "])
def test_no_name_and_the_same_name_are_no_news(
    model: CollectionListModel, qtbot: QtBot, name: str
) -> None:
    with qtbot.assertNotEmitted(model.named):
        assert not model.setData(model.index(1), name)


def test_one_row_waits_for_a_name(model: CollectionListModel, qtbot: QtBot) -> None:
    index = model.begin_new()
    assert model.begin_new() == index
    assert names(model)[-1] == "New collection"
    assert model.collections() == (HR, LEASES, SURVEYS)
    model.set_collections([LEASES])
    assert names(model) == ["All documents", "Leases", "New collection"]
    with qtbot.waitSignal(model.named) as signal:
        model.setData(model.index(2), "New collection")
    assert signal.args == [None, "New collection"]
    model.end_new()
    model.end_new()
    assert names(model) == ["All documents", "Leases"]


def test_a_new_collection_has_a_name_that_is_free(model: CollectionListModel) -> None:
    taken = [
        Collection(1, "new collection", frozenset()),
        Collection(2, "New Collection 2", HR.document_ids),
    ]
    model.set_collections(taken)
    assert model.begin_new().data() == "New collection 3"


def test_documents_are_dropped_on_collections_only(
    model: CollectionListModel, qtbot: QtBot
) -> None:
    nowhere = QModelIndex()
    model.begin_new()
    for parent in (nowhere, model.index(0), model.index(4)):
        assert not model.canDropMimeData(documents(7), COPY, -1, -1, parent)
        assert not model.dropMimeData(documents(7), COPY, -1, -1, parent)
    words = QMimeData()
    words.setText("7")
    assert not model.canDropMimeData(words, COPY, -1, -1, model.index(1))
    assert model.canDropMimeData(documents(7, 9), COPY, -1, -1, model.index(1))
    with qtbot.waitSignal(model.filled) as signal:
        assert model.dropMimeData(documents(7, 9), COPY, -1, -1, model.index(1))
    assert signal.args == [HR, (7, 9)]


def test_where_a_collection_is(model: CollectionListModel) -> None:
    assert model.index_of(None).row() == 0
    assert model.index_of(2).row() == 2
    assert not model.index_of(9).isValid()

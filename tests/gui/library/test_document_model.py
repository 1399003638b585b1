"""The item model: sorted, bounded changes, and a filter."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from app.core.domain.document import FileState
from app.gui.common.formats import Formats
from app.gui.library.document_model import ROW, DocumentFilter, DocumentListModel
from app.gui.library.document_rows import reading_row, row_of
from tests.gui.library.shelves import document, row

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def model() -> DocumentListModel:
    """A model that Qt's own tester watches."""
    model = DocumentListModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    return model


def titles(model: DocumentListModel) -> list[str]:
    return [shown.title for shown in model.rows()]


def reading(title: str, page: int = 1):  # type: ignore[no-untyped-def]
    return reading_row(title, page, 9, Formats())


def test_rows_are_sorted_by_title_ignoring_case(model: DocumentListModel) -> None:
    model.set_rows([row(1, "lease"), row(2, "Atlas"), row(3, "Ängste"), row(4, "LEASE")])
    assert titles(model) == ["Atlas", "lease", "LEASE", "Ängste"]
    assert [d.id for d in model.documents()] == [2, 1, 4, 3]
    assert model.document_count() == 4


def test_what_a_screen_reader_and_a_tip_say(model: DocumentListModel) -> None:
    model.set_rows([row(1, "Lease <b>&amp; more", FileState.MISSING)])
    index = model.index(0)
    assert index.data() == "Lease <b>&amp; more"
    roles = Qt.ItemDataRole
    assert index.data(roles.AccessibleTextRole) == "Lease <b>&amp; more, File not found"
    assert "can still be searched" in index.data(roles.AccessibleDescriptionRole)
    tip = index.data(roles.ToolTipRole)
    assert "Lease &lt;b&gt;&amp;amp; more" in tip
    assert model.index(5).data(ROW) is None


def test_putting_replaces_the_row_of_the_same_document(model: DocumentListModel) -> None:
    model.set_rows([row(1, "Lease"), row(2, "Atlas")])
    model.put(row(1, "Lease", FileState.CHANGED))
    assert model.rows()[1].line == "File has changed"
    model.put(row(1, "Aardvark"))
    assert titles(model) == ["Aardvark", "Atlas"]
    assert model.row_of_path(document(1, "Lease").path) is None
    found = model.row_of_path(document(1, "Aardvark").path)
    assert found is not None
    assert found.title == "Aardvark"


def test_a_second_listing_changes_single_rows_only(model: DocumentListModel) -> None:
    model.set_rows([row(number, f"d{number}") for number in range(5)])
    resets: list[int] = []
    model.modelReset.connect(lambda: resets.append(1))
    chosen = QItemSelectionModel(model)
    chosen.select(model.index(3), QItemSelectionModel.SelectionFlag.Select)
    model.set_rows([row(1, "d1"), row(3, "d3", FileState.MISSING), row(7, "d7")])
    assert titles(model) == ["d1", "d3", "d7"]
    assert [index.data() for index in chosen.selectedIndexes()] == ["d3"]
    assert resets == []


def test_the_file_that_is_being_read_has_a_row_of_its_own(model: DocumentListModel) -> None:
    model.set_rows([row(1, "Atlas"), row(2, "Zoo")])
    model.show_reading(reading("Lease"))
    model.show_reading(reading("Lease", 2))
    assert titles(model) == ["Atlas", "Lease", "Zoo"]
    assert model.rows()[1].line == "Reading page 2 of 9"
    assert model.document_count() == 2
    model.set_rows([row(1, "Atlas")])
    assert titles(model) == ["Atlas", "Lease"]
    model.show_reading(reading("Mole"))
    assert titles(model) == ["Atlas", "Mole"]
    model.show_reading(None)
    model.show_reading(None)
    assert titles(model) == ["Atlas"]


def test_a_first_listing_keeps_the_file_that_is_being_read(model: DocumentListModel) -> None:
    model.show_reading(reading("Lease"))
    model.set_rows([row(1, "Atlas"), row(2, "Zoo")])
    assert titles(model) == ["Atlas", "Lease", "Zoo"]


def test_a_file_that_is_being_read_is_not_put_as_a_document(model: DocumentListModel) -> None:
    with pytest.raises(ValueError, match="show_reading"):
        model.put(reading("Lease"))


def test_removing_what_is_not_there_does_nothing(model: DocumentListModel) -> None:
    model.set_rows([row(1, "Atlas")])
    model.remove({7})
    assert titles(model) == ["Atlas"]
    model.remove({1})
    assert model.rowCount() == 0
    assert model.row_of_path(document(1, "Atlas").path) is None


def test_two_documents_that_exchange_their_paths(model: DocumentListModel) -> None:
    here, there = Path("here.pdf"), Path("there.pdf")
    formats, same = Formats(), FileState.UNCHANGED
    model.set_rows([row_of(document(1, "A", path=here), same, formats)])
    model.put(row_of(document(2, "B", path=here), same, formats))
    model.put(row_of(document(1, "A", path=there), same, formats))
    for path, title in ((here, "B"), (there, "A")):
        found = model.row_of_path(path)
        assert found is not None
        assert found.title == title


CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.integers(1, 6), st.sampled_from("aAbBcC")),
        st.tuples(st.just("remove"), st.integers(1, 6), st.just("")),
        st.tuples(st.just("read"), st.integers(1, 3), st.sampled_from(["a", "b", "z", ""])),
    ),
    max_size=25,
)


@given(CHANGES)
def test_any_order_of_changes_leaves_what_a_plain_list_would_hold(
    changes: list[tuple[str, int, str]],
) -> None:
    model = DocumentListModel()
    tester = QAbstractItemModelTester(model)
    expected: dict[int, str] = {}
    being_read = ""
    for what, number, title in changes:
        if what == "put":
            model.put(row(number, title))
            expected[number] = title
        elif what == "remove":
            model.remove({number})
            expected.pop(number, None)
        else:
            model.show_reading(reading(title, number) if title else None)
            being_read = title
    keys = [(title.casefold(), number) for number, title in expected.items()]
    keys += [(being_read, 0)] if being_read else []
    assert [shown.key for shown in model.rows()] == sorted(keys)
    assert tester.model() is model


# --- filter ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["Atlas", "Lease Quay 4", "Quay rules"]),
        ("  ", ["Atlas", "Lease Quay 4", "Quay rules"]),
        ("quay", ["Lease Quay 4", "Quay rules"]),
        ("QUAY lea", ["Lease Quay 4"]),
        ("documents atlas.pdf", ["Atlas"]),
        ("(.*[", []),
        ("zzz", []),
    ],
)
def test_filter(model: DocumentListModel, text: str, found: list[str]) -> None:
    model.set_rows([row(1, "Lease Quay 4"), row(2, "Atlas"), row(3, "Quay rules")])
    shown = DocumentFilter()
    shown.setSourceModel(model)
    shown.set_text(text)
    assert [shown.index(i, 0).data() for i in range(shown.rowCount())] == found


def test_many_documents_are_listed_filtered_and_changed_fast(qapp: QApplication) -> None:
    """Bounds are far above what it takes (some ms each), and far below what one would notice."""
    many = [row(number, f"Document {number:05}") for number in range(10_000)]
    model = DocumentListModel()
    shown = DocumentFilter()
    shown.setSourceModel(model)
    began = time.perf_counter()
    model.set_rows(many)
    listed = time.perf_counter()
    shown.set_text("09999")
    filtered = time.perf_counter()
    assert shown.rowCount() == 1
    for number in range(1000):
        model.put(row(number, f"Document {number:05}", FileState.CHANGED))
    changed = time.perf_counter()
    assert listed - began < 1.0
    assert filtered - listed < 1.0
    assert changed - filtered < 2.0

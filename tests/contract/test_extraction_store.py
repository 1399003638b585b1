"""What every ExtractionStore does: SQLite here, and the fake."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.extraction_store import SqliteExtractions
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.extraction import (
    Correction,
    Extraction,
    ExtractionFault,
    FieldValue,
    KeptCorrection,
    KeptExtraction,
    Standing,
    Value,
)
from app.core.ports import ExtractionStore, StoredSchema
from tests.fakes.extraction_store import MemoryExtractions
from tests.stored_documents import new_document

AT, LATER = "2026-11-30T20:00:00+00:00", "2026-11-30T21:00:00+00:00"
INVOICE, CONTRACT = "invoice", "contract"
TEXTS = ("Total 1.234,50 €", "Due on 3 March 2024")


class Shelf(Protocol):
    """Extractions, and the documents that they are of."""

    store: ExtractionStore

    def put(self, name: str, content: str = "first") -> tuple[int, list[int]]:
        """A document of this name that is read (anew); its id, and those of its chunks."""
        ...

    def remove(self, document_id: int) -> None:
        """Take a document out of the library."""
        ...

    def reopened(self) -> ExtractionStore:
        """The same extractions, as the next start of the program finds them."""
        ...

    def close(self) -> None:
        """Close what is open."""
        ...


class SqliteShelf:
    def __init__(self, folder: Path) -> None:
        self.path = folder / "library.db"
        self._open()

    def _open(self) -> None:
        self.database = Database(self.path)
        self.library = SqliteLibrary(self.database)
        self.store: ExtractionStore = SqliteExtractions(self.database)

    def put(self, name: str, content: str = "first") -> tuple[int, list[int]]:
        document = self.library.save_document(new_document(name, TEXTS, sha256=f"{name} {content}"))
        return document.id, [chunk.id for chunk in self.library.document_chunks(document.id)]

    def remove(self, document_id: int) -> None:
        self.library.remove_documents([document_id])

    def reopened(self) -> ExtractionStore:
        self.database.close()
        self._open()
        return self.store

    def close(self) -> None:
        self.database.close()


class MemoryShelf:
    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.chunks = 0
        self.kept = MemoryExtractions()
        self.store: ExtractionStore = self.kept

    def put(self, name: str, content: str = "first") -> tuple[int, list[int]]:
        number = self.names.setdefault(name, len(self.names) + 1)
        chunks = [self.chunks + 1, self.chunks + 2]
        self.chunks += 2
        self.kept.put_document(number, chunks, content)
        return number, chunks

    def remove(self, document_id: int) -> None:
        self.kept.remove_document(document_id)

    def reopened(self) -> ExtractionStore:
        return self.store

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture(params=["sqlite", "fake"])
def shelf(request: pytest.FixtureRequest, library_dir: Path) -> Iterator[Shelf]:
    made: Shelf = SqliteShelf(library_dir) if request.param == "sqlite" else MemoryShelf()
    yield made
    made.close()


def extraction(document: int, chunks: list[int], schema: str = INVOICE) -> Extraction:
    """A number, a date and a field that the document does not say."""
    fields = (
        FieldValue("total", 1234.5, 0.9, chunks[0], True, "1.234,50", 6, 14),
        FieldValue("due", date(2024, 3, 3), 0.6, chunks[1], False),
        FieldValue("number", None, 0.0, None),
    )
    return Extraction(document, schema, fields, "a model", AT, tuple(chunks))


def kept(shelf: Shelf, name: str, schema: str = INVOICE) -> Extraction:
    """What was extracted from a new document of this name."""
    made = extraction(*shelf.put(name), schema)
    assert shelf.store.put(made)
    return made


# --- extractions ----------------------------------------------------------------------------


def test_at_first_there_is_nothing(shelf: Shelf) -> None:
    document, _ = shelf.put("a.pdf")
    assert shelf.store.schemas() == []
    assert shelf.store.extraction(document, INVOICE) is None
    assert shelf.store.extractions(INVOICE) == []
    assert shelf.store.corrections(INVOICE) == []
    assert shelf.store.waiting(INVOICE) == []
    assert shelf.store.waiting_schemas() == []
    assert shelf.store.failures(INVOICE) == {}


def test_an_extraction_is_there_after_a_restart_as_it_was(shelf: Shelf) -> None:
    made = kept(shelf, "a.pdf")
    store = shelf.reopened()
    assert store.extraction(made.document_id, INVOICE) == KeptExtraction(made)
    assert store.extractions(INVOICE) == [KeptExtraction(made)]


def test_each_document_and_schema_has_its_own(shelf: Shelf) -> None:
    first, second = kept(shelf, "a.pdf"), kept(shelf, "b.pdf")
    other = replace(first, schema=CONTRACT, model="another", read=())
    shelf.store.put(other)
    assert shelf.store.extractions(INVOICE) == [KeptExtraction(first), KeptExtraction(second)]
    assert shelf.store.extractions(CONTRACT) == [KeptExtraction(other)]
    assert shelf.store.extraction(second.document_id, CONTRACT) is None


def test_a_new_extraction_takes_the_place_of_the_old_one_whole(shelf: Shelf) -> None:
    old = kept(shelf, "a.pdf")
    new = replace(old, fields=old.fields[2:], model="better", made_at=LATER, read=old.read[:1])
    assert shelf.store.put(new)
    assert shelf.reopened().extractions(INVOICE) == [KeptExtraction(new)]


def test_corrections_outlive_a_new_extraction(shelf: Shelf) -> None:
    old = kept(shelf, "a.pdf")
    correction = Correction(old.document_id, INVOICE, "total", 12.0, AT)
    shelf.store.correct(correction)
    shelf.store.put(replace(old, made_at=LATER))
    assert shelf.store.corrections(INVOICE) == [KeptCorrection(correction)]
    found = shelf.store.extraction(old.document_id, INVOICE)
    assert found is not None
    assert found.extraction.fields == old.fields  # what the model said stays what it said


@pytest.mark.parametrize("document", [0, -1, 99, 2**63, 10**30])
def test_a_document_that_is_not_there_has_nothing(shelf: Shelf, document: int) -> None:
    _, chunks = shelf.put("a.pdf")
    assert not shelf.store.put(extraction(document, chunks))
    assert not shelf.store.correct(Correction(document, INVOICE, "total", 1.0, AT))
    shelf.store.queue([document], INVOICE)
    shelf.store.fail(document, INVOICE, ExtractionFault.NO_CHUNKS)
    shelf.store.done(document, INVOICE)
    shelf.store.withdraw(document, INVOICE, "total")
    assert shelf.store.extraction(document, INVOICE) is None
    assert shelf.store.extractions(INVOICE) == []
    assert shelf.store.corrections(INVOICE) == []
    assert shelf.store.waiting(INVOICE) == []
    assert shelf.store.failures(INVOICE) == {}


@pytest.mark.parametrize("also", ["read", "cited"])
def test_nothing_is_kept_that_rests_on_chunks_of_elsewhere(shelf: Shelf, also: str) -> None:
    old = kept(shelf, "a.pdf")
    _, foreign = shelf.put("b.pdf")
    shelf.store.queue([old.document_id], INVOICE)
    if also == "read":
        bad = replace(old, read=(*old.read, foreign[0]))
    else:
        bad = replace(old, fields=(FieldValue("total", 1.0, 1.0, foreign[0]),))
    assert not shelf.store.put(bad)
    assert shelf.store.extractions(INVOICE) == [KeptExtraction(old)]
    assert shelf.store.waiting(INVOICE) == [old.document_id]


def test_nothing_is_kept_of_a_document_that_was_read_anew_meanwhile(shelf: Shelf) -> None:
    late = extraction(*shelf.put("a.pdf"))
    shelf.put("a.pdf", "second")
    assert not shelf.store.put(late)
    assert shelf.store.extractions(INVOICE) == []


# --- how it stands --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "standing"), [("first", Standing.READ_ANEW), ("second", Standing.CHANGED)]
)
def test_a_document_that_is_read_anew_keeps_its_values_and_says_how_they_stand(
    shelf: Shelf, content: str, standing: Standing
) -> None:
    old, other = kept(shelf, "a.pdf"), kept(shelf, "b.pdf")
    document, chunks = shelf.put("a.pdf", content)
    assert document == old.document_id
    store = shelf.reopened()
    found = store.extraction(document, INVOICE)
    assert found == KeptExtraction(old, standing)
    assert found.stale
    assert store.extractions(INVOICE) == [found, KeptExtraction(other)]
    assert store.put(extraction(document, chunks))
    again = store.extraction(document, INVOICE)
    assert again is not None
    assert not again.stale


@pytest.mark.parametrize("content", ["first", "second"])
def test_what_names_only_cited_chunks_says_how_it_stands(shelf: Shelf, content: str) -> None:
    document, chunks = shelf.put("a.pdf")
    shelf.store.put(replace(extraction(document, chunks), read=()))
    shelf.put("a.pdf", content)
    found = shelf.store.extraction(document, INVOICE)
    assert found is not None
    assert found.stale


@pytest.mark.parametrize(("content", "outdated"), [("first", False), ("second", True)])
def test_a_correction_says_whether_the_content_is_another(
    shelf: Shelf, content: str, outdated: bool
) -> None:
    document, _ = shelf.put("a.pdf")
    correction = Correction(document, INVOICE, "total", 12.0, AT)
    shelf.store.correct(correction)
    shelf.put("a.pdf", content)
    assert shelf.store.corrections(INVOICE) == [KeptCorrection(correction, outdated)]


# --- corrections ----------------------------------------------------------------------------


def test_corrections_are_kept_replaced_and_withdrawn(shelf: Shelf) -> None:
    document, _ = shelf.put("a.pdf")
    total = Correction(document, INVOICE, "total", 12.0, AT)
    due = Correction(document, INVOICE, "due", date(2024, 3, 4), AT)
    other = Correction(document, CONTRACT, "total", "twelve", AT)
    for one in (total, due, other):
        assert shelf.store.correct(one)
    store = shelf.reopened()
    assert store.corrections(INVOICE) == [KeptCorrection(due), KeptCorrection(total)]
    none = replace(total, value=None, made_at=LATER)
    assert store.correct(none)
    assert store.corrections(INVOICE) == [KeptCorrection(due), KeptCorrection(none)]
    store.withdraw(document, INVOICE, "total")
    store.withdraw(document, INVOICE, "total")
    assert store.corrections(INVOICE) == [KeptCorrection(due)]
    assert store.corrections(CONTRACT) == [KeptCorrection(other)]


# --- values ---------------------------------------------------------------------------------

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES: st.SearchStrategy[Value] = st.one_of(
    st.none(), st.booleans(), st.floats(allow_nan=False), st.dates(), TEXT
)


def same(one: Value, other: Value) -> bool:
    """Whether values are of one type and equal, the sign of a zero among it."""
    if isinstance(one, float) and isinstance(other, float):
        return one == other and math.copysign(1, one) == math.copysign(1, other)
    return type(one) is type(other) and one == other


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(values=st.lists(VALUES, min_size=1, max_size=6), words=TEXT)
def test_values_come_back_with_their_types(shelf: Shelf, values: list[Value], words: str) -> None:
    document, chunks = shelf.put("a.pdf")
    fields = tuple(
        FieldValue(f"f{n}", value, 0.1, chunks[0], True, words, n, n + 1)
        for n, value in enumerate(values)
    )
    assert shelf.store.put(Extraction(document, INVOICE, fields, words, AT))
    shelf.store.correct(Correction(document, INVOICE, "f0", values[0], AT))
    found = shelf.store.extraction(document, INVOICE)
    assert found is not None
    assert found.extraction.fields == fields
    assert found.extraction.model == words
    read = [field.value for field in found.extraction.fields]
    assert [v for v, w in zip(values, read, strict=True) if not same(v, w)] == []
    (corrected,) = shelf.store.corrections(INVOICE)
    assert same(corrected.correction.value, values[0])


# --- what is to do --------------------------------------------------------------------------


def test_documents_wait_in_order_over_a_restart(shelf: Shelf) -> None:
    a, b, c = (shelf.put(name)[0] for name in ("a.pdf", "b.pdf", "c.pdf"))
    shelf.store.queue([c, a], INVOICE)
    shelf.store.queue([b], CONTRACT)
    shelf.store.queue([b, a, b], INVOICE)  # a keeps its place
    store = shelf.reopened()
    assert store.waiting(INVOICE) == [c, a, b]
    assert store.waiting(CONTRACT) == [b]
    assert store.waiting_schemas() == [INVOICE, CONTRACT]
    store.done(c, INVOICE)
    store.done(c, INVOICE)
    assert store.waiting(INVOICE) == [a, b]
    store.stop(INVOICE)
    assert store.waiting(INVOICE) == []
    assert store.waiting_schemas() == [CONTRACT]


def test_what_was_extracted_waits_no_more(shelf: Shelf) -> None:
    document, chunks = shelf.put("a.pdf")
    shelf.store.queue([document], INVOICE)
    shelf.store.queue([document], CONTRACT)
    shelf.store.put(extraction(document, chunks))
    assert shelf.store.waiting(INVOICE) == []
    assert shelf.store.waiting(CONTRACT) == [document]


@pytest.mark.parametrize("fault", list(ExtractionFault))
def test_a_failure_is_kept_until_the_next_try(shelf: Shelf, fault: ExtractionFault) -> None:
    old = kept(shelf, "a.pdf")
    document, other = old.document_id, shelf.put("b.pdf")[0]
    shelf.store.queue([document, other], INVOICE)
    shelf.store.fail(document, INVOICE, fault)
    store = shelf.reopened()
    assert store.failures(INVOICE) == {document: fault}
    assert store.failures(CONTRACT) == {}
    assert store.waiting(INVOICE) == [other]
    assert store.extractions(INVOICE) == [KeptExtraction(old)]
    store.stop(INVOICE)
    assert store.failures(INVOICE) == {document: fault}
    store.queue([other, document], INVOICE)
    assert store.failures(INVOICE) == {}
    assert store.waiting(INVOICE) == [other, document]


def test_a_failure_goes_with_a_success_and_gives_way_to_the_next(shelf: Shelf) -> None:
    document, chunks = shelf.put("a.pdf")
    shelf.store.fail(document, INVOICE, ExtractionFault.PARSE_ERROR)
    shelf.store.fail(document, INVOICE, ExtractionFault.NO_CHUNKS)
    assert shelf.store.failures(INVOICE) == {document: ExtractionFault.NO_CHUNKS}
    shelf.store.put(extraction(document, chunks))
    assert shelf.store.failures(INVOICE) == {}


# --- documents and schemas that go ----------------------------------------------------------


def test_a_removed_document_takes_everything_along(shelf: Shelf) -> None:
    gone, stays = kept(shelf, "a.pdf"), kept(shelf, "b.pdf")
    for one in (gone.document_id, stays.document_id):
        shelf.store.correct(Correction(one, INVOICE, "total", 1.0, AT))
        shelf.store.queue([one], INVOICE)
        shelf.store.fail(one, CONTRACT, ExtractionFault.NO_CHUNKS)
    shelf.remove(gone.document_id)
    store = shelf.reopened()
    stayed = stays.document_id
    assert store.extraction(gone.document_id, INVOICE) is None
    assert store.extractions(INVOICE) == [KeptExtraction(stays)]
    assert [one.correction.document_id for one in store.corrections(INVOICE)] == [stayed]
    assert store.waiting(INVOICE) == [stayed]
    assert store.failures(CONTRACT) == {stayed: ExtractionFault.NO_CHUNKS}


def test_schemas_are_kept_as_they_came(shelf: Shelf) -> None:
    lab = StoredSchema("lab_report", '{"title": "Labor – Бланк 📄", "fields": [1.50, null]}')
    assets = StoredSchema("assets", "not read by the store")
    shelf.store.put_schema(lab)
    shelf.store.put_schema(assets)
    store = shelf.reopened()
    assert store.schemas() == [assets, lab]
    changed = replace(lab, definition="{}")
    store.put_schema(changed)
    assert store.schemas() == [assets, changed]


def test_a_changed_schema_keeps_what_was_extracted(shelf: Shelf) -> None:
    made = kept(shelf, "a.pdf")
    shelf.store.put_schema(StoredSchema(INVOICE, "{}"))
    shelf.store.put_schema(StoredSchema(INVOICE, "[]"))
    assert shelf.store.extractions(INVOICE) == [KeptExtraction(made)]


def test_a_removed_schema_takes_everything_along(shelf: Shelf) -> None:
    made = kept(shelf, "a.pdf")
    other = replace(made, schema=CONTRACT)
    shelf.store.put(other)
    for schema in (INVOICE, CONTRACT):
        shelf.store.put_schema(StoredSchema(schema, "{}"))
        shelf.store.correct(Correction(made.document_id, schema, "total", 1.0, AT))
        shelf.store.queue([made.document_id], schema)
    late = shelf.put("b.pdf")[0]
    shelf.store.fail(late, INVOICE, ExtractionFault.NO_CHUNKS)
    shelf.store.remove_schema(INVOICE)
    store = shelf.reopened()
    assert store.schemas() == [StoredSchema(CONTRACT, "{}")]
    assert store.extractions(INVOICE) == []
    assert store.corrections(INVOICE) == []
    assert store.failures(INVOICE) == {}
    assert store.waiting_schemas() == [CONTRACT]
    assert store.extractions(CONTRACT) == [KeptExtraction(other)]
    assert len(store.corrections(CONTRACT)) == 1

"""Tables of extracted fields over a real library: rows, corrections, citations, and exports."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from app.adapters.sqlite.extraction_store import SqliteExtractions
from app.adapters.xlsx_workbook import XlsxWorkbooks
from app.core.domain.chunk import DraftChunk, Span
from app.core.domain.collection import ALL_DOCUMENTS, ScopeChoice
from app.core.domain.document import Document, DocumentStatus
from app.core.domain.extracted_table import CitedPlace, ExtractedRow
from app.core.domain.extraction import (
    Correction,
    Extraction,
    ExtractionFault,
    ExtractionSchema,
    FieldType,
    FieldValue,
    KeptCorrection,
    SchemaField,
    Standing,
    Value,
)
from app.core.errors import InvalidInput, NotFound, PageUnavailable
from app.core.ports import NewDocument
from app.services.collections import CollectionService
from app.services.extraction_tables import ExtractionTables, TableForm
from app.services.schemas import SchemaService
from app.services.viewing import PASSAGE_GONE, passage_gone
from tests.stored_documents import new_document, page
from tests.workbench import Workbench
from tests.workbooks import read_sheets

AT, NOW = "2026-11-30T20:00:00+00:00", datetime(2026, 11, 30, 21, tzinfo=UTC)
BILL = ExtractionSchema(
    "bill",
    "Bill",
    (
        SchemaField("number", "Number", FieldType.TEXT),
        SchemaField("issued", "Issued", FieldType.DATE),
        SchemaField("total", "Total", FieldType.MONEY),
        SchemaField("paid", "Paid", FieldType.YES_NO),
    ),
)
FIRST, SECOND = "Bill RE-17 of 3 March 2024.", "Total: 1.234,50 EUR"


def bill(name: str, content: str = "") -> NewDocument:
    """A document of two labelled pages, and one passage over both."""
    pages = (page(1, FIRST, label="i"), page(2, SECOND, label="ii"))
    spans = (Span(1, 0, len(FIRST), 0), Span(2, 0, len(SECOND), len(FIRST) + 1))
    passage = DraftChunk(f"{FIRST}\n{SECOND}", ("Bills",), spans, tokens=9)
    return replace(new_document(name, [], sha256=name + content), pages=pages, chunks=(passage,))


def found(
    name: str, value: Value, chunk: int | None, quote: str = "", confidence: float = 0.9
) -> FieldValue:
    start = f"{FIRST}\n{SECOND}".index(quote) if quote else 0
    return FieldValue(name, value, confidence, chunk, bool(quote), quote, start, start + len(quote))


class Desk:
    """A library with tables."""

    def __init__(self, bench: Workbench) -> None:
        self.library = bench.library
        self.store = SqliteExtractions(bench.database)
        self.collections = CollectionService(bench.collections, bench.library)
        self.schemas = SchemaService(self.store)
        self.schemas.put(BILL)
        self.tables = ExtractionTables(
            self.library,
            self.collections,
            self.store,
            self.schemas,
            XlsxWorkbooks(),
            clock=lambda: NOW,
        )

    def put(self, name: str, content: str = "") -> Document:
        return self.library.save_document(bill(name, content))

    def extract(self, document: Document, schema: str = "bill") -> int:
        """What a model finds in a bill; the id of its passage."""
        (chunk,) = self.library.document_chunks(document.id)
        fields = (
            found("number", "RE-17", chunk.id, "RE-17"),
            found("issued", date(2024, 3, 4), chunk.id),
            found("total", 1234.5, chunk.id, "1.234,50 EUR", 0.7),
            found("paid", None, None),
        )
        extraction = Extraction(document.id, schema, fields, "a model", AT, (chunk.id,))
        assert self.store.put(extraction)
        return chunk.id

    def rows(self, choice: ScopeChoice = ALL_DOCUMENTS) -> tuple[ExtractedRow, ...]:
        return self.tables.table("bill", choice).rows


@pytest.fixture
def desk(bench: Workbench) -> Desk:
    return Desk(bench)


# --- rows -----------------------------------------------------------------------------------


def test_a_row_says_what_was_found_and_where_it_stands(desk: Desk) -> None:
    document = desk.put("a.pdf")
    desk.extract(document)
    (row,) = desk.rows()
    assert (row.document_id, row.document, row.path) == (document.id, "a", document.path)
    assert (row.model, row.made_at, row.standing) == ("a model", AT, Standing.CURRENT)
    assert [cell.value for cell in row.cells] == ["RE-17", date(2024, 3, 4), 1234.5, None]
    assert [cell.verified for cell in row.cells] == [True, False, True, False]
    assert row.to_review == ("issued", "total")
    assert [cell.place for cell in row.cells] == [
        CitedPlace(1, "i"),
        CitedPlace(1, "i"),
        CitedPlace(2, "ii"),
        None,
    ]
    assert desk.tables.row("bill", document.id) == row


def test_every_document_has_a_row_in_the_order_of_the_library(desk: Desk) -> None:
    last, first, third = desk.put("c.pdf"), desk.put("A.pdf"), desk.put("b.pdf")
    desk.extract(last)
    desk.extract(third)
    table = desk.tables.table("bill", ALL_DOCUMENTS)
    assert table.schema == BILL
    assert [row.document_id for row in table.rows] == [first.id, third.id, last.id]
    assert table.rows[0].cells[2].place is None
    assert table.rows[2].cells[2].place == CitedPlace(2, "ii")


def test_what_was_never_extracted_has_empty_cells(desk: Desk) -> None:
    desk.put("a.pdf")
    (row,) = desk.rows()
    assert [cell.name for cell in row.cells] == ["number", "issued", "total", "paid"]
    assert {(cell.found, cell.correction, cell.place) for cell in row.cells} == {(None,) * 3}
    assert (row.made_at, row.fault, row.waiting, row.to_review) == ("", None, False, ())


def test_what_failed_last_is_said_beside_the_values_of_before(desk: Desk) -> None:
    first, second = desk.put("a.pdf"), desk.put("b.pdf")
    desk.extract(first)
    for document in (first, second):
        desk.store.fail(document.id, "bill", ExtractionFault.PARSE_ERROR)
    old, new = desk.rows()
    assert old.fault is new.fault is ExtractionFault.PARSE_ERROR
    assert [row.cells[0].value for row in (old, new)] == ["RE-17", None]
    assert desk.tables.row("bill", second.id) == new


def test_only_what_was_chosen_is_in_the_table(desk: Desk) -> None:
    first, second, third = (desk.put(name) for name in ("a.pdf", "b.pdf", "c.pdf"))
    made = desk.collections.create("Bills", [first.id, third.id])
    chosen = desk.rows(ScopeChoice(made.id))
    assert [row.document_id for row in chosen] == [first.id, third.id]
    chosen = desk.rows(ScopeChoice(document_ids=frozenset({second.id, 99})))
    assert [row.document_id for row in chosen] == [second.id]
    desk.collections.delete(made.id)
    with pytest.raises(NotFound) as gone:
        desk.rows(ScopeChoice(made.id))
    assert gone.value.code == "collection_not_found"


@pytest.mark.parametrize("status", DocumentStatus)
def test_what_cannot_be_read_has_no_row_unless_it_has_values(
    desk: Desk, status: DocumentStatus
) -> None:
    document = desk.library.save_document(replace(bill("a.pdf"), status=status))
    assert len(desk.rows()) == status.searchable
    desk.tables.correct("bill", document.id, "number", "RE-17")
    assert len(desk.rows()) == 1
    desk.tables.withdraw("bill", document.id, "number")
    assert len(desk.rows()) == status.searchable
    desk.extract(document)
    assert len(desk.rows()) == 1


def test_a_removed_document_is_gone_from_the_table(desk: Desk) -> None:
    document = desk.put("a.pdf")
    desk.extract(document)
    desk.tables.correct("bill", document.id, "number", "17")
    desk.tables.queue("bill", [document.id])
    desk.library.remove_documents([document.id])
    table = desk.tables.table("bill", ALL_DOCUMENTS)
    assert (table.rows, table.waiting) == ((), frozenset())
    with pytest.raises(NotFound) as gone:
        desk.tables.row("bill", document.id)
    assert gone.value.code == "document_not_found"


@pytest.mark.parametrize(
    ("content", "standing"), [("", Standing.READ_ANEW), ("new", Standing.CHANGED)]
)
def test_after_another_reading_values_stay_and_have_no_place(
    desk: Desk, content: str, standing: Standing
) -> None:
    document = desk.put("a.pdf")
    desk.extract(document)
    desk.put("a.pdf", content)
    (row,) = desk.rows()
    assert row.standing is standing
    assert row.cells[0].value == "RE-17"
    assert {cell.place for cell in row.cells} == {None}
    assert desk.tables.row("bill", document.id) == row


def test_each_schema_has_a_table_of_its_own(desk: Desk) -> None:
    document = desk.put("a.pdf")
    desk.extract(document, "invoice")
    assert desk.rows()[0].cells[0].found is None
    invoices = desk.tables.table("invoice", ALL_DOCUMENTS)
    assert invoices.schema.built_in
    assert [cell.value for cell in invoices.rows[0].cells] == ["RE-17", None, None, 1234.5, None]


@pytest.mark.parametrize("ask", ["table", "row", "queue", "correct", "citation", "export"])
def test_a_schema_that_there_is_not(desk: Desk, ask: str) -> None:
    document = desk.put("a.pdf")
    calls: dict[str, Callable[[], object]] = {
        "table": lambda: desk.tables.table("none", ALL_DOCUMENTS),
        "row": lambda: desk.tables.row("none", document.id),
        "queue": lambda: desk.tables.queue("none", [document.id]),
        "correct": lambda: desk.tables.correct("none", document.id, "number", "1"),
        "citation": lambda: desk.tables.citation("none", document.id, "number"),
        "export": lambda: desk.tables.export("none", ALL_DOCUMENTS, TableForm.CSV),
    }
    with pytest.raises(NotFound) as caught:
        calls[ask]()
    assert caught.value.code == "unknown_schema"
    assert not desk.tables.pending()


# --- what is to be read ---------------------------------------------------------------------


def test_documents_wait_until_they_are_read_or_stopped(desk: Desk) -> None:
    first, second = desk.put("a.pdf"), desk.put("b.pdf")
    desk.store.fail(first.id, "bill", ExtractionFault.PARSE_ERROR)
    assert not desk.tables.pending()
    desk.tables.queue("bill", [second.id, first.id, 99])
    assert desk.tables.pending()
    assert desk.store.waiting("bill") == [second.id, first.id]
    table = desk.tables.table("bill", ScopeChoice(document_ids=frozenset({first.id})))
    assert table.waiting == {first.id, second.id}
    assert [(row.waiting, row.fault) for row in table.rows] == [(True, None)]
    assert desk.tables.row("bill", second.id).waiting

    desk.extract(first)
    assert not desk.tables.row("bill", first.id).waiting
    desk.tables.stop("bill")
    assert not desk.tables.pending()
    assert [row.waiting for row in desk.rows()] == [False, False]
    assert desk.tables.row("bill", first.id).cells[0].value == "RE-17"


def test_to_stop_one_schema_leaves_the_others_waiting(desk: Desk) -> None:
    document = desk.put("a.pdf")
    desk.tables.queue("bill", [document.id])
    desk.tables.queue("invoice", [document.id])
    desk.tables.stop("bill")
    desk.tables.stop("a schema that is gone")
    assert desk.tables.pending()
    assert desk.store.waiting("invoice") == [document.id]


# --- corrections ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("number", " RE-18 ", "RE-18"),
        ("issued", "3. März 2024", date(2024, 3, 3)),
        ("total", "1.234,60 €", 1234.6),
        ("paid", "ja", True),
        ("total", "", None),
    ],
)
def test_a_person_says_what_a_field_holds(desk: Desk, field: str, text: str, value: Value) -> None:
    document = desk.put("a.pdf")
    desk.extract(document)
    before = desk.tables.row("bill", document.id)
    row = desk.tables.correct("bill", document.id, field, text)
    (cell,) = [one for one in row.cells if one.name == field]
    (old,) = [one for one in before.cells if one.name == field]
    made = Correction(document.id, "bill", field, value, "2026-11-30T21:00:00+00:00")
    assert cell == replace(old, correction=KeptCorrection(made))
    assert cell.value == value
    assert [one for one in row.cells if one != cell] == [one for one in before.cells if one != old]
    assert desk.rows() == (row,)
    assert desk.tables.withdraw("bill", document.id, field) == before


def test_a_document_may_be_corrected_before_it_is_extracted(desk: Desk) -> None:
    document, other = desk.put("a.pdf"), desk.put("b.pdf")
    desk.tables.correct("bill", document.id, "number", "1")
    assert [row.cells[0].value for row in desk.rows()] == ["1", None]
    desk.extract(document)
    assert desk.tables.row("bill", document.id).cells[0].value == "1"
    assert desk.tables.row("bill", other.id).cells[0].value is None


@pytest.mark.parametrize(
    ("field", "text", "code"),
    [("issued", "03/04/2024", "ambiguous_value"), ("total", "twenty or so", "invalid_value")],
)
def test_what_is_no_value_is_refused_and_nothing_is_kept(
    desk: Desk, field: str, text: str, code: str
) -> None:
    document = desk.put("a.pdf")
    with pytest.raises(InvalidInput) as caught:
        desk.tables.correct("bill", document.id, field, text)
    assert caught.value.code == code
    assert desk.store.corrections("bill") == []


def test_a_field_or_document_that_there_is_not(desk: Desk) -> None:
    document = desk.put("a.pdf")
    for call in (
        lambda: desk.tables.correct("bill", document.id, "vendor", "x"),
        lambda: desk.tables.withdraw("bill", document.id, "vendor"),
        lambda: desk.tables.citation("bill", document.id, "vendor"),
    ):
        with pytest.raises(NotFound, match="“Bill” has no field") as caught:
            call()
        assert caught.value.code == "unknown_field"
    for call in (
        lambda: desk.tables.correct("bill", 99, "number", "x"),
        lambda: desk.tables.withdraw("bill", 99, "number"),
        lambda: desk.tables.citation("bill", 99, "number"),
    ):
        with pytest.raises(NotFound) as caught:
            call()
        assert caught.value.code == "document_not_found"
    assert desk.store.corrections("bill") == []


# --- citations ------------------------------------------------------------------------------


def test_a_value_leads_to_its_words(desk: Desk) -> None:
    document = desk.put("a.pdf")
    chunk = desk.extract(document)
    citation = desk.tables.citation("bill", document.id, "total")
    first, second = bill("a.pdf").pages
    assert (citation.chunk_id, citation.document_id) == (chunk, document.id)
    assert (citation.document, citation.path) == ("a", document.path)
    assert (citation.page, citation.label, citation.heading) == (2, "ii", "Bills")
    assert (citation.quote, citation.verified) == ("1.234,50 EUR", True)
    at = SECOND.index("1.234,50")
    assert citation.boxes == second.boxes(at, len(SECOND)) != ()
    assert citation.passage_boxes == (
        *first.boxes(0, len(FIRST)),
        *second.boxes(0, len(SECOND)),
    )
    assert not citation.hidden


def test_what_was_not_found_there_leads_to_the_whole_passage(desk: Desk) -> None:
    document = desk.put("a.pdf")
    desk.extract(document)
    citation = desk.tables.citation("bill", document.id, "issued")
    assert (citation.quote, citation.verified) == (f"{FIRST}\n{SECOND}", False)
    assert (citation.page, citation.label, citation.boxes) == (1, "i", ())
    assert {box.page for box in citation.passage_boxes} == {1, 2}


def test_a_corrected_value_still_leads_to_what_the_model_cited(desk: Desk) -> None:
    document = desk.put("a.pdf")
    desk.extract(document)
    before = desk.tables.citation("bill", document.id, "total")
    desk.tables.correct("bill", document.id, "total", "7")
    assert desk.tables.citation("bill", document.id, "total") == before


def test_where_nothing_is_cited_there_is_nothing_to_show(desk: Desk) -> None:
    document = desk.put("a.pdf")
    with pytest.raises(NotFound) as caught:
        desk.tables.citation("bill", document.id, "total")
    assert caught.value.code == "no_citation"
    desk.extract(document)
    with pytest.raises(NotFound) as caught:
        desk.tables.citation("bill", document.id, "paid")
    assert caught.value.code == "no_citation"


@pytest.mark.parametrize("content", ["", "new"])
def test_a_passage_that_is_gone_is_refused_as_the_viewer_does(desk: Desk, content: str) -> None:
    document = desk.put("a.pdf")
    desk.extract(document)
    desk.put("a.pdf", content)
    for field in ("total", "issued"):
        with pytest.raises(PageUnavailable) as caught:
            desk.tables.citation("bill", document.id, field)
        assert caught.value.code == PASSAGE_GONE
        assert caught.value.message == passage_gone().message


# --- exports --------------------------------------------------------------------------------


def three(desk: Desk) -> None:
    """One that was extracted and corrected, one that waits, and one that failed."""
    first, second, third = (desk.put(name) for name in ("a.pdf", "b.pdf", "c.pdf"))
    desk.extract(first)
    desk.tables.correct("bill", first.id, "total", "1234.60")
    desk.tables.queue("bill", [second.id])
    desk.store.fail(third.id, "bill", ExtractionFault.NO_CHUNKS)


STATES = [
    "Extracted",
    "Waiting to be extracted",
    "Failed: the document holds no readable text",
]


def test_a_table_as_csv(desk: Desk) -> None:
    three(desk)
    content = desk.tables.export("bill", ALL_DOCUMENTS, TableForm.CSV)
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert [row["State"] for row in rows] == STATES
    assert [row["Total"] for row in rows] == ["1234.6", "", ""]
    assert (rows[0]["Number: Page"], rows[0]["Number: Page label"]) == ("1", "i")


def test_a_table_as_a_workbook(desk: Desk) -> None:
    three(desk)
    sheets = read_sheets(desk.tables.export("bill", ALL_DOCUMENTS, TableForm.XLSX))
    values = sheets["Values"]
    assert [values[f"G{row}"].value for row in (2, 3, 4)] == STATES
    assert (values["D2"].kind, values["D2"].value) == ("number", "1234.6")


def test_a_table_as_json(desk: Desk) -> None:
    three(desk)
    tree = json.loads(desk.tables.export("bill", ALL_DOCUMENTS, TableForm.JSON))
    assert [one["status"] for one in tree["documents"]] == ["ok", "waiting", "failed"]
    assert tree["documents"][0]["fields"]["total"]["extracted_value"] == 1234.5


def test_an_export_holds_what_was_chosen(desk: Desk) -> None:
    three(desk)
    chosen = frozenset({desk.rows()[1].document_id})
    content = desk.tables.export("bill", ScopeChoice(document_ids=chosen), TableForm.JSON)
    assert [one["document"] for one in json.loads(content)["documents"]] == ["b"]

"""Schemas of a library: kept, found, put in the place of others, and given up."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from app.adapters.sqlite.extraction_store import SqliteExtractions
from app.core.domain.extraction import (
    Correction,
    Extraction,
    ExtractionSchema,
    FieldType,
    FieldValue,
    SchemaField,
)
from app.core.errors import InvalidInput, NotFound
from app.core.extraction.built_in import BUILT_IN
from app.core.extraction.schemas import schema_to_json
from app.core.ports import StoredSchema
from app.services.schemas import SchemaService
from tests.fakes.extraction_store import MemoryExtractions
from tests.stored_documents import new_document
from tests.workbench import Workbench

LEASE = ExtractionSchema(
    "lease", "Lease", (SchemaField("rent", "Rent", FieldType.MONEY, "A month.", True),), "Homes."
)
BADGE = ExtractionSchema(
    "badge", "a badge", (SchemaField("kind", "Kind", FieldType.CHOICE, choices=("old", "new")),)
)
UNREADABLE = StoredSchema("future", '{"name": "future", "fields": [], "shape": 3}')


@pytest.fixture
def store() -> MemoryExtractions:
    return MemoryExtractions()


@pytest.fixture
def service(store: MemoryExtractions) -> SchemaService:
    return SchemaService(store)


def test_those_of_the_program_come_first(service: SchemaService) -> None:
    assert service.schemas() == BUILT_IN
    service.put(LEASE)
    service.put(BADGE)
    assert service.schemas() == (*BUILT_IN, BADGE, LEASE)


def test_a_schema_is_found_by_its_name(service: SchemaService) -> None:
    service.put(LEASE)
    assert service.named("lease") == LEASE
    assert service.named("invoice") == BUILT_IN[0]
    with pytest.raises(NotFound, match="invoice, contract, paper, lab_report, lease") as absent:
        service.named("rent" * 100)
    assert absent.value.code == "unknown_schema"
    assert "rent" * 20 not in absent.value.message


def test_what_is_kept_is_there_for_the_next_program(bench: Workbench) -> None:
    store = SqliteExtractions(bench.database)
    assert SchemaService(store).put(replace(BADGE, built_in=True)) == BADGE
    assert SchemaService(store).add(schema_to_json(LEASE)) == LEASE
    assert SchemaService(SqliteExtractions(bench.database)).schemas()[-2:] == (BADGE, LEASE)


@pytest.mark.parametrize("text", ["", "[]", '{"name": "lease", "fields": []}'])
def test_what_is_no_schema_is_not_kept(service: SchemaService, text: str) -> None:
    with pytest.raises(InvalidInput):
        service.add(text)
    with pytest.raises(InvalidInput):
        service.put(replace(LEASE, fields=()))
    assert service.schemas() == BUILT_IN


def test_a_name_that_is_taken_is_replaced_only_when_that_is_wanted(service: SchemaService) -> None:
    service.put(LEASE)
    changed = replace(LEASE, title="Leases")
    for keep in (service.put, lambda schema: service.add(schema_to_json(schema))):
        with pytest.raises(InvalidInput) as taken:
            keep(changed)
        assert taken.value.code == "schema_exists"
    assert service.named("lease") == LEASE
    service.add(schema_to_json(changed), replacing=True)
    assert service.named("lease") == changed
    service.put(LEASE, replacing=True)
    assert service.named("lease") == LEASE


@pytest.mark.parametrize("replacing", [False, True])
def test_those_of_the_program_are_never_replaced(service: SchemaService, replacing: bool) -> None:
    with pytest.raises(InvalidInput) as refused:
        service.put(replace(LEASE, name="invoice"), replacing=replacing)
    assert refused.value.code == "schema_built_in"
    with pytest.raises(InvalidInput, match="stays") as refused:
        service.remove("invoice")
    assert refused.value.code == "schema_built_in"
    assert service.schemas() == BUILT_IN


def test_a_schema_is_given_up_with_all_that_was_extracted_by_it(bench: Workbench) -> None:
    store = SqliteExtractions(bench.database)
    service = SchemaService(store)
    document = bench.library.save_document(new_document("lease.pdf", ["The rent is 9 EUR."]))
    for schema in (LEASE, BADGE):
        service.put(schema)
        rent = FieldValue(schema.fields[0].name, None, 0.9, None)
        assert store.put(Extraction(document.id, schema.name, (rent,), "tiny", "2026-12-01"))
        assert store.correct(Correction(document.id, schema.name, rent.name, None, "2026-12-02"))

    assert service.remove("lease") == LEASE

    assert service.schemas() == (*BUILT_IN, BADGE)
    assert (store.extractions("lease"), store.corrections("lease")) == ([], [])
    assert (len(store.extractions("badge")), len(store.corrections("badge"))) == (1, 1)
    with pytest.raises(NotFound) as gone:
        service.remove("lease")
    assert gone.value.code == "unknown_schema"


def test_what_a_later_version_has_stored_is_left_where_it_is(
    service: SchemaService, store: MemoryExtractions, caplog: pytest.LogCaptureFixture
) -> None:
    store.put_schema(UNREADABLE)
    with caplog.at_level(logging.WARNING):
        assert service.schemas() == BUILT_IN
        assert "future" not in caplog.text
        with pytest.raises(InvalidInput, match="cannot read") as taken:
            service.put(replace(LEASE, name="future"))
        assert taken.value.code == "schema_exists"
        assert store.schemas() == [UNREADABLE]
        service.put(LEASE)
        service.put(replace(LEASE, name="future"), replacing=True)
    assert {schema.name for schema in service.schemas()[-2:]} == {"lease", "future"}

"""Schemas while they are written: where their names come from, and what is lost by a change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.extraction.built_in import BUILT_IN
from app.core.extraction.drafts import (
    FieldDraft,
    SchemaDraft,
    copy_of,
    draft_of,
    loses_values,
    written_schema,
)

TOTAL = SchemaField("total", "Total", FieldType.MONEY)


def names(*fields: FieldDraft) -> list[str]:
    return [field.name for field in written_schema(SchemaDraft("x", fields=fields), ()).fields]


@pytest.mark.parametrize("schema", BUILT_IN, ids=lambda schema: schema.name)
def test_a_stored_schema_comes_back_as_it_was(schema: ExtractionSchema) -> None:
    draft = draft_of(schema)
    assert written_schema(draft, {schema.name}) == replace(schema, built_in=False)
    assert [field.kept for field in draft.fields] == list(schema.fields)


def test_names_follow_titles_until_they_are_chosen() -> None:
    assert names(FieldDraft("Issue date"), FieldDraft("Total")) == ["issue_date", "total"]
    assert names(FieldDraft("Issue date", name="day")) == ["day"]


def test_names_that_are_made_give_way_to_those_that_are_kept() -> None:
    assert names(FieldDraft("Total"), FieldDraft("Sum", name="total"), FieldDraft("total")) == [
        "total_2",
        "total",
        "total_3",
    ]
    # Two that were chosen are a fault, and shown as one.
    assert names(FieldDraft(name="a"), FieldDraft(name="a")) == ["a", "a"]


def test_the_name_of_a_new_schema_avoids_those_of_others() -> None:
    assert written_schema(SchemaDraft("Invoice"), {"invoice"}).name == "invoice_2"
    assert written_schema(SchemaDraft("Invoice", name="invoice"), {"invoice"}).name == "invoice"


def test_what_was_pasted_is_made_tidy() -> None:
    field = FieldDraft(
        " Issue\ndate ", FieldType.CHOICE, "\tOne\ttwo\nthree \n", choices=(" a  b ", "", " ", "c")
    )
    [made] = written_schema(SchemaDraft("x", fields=(field,)), ()).fields
    assert (made.title, made.description) == ("Issue date", "One two\nthree")
    assert made.choices == ("a b", "c")


def test_choices_count_for_their_type_only() -> None:
    field = FieldDraft("Kind", FieldType.TEXT, choices=("a",))
    [made] = written_schema(SchemaDraft("x", fields=(field,)), ()).fields
    assert made.choices == ()


def test_a_copy_keeps_the_names_of_fields_and_gets_its_own() -> None:
    made = written_schema(copy_of(BUILT_IN[0], "Bills"), {"invoice"})
    assert (made.name, made.title) == ("bills", "Bills")
    assert made.fields == BUILT_IN[0].fields
    assert all(field.kept is None for field in copy_of(BUILT_IN[0], "Bills").fields)


@pytest.mark.parametrize(
    ("now", "lost"),
    [
        (TOTAL, False),
        (replace(TOTAL, title="Sum", description="All.", required=True), False),
        (replace(TOTAL, name="sum"), True),
        (replace(TOTAL, type=FieldType.NUMBER), False),
        (None, True),
    ],
)
def test_values_are_lost_with_the_name(now: SchemaField | None, lost: bool) -> None:
    assert loses_values(TOTAL, now) is lost

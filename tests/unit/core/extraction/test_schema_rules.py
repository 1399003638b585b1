"""Where a rule is broken, and how that is said beside it. (What a file is told: test_schemas.)"""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.extraction.built_in import BUILT_IN
from app.core.extraction.schema_rules import (
    MAX_CHOICE_CHARACTERS,
    MAX_CHOICES,
    MAX_DESCRIPTION_CHARACTERS,
    MAX_FIELDS,
    MAX_NAME_CHARACTERS,
    MAX_TITLE_CHARACTERS,
    SchemaPart,
    schema_faults,
)

FIRST = SchemaField("first", "First", FieldType.TEXT)
FIELD = SchemaField("kind", "Kind", FieldType.CHOICE, "Which.", True, ("a", "b"))
SCHEMA = ExtractionSchema("mine", "Mine", (FIRST, FIELD), "My own.")


def places(schema: ExtractionSchema) -> list[tuple[int | None, SchemaPart]]:
    return [(fault.field, fault.part) for fault in schema_faults(schema)]


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"name": ""}, SchemaPart.NAME),
        ({"name": "Kind"}, SchemaPart.NAME),
        ({"name": "a" * (MAX_NAME_CHARACTERS + 1)}, SchemaPart.NAME),
        ({"name": "first"}, SchemaPart.NAME),
        ({"title": " "}, SchemaPart.TITLE),
        ({"title": "a" * (MAX_TITLE_CHARACTERS + 1)}, SchemaPart.TITLE),
        ({"title": "a\x00"}, SchemaPart.TITLE),
        ({"description": "a" * (MAX_DESCRIPTION_CHARACTERS + 1)}, SchemaPart.DESCRIPTION),
        ({"description": "a\x00"}, SchemaPart.DESCRIPTION),
        ({"type": FieldType.TEXT}, SchemaPart.TYPE),
        ({"choices": ()}, SchemaPart.CHOICES),
        ({"choices": ("",)}, SchemaPart.CHOICES),
        ({"choices": ("a ",)}, SchemaPart.CHOICES),
        ({"choices": ("a", "A")}, SchemaPart.CHOICES),
        ({"choices": ("a" * (MAX_CHOICE_CHARACTERS + 1),)}, SchemaPart.CHOICES),
        ({"choices": tuple(map(str, range(MAX_CHOICES + 1)))}, SchemaPart.CHOICES),
    ],
)
def test_a_fault_of_a_field_is_told_at_its_part(
    changes: dict[str, object], part: SchemaPart
) -> None:
    schema = replace(SCHEMA, fields=(FIRST, replace(FIELD, **changes)))  # type: ignore[arg-type]
    [fault] = schema_faults(schema)
    assert (fault.field, fault.part) == (1, part)
    assert "the field" not in fault.here.lower()
    assert fault.here.endswith(".")


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"name": "1st"}, SchemaPart.NAME),
        ({"title": ""}, SchemaPart.TITLE),
        ({"description": "a" * (MAX_DESCRIPTION_CHARACTERS + 1)}, SchemaPart.DESCRIPTION),
        ({"fields": ()}, SchemaPart.FIELDS),
    ],
)
def test_a_fault_of_the_schema_belongs_to_no_field(
    changes: dict[str, object], part: SchemaPart
) -> None:
    assert places(replace(SCHEMA, **changes)) == [(None, part)]  # type: ignore[arg-type]


def test_too_many_fields_are_the_fault_of_the_schema() -> None:
    fields = tuple(replace(FIRST, name=f"f{number}") for number in range(MAX_FIELDS + 1))
    assert places(replace(SCHEMA, fields=fields)) == [(None, SchemaPart.FIELDS)]


def test_all_faults_are_told_and_every_field_that_repeats_a_name() -> None:
    fields = (FIRST, replace(FIRST, title=""), FIRST, replace(FIELD, choices=()))
    assert places(replace(SCHEMA, title="", fields=fields)) == [
        (None, SchemaPart.TITLE),
        (1, SchemaPart.TITLE),
        (3, SchemaPart.CHOICES),
        (1, SchemaPart.NAME),
        (2, SchemaPart.NAME),
    ]


@pytest.mark.parametrize("schema", [SCHEMA, *BUILT_IN], ids=lambda schema: schema.name)
def test_nothing_is_told_of_what_keeps_all_rules(schema: ExtractionSchema) -> None:
    assert places(schema) == []

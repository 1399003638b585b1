"""Schemas from forms and files, and the registry that finds them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.errors import InvalidInput, NotFound
from app.core.extraction.built_in import BUILT_IN
from app.core.extraction.registry import SchemaRegistry
from app.core.extraction.schema_rules import (
    MAX_CHOICE_CHARACTERS,
    MAX_CHOICES,
    MAX_DESCRIPTION_CHARACTERS,
    MAX_FIELDS,
    MAX_NAME_CHARACTERS,
    MAX_TITLE_CHARACTERS,
)
from app.core.extraction.schemas import (
    MAX_JSON_CHARACTERS,
    checked_schema,
    schema_from_json,
    schema_to_json,
)

FIELD = SchemaField("kind", "Kind", FieldType.CHOICE, "Which.", True, ("a", "b"))
SCHEMA = ExtractionSchema("mine", "Mine", (FIELD,), "My own.")


def sentence(schema: ExtractionSchema | str) -> str:
    with pytest.raises(InvalidInput) as refused:
        schema_from_json(schema) if isinstance(schema, str) else checked_schema(schema)
    message = refused.value.message
    assert message.endswith(".")
    assert len(message.split(". ")) + len(message.split("; ")) > 1
    assert "pydantic" not in message
    return message


def with_field(**changes: object) -> ExtractionSchema:
    return replace(SCHEMA, fields=(replace(FIELD, **changes),))  # type: ignore[arg-type]


# --- rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Kind", "1st", "a-b", "a b", "é", "_a", "a\n", "a.b"])
def test_names_are_small_letters_digits_and_underscores(name: str) -> None:
    assert "small letters" in sentence(with_field(name=name))
    assert "small letters" in sentence(replace(SCHEMA, name=name))


@pytest.mark.parametrize(
    ("schema", "part"),
    [
        (with_field(name=""), "has no name"),
        (with_field(name="a" * (MAX_NAME_CHARACTERS + 1)), "name of the field"),
        (with_field(title=" "), "has no title"),
        (with_field(title="a" * (MAX_TITLE_CHARACTERS + 1)), "title of the field"),
        (with_field(title="a\nb"), "cannot be shown"),
        (with_field(description="\x00"), "cannot be shown"),
        (with_field(description="a" * (MAX_DESCRIPTION_CHARACTERS + 1)), "description of the"),
        (with_field(choices=()), "has no choices"),
        (with_field(choices=("a", " ")), "is empty"),
        (with_field(choices=("a", "A ")), "twice"),
        (with_field(choices=("a" * (MAX_CHOICE_CHARACTERS + 1),)), "longer than"),
        (with_field(choices=tuple(map(str, range(MAX_CHOICES + 1)))), "choices, and at most"),
        (with_field(type=FieldType.TEXT), "not of the type"),
        (replace(SCHEMA, fields=()), "no fields"),
        (replace(SCHEMA, fields=(FIELD, FIELD)), "Two fields are named “kind”"),
        (
            replace(
                SCHEMA, fields=tuple(replace(FIELD, name=f"k{n}") for n in range(MAX_FIELDS + 1))
            ),
            "Make two schemas",
        ),
        (replace(SCHEMA, title=""), "schema “mine” has no title"),
    ],
)
def test_each_rule_has_a_sentence(schema: ExtractionSchema, part: str) -> None:
    assert part in sentence(schema)


def test_bounds_themselves_are_allowed() -> None:
    fields = tuple(
        replace(
            FIELD,
            name=f"{n:a>{MAX_NAME_CHARACTERS}}".replace(" ", "a"),
            title="a" * MAX_TITLE_CHARACTERS,
            description="a" * MAX_DESCRIPTION_CHARACTERS,
            choices=tuple(f"{c:a>{MAX_CHOICE_CHARACTERS}}" for c in range(MAX_CHOICES)),
        )
        for n in range(MAX_FIELDS)
    )
    schema = replace(SCHEMA, fields=fields)
    assert checked_schema(schema) is schema
    text = schema_to_json(schema)
    assert len(text) <= MAX_JSON_CHARACTERS
    assert schema_from_json(text) == schema


# --- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("schema", [*BUILT_IN, SCHEMA], ids=lambda schema: schema.name)
def test_a_schema_comes_back_from_its_file(schema: ExtractionSchema) -> None:
    assert schema_from_json(schema_to_json(schema)) == replace(schema, built_in=False)


def test_what_may_be_left_out() -> None:
    text = '\ufeff{"name": "mine", "fields": [{"name": "issue_date", "type": "date"}]}'
    made = schema_from_json(text)
    assert made.title == "Mine"
    assert made.fields == (SchemaField("issue_date", "Issue date", FieldType.DATE),)


def in_file(**changes: object) -> str:
    return json.dumps({"name": "mine", "fields": [{"name": "a", "type": "text"}]} | changes)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "line 1, column 1"),
        ('{"name": "mine",\n x}', "line 2, column 2"),
        ("[" * 100_000, "not valid JSON"),
        ("[]", "JSON objects"),
        ("3", "JSON objects"),
        (in_file(fields=[3]), "Write field 1 like that"),
        (in_file(fields={}), "“fields” in the schema has to be a list"),
        (in_file(name=3), "“name” in the schema has to be a text"),
        (in_file(built_in=True), "“built_in” is not known in the schema"),
        (in_file(fields=[{"name": "a", "type": "text", "x": 1}]), "“x” is not known in field 1"),
        (in_file(fields=[{"name": "a"}]), "“type” is missing in field 1"),
        (in_file(fields=[{"name": "a", "type": "text", "required": 1}]), "true or false"),
        (in_file(fields=[{"name": "a", "type": "choice", "choices": [1]}]), "a text in quot"),
        (in_file(fields=[{"name": "a", "type": "colour"}]), "“colour”, which does not exist"),
        (in_file(fields=[]), "no fields"),
        ("{}", "“name” is missing in the schema"),
        ("x" * (MAX_JSON_CHARACTERS + 1), "too large"),
    ],
)
def test_each_fault_of_a_file_has_a_sentence(text: str, part: str) -> None:
    assert part in sentence(text)


def test_a_message_shows_no_long_or_broken_names() -> None:
    message = sentence(in_file(**{"x\x00" * 500: 1}))
    assert "\x00" not in message
    assert len(message) < 300


# --- the registry -----------------------------------------------------------------------------


def test_those_that_are_built_in_keep_all_rules() -> None:
    names = [checked_schema(schema).name for schema in BUILT_IN]
    assert names == ["invoice", "contract", "paper", "lab_report"]
    assert all(schema.built_in for schema in BUILT_IN)
    assert all(field.description for schema in BUILT_IN for field in schema.fields)


def test_schemas_are_found_by_name_and_listed() -> None:
    other = replace(SCHEMA, name="other", title="an other")
    registry = SchemaRegistry([SCHEMA, replace(other, built_in=True)])
    assert registry.find("mine") == SCHEMA
    assert registry.find("other") == other
    assert registry.find("invoice") == BUILT_IN[0]
    assert registry.find("nothing") is None
    assert registry.all() == (*BUILT_IN, other, SCHEMA)


def test_names_that_are_taken() -> None:
    registry = SchemaRegistry()
    assert registry.register(SCHEMA) == SCHEMA
    with pytest.raises(InvalidInput, match="already"):
        registry.register(SCHEMA)
    changed = replace(SCHEMA, title="Changed")
    registry.register(changed, replacing=True)
    assert registry.find("mine") == changed
    for replacing in (False, True):
        with pytest.raises(InvalidInput, match="part of the program"):
            registry.register(replace(SCHEMA, name="invoice"), replacing=replacing)
    assert registry.find("invoice") == BUILT_IN[0]
    with pytest.raises(InvalidInput, match="no fields"):
        registry.register(replace(SCHEMA, name="empty", fields=()))


def test_a_schema_is_removed() -> None:
    registry = SchemaRegistry([SCHEMA])
    registry.remove("mine")
    assert registry.find("mine") is None
    with pytest.raises(NotFound):
        registry.remove("mine")
    with pytest.raises(InvalidInput, match="stays"):
        registry.remove("paper")

"""What a model writes is read strictly, and each fault has its reason."""

from __future__ import annotations

import json
import math
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.domain.extraction import (
    ExtractionFault,
    ExtractionSchema,
    FieldType,
    FieldValue,
    SchemaField,
)
from app.core.extraction.built_in import BUILT_IN
from app.core.extraction.output import (
    MAX_TEXT_CHARACTERS,
    ExtractionRefused,
    output_model,
    read_output,
)

SCHEMA = ExtractionSchema(
    "s",
    "S",
    (
        SchemaField("json", "A name that models of pydantic have too", FieldType.TEXT),
        SchemaField("total", "Total", FieldType.MONEY),
        SchemaField("count", "Count", FieldType.NUMBER),
        SchemaField("issued", "Issued", FieldType.DATE),
        SchemaField("kind", "Kind", FieldType.CHOICE, choices=("a", "b")),
        SchemaField("paid", "Paid", FieldType.YES_NO),
    ),
)


def entry(value: object, confidence: object = 0.5, chunk: object = 7) -> dict[str, object]:
    return {"value": value, "confidence": confidence, "source_chunk_id": chunk}


def output(**changes: object) -> dict[str, object]:
    whole: dict[str, object] = {
        "json": entry("x"),
        "total": entry(12.5),
        "count": entry(3),
        "issued": entry("2024-03-03"),
        "kind": entry("b"),
        "paid": entry(True),
    }
    return whole | changes


def fault(raw: str) -> ExtractionFault:
    with pytest.raises(ExtractionRefused) as refused:
        read_output(raw, SCHEMA, {7, 8})
    assert "secret" not in str(refused.value)
    return refused.value.fault


def test_values_come_in_the_order_of_the_schema() -> None:
    raw = json.dumps(dict(reversed(output(total=entry(12.5, 1, 8)).items())))
    assert read_output(raw, SCHEMA, {7, 8}) == (
        FieldValue("json", "x", 0.5, 7),
        FieldValue("total", 12.5, 1.0, 8),
        FieldValue("count", 3.0, 0.5, 7),
        FieldValue("issued", date(2024, 3, 3), 0.5, 7),
        FieldValue("kind", "b", 0.5, 7),
        FieldValue("paid", True, 0.5, 7),
    )


@pytest.mark.parametrize(
    "form", ["{}", " \n{}\n", "```json\n{}\n```", "```\n{}```", "\n```JSON {} ```\n", "\ufeff{}"]
)
def test_a_code_fence_and_white_space_are_tolerated(form: str) -> None:
    raw = form.replace("{}", json.dumps(output(json=entry("a ``` b"))))
    assert read_output(raw, SCHEMA, {7})[0].value == "a ``` b"


@pytest.mark.parametrize("value", [None, "", " \n"])
def test_what_the_document_does_not_tell_has_no_citation(value: object) -> None:
    for chunk in (7, None) if value is None else (7,):
        raw = json.dumps(output(json=entry(value, 0.9, chunk)))
        assert read_output(raw, SCHEMA, {7})[0] == FieldValue("json", None, 0.9, None)


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "The total is 12.",
        "[]",
        "null",
        "3",
        '"secret"',
        json.dumps(output())[:-1],
        json.dumps(output()) + " secret",
        "Here: " + json.dumps(output()),
        json.dumps(output()) * 2,
        "```json\n" + json.dumps(output()),
        "[" * 100_000,
        '{"json": ' + "1" * 5000 + "}",
    ],
)
def test_anything_but_one_object_cannot_be_parsed(raw: str) -> None:
    assert fault(raw) is ExtractionFault.PARSE_ERROR


@pytest.mark.parametrize(
    "changes",
    [
        {"json": entry(3)},
        {"json": entry("x" * (MAX_TEXT_CHARACTERS + 1))},
        {"json": entry("\ud800")},
        {"json": entry(["secret"])},
        {"total": entry("12.5")},
        {"total": entry(True)},
        {"total": entry(math.nan)},
        {"total": entry(math.inf)},
        {"total": entry(10**400)},
        {"count": entry("3")},
        {"issued": entry("3 March 2024")},
        {"issued": entry("20240303")},
        {"issued": entry("2024-W10-7")},
        {"issued": entry("2024-02-30")},
        {"issued": entry("2024-03-03T00:00:00")},
        {"issued": entry("２０２４-03-03")},
        {"issued": entry(20240303)},
        {"kind": entry("A")},
        {"kind": entry("secret")},
        {"paid": entry(1)},
        {"paid": entry("true")},
        {"json": entry("x", 1.01)},
        {"json": entry("x", -0.01)},
        {"json": entry("x", math.nan)},
        {"json": entry("x", True)},
        {"json": entry("x", "0.5")},
        {"json": entry("x", None)},
        {"json": entry("x", 0.5, None)},
        {"json": entry("x") | {"secret": 1}},
        {"json": "x"},
        {"json": None},
        {"json": {"value": "x", "confidence": 1}},
        {"json": {"value": None, "confidence": 1}},
        {"json": {"value": "x", "source_chunk_id": 7}},
        {"json": {"confidence": 1, "source_chunk_id": 7}},
        {"secret": entry("x")},
        {"field_0": entry("x")},
        {"total": entry("12"), "json": entry("x", 0.5, 99)},
    ],
    ids=repr,
)
def test_another_shape_is_invalid(changes: dict[str, object]) -> None:
    assert fault(json.dumps(output(**changes))) is ExtractionFault.SCHEMA_INVALID


def test_a_missing_field_is_invalid() -> None:
    whole = output()
    del whole["paid"]
    assert fault(json.dumps(whole)) is ExtractionFault.SCHEMA_INVALID


def test_a_key_that_stands_twice_is_invalid() -> None:
    raw = json.dumps(output())
    doubled = raw[:-1] + ', "json": ' + json.dumps(entry("secret")) + "}"
    assert fault(doubled) is ExtractionFault.SCHEMA_INVALID


@pytest.mark.parametrize("chunk", [9, 0, -7, True, 7.0, 7.5, "7", [7], {"id": 7}, 10**30], ids=repr)
def test_a_chunk_that_was_not_supplied_is_an_invalid_citation(chunk: object) -> None:
    raw = json.dumps(output(count=entry(3, 0.5, chunk)))
    assert fault(raw) is ExtractionFault.INVALID_CITATION


def test_one_is_not_true() -> None:
    raw = json.dumps({"json": entry("x", 0.5, True)})
    one = ExtractionSchema("s", "S", SCHEMA.fields[:1])
    with pytest.raises(ExtractionRefused) as refused:
        read_output(raw, one, {1})
    assert refused.value.fault is ExtractionFault.INVALID_CITATION


def test_a_null_that_cites_what_was_not_supplied_is_an_invalid_citation() -> None:
    assert fault(json.dumps(output(json=entry(None, 0.5, 9)))) is ExtractionFault.INVALID_CITATION


@pytest.mark.parametrize("schema", BUILT_IN, ids=lambda schema: schema.name)
def test_the_model_forbids_unknown_keys_at_every_level(schema: ExtractionSchema) -> None:
    described = output_model(schema).model_json_schema()
    assert list(described["properties"]) == [field.name for field in schema.fields]
    assert described["required"] == [field.name for field in schema.fields]
    shapes: list[dict[str, Any]] = [described, *described["$defs"].values()]
    assert all(shape["additionalProperties"] is False for shape in shapes)


@given(st.text(max_size=80) | st.sampled_from(["{}", '{"json":1}', "```{}```"]))
def test_any_output_is_read_or_refused(raw: str) -> None:
    with pytest.raises(ExtractionRefused):
        read_output(raw, SCHEMA, {7})

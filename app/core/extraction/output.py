"""What a model writes for a schema: the shape that it has to have, and reading it.

Decoding is constrained to this shape, but nothing here relies on that: every output is validated as
if a stranger had written it (E2, E4).
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from datetime import date
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    ValidationError,
    create_model,
    model_validator,
)

from app.core.domain.extraction import (
    ExtractionFault,
    ExtractionSchema,
    FieldType,
    FieldValue,
    SchemaField,
    Value,
)

MAX_TEXT_CHARACTERS = 500
"""Of a text value: room for a long title or ten authors, not for a paragraph."""

T = TypeVar("T")

_FENCED = re.compile(r"\s*```[\w-]*[ \t]*\r?\n?(?P<inside>.*?)\s*```\s*", re.DOTALL)
_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_UNCITED = "uncited"


class ExtractionRefused(Exception):
    """Nothing was extracted. `detail` is for the log and the trace: places and kinds of faults,
    never words of the document or of the model."""

    def __init__(self, fault: ExtractionFault, detail: str = "") -> None:
        super().__init__(f"{fault.value}: {detail}" if detail else fault.value)
        self.fault = fault
        self.detail = detail


class ExtractedField(BaseModel, Generic[T]):
    """One value, how sure the model is (0 to 1), and the chunk that holds it. `source_chunk_id` may
    be null only where `value` is, which says that the document does not tell."""

    model_config = ConfigDict(extra="forbid", strict=True)

    value: T | None
    confidence: Annotated[StrictFloat, Field(ge=0, le=1, allow_inf_nan=False)]
    source_chunk_id: Annotated[StrictInt, Field(ge=1)] | None

    @model_validator(mode="after")
    def _cited(self) -> ExtractedField[T]:
        if self.value is not None and self.source_chunk_id is None:
            raise ValueError(_UNCITED)
        return self


def output_model(schema: ExtractionSchema) -> type[BaseModel]:
    """The pydantic model of an output: an `ExtractedField` for each field of the schema, in its
    order, and no other keys (E1). Fields go by their aliases, which are the names in the schema:
    "json" and "copy" are good names of fields, but not of attributes."""
    members: dict[str, Any] = {
        f"field_{number}": (_extracted(field), Field(alias=field.name))
        for number, field in enumerate(schema.fields)
    }
    made: type[BaseModel] = create_model(
        "ExtractionOutput", __config__=ConfigDict(extra="forbid", strict=True), **members
    )
    return made


def read_output(
    raw: str, schema: ExtractionSchema, supplied_ids: Collection[int]
) -> tuple[FieldValue, ...]:
    """The values that a model wrote, in the order of the schema; none of them is verified yet.

    A blank text says that the document does not tell, as null does.

    Args:
        supplied_ids: The chunks that the model saw.

    Raises:
        ExtractionRefused: `parse_error` where the output is not one JSON object, alone or in a code
            fence; `schema_invalid` where it does not have the shape of the schema;
            `invalid_citation` where a chunk is named that was not supplied.
    """
    parsed = _parsed(raw)
    try:
        output = output_model(schema).model_validate(parsed)
    except ValidationError as error:
        raise _refusal(error, schema) from None
    values = []
    for number, field in enumerate(schema.fields):
        extracted = getattr(output, f"field_{number}")
        chunk = extracted.source_chunk_id
        if chunk is not None and chunk not in supplied_ids:
            raise ExtractionRefused(ExtractionFault.INVALID_CITATION, f"{field.name}: not supplied")
        values.append(_value(field, extracted.value, extracted.confidence, chunk))
    return tuple(values)


def written_value(written: str, field: SchemaField) -> Value:
    """The value that a piece of an output says, which is known to have the form of its field."""
    value: Value = json.loads(written)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if field.type is FieldType.DATE and isinstance(value, str):
        return date.fromisoformat(value)
    return value.strip() if isinstance(value, str) else value


def _value(field: SchemaField, value: Value, confidence: float, chunk: int | None) -> FieldValue:
    if isinstance(value, str):
        value = value.strip() or None
    if field.type in (FieldType.NUMBER, FieldType.MONEY) and value is not None:
        assert isinstance(value, float)
        value += 0.0  # no "-0"
    return FieldValue(field.name, value, confidence, None if value is None else chunk)


# --- the shape --------------------------------------------------------------------------------


def _extracted(field: SchemaField) -> Any:
    """The type of a field's entry. Those of choices differ from field to field."""
    kind: Any = _TYPES.get(field.type) or Literal.__getitem__(field.choices)
    return ExtractedField.__class_getitem__(kind)


def _iso_date(written: object) -> date:
    """Only "2024-03-03": Python itself reads "20240303" and weeks too."""
    if not isinstance(written, str) or not _ISO_DATE.fullmatch(written):
        raise ValueError("not an ISO date")
    return date.fromisoformat(written)


_Text = Annotated[StrictStr, Field(max_length=MAX_TEXT_CHARACTERS)]
_Number = Annotated[StrictFloat, Field(allow_inf_nan=False)]
_TYPES: dict[FieldType, Any] = {
    FieldType.TEXT: _Text,
    FieldType.NUMBER: _Number,
    FieldType.MONEY: _Number,
    FieldType.DATE: Annotated[date, BeforeValidator(_iso_date, json_schema_input_type=str)],
    FieldType.YES_NO: StrictBool,
}


# --- reading ----------------------------------------------------------------------------------


class _Doubled(Exception):
    """A key stands twice in one object."""


def _parsed(raw: str) -> dict[str, Any]:
    fenced = _FENCED.fullmatch(raw)
    inside = fenced["inside"] if fenced else raw
    try:
        parsed = json.loads(inside.removeprefix("\ufeff"), object_pairs_hook=_once)
    except _Doubled:
        raise ExtractionRefused(ExtractionFault.SCHEMA_INVALID, "a key stands twice") from None
    except json.JSONDecodeError as error:
        detail = f"no JSON at character {error.pos} of {len(inside)}"
        raise ExtractionRefused(ExtractionFault.PARSE_ERROR, detail) from None
    except (ValueError, RecursionError) as error:
        # Numbers of thousands of digits, and brackets in brackets without end.
        raise ExtractionRefused(ExtractionFault.PARSE_ERROR, type(error).__name__) from None
    if not isinstance(parsed, dict):
        raise ExtractionRefused(ExtractionFault.PARSE_ERROR, "no JSON object")
    return parsed


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) != len(pairs):
        raise _Doubled
    return whole


def _refusal(error: ValidationError, schema: ExtractionSchema) -> ExtractionRefused:
    """Where nothing is wrong but the chunks that are named, the fault is the citation."""
    faults = error.errors(include_url=False, include_input=False, include_context=False)
    wrong_chunks = all(
        fault["loc"][1:2] == ("source_chunk_id",) and fault["type"] != "missing" for fault in faults
    )
    known = {field.name for field in schema.fields} | {"value", "confidence", "source_chunk_id"}
    places = [
        ".".join(part if part in known else "…" for part in map(str, fault["loc"]))
        + f": {fault['type']}"
        for fault in faults[:3]
    ]
    kind = ExtractionFault.INVALID_CITATION if wrong_chunks else ExtractionFault.SCHEMA_INVALID
    return ExtractionRefused(kind, "; ".join(places))

"""Schemas as a person writes them: checked, and read from and written to JSON.

A schema comes from a form or from a file that somebody else made, so every rule that it can break
has a sentence of its own. The same rules hold for both ways.
"""

from __future__ import annotations

import json

from pydantic import BaseModel, ConfigDict, ValidationError

from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.errors import InvalidInput
from app.core.extraction.schema_rules import schema_faults, shown_name

MAX_JSON_CHARACTERS = 1_000_000
"""A schema with all of its texts at their bounds is smaller, even with its letters escaped."""
MAX_FILE_BYTES = 4 * MAX_JSON_CHARACTERS + 4
"""A larger file holds more characters than that, whatever its encoding."""

_TYPES = ", ".join(f'"{kind.value}"' for kind in FieldType)


class _FieldShape(BaseModel):
    """A field as it stands in a file. The type is checked later, for a sentence of its own."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str
    type: str
    title: str = ""
    description: str = ""
    required: bool = False
    choices: list[str] = []


class _SchemaShape(BaseModel):
    """A schema as it stands in a file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str
    fields: list[_FieldShape]
    title: str = ""
    description: str = ""


def schema_text(content: bytes) -> str:
    """The text of a file with a schema, for `schema_from_json`. Editors and shells of Windows write
    UTF-16 as well as UTF-8, which JSON is by its standard (RFC 8259).

    Raises:
        InvalidInput: the file is too large for a schema, or holds no text.
    """
    if len(content) > MAX_FILE_BYTES:
        raise _too_large()
    try:
        return content.decode(json.detect_encoding(content))
    except UnicodeDecodeError:
        raise InvalidInput(
            "The file is not a text file. Choose a JSON file with one schema."
        ) from None


def schema_from_json(text: str) -> ExtractionSchema:
    """The schema that a JSON text describes. A title that is left out is made from the name.

    Raises:
        InvalidInput: the text is no JSON, or no schema, or breaks a rule; the message says which.
    """
    if len(text) > MAX_JSON_CHARACTERS:
        raise _too_large()
    try:
        raw = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"The schema is not valid JSON: line {error.lineno}, column {error.colno} cannot be "
            "read. Correct it there, or export the schema once more."
        ) from None
    except (ValueError, RecursionError):
        raise InvalidInput("The schema is not valid JSON. Export the schema once more.") from None
    try:
        shape = _SchemaShape.model_validate(raw)
    except ValidationError as error:
        raise InvalidInput(_explained(error)) from None
    return checked_schema(
        ExtractionSchema(
            name=shape.name,
            title=shape.title or title_of(shape.name),
            fields=tuple(_field(field) for field in shape.fields),
            description=shape.description,
        )
    )


def schema_to_json(schema: ExtractionSchema) -> str:
    """A schema as indented JSON, which `schema_from_json` reads back. Whether it is built in is not
    part of it."""
    fields = []
    for field in schema.fields:
        entry: dict[str, object] = {
            "name": field.name,
            "title": field.title,
            "type": field.type.value,
            "description": field.description,
            "required": field.required,
        }
        if field.choices:
            entry["choices"] = list(field.choices)
        fields.append(entry)
    whole = {
        "name": schema.name,
        "title": schema.title,
        "description": schema.description,
        "fields": fields,
    }
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def _too_large() -> InvalidInput:
    return InvalidInput("The file is too large for a schema. Choose a file with one schema.")


def title_of(name: str) -> str:
    """A title made from a name: "issue_date" gives "Issue date"."""
    spaced = name.replace("_", " ").strip()
    return spaced[:1].upper() + spaced[1:]


def checked_schema(schema: ExtractionSchema) -> ExtractionSchema:
    """The schema itself, when it keeps all rules.

    Raises:
        InvalidInput: it breaks one; the message names the field and says what to do.
    """
    for fault in schema_faults(schema):
        raise InvalidInput(fault.sentence)
    return schema


def _field(shape: _FieldShape) -> SchemaField:
    try:
        kind = FieldType(shape.type)
    except ValueError:
        raise InvalidInput(
            f"The field “{shown_name(shape.name)}” has the type “{shown_name(shape.type)}”, which "
            f"does not exist. Choose one of {_TYPES}."
        ) from None
    return SchemaField(
        name=shape.name,
        title=shape.title or title_of(shape.name),
        type=kind,
        description=shape.description,
        required=shape.required,
        choices=tuple(shape.choices),
    )


_WHOLE_KEYS = ", ".join(f"“{name}”" for name in _SchemaShape.model_fields)
_FIELD_KEYS = ", ".join(f"“{name}”" for name in _FieldShape.model_fields)


def _explained(error: ValidationError) -> str:
    """The first fault of the shape in a sentence that says where it is."""
    fault = error.errors(include_url=False, include_input=False)[0]
    place = fault["loc"]
    keys = [part for part in place if isinstance(part, str)]
    numbers = [part + 1 for part in place if isinstance(part, int)]
    inside = f"field {numbers[0]}" if len(keys) + len(numbers) > 1 and numbers else "the schema"
    allowed = _FIELD_KEYS if numbers else _WHOLE_KEYS
    key = shown_name(keys[-1]) if keys else ""
    if fault["type"] == "extra_forbidden":
        return f"“{key}” is not known in {inside}. Take it away; these are known: {allowed}."
    if fault["type"] == "missing":
        return f"“{key}” is missing in {inside}. Add it."
    if not keys or (keys == ["fields"] and numbers):
        return f"A schema and its fields are JSON objects with {allowed}. Write {inside} like that."
    wanted = {
        "string_type": "a text in quotation marks",
        "bool_type": "true or false",
        "list_type": "a list in square brackets",
    }.get(fault["type"], "something else")
    return f"“{key}” in {inside} has to be {wanted}. Change it."

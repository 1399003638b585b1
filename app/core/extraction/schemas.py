"""Schemas as a person writes them: checked, and read from and written to JSON.

A schema comes from a form or from a file that somebody else made, so every rule that it can break
has a sentence of its own. The same rules hold for both ways.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator

from pydantic import BaseModel, ConfigDict, ValidationError

from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.errors import InvalidInput

MAX_FIELDS = 40
"""A model fills in so many in one go; more do not fit its context with their descriptions."""
MAX_NAME_CHARACTERS = 40
MAX_TITLE_CHARACTERS = 80
MAX_DESCRIPTION_CHARACTERS = 400
MAX_CHOICES = 50
MAX_CHOICE_CHARACTERS = 80
MAX_JSON_CHARACTERS = 1_000_000
"""A schema with all of its texts at their bounds is smaller, even with its letters escaped."""
MAX_FILE_BYTES = 4 * MAX_JSON_CHARACTERS + 4
"""A larger file holds more characters than that, whatever its encoding."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
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
    for sentence in _faults(schema):
        raise InvalidInput(sentence)
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


def _faults(schema: ExtractionSchema) -> Iterator[str]:
    """A sentence for each rule that is broken."""
    yield from _faults_of_texts("schema", schema.name, schema.title, schema.description)
    if not schema.fields:
        yield "The schema has no fields. Add at least one."
    if len(schema.fields) > MAX_FIELDS:
        yield (
            f"The schema has {len(schema.fields)} fields, and at most {MAX_FIELDS} are possible. "
            "Make two schemas of it."
        )
    for field in schema.fields:
        yield from _faults_of_texts("field", field.name, field.title, field.description)
        yield from _faults_of_choices(field)
    if twice := _twice(field.name for field in schema.fields):
        yield f"Two fields are named “{twice}”. Give each field a name of its own."


def _faults_of_texts(kind: str, name: str, title: str, description: str) -> Iterator[str]:
    shown = shown_name(name)
    if not name:
        yield f"A {kind} has no name. Give it one, such as “issue_date”."
    elif len(name) > MAX_NAME_CHARACTERS:
        yield (
            f"The name of the {kind} “{shown}” is longer than {MAX_NAME_CHARACTERS} characters. "
            "Shorten it."
        )
    elif not _NAME.fullmatch(name):
        yield (
            f"The {kind} “{shown}” cannot have this name. Begin with a letter, and use only "
            "small letters (a–z), digits and “_”."
        )
    if not title.strip():
        yield f"The {kind} “{shown}” has no title. Write what people are to see."
    if len(title) > MAX_TITLE_CHARACTERS:
        yield (
            f"The title of the {kind} “{shown}” is longer than {MAX_TITLE_CHARACTERS} characters. "
            "Shorten it."
        )
    if len(description) > MAX_DESCRIPTION_CHARACTERS:
        yield (
            f"The description of the {kind} “{shown}” is longer than "
            f"{MAX_DESCRIPTION_CHARACTERS} characters. Shorten it."
        )
    if _unprintable(title) or _unprintable(description.replace("\n", " ")):
        yield (
            f"The title or the description of the {kind} “{shown}” holds characters that cannot "
            "be shown. Write it anew."
        )


def _faults_of_choices(field: SchemaField) -> Iterator[str]:
    shown = shown_name(field.name)
    if field.type is not FieldType.CHOICE:
        if field.choices:
            yield (
                f"The field “{shown}” has choices, but is not of the type “choice”. Change its "
                "type, or take the choices away."
            )
        return
    if not field.choices:
        yield f"The field “{shown}” has no choices. Add the values from which one is chosen."
    if len(field.choices) > MAX_CHOICES:
        yield (
            f"The field “{shown}” has {len(field.choices)} choices, and at most {MAX_CHOICES} are "
            "possible. Take some away, or make it a text."
        )
    if any(not choice.strip() or _unprintable(choice) for choice in field.choices):
        yield f"A choice of the field “{shown}” is empty or cannot be shown. Write it anew."
    if any(len(choice) > MAX_CHOICE_CHARACTERS for choice in field.choices):
        yield (
            f"A choice of the field “{shown}” is longer than {MAX_CHOICE_CHARACTERS} characters. "
            "Shorten it."
        )
    if twice := _twice(" ".join(choice.casefold().split()) for choice in field.choices):
        yield f"The field “{shown}” has the choice “{shown_name(twice)}” twice. Take one away."


def _twice(names: Iterable[str]) -> str:
    """The first name that occurs a second time, "" where none does."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return ""


def _unprintable(text: str) -> bool:
    """Control characters and halves of characters: no text of a person holds them."""
    return any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text)


def shown_name(name: str) -> str:
    """What a message shows of a name that may hold anything, and be of any length."""
    kept = "".join("?" if _unprintable(sign) else sign for sign in name[: MAX_NAME_CHARACTERS + 1])
    return kept if len(kept) <= MAX_NAME_CHARACTERS else kept[:MAX_NAME_CHARACTERS] + "…"


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

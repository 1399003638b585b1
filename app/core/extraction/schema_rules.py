"""The rules that every schema keeps, each with a sentence for whoever breaks it.

A file is told of the first fault; a form shows each where it was made.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField

MAX_FIELDS = 40
"""A model fills in so many in one go; more do not fit its context with their descriptions."""
MAX_NAME_CHARACTERS = 40
MAX_TITLE_CHARACTERS = 80
MAX_DESCRIPTION_CHARACTERS = 400
MAX_CHOICES = 50
MAX_CHOICE_CHARACTERS = 80

_NAME = re.compile(r"[a-z][a-z0-9_]*")


class SchemaPart(StrEnum):
    """What of a schema or of a field is at fault."""

    NAME = "name"
    TITLE = "title"
    DESCRIPTION = "description"
    TYPE = "type"
    CHOICES = "choices"
    FIELDS = "fields"


@dataclass(frozen=True, slots=True)
class SchemaFault:
    """A rule that is broken. `sentence` names what is at fault; `here` says the same where that
    can be seen. `field` is the place of the field in the schema, from 0; None where the schema
    itself is at fault."""

    part: SchemaPart
    sentence: str
    here: str
    field: int | None = None


def schema_faults(schema: ExtractionSchema) -> Iterator[SchemaFault]:
    """Each rule that is broken, the schema's own first, then field by field."""
    yield from _faults_of_texts("schema", schema.name, schema.title, schema.description)
    count = len(schema.fields)
    if not count:
        yield _same(SchemaPart.FIELDS, "The schema has no fields. Add at least one.")
    if count > MAX_FIELDS:
        yield _same(
            SchemaPart.FIELDS,
            f"The schema has {count} fields, and at most {MAX_FIELDS} are possible. Make two "
            "schemas of it.",
        )
    for place, field in enumerate(schema.fields):
        for fault in _faults_of_texts("field", field.name, field.title, field.description):
            yield replace(fault, field=place)
        for fault in _faults_of_choices(field):
            yield replace(fault, field=place)
    names = [field.name for field in schema.fields]
    for place, name in _repeated(names):
        yield SchemaFault(
            SchemaPart.NAME,
            f"Two fields are named “{shown_name(name)}”. Give each field a name of its own.",
            "Another field has this name. Write another one.",
            place,
        )


def shown_name(name: str) -> str:
    """What a message shows of a name that may hold anything, and be of any length."""
    kept = "".join("?" if _unprintable(sign) else sign for sign in name[: MAX_NAME_CHARACTERS + 1])
    return kept if len(kept) <= MAX_NAME_CHARACTERS else kept[:MAX_NAME_CHARACTERS] + "…"


def _faults_of_texts(kind: str, name: str, title: str, description: str) -> Iterator[SchemaFault]:
    shown = shown_name(name)
    if not name:
        yield SchemaFault(
            SchemaPart.NAME,
            f"A {kind} has no name. Give it one, such as “issue_date”.",
            "There is no name. Write one, such as “issue_date”.",
        )
    elif len(name) > MAX_NAME_CHARACTERS:
        yield _too_long(SchemaPart.NAME, "name", f"the {kind} “{shown}”", MAX_NAME_CHARACTERS)
    elif not _NAME.fullmatch(name):
        what_to_do = "Begin with a letter, and use only small letters (a–z), digits and “_”."
        yield SchemaFault(
            SchemaPart.NAME,
            f"The {kind} “{shown}” cannot have this name. {what_to_do}",
            what_to_do,
        )
    if not title.strip():
        yield SchemaFault(
            SchemaPart.TITLE,
            f"The {kind} “{shown}” has no title. Write what people are to see.",
            "There is no title. Write what people are to see.",
        )
    of = f"the {kind} “{shown}”"
    if len(title) > MAX_TITLE_CHARACTERS:
        yield _too_long(SchemaPart.TITLE, "title", of, MAX_TITLE_CHARACTERS)
    if len(description) > MAX_DESCRIPTION_CHARACTERS:
        yield _too_long(SchemaPart.DESCRIPTION, "description", of, MAX_DESCRIPTION_CHARACTERS)
    if _unprintable(title):
        yield _not_shown(SchemaPart.TITLE, "title", of)
    if _unprintable(description.replace("\n", " ")):
        yield _not_shown(SchemaPart.DESCRIPTION, "description", of)


def _faults_of_choices(field: SchemaField) -> Iterator[SchemaFault]:
    of = f"the field “{shown_name(field.name)}”"
    if field.type is not FieldType.CHOICE:
        if field.choices:
            yield SchemaFault(
                SchemaPart.TYPE,
                f"T{of[1:]} has choices, but is not of the type “choice”. Change its type, or "
                "take the choices away.",
                "There are choices for another type. Take them away.",
            )
        return
    if not field.choices:
        what_to_do = "Add the values from which one is chosen."
        yield _choices(f"T{of[1:]} has no choices. {what_to_do}", what_to_do)
    if (count := len(field.choices)) > MAX_CHOICES:
        rest = (
            f"{count} choices, and at most {MAX_CHOICES} are possible. Take some away, or make it "
            "a text."
        )
        yield _choices(f"T{of[1:]} has {rest}", f"There are {rest}")
    if any(not choice.strip() or _unprintable(choice) for choice in field.choices):
        rest = "is empty or cannot be shown. Write it anew."
        yield _choices(f"A choice of {of} {rest}", f"A choice {rest}")
    for long in (choice for choice in field.choices if len(choice) > MAX_CHOICE_CHARACTERS):
        rest = f"longer than {MAX_CHOICE_CHARACTERS} characters. Shorten it."
        yield _choices(f"A choice of {of} is {rest}", f"“{shown_name(long)}” is {rest}")
        break
    for _, twice in _repeated([" ".join(choice.casefold().split()) for choice in field.choices]):
        rest = f"“{shown_name(twice)}” twice. Take one away."
        yield _choices(f"T{of[1:]} has the choice {rest}", f"There is {rest}")
        break
    if any(choice != choice.strip() for choice in field.choices if choice.strip()):
        # What a model writes is read without the blanks around it, and would be no choice then.
        rest = "begins or ends with a blank. Take that away."
        yield _choices(f"A choice of {of} {rest}", f"A choice {rest}")


def _same(part: SchemaPart, sentence: str) -> SchemaFault:
    return SchemaFault(part, sentence, sentence)


def _choices(sentence: str, here: str) -> SchemaFault:
    return SchemaFault(SchemaPart.CHOICES, sentence, here)


def _too_long(part: SchemaPart, what: str, of: str, most: int) -> SchemaFault:
    rest = f"is longer than {most} characters. Shorten it."
    return SchemaFault(part, f"The {what} of {of} {rest}", f"The {what} {rest}")


def _not_shown(part: SchemaPart, what: str, of: str) -> SchemaFault:
    rest = "holds characters that cannot be shown. Write it anew."
    return SchemaFault(part, f"The {what} of {of} {rest}", f"The {what} {rest}")


def _repeated(names: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Place and name of each that occurred before."""
    seen: set[str] = set()
    for place, name in enumerate(names):
        if name in seen:
            yield place, name
        seen.add(name)


def _unprintable(text: str) -> bool:
    """Control characters and halves of characters: no text of a person holds them."""
    return any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text)

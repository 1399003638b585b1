"""A schema while it is written: names come from titles until they are kept or chosen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.extraction.naming import free_name, name_of

FALLBACK_OF_SCHEMA, FALLBACK_OF_FIELD = "schema", "field"
"""What a title without any letter from a to z is called."""


@dataclass(frozen=True, slots=True)
class FieldDraft:
    """A field as it stands in a form. `name` is "" while it is made from the title; `choices` are
    lines, and count for the type `choice` only; `kept` is the field of the stored schema that this
    one goes back to."""

    title: str = ""
    type: FieldType = FieldType.TEXT
    description: str = ""
    required: bool = False
    choices: tuple[str, ...] = ()
    name: str = ""
    kept: SchemaField | None = None


@dataclass(frozen=True, slots=True)
class SchemaDraft:
    """A schema as it stands in a form; `name` is "" while it is made from the title."""

    title: str = ""
    description: str = ""
    fields: tuple[FieldDraft, ...] = (FieldDraft(),)
    name: str = ""


def draft_of(schema: ExtractionSchema) -> SchemaDraft:
    """A stored schema, to be changed. All names stay as they are."""
    return SchemaDraft(
        schema.title,
        schema.description,
        tuple(_field_draft(field, kept=field) for field in schema.fields),
        schema.name,
    )


def copy_of(schema: ExtractionSchema, title: str) -> SchemaDraft:
    """A new schema with the same fields. They keep their names, so that tables of both agree."""
    fields = tuple(_field_draft(field, kept=None) for field in schema.fields)
    return SchemaDraft(title, schema.description, fields)


def written_schema(draft: SchemaDraft, taken: Collection[str]) -> ExtractionSchema:
    """The schema that a draft stands for, whether or not it keeps all rules.

    Args:
        taken: Names of other schemas, which a name that is made from the title has to avoid.
    """
    title = _one_line(draft.title)
    return ExtractionSchema(
        name=draft.name or free_name(name_of(title, FALLBACK_OF_SCHEMA), taken),
        title=title,
        fields=_fields(draft.fields),
        description=_lines(draft.description),
    )


def loses_values(kept: SchemaField, now: SchemaField | None) -> bool:
    """Whether values that were extracted for a field are not shown any more, since they belong to
    its name. (Those of another type are shown as they are, until documents are read anew.)"""
    return now is None or now.name != kept.name


def _field_draft(field: SchemaField, kept: SchemaField | None) -> FieldDraft:
    return FieldDraft(
        field.title,
        field.type,
        field.description,
        field.required,
        field.choices,
        field.name,
        kept,
    )


def _fields(drafts: Sequence[FieldDraft]) -> tuple[SchemaField, ...]:
    # Names that are chosen or kept come first, wherever they stand: the others give way.
    taken = {draft.name for draft in drafts if draft.name}
    fields = []
    for draft in drafts:
        title = _one_line(draft.title)
        name = draft.name
        if not name:
            name = free_name(name_of(title, FALLBACK_OF_FIELD), taken)
            taken.add(name)
        choices = draft.choices if draft.type is FieldType.CHOICE else ()
        fields.append(
            SchemaField(
                name,
                title,
                draft.type,
                _lines(draft.description),
                draft.required,
                tuple(line for choice in choices if (line := _one_line(choice))),
            )
        )
    return tuple(fields)


def _one_line(text: str) -> str:
    """Without the line breaks and tabs that come along when text is pasted."""
    return " ".join(text.split())


def _lines(text: str) -> str:
    return text.expandtabs(1).strip()

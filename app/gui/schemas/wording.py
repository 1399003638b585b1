"""What the form says: types in words, names of rows and fields, questions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.extraction.drafts import loses_values
from app.core.extraction.schema_rules import MAX_FIELDS
from app.gui.common.formats import Formats
from app.gui.common.notice_area import short

TYPES: dict[FieldType, str] = {
    FieldType.TEXT: "Text",
    FieldType.NUMBER: "Number",
    FieldType.MONEY: "Money",
    FieldType.DATE: "Date",
    FieldType.YES_NO: "Yes or no",
    FieldType.CHOICE: "One of a list",
}
"""In the order in which they are offered."""

NEW_SCHEMA = "New schema"
UNTITLED_FIELD = "Field without a title"
PART_OF_PROGRAM = "part of the program"
NOT_SAVED = "not saved yet"
CHANGED = "changes not saved"

TITLE = "Title"
SCHEMA_TITLE_HINT = "Such as “Delivery note”"
FIELD_TITLE_HINT = "Such as “Delivery date”"
ABOUT = "Description"
ABOUT_HINT = "Which documents it is for"
DESCRIPTION = "What to take"
DESCRIPTION_HINT = (
    "What to take, and what not. The model reads this: “The day when the goods arrived. Not the "
    "day of the order.”"
)
TYPE = "Type"
CHOICES = "Choices, one a line"
CHOICES_HINT = "Paid\nOpen\nOverdue"
REQUIRED = "Required"
REQUIRED_TIP = "Every document of this kind says it; where it is not found, a person should look"
NAME = "Name in files"
NAME_TIP = "How exported files and scripts call it"
OTHER_SCHEMA_NAME = (
    "Under another name it is saved as a schema of its own. The one before stays, with its values."
)

LOST = "Values that were read for {titles} before are not shown any more, once this is saved."
OLD_TYPE = (
    "Values that were read for “{title}” before stay as they are ({type}) until the documents are "
    "read anew."
)
SAVED = "All changes are saved."
SAVING = "It is being saved."
SAVE = "Save"
OWN_COPY = "Make my own copy"


_BREAK_AFTER = 12
"""Letters without a space; so many fit into a line anywhere."""
_LONG = re.compile(rf"\S{{{_BREAK_AFTER}}}(?=\S)")


def breakable(text: str) -> str:
    """The text with places, which are not seen, at which long words may break."""
    return _LONG.sub(lambda part: part.group() + "\u200b", text)


def row_title(title: str) -> str:
    """What a schema is called in the list."""
    return " ".join(title.split()) or NEW_SCHEMA


def summary(schema: ExtractionSchema, note: str) -> str:
    """What stands below a title in the list."""
    fields = Formats().count(len(schema.fields), "field")
    return ", ".join(filter(None, (fields, note)))


def counted_fields(count: int) -> str:
    """How many fields there are, and how many there may be where that is near."""
    counted = Formats().count(count, "field")
    return counted if count < MAX_FIELDS - 5 else f"{counted} of at most {MAX_FIELDS}"


def field_summary(field: SchemaField) -> str:
    """Type, and whether it is required."""
    required = REQUIRED.lower() if field.required else ""
    return ", ".join(filter(None, (TYPES[field.type], required)))


def field_title(title: str) -> str:
    """What a field is called while it may have no title."""
    return " ".join(title.split()) or UNTITLED_FIELD


def spoken_field(number: int, count: int, field: SchemaField) -> str:
    """A field in the list of fields."""
    place = f"Field {Formats().number(number)} of {Formats().number(count)}"
    return f"{place}: {field_title(field.title)}, {field_summary(field)}"


def moved(number: int, count: int, title: str) -> str:
    """Where a field is now."""
    place = f"{Formats().number(number)} of {Formats().number(count)}"
    return f"{short(field_title(title))} is now field {place}"


def lost(title: str) -> str:
    """That values of a field are not shown any more."""
    return lost_all([title])


def lost_all(titles: Sequence[str]) -> str:
    """That values of some fields are not shown any more."""
    return LOST.format(titles=", ".join(f"“{short(field_title(title))}”" for title in titles))


def field_change(kept: SchemaField, now: SchemaField) -> str:
    """What a change of a stored field means for its values; "" where it means nothing."""
    if loses_values(kept, now):
        return lost(kept.title)
    if kept.type is not now.type:
        return OLD_TYPE.format(title=short(field_title(kept.title)), type=TYPES[kept.type].lower())
    return ""


def copy_title(title: str) -> str:
    """What a copy is called at first."""
    return f"Copy of {title}"


def at_schema(sentence: str) -> str:
    """A sentence about the schema itself where one cannot see that."""
    return f"Schema: {sentence}"


def at_field(number: int, title: str, sentence: str) -> str:
    """A sentence about a field where one cannot see which one is meant."""
    named = f" (“{short(title)}”)" if title.strip() else ""
    return f"Field {Formats().number(number)}{named}: {sentence}"


def delete_question(title: str) -> tuple[str, str]:
    """Whether a schema is to be deleted, and what goes with it."""
    return (
        f"Delete the schema “{short(title)}”?",
        "All values and corrections that were extracted by it are deleted with it. Documents stay.",
    )


def discard_question(title: str) -> tuple[str, str]:
    """Whether a schema that was never saved is to be given up."""
    return f"Discard “{short(row_title(title))}”?", "It was not saved yet."


def leave_question(title: str) -> tuple[str, str]:
    """What is to become of changes."""
    return (
        f"Save the changes to “{short(row_title(title))}”?",
        "Without saving they are lost.",
    )


def taken_question(schema: ExtractionSchema, *, built_in: bool) -> tuple[str, str]:
    """What is to be done with an imported schema whose name is taken."""
    name = short(schema.name)
    if built_in:
        return (
            f"“{name}” is the name of a schema that is part of the program.",
            "The imported one can be kept beside it, under a name of its own.",
        )
    return (
        f"There is a schema named “{name}” already.",
        "Replaced, it keeps its values; those of fields that the imported one does not have are "
        "not shown any more.",
    )

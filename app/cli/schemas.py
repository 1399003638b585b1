"""`pincite schemas list | show NAME | import FILE | remove NAME`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.output import counted

if TYPE_CHECKING:
    from app.cli.output import Output
    from app.core.domain.extraction import ExtractionSchema, SchemaField
    from app.services.schemas import SchemaService


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command with its actions."""
    parser = commands.add_parser(
        "schemas", help="sets of fields that can be looked for in documents with `extract`"
    )
    actions = parser.add_subparsers(dest="schemas_action", required=True, metavar="ACTION")
    actions.add_parser("list", help="show the schemas, with their numbers of fields")
    show = actions.add_parser(
        "show", help="show the fields of a schema; with --json, as `import` reads it"
    )
    show.add_argument("name", metavar="NAME")
    add = actions.add_parser("import", help="keep a schema that a JSON file holds")
    add.add_argument("file", metavar="FILE", type=Path)
    add.add_argument(
        "--replace", action="store_true", help="put it in the place of one with the same name"
    )
    remove = actions.add_parser("remove", help="give up a schema and all that was extracted by it")
    remove.add_argument("name", metavar="NAME")
    for name, action in actions.choices.items():
        action.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )
        action.set_defaults(run=run, schemas_action=name)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Run the action on the schemas of the library; a window may be open meanwhile."""
    from app.bootstrap import open_application

    with open_application(arguments.library, writing=False) as application:
        return run_action(arguments, output, application.schemas)


def run_action(arguments: argparse.Namespace, output: Output, service: SchemaService) -> int:
    """Run the action; returns the exit status.

    Raises:
        NotFound: there is no schema of this name, or no such file.
        InvalidInput: the file cannot be read or is no schema, or its name is taken; a schema that
            is part of the program is to be removed.
    """
    if arguments.schemas_action == "list":
        for schema in service.schemas():
            output.result(_record(schema), _line(schema))
    elif arguments.schemas_action == "show":
        from app.core.extraction.schemas import schema_to_json

        schema = service.named(arguments.name)
        output.result(json.loads(schema_to_json(schema)), _described(schema))
    elif arguments.schemas_action == "import":
        made = service.add(_text_of(arguments.file), replacing=arguments.replace)
        output.result(
            {**_record(made), "status": "imported"},
            f"Kept the schema {made.name}.\n{_described(made)}",
        )
    else:
        gone = service.remove(arguments.name)
        output.result(
            {**_record(gone), "status": "removed"},
            f"Removed the schema {gone.name} and all that was extracted by it.",
        )
    return 0


def _text_of(path: Path) -> str:
    """The text of a file, of which no more is read than a schema can have."""
    from app.core.errors import InvalidInput, NotFound
    from app.core.extraction.schemas import MAX_FILE_BYTES, schema_text

    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NotFound(
            f"There is no file “{path}”. Check the path.", code="path_not_found"
        ) from error
    except IsADirectoryError as error:
        raise InvalidInput(
            f"“{path}” is a folder. Give the JSON file that holds the schema.", code="is_folder"
        ) from error
    except OSError as error:
        raise InvalidInput(
            f"The file “{path}” cannot be read. Check its name and that you may read it.",
            code="file_unreadable",
        ) from error
    return schema_text(content)


def _record(schema: ExtractionSchema) -> dict[str, object]:
    return {
        "name": schema.name,
        "title": schema.title,
        "built_in": schema.built_in,
        "fields": len(schema.fields),
    }


def _line(schema: ExtractionSchema) -> str:
    fields = counted(len(schema.fields), "field")
    own = "" if schema.built_in else ", your own"
    return f"{schema.name:<20} {schema.title} ({fields}{own})"


def _described(schema: ExtractionSchema) -> str:
    """The schema with its fields, one a line."""
    lines = [schema.title, *(f"  {line}" for line in schema.description.splitlines())]
    width = max(len(field.name) for field in schema.fields)
    lines += [f"  {field.name:<{width}}  {_field(field)}" for field in schema.fields]
    return "\n".join(lines)


def _field(field: SchemaField) -> str:
    kind = "yes or no" if field.type.value == "yes_no" else field.type.value
    if field.choices:
        kind = f"one of {', '.join(field.choices)}"
    needed = ", required" if field.required else ""
    about = f". {' '.join(field.description.split())}" if field.description else ""
    return f"{field.title} ({kind}{needed}){about}"

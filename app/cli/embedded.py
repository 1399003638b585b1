"""`pincite embedded`: the files inside of a PDF, and reading those that are PDFs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.ingest import given_passwords, show
from app.cli.output import counted

if TYPE_CHECKING:
    from app.bootstrap import Application
    from app.cli.output import Output
    from app.core.domain.cancel import CancelToken


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "embedded", help="list the files that are embedded in a document, and read the PDFs"
    )
    parser.add_argument("document", metavar="ID", type=int)
    parser.add_argument(
        "--save-to",
        metavar="FOLDER",
        type=Path,
        help="save the embedded PDFs in this folder, made where there is none, and read them into "
        "the library; nothing in it is replaced",
    )
    parser.add_argument(
        "--password-file",
        metavar="FILE",
        type=Path,
        help="passwords for locked PDFs, one on each line, UTF-8; never stored",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """One file per line; with a folder, what was saved and what was read of it."""
    from app.bootstrap import open_application
    from app.core.domain.cancel import CancelToken

    folder: Path | None = arguments.save_to
    passwords = given_passwords(arguments.password_file, output)
    cancel = CancelToken()
    with open_application(arguments.library, writing=folder is not None) as application:
        for password in passwords:
            application.passwords.offer(password)
        try:
            if folder is None:
                return _list(application, arguments.document, output, cancel)
            return _save(application, arguments.document, folder.absolute(), output, cancel)
        except KeyboardInterrupt:
            cancel.cancel()
            raise


def _list(application: Application, document: int, output: Output, cancel: CancelToken) -> int:
    from app.core.text.safe_text import one_line
    from app.services.embedded import NO_NAME

    files = application.embedded.files(document, cancel=cancel)
    for file in files:
        name = one_line(file.name) or NO_NAME
        output.result(
            {"number": file.number, "name": file.name, "pdf": file.pdf},
            f"{file.number:>5}  {'PDF  ' if file.pdf else 'other'}  {name}",
        )
    if not files:
        output.say("No files are embedded in this document.")
    elif any(file.pdf for file in files):
        output.say("To read the PDFs, add --save-to FOLDER.")
    return 0


def _save(
    application: Application, document: int, folder: Path, output: Output, cancel: CancelToken
) -> int:
    from app.core.errors import InvalidInput
    from app.services.embedded import Saved

    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InvalidInput(
            f"The folder {folder} cannot be made. Check the path.", code="folder_not_found"
        ) from error
    saved: list[Path] = []
    for one in application.embedded.save(document, folder, cancel=cancel):
        record: dict[str, object] = {"number": one.file.number, "name": one.file.name}
        if isinstance(one, Saved):
            saved.append(one.path)
            output.result(record | {"saved_to": str(one.path)}, f"Saved {one.path}.")
        else:
            output.result(
                record | {"saved_to": None, "message": one.message},
                f"Not saved: {one.file.name}. {one.message}",
            )
    if not saved:
        output.say("No PDFs are embedded in this document.")
        return 0
    output.say(f"{counted(len(saved), 'PDF')} saved.")
    for event in application.ingest.run(saved, cancel=cancel):
        show(event, output)
    return 0

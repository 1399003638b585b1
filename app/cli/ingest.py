"""`pincite ingest`: read PDFs into the library."""

from __future__ import annotations

import argparse
import dataclasses
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.erase import finish_erasing
from app.cli.folders import checked_figures, checked_sentence, show_check
from app.cli.output import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.cli.output import Output
    from app.core.domain.cancel import CancelToken
    from app.services.events import IngestEvent, IngestFinished, RecognitionProgress
    from app.services.folders import FolderCheck, FolderService
    from app.services.ingest import IngestService
    from app.services.ingest_control import ToRead


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser("ingest", help="read PDFs, and folders of them, into the library")
    parser.add_argument(
        "path",
        metavar="PATH",
        nargs="*",
        help="a PDF or a folder, which is looked through for changes from then on; without any: "
        "read what has changed in the folders that were added before",
    )
    parser.add_argument(
        "--collection",
        metavar="NAME",
        help="put what is read, or was read before, into this collection; made where there is none",
    )
    parser.add_argument(
        "--password-file",
        metavar="FILE",
        type=Path,
        help="passwords for locked PDFs, one on each line, UTF-8; tried in order on each file that "
        "needs one, and never stored",
    )
    parser.add_argument(
        "--no-ocr",
        dest="ocr",
        action="store_false",
        help="leave scanned pages for another time; without this they are read by OCR at the end",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Read; one line per file, then a summary. Files that cannot be read are a result, not a
    fault; paths that are not there at all are bad input (exit status 2)."""
    from app.bootstrap import open_application
    from app.core.domain.cancel import CancelToken

    wanted, absent = wanted_paths(arguments)
    passwords = given_passwords(arguments.password_file, output)
    cancel = CancelToken()
    with open_application(arguments.library) as application:
        finish_erasing(application, output)
        for password in passwords:
            application.passwords.offer(password)
        try:
            if arguments.path:
                locked = _read(application.ingest, wanted, output, cancel, ocr=arguments.ocr)
            else:
                locked = check_folders(
                    application.folders, application.ingest, output, cancel, ocr=arguments.ocr
                )
        except KeyboardInterrupt:
            cancel.cancel()
            raise
    if locked and not passwords:
        output.say(
            f"{counted(locked, 'PDF')} could not be opened without a password. Write the passwords "
            "into a file, one on each line, and add --password-file FILE."
        )
    return 2 if absent else 0


def wanted_paths(arguments: argparse.Namespace) -> tuple[list[ToRead], bool]:
    """What is to be read, and whether any of it is not there.

    Raises:
        InvalidInput: nothing of it is there, or the name of the collection cannot be used.
    """
    from app.core.errors import InvalidInput
    from app.services.collections import checked_name
    from app.services.ingest_control import CollectedPath

    if "" in arguments.path:
        raise InvalidInput("A path is empty. Name a PDF or a folder.", code="path_missing")
    # With ".." resolved by name: a folder that stays in the library is known by this path.
    paths = [Path(os.path.abspath(given)) for given in arguments.path]  # noqa: PTH100
    absent = [path for path in paths if not os.path.exists(path)]  # noqa: PTH110 - never raises
    if absent and len(absent) == len(paths):
        raise InvalidInput(
            f"There is no file or folder {absent[0]}. Check the path.", code="path_not_found"
        )
    if arguments.collection is None:
        return list(paths), bool(absent)
    if not paths:
        raise InvalidInput(
            "Say what is to be put into the collection: a PDF or a folder.", code="path_missing"
        )
    name = checked_name(arguments.collection)
    return [CollectedPath(path, name) for path in paths], bool(absent)


def _read(
    ingest: IngestService,
    wanted: Sequence[ToRead],
    output: Output,
    cancel: CancelToken,
    *,
    ocr: bool,
    check: FolderCheck | None = None,
) -> int:
    """Read, and return how many files need a password. After a check, the summary holds its
    figures as well."""
    from app.core.domain.document import DocumentStatus
    from app.services.events import FileFinished, IngestFinished
    from app.services.ingest_control import Scans

    locked = 0
    scans = Scans.WAITING if ocr else Scans.LEFT
    for event in ingest.run(wanted, cancel=cancel, scans=scans):
        if check is not None and isinstance(event, IngestFinished):
            show_end(event, output, check)
        else:
            show(event, output)
        if isinstance(event, FileFinished):
            locked += event.document.status is DocumentStatus.NEEDS_PASSWORD
    return locked


def check_folders(
    service: FolderService, ingest: IngestService, output: Output, cancel: CancelToken, *, ocr: bool
) -> int:
    """Look for changes in the folders that were added, and read what is new there; return how many
    files need a password."""
    if not service.folders():
        output.say("No folder has been added yet. Add one with `pincite ingest FOLDER`.")
    check = service.check(cancel=cancel, asked=True)
    show_check(check, output)
    # Without anything to read, the engines are not started.
    if check.to_read or ingest.pending():
        return _read(ingest, check.to_read, output, cancel, ocr=ocr, check=check)
    output.result({"summary": checked_figures(check, {})}, checked_sentence(check))
    return 0


def given_passwords(path: Path | None, output: Output) -> list[str]:
    """What the file of passwords holds; said is where others can read it too."""
    if path is None:
        return []
    from app.bootstrap import password_file

    file = password_file(path)
    passwords = file.passwords()
    if file.read_by_others:
        output.say(
            f"Other users of this computer may read the passwords in {path}. Change its "
            "permissions so that only you can; it is used all the same."
        )
    return passwords


def show(event: IngestEvent, output: Output) -> None:
    """Print what a run of the ingest tells."""
    from app.services.events import (
        DocumentRecognised,
        EmbedProgress,
        FileFailed,
        FileFinished,
        IngestFinished,
        RecognitionProgress,
        ScanFinished,
    )
    from app.services.records import document_record

    if isinstance(event, ScanFinished):
        output.say(f"{counted(event.files, 'PDF')} to read.")
        for skipped in event.skipped:
            output.result(
                _record(skipped.path, "skipped", skipped.reason, skipped.message),
                f"skipped  {skipped.path}: {skipped.message}",
            )
    elif isinstance(event, FileFinished):
        document = event.document
        record = _record(event.path, document.status.value, event.outcome, document.status_text)
        record |= {
            "document_id": document.id,
            "pages": document.pages,
            "chunks": document.chunks,
            "seconds": round(event.seconds, 3),
        }
        output.result(record, f"{document.status.value}  {event.path}: {document.status_text}")
    elif isinstance(event, FileFailed):
        output.result(
            _record(event.path, "failed", event.reason, event.message),
            f"failed  {event.path}: {event.message}",
        )
    elif isinstance(event, EmbedProgress) and (event.done == event.total or not event.done % 320):
        output.say(f"Preparing search by meaning: {event.done} of {event.total} passages.")
    elif isinstance(event, RecognitionProgress):
        output.say(_scans_read(event))
    elif isinstance(event, DocumentRecognised):
        document = event.document
        record = document_record(document) | {"pages_read": event.read, "pages_tried": event.pages}
        output.result(
            {"ocr": record}, f"{document.status.value}  {document.path}: {document.status_text}"
        )
    elif isinstance(event, IngestFinished):
        show_end(event, output)


def show_end(event: IngestFinished, output: Output, check: FolderCheck | None = None) -> None:
    """Print the figures of a run, and those of the check before it, if any."""
    figures, text = _summary(event), _sentence(event)
    if check is not None:
        figures |= checked_figures(check, figures)
        text += f"\n{checked_sentence(check)}"
    output.result({"summary": figures}, text)
    for remark in filter(None, (event.degraded, event.ocr_note)):
        output.say(remark)


def _record(path: Path, status: str, reason: str, message: str) -> dict[str, object]:
    return {
        "path": str(path),
        "status": status,
        "reason": reason,
        "message": message,
        "document_id": None,
        "pages": None,
        "chunks": None,
        "seconds": 0.0,
    }


def _scans_read(event: RecognitionProgress) -> str:
    text = f"Reading scans: {event.done} of {counted(event.total, 'page')}"
    if event.seconds_left:
        minutes = round(event.seconds_left / 60)
        text += f", about {counted(minutes, 'minute')} left" if minutes else ""
    return f"{text}."


def _summary(event: IngestFinished) -> dict[str, object]:
    summary = dataclasses.asdict(event)
    summary["seconds"] = round(event.seconds, 3)
    return summary


def _sentence(event: IngestFinished) -> str:
    read = event.added + event.replaced
    documents, pages = counted(read, "document"), counted(event.pages, "page")
    seconds = f"in {event.seconds:.1f} s"
    text = f"{documents} read ({pages}) {seconds}"
    scans = f"{counted(event.recognised, 'scanned page')} read by OCR"
    if event.recognised:
        text = f"{text}, {scans}" if read else f"{scans} {seconds}"
    if event.unchanged:
        text += f", {event.unchanged} unchanged"
    if event.duplicates:
        text += f", {event.duplicates} copies of documents already here"
    if event.need_attention:
        text += f", {event.need_attention} need you"
    if event.skipped:
        text += f", {event.skipped} files skipped"
    return text + "."

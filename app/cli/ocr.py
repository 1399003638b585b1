"""`pincite ocr`: read scanned pages of documents that are in the library."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.cli.output import Output


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser("ocr", help="read scanned pages by OCR, on this computer")
    parser.add_argument(
        "document",
        metavar="ID",
        type=int,
        nargs="*",
        help="documents, as `pincite list` numbers them; pages on which nothing was found before "
        "are tried again. Without any, all pages are read that were not tried yet",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """One line for each document of which pages were read, then a summary, as `pincite ingest`
    prints them. What an ingest left undone is done first."""
    from app.bootstrap import open_application
    from app.cli.ingest import show
    from app.core.domain.cancel import CancelToken
    from app.core.errors import NotFound
    from app.services.events import ScanFinished
    from app.services.ingest_control import Scans

    cancel = CancelToken()
    with open_application(arguments.library) as application:
        known = application.library.documents_by_id(arguments.document)
        absent = [number for number in arguments.document if number not in known]
        if absent:
            raise NotFound(
                f"There is no document with the number {absent[0]}. List them with: pincite list"
            )
        wanted = arguments.document or list(application.recognition.waiting())
        application.ingest.read_pages(wanted)
        try:
            for event in application.ingest.run((), cancel=cancel, scans=Scans.REQUESTED):
                if not isinstance(event, ScanFinished) or event.files:
                    show(event, output)
        except KeyboardInterrupt:
            cancel.cancel()
            raise
    return 0

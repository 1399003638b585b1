"""`pincite report`: what was read of each document and in all, and what needs the user."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.cli.output import Output
    from app.core.domain.reading_report import ReadDocument, ReadingReport
    from app.core.ports import FileWriter
    from app.services.reading_report import ReadingReportService


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "report", help="show what was read of each document, and what needs you"
    )
    parser.add_argument("--out", metavar="FILE.csv", type=Path, help="write it as CSV to this file")
    parser.add_argument("--replace", action="store_true", help="replace FILE.csv if it is there")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Report; a window may be open meanwhile."""
    from app.bootstrap import open_application

    with open_application(arguments.library, writing=False) as application:
        return run_report(arguments, output, application.reading_reports, application.file_writer)


def run_report(
    arguments: argparse.Namespace,
    output: Output,
    service: ReadingReportService,
    files: FileWriter,
) -> int:
    """One document per line by title, then what was read in all; returns the exit status.

    Raises:
        InvalidInput: the file is there, and is not to be replaced.
        StorageError: it cannot be written, or the library cannot be read.
    """
    from app.cli.output import refuse_to_replace
    from app.services.records import read_document_record, reading_record

    path: Path | None = arguments.out
    if path is not None and not arguments.replace:
        refuse_to_replace(path)
    report = service.report()
    for one in report.documents:
        output.result(read_document_record(one), _line(one))
    output.result(reading_record(report), "\n".join(_summary(report)))
    if path is not None:
        files.write(path, service.csv())
        output.say(f"Exported to {path.absolute()}.")
    return 0


def _line(one: ReadDocument) -> str:
    from app.cli.output import counted

    document, kinds = one.document, one.pages.kinds
    parts = [
        f"{number} {what}"
        for number, what in (
            (kinds.text, "text"),
            (kinds.ocr, "OCR"),
            (kinds.empty, "empty"),
            (kinds.unread, "unread"),
        )
        if number
    ]
    pages = counted(document.pages, "page")
    line = f"{document.id:>5}  {document.title}  ({pages}{': ' if parts else ''}{', '.join(parts)})"
    if one.need is None:
        return line
    ignored = " (ignored)" if document.ignored else ""
    return f"{line}\n       {one.need.sentence}{ignored}"


def _summary(report: ReadingReport) -> list[str]:
    from app.cli.output import counted
    from app.core.reading.left_out import left_out_summary

    if not report.documents:
        return ["The library is empty. Add PDFs with `pincite ingest FOLDER`."]
    kinds, documents = report.totals, len(report.documents)
    lines = [
        f"{counted(kinds.all, 'page')} in {counted(documents, 'document')}: {kinds.text} text, "
        f"{kinds.ocr} by OCR, {kinds.empty} empty, {kinds.unread} not readable yet."
    ]
    need = len(report.needing)
    if need:
        lines.append(f"{counted(need, 'document')} {'needs' if need == 1 else 'need'} you.")
    left_out = left_out_summary(report.left_out_by_reason)
    return [*lines, left_out] if left_out else lines

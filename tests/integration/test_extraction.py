"""Fields out of documents with real parts: a PDF, a library, and a small model in its process.

The model's values are worthless. Whatever it writes has to be valid and lead to its page, or has to
have failed with a stable reason and left nothing behind.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app.adapters.inference_process import LlamaChatModel
from app.adapters.library_folder import LibraryFolder
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.extraction_store import SqliteExtractions
from app.bootstrap import Application
from app.core.domain.cancel import CancelToken
from app.core.domain.collection import ALL_DOCUMENTS
from app.core.domain.extraction import (
    Extraction,
    ExtractionFault,
    ExtractionSchema,
    FieldType,
    FieldValue,
    SchemaField,
)
from app.core.errors import WorkerDied
from app.core.settings import ModelSettings, Settings
from app.services.extraction_events import (
    DocumentExtracted,
    DocumentNotExtracted,
    ExtractionEvent,
    ExtractionProgress,
)
from app.services.extraction_tables import TableForm
from tests.integration.handbook import words_in
from tests.pdfs import PdfPage, make_pdf
from tests.workbooks import read_sheets

REPOSITORY = Path(__file__).resolve().parents[2]
SECONDS = 250

pytestmark = pytest.mark.timeout(300)
"""A model that shares a processor with others is ten times as slow."""

ModelPaths = Callable[[str], tuple[Path, ...]]

BILL = ExtractionSchema(
    "bill",
    "Bill",
    (
        SchemaField("number", "Invoice number", FieldType.TEXT, "As printed.", required=True),
        SchemaField("issued", "Date", FieldType.DATE),
        SchemaField("total", "Total", FieldType.MONEY),
        SchemaField("weight", "Weight", FieldType.NUMBER),
        SchemaField("paid", "Paid", FieldType.YES_NO),
        SchemaField("colour", "Colour", FieldType.CHOICE, choices=("green", "blue")),
    ),
)
SHORT = ExtractionSchema("short", "Short", BILL.fields[:1])
KINDS = {
    FieldType.TEXT: str,
    FieldType.NUMBER: float,
    FieldType.MONEY: float,
    FieldType.DATE: date,
    FieldType.YES_NO: bool,
    FieldType.CHOICE: str,
}
RULES = " ".join(
    f"Rule {rule} of the harbour says that vessels wait at buoy {rule} until they are called."
    for rule in range(1, 25)
)


def write_bill(folder: Path) -> Path:
    return make_pdf(
        folder / "bill.pdf",
        [
            PdfPage(
                "Invoice number: RE-17\nDate: 3 March 2024\nTotal: 1,234.50 EUR\n"
                "Weight: 12 kg\nPaid: yes\nColour: green",
                heading="Invoice of Northwind Traders",
            )
        ],
        title="Bill of Northwind",
        labels=("A-1",),
    )


def write_rules(folder: Path) -> Path:
    """Far more than a context of 2,048 tokens takes; the number stands on its last page."""
    pages = [PdfPage(RULES, heading=f"Part {number}") for number in range(1, 6)]
    fee = "The fee for the year is due in May.\n\nInvoice number: RE-18. Pay it at the gate."
    return make_pdf(folder / "rules.pdf", [*pages, PdfPage(fee, heading="Fee")], title="Rules")


def write_note(folder: Path) -> Path:
    return make_pdf(folder / "note.pdf", ["Invoice number: RE-19. It was paid."], title="Note")


@dataclass(frozen=True, slots=True)
class Office:
    """A library with two schemas that has read three PDFs, by their numbers."""

    library: Path
    bill: int
    note: int
    rules: int


@pytest.fixture(scope="module")
def read_office(
    tmp_path_factory: pytest.TempPathFactory, models_dir: Path, model_paths: ModelPaths
) -> Office:
    """Read once; tests take `office`."""
    model_paths("embedder")
    model_paths("tiny")
    folder = tmp_path_factory.mktemp("office")
    paths = [write(folder) for write in (write_bill, write_note, write_rules)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PINCITE_MODELS", str(models_dir))
        application = Application(folder / "library", writing=True, settings=Settings())
        try:
            for schema in (BILL, SHORT):
                application.schemas.put(schema)
            list(application.ingest.run(paths, cancel=CancelToken()))
            numbers = {one.path: one.id for one in application.library.documents()}
        finally:
            application.close()
    return Office(folder / "library", *(numbers[path] for path in paths))


@pytest.fixture
def office(read_office: Office, library_dir: Path) -> Office:
    """The same with a library of the test's own."""
    shutil.copytree(read_office.library, library_dir, dirs_exist_ok=True)
    return replace(read_office, library=library_dir)


@pytest.fixture
def application(office: Office) -> Iterator[Application]:
    """The program without its window, with the least context that there is."""
    settings = Settings(models=ModelSettings(context_tokens=2048))
    application = Application(office.library, writing=True, settings=settings)
    yield application
    application.close()


def extract(application: Application, document_id: int, schema: str) -> list[ExtractionEvent]:
    return list(
        application.extractions.extract_document(
            document_id, schema, model="tiny", cancel=CancelToken()
        )
    )


def is_whole(application: Application, schema: ExtractionSchema, last: ExtractionEvent) -> bool:
    """Checks what came of a document; says whether its fields were read."""
    if isinstance(last, DocumentNotExtracted):
        assert isinstance(last.fault, ExtractionFault)
        assert application.extraction_store.extraction(last.document_id, schema.name) is None
        failures = application.extraction_store.failures(schema.name)
        assert failures == {last.document_id: last.fault}
        return False
    assert isinstance(last, DocumentExtracted)
    made = last.extraction
    kept = application.extraction_store.extraction(made.document_id, schema.name)
    assert kept is not None
    assert (kept.extraction, kept.stale) == (made, False)
    assert [field.name for field in made.fields] == [field.name for field in schema.fields]
    assert made.model
    for asked, value in zip(schema.fields, made.fields, strict=True):
        is_valid(application, made, asked, value)
    return True


def is_valid(
    application: Application, made: Extraction, asked: SchemaField, value: FieldValue
) -> None:
    assert 0 <= value.confidence <= 1
    if value.value is None:
        assert value.source_chunk_id is None
        return
    assert type(value.value) is KINDS[asked.type]
    assert not asked.choices or value.value in asked.choices
    assert value.source_chunk_id in made.read
    if value.verified:
        [chunk] = application.library.chunks([value.source_chunk_id]).values()
        assert chunk.text[value.start : value.end] == value.quote != ""


# --- through the services -------------------------------------------------------------------


def test_fields_are_read_and_lead_to_their_words(office: Office, application: Application) -> None:
    bill = office.bill

    *events, last = extract(application, bill, "bill")

    fractions = [one.fraction for one in events if isinstance(one, ExtractionProgress)]
    assert fractions == sorted(fractions)
    if not is_whole(application, BILL, last):
        return
    row = application.extraction_tables.row("bill", bill)
    document = application.library.document(bill)
    assert document is not None
    for cell in row.cells:
        if cell.found is not None and cell.verified:
            citation = application.extraction_tables.citation("bill", bill, cell.name)
            assert (citation.page, citation.label, citation.verified) == (1, "A-1", True)
            words = "".join(words_in(document.path, 1, citation.boxes))
            assert "".join(cell.found.quote.split()) in words
    tables = application.extraction_tables
    for form in TableForm:
        assert tables.export("bill", ALL_DOCUMENTS, form)


def test_a_long_document_is_searched_for_its_fields(
    office: Office, application: Application
) -> None:
    last = extract(application, office.rules, "short")[-1]

    is_whole(application, SHORT, last)
    assert isinstance(last, DocumentExtracted | DocumentNotExtracted)
    assert not last.trace.whole
    assert 0 < len(last.trace.read) < last.trace.total_chunks
    read = application.library.chunks(last.trace.read)
    assert any("RE-18" in chunk.text for chunk in read.values())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_the_model_dies_while_it_reads(office: Office, application: Application) -> None:
    bill = office.bill
    model = application.chat_models.open("tiny")
    assert isinstance(model, LlamaChatModel)
    events = application.extractions.extract_document(
        bill, "short", model="tiny", cancel=CancelToken()
    )
    first = next(event for event in events if isinstance(event, ExtractionProgress))
    assert first.fraction < 1
    _kill(model.process_id)
    with pytest.raises(WorkerDied) as died:
        list(events)
    assert died.value.message.endswith(".")
    assert application.extraction_store.extractions("short") == []
    assert application.extraction_store.failures("short") == {}

    is_whole(application, SHORT, extract(application, bill, "short")[-1])


def _kill(process_id: int | None) -> None:
    """Kill a child process, and wait until it is dead. Its parent still has to find that out."""
    assert process_id is not None
    os.kill(process_id, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):  # its parent has noticed already
        os.waitid(os.P_PID, process_id, os.WEXITED | os.WNOWAIT)


# --- through the command line ---------------------------------------------------------------


def command(library: Path, *arguments: str) -> list[str]:
    program = [sys.executable, "-m", "app", "--library", str(library), "--json"]
    return [*program, "extract", "--schema", "short", "--model", "tiny", *arguments]


def test_documents_are_extracted_by_a_command(office: Office, tmp_path: Path) -> None:
    out = tmp_path / "table.xlsx"
    wanted = ("--document", str(office.bill), "99", str(office.note), "--out", str(out))

    done = subprocess.run(
        command(office.library, *wanted),
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    records: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["document_id"] for record in records] == [office.bill, 99, office.note]
    assert records[1]["reason"] == "document_not_found"
    for record in (records[0], records[2]):
        assert record["status"] in ("ok", "failed")
        assert (record["reason"] is None) is (record["status"] == "ok")
        assert record["reason"] is None or ExtractionFault(record["reason"])
        assert list(record["fields"]) == (["number"] if record["status"] == "ok" else [])
        assert record["schema"] == "short"
        assert record["trace"]["parts"]
    assert read_sheets(out.read_bytes())["Values"]["A2"].value == "Bill of Northwind"
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT")
def test_an_interrupted_command_keeps_what_is_done(office: Office, tmp_path: Path) -> None:
    """As a terminal does it: the signal goes to the program and all of its processes."""
    out = tmp_path / "table.csv"
    many = [str(office.bill), str(office.rules)]
    with subprocess.Popen(
        command(office.library, "--document", *many, "--out", str(out)),
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        assert running.stdout is not None
        first = json.loads(running.stdout.readline())
        os.killpg(running.pid, signal.SIGINT)
        rest, told = running.communicate(timeout=SECONDS)

    assert first["document_id"] == office.bill
    assert (rest, running.returncode) == ("", 1), told
    assert "Traceback" not in told
    assert told.endswith("Stopped. What was finished is kept.\n")
    assert not out.exists()
    database = Database(LibraryFolder(office.library).database)
    store = SqliteExtractions(database)
    kept = [one.extraction.document_id for one in store.extractions("short")]
    assert kept == ([office.bill] if first["status"] == "ok" else [])
    assert office.rules not in store.failures("short")
    database.close()

"""`pincite extract`: what it prints of each document, which it takes, and what it writes."""

from __future__ import annotations

import argparse
import csv
import io
import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.adapters.sqlite.extraction_store import SqliteExtractions
from app.adapters.written_files import WrittenFiles
from app.adapters.xlsx_workbook import XlsxWorkbooks
from app.cli import extract
from app.cli.output import Output
from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, DocumentStatus
from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.errors import Cancelled, InvalidInput, ModelUnavailable, NotFound, WorkerDied
from app.services.collections import CollectionService
from app.services.extracting import ExtractionService
from app.services.extraction_tables import ExtractionTables
from app.services.schemas import SchemaService
from tests.extracted_rows import ACME, SCHEMA
from tests.fakes.chat_model import Script, ScriptedChatModel
from tests.fakes.chat_models import OneChatModel
from tests.stored_documents import new_document
from tests.workbench import Workbench
from tests.workbooks import read_sheets

BILL = ExtractionSchema(
    "bill",
    "Bill",
    (
        SchemaField("number", "Number", FieldType.TEXT, required=True),
        SchemaField("issued", "Issued", FieldType.DATE),
        SchemaField("total", "Total", FieldType.MONEY),
        SchemaField("paid", "Paid", FieldType.YES_NO),
    ),
)
TEXT = "Bill RE-17 of 3 March 2024. Total: 1.234,50 EUR"
BOX = {"page": int, "x0": float, "y0": float, "x1": float, "y1": float}


class Desk:
    """A library with a schema, and a model that writes what is put down for it."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self.model: ScriptedChatModel | None = None
        self.models = OneChatModel()
        store = SqliteExtractions(bench.database)
        self.store = store
        self.schemas = SchemaService(store)
        self.schemas.put(BILL)
        self.collections = CollectionService(bench.collections, bench.library)
        self.tables = ExtractionTables(
            bench.library, self.collections, store, self.schemas, XlsxWorkbooks()
        )
        self.parts = extract.Parts(
            bench.library,
            self.collections,
            self.schemas,
            ExtractionService(
                bench.library, bench.search, self.models, store, self.schemas, bench.priority
            ),
            self.tables,
            WrittenFiles(),
        )

    def put(self, name: str, *texts: str, status: DocumentStatus = DocumentStatus.INDEXED) -> int:
        """A document, by its number."""
        return self.document(name, *texts, status=status).id

    def document(self, name: str, *texts: str, status: DocumentStatus) -> Document:
        return self.bench.library.save_document(new_document(name, texts, status=status))

    def chunk(self, document_id: int) -> int:
        return self.bench.library.document_chunks(document_id)[0].id

    def script(self, *outputs: str | Script) -> None:
        """What the model writes, one document after the other."""
        scripts = [one if isinstance(one, Script) else Script((one,)) for one in outputs]
        self.model = ScriptedChatModel(*scripts, name="Tiny")
        self.models.model = self.model

    def found(self, document_id: int, **values: object) -> str:
        """The output of a model that finds these values. A pair is a value, and how sure the model
        is of it."""
        entries = {}
        for field in BILL.fields:
            value, sure = values.get(field.name), 0.9
            if isinstance(value, tuple):
                value, sure = value
            chunk = None if value is None else self.chunk(document_id)
            entries[field.name] = {"value": value, "confidence": sure, "source_chunk_id": chunk}
        return json.dumps(entries)

    def run(self, *arguments: str, cancel: CancelToken | None = None) -> int:
        parser = argparse.ArgumentParser()
        parser.add_argument("--json", action="store_true")
        extract.register(parser.add_subparsers(required=True))
        parsed = parser.parse_args(["--json", "extract", "--schema", "bill", *arguments])
        assert parsed.run is extract.run
        output = Output(as_json=self.as_json)
        return extract.run_extract(parsed, output, self.parts, cancel or CancelToken())

    as_json = True


@pytest.fixture
def desk(bench: Workbench) -> Desk:
    return Desk(bench)


@pytest.fixture
def people(desk: Desk) -> Desk:
    """Prints for people."""
    desk.as_json = False
    return desk


def records(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """What was printed, each line an object."""
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


# --- what is printed ------------------------------------------------------------------------


def test_a_document(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    one = desk.put("bill.pdf", TEXT)
    desk.script(desk.found(one, number="RE-17", issued="2024-03-03", total=1234.5))

    assert desk.run("--document", str(one)) == 0

    [record] = records(capsys)
    chunk = desk.chunk(one)
    assert list(record)[:9] == [
        *("status", "reason", "document_id", "document", "path"),
        *("schema", "model", "made_at", "fields"),
    ]
    assert (record["status"], record["reason"]) == ("ok", None)
    assert (record["document_id"], record["document"]) == (one, "bill")
    assert record["path"].endswith("bill.pdf")
    assert (record["schema"], record["model"]) == ("bill", "Tiny")
    assert record["made_at"] == desk.tables.row("bill", one).made_at != ""
    assert list(record["fields"]) == ["number", "issued", "total", "paid"]
    total = record["fields"]["total"]
    [box] = total.pop("boxes")
    assert total == {
        "value": 1234.5,
        "confidence": 0.9,
        "source_chunk_id": chunk,
        "verified": True,
        "needs_review": False,
        "quote": "1.234,50 EUR",
        "page": 1,
        "label": "",
        "corrected": False,
        "extracted_value": 1234.5,
    }
    assert {name: type(value) for name, value in box.items()} == BOX
    assert record["fields"]["issued"]["value"] == "2024-03-03"
    assert record["fields"]["issued"]["quote"] == "3 March 2024"
    paid = record["fields"]["paid"]
    assert (paid["value"], paid["source_chunk_id"], paid["page"], paid["label"]) == (None,) * 4
    assert (paid["boxes"], paid["quote"], paid["verified"]) == ([], "", False)
    assert (record["trace"]["whole"], record["trace"]["read"]) == (True, [chunk])
    assert json.loads(record["trace"]["parts"][0]["raw_text"])["number"]["value"] == "RE-17"


def test_what_is_not_in_the_document_is_not_verified(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    one = desk.put("bill.pdf", TEXT)
    desk.script(desk.found(one, number="RE-99", issued=("2024-03-03", 0.5)))

    assert desk.run("--document", str(one)) == 0

    fields = records(capsys)[0]["fields"]
    number, issued = fields["number"], fields["issued"]
    assert (number["verified"], number["needs_review"], number["quote"]) == (False, True, "")
    assert (number["page"], number["boxes"]) == (1, [])
    assert (issued["verified"], issued["needs_review"]) == (True, True)


def test_a_persons_word_counts_and_what_the_model_found_stands_beside_it(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    one = desk.put("bill.pdf", TEXT)
    desk.script(desk.found(one, total=1234.5))
    desk.tables.correct("bill", one, "total", "99.00")

    assert desk.run("--document", str(one)) == 0

    total = records(capsys)[0]["fields"]["total"]
    assert (total["value"], total["corrected"], total["extracted_value"]) == (99.0, True, 1234.5)


def test_documents_are_printed_for_people(people: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    one = people.put("bill.pdf", TEXT)
    people.script(people.found(one, number="RE-99", issued=("2024-03-03", 0.5), total=1234.5))
    people.tables.correct("bill", one, "paid", "yes")

    assert people.run("--document", str(one)) == 0

    printed = capsys.readouterr()
    head, *lines = printed.out.splitlines()
    assert head.startswith("bill: ")
    assert head.endswith("bill.pdf")
    assert lines == [
        "  Number  RE-99  (p. 1, not verified, to review)",
        "  Issued  2024-03-03  (p. 1, to review)",
        "  Total   1234.50  (p. 1)",
        "  Paid    yes  (corrected by a person)",
        "  2 fields to look at.",
    ]
    assert printed.err == "Reading bill (1 of 1).\n"


def test_printed_labels_of_pages_are_told() -> None:
    assert "(p. 2, label ii" in extract.readable(SCHEMA, ACME)


def test_words_of_documents_do_not_steer_the_terminal(
    people: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    one = people.put("bill.pdf", TEXT)
    people.script(people.found(one, number="RE\x1b[31m\r\n17"))
    people.run("--document", str(one))
    assert "  Number  RE[31m 17  (" in capsys.readouterr().out


def test_how_far_a_document_is_shows_on_a_terminal_only(
    people: Desk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = people.put("bill.pdf", TEXT)
    people.script(people.found(one))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    people.run("--document", str(one))
    err = capsys.readouterr().err
    assert "\r  60% " in err
    assert err.endswith("\r")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    people.run("--document", str(one))
    assert "%" not in capsys.readouterr().err


# --- failures -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ("No fields at all.", "parse_error"),
        ('{"number": 1}', "schema_invalid"),
        ("cites another", "invalid_citation"),
    ],
)
def test_a_failed_document_is_a_result(
    desk: Desk,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    output: str,
    reason: str,
) -> None:
    one, two = desk.put("bill.pdf", TEXT), desk.put("note.pdf", "Bill RE-18.")
    wrong = desk.found(two, number="RE-18") if reason == "invalid_citation" else output
    desk.script(wrong, desk.found(two, number="RE-18"))

    with caplog.at_level(logging.WARNING):
        assert desk.run("--document", str(one), str(two)) == 0

    failed, done = records(capsys)
    assert (failed["status"], failed["reason"]) == ("failed", reason)
    assert (failed["document_id"], failed["document"], failed["fields"]) == (one, "bill", {})
    assert failed["message"].startswith("Failed: the model")
    assert (failed["model"], failed["made_at"]) == ("Tiny", None)
    assert (done["status"], done["document_id"]) == ("ok", two)
    assert [kept.extraction.document_id for kept in desk.store.extractions("bill")] == [two]


def test_a_failed_document_is_told_to_people(
    people: Desk, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    scan = people.put("scan.pdf", status=DocumentStatus.NO_TEXT)
    with caplog.at_level(logging.WARNING):
        assert people.run("--document", str(scan)) == 0
    head, line = capsys.readouterr().out.splitlines()
    assert head.startswith("scan: ")
    assert line == "  Failed: the document holds no readable text. All pages can be searched."


def test_a_number_that_is_no_document(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    one = desk.put("bill.pdf", TEXT)
    desk.script(desk.found(one, number="RE-17"))

    assert desk.run("--document", "99", str(one), "99") == 0

    missing, done = records(capsys)
    assert (missing["status"], missing["reason"]) == ("failed", "document_not_found")
    assert (missing["document_id"], missing["document"], missing["path"]) == (99, None, None)
    assert "There is no document 99" in missing["message"]
    assert (done["status"], done["document_id"]) == ("ok", one)


def test_only_numbers_that_are_no_documents(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "table.csv"
    assert desk.run("--document", "99", "9" * 20, "--out", str(out)) == 2
    assert [record["reason"] for record in records(capsys)] == ["document_not_found"] * 2
    assert not out.exists()


def test_a_document_that_is_removed_while_it_is_read(
    desk: Desk, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    one = desk.put("bill.pdf", TEXT)
    desk.script(desk.found(one, number="RE-17"))
    assert desk.model is not None
    generate = desk.model.generate

    def removing(*arguments: Any, **rest: Any) -> Iterator[Any]:
        desk.bench.library.remove_documents([one])
        yield from generate(*arguments, **rest)

    desk.model.generate = removing  # type: ignore[method-assign]
    with caplog.at_level(logging.WARNING):
        assert desk.run("--document", str(one)) == 0
    [record] = records(capsys)
    assert (record["status"], record["reason"]) == ("failed", "document_not_found")
    assert record["message"].startswith("There is no document")


def test_what_ends_the_command(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = desk.put("bill.pdf", TEXT), desk.put("note.pdf", "Bill RE-18.")
    with pytest.raises(ModelUnavailable, match="none is installed"):
        desk.run("--document", str(one))
    with pytest.raises(NotFound) as unknown:
        desk.run("--document", str(one), "--schema", "nothing")
    assert unknown.value.code == "unknown_schema"
    with pytest.raises(NotFound) as unknown:
        desk.run("--collection", "Nothing")
    assert unknown.value.code == "collection_not_found"
    desk.script(desk.found(one, number="RE-17"), Script(fails=WorkerDied("The model died.")))
    with pytest.raises(InvalidInput) as wrong:
        desk.run("--document", str(one), "--model", "other")
    assert wrong.value.code == "unknown_model"
    capsys.readouterr()
    with pytest.raises(WorkerDied):
        desk.run("--document", str(one), str(two))
    assert [record["document_id"] for record in records(capsys)] == [one]
    assert [kept.extraction.document_id for kept in desk.store.extractions("bill")] == [one]


def test_a_stop_keeps_what_is_done(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = desk.put("bill.pdf", TEXT), desk.put("note.pdf", "Bill RE-18.")
    desk.script(desk.found(one, number="RE-17"), desk.found(two, number="RE-18"))
    assert desk.model is not None
    generate, cancel, out = desk.model.generate, CancelToken(), tmp_path / "table.csv"

    def stopping(*arguments: Any, **rest: Any) -> Iterator[Any]:
        if desk.store.extraction(one, "bill") is not None:
            cancel.cancel()
        yield from generate(*arguments, **rest)

    desk.model.generate = stopping  # type: ignore[method-assign]
    with pytest.raises(Cancelled):
        desk.run("--document", str(one), str(two), "--out", str(out), cancel=cancel)
    assert [record["document_id"] for record in records(capsys)] == [one]
    assert [kept.extraction.document_id for kept in desk.store.extractions("bill")] == [one]
    assert not out.exists()


# --- which documents ------------------------------------------------------------------------


def test_a_collection_or_all_that_can_be_read(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    bill, note = desk.put("bill.pdf", TEXT), desk.put("note.pdf", "Bill RE-18.")
    scan = desk.put("scan.pdf", status=DocumentStatus.NO_TEXT)
    desk.collections.create("Home", [scan, note])
    nothing = json.dumps(
        {f.name: {"value": None, "confidence": 0.9, "source_chunk_id": None} for f in BILL.fields}
    )
    desk.script(nothing)

    assert desk.run("--all") == 0
    assert [record["document_id"] for record in records(capsys)] == [bill, note]
    assert desk.run("--collection", "home") == 0
    assert [record["document_id"] for record in records(capsys)] == [note]
    desk.collections.create("Empty", [scan])
    assert desk.run("--collection", "Empty") == 0
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "There are no readable documents there.\n")


def test_what_was_extracted_before_is_passed_over_when_that_is_wanted(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    done, failed, changed = (desk.put(f"{name}.pdf", f"{TEXT} {name}") for name in "abc")
    desk.script(desk.found(done), "No.", desk.found(changed))
    desk.run("--all")
    desk.document("c.pdf", "Another text.", status=DocumentStatus.INDEXED)
    fresh = desk.put("d.pdf", TEXT)
    capsys.readouterr()
    desk.script(*(desk.found(one) for one in (failed, changed, fresh)))
    assert desk.run("--all", "--new") == 0
    out, err = capsys.readouterr()
    assert [json.loads(line)["document_id"] for line in out.splitlines()] == [
        failed, changed, fresh,
    ]  # fmt: skip
    assert "(1 of 3)" in err
    assert "3 extracted, 0 failed, 1 extracted before." in err


def test_how_many_it_were(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    one = desk.put("bill.pdf", TEXT)
    desk.script(desk.found(one))
    desk.run("--document", str(one), "99")
    assert capsys.readouterr().err.splitlines()[-1] == "1 extracted, 1 failed."


# --- the table ------------------------------------------------------------------------------


@pytest.fixture
def bill(desk: Desk) -> int:
    """A document, beside one that is in no table."""
    desk.put("other.pdf", "Bill RE-18.")
    one = desk.put("bill.pdf", TEXT)
    desk.script(desk.found(one, number="RE-17", total=1234.5))
    return one


@pytest.mark.parametrize("name", ["table.csv", "table.XLSX", "table.json"])
def test_a_table_is_written(
    desk: Desk, bill: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    out = tmp_path / name
    assert desk.run("--document", str(bill), "--out", str(out)) == 0

    content = out.read_bytes()
    if name.endswith("csv"):
        head, row = csv.reader(io.StringIO(content.decode("utf-8-sig")))
        assert row[head.index("Number")] == "RE-17"
    elif name.endswith("json"):
        [document] = json.loads(content)["documents"]
        assert document["fields"]["total"]["value"] == 1234.5
    else:
        assert read_sheets(content)["Values"]["B2"].value == "RE-17"
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == 1
    assert printed.err.splitlines()[-1] == f"The table was written to {out}."


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("table", "unknown_form"),
        ("table.pdf", "unknown_form"),
        ("there.csv", "file_exists"),
        ("folder.csv", "is_folder"),
        ("gone/table.csv", "path_not_found"),
    ],
)
def test_files_that_cannot_be_written_are_told_before_anything_is_read(
    desk: Desk, bill: int, tmp_path: Path, name: str, code: str
) -> None:
    (tmp_path / "there.csv").write_text("mine", encoding="utf-8")
    (tmp_path / "folder.csv").mkdir()
    replacing = () if code == "file_exists" else ("--replace",)
    with pytest.raises(InvalidInput) as refused:
        desk.run("--document", str(bill), "--out", str(tmp_path / name), *replacing)
    assert refused.value.code == code
    assert refused.value.message.endswith(".")
    assert (tmp_path / "there.csv").read_text(encoding="utf-8") == "mine"
    assert desk.model is not None
    assert desk.model.requests == []


def test_a_file_is_replaced_when_that_is_wanted(desk: Desk, bill: int, tmp_path: Path) -> None:
    out = tmp_path / "there.csv"
    out.write_text("mine", encoding="utf-8")
    assert desk.run("--document", str(bill), "--out", str(out), "--replace") == 0
    assert "RE-17" in out.read_text(encoding="utf-8-sig")

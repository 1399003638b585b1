"""`pincite schemas`: what it prints, which files it reads, and what it says of others."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli import schemas
from app.cli.output import Output
from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.errors import InvalidInput, NotFound
from app.core.extraction.built_in import BUILT_IN
from app.core.extraction.schemas import MAX_FILE_BYTES, schema_to_json
from app.services.schemas import SchemaService
from tests.fakes.extraction_store import MemoryExtractions

LEASE = ExtractionSchema(
    "lease",
    "Lease",
    (
        SchemaField("rent", "Monthly rent", FieldType.MONEY, "Without heat.\nIn EUR.", True),
        SchemaField("paid", "Paid", FieldType.YES_NO),
        SchemaField("kind", "Kind", FieldType.CHOICE, choices=("flat", "house")),
    ),
    "What a lease says.\nOf homes.",
)


@pytest.fixture
def service() -> SchemaService:
    """With one schema of the user's own."""
    service = SchemaService(MemoryExtractions())
    service.put(LEASE)
    return service


def run(service: SchemaService, *arguments: str) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    schemas.register(parser.add_subparsers(required=True))
    parsed = parser.parse_args(["schemas", *arguments])
    assert parsed.run is schemas.run
    return schemas.run_action(parsed, Output(as_json=parsed.json), service)


def test_the_list(service: SchemaService, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(service, "list") == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first.split() == ["invoice", "Invoice", "(5", "fields)"]
    assert last.split() == ["lease", "Lease", "(3", "fields,", "your", "own)"]

    assert run(service, "list", "--json") == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["name"] for record in records] == [
        *(schema.name for schema in BUILT_IN),
        "lease",
    ]
    assert records[0] == {"name": "invoice", "title": "Invoice", "built_in": True, "fields": 5}
    assert records[-1] == {"name": "lease", "title": "Lease", "built_in": False, "fields": 3}


def test_a_schema_for_people(service: SchemaService, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(service, "show", "lease") == 0
    assert capsys.readouterr().out.splitlines() == [
        "Lease",
        "  What a lease says.",
        "  Of homes.",
        "  rent  Monthly rent (money, required). Without heat. In EUR.",
        "  paid  Paid (yes or no)",
        "  kind  Kind (one of flat, house)",
    ]


def test_a_schema_that_is_shown_as_json_is_read_back(
    service: SchemaService, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lease.json"
    for schema in (LEASE, *BUILT_IN):
        assert run(service, "show", schema.name, "--json") == 0
        text = capsys.readouterr().out
        assert json.loads(text) == json.loads(schema_to_json(schema))
        file.write_text(text.replace(schema.name, f"my_{schema.name}", 1), encoding="utf-8")
        assert run(service, "import", str(file)) == 0
        mine = replace(schema, name=f"my_{schema.name}", built_in=False)
        assert service.named(mine.name) == mine
        assert f"Kept the schema {mine.name}." in capsys.readouterr().out


def test_a_schema_is_replaced_when_that_is_wanted(
    service: SchemaService, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lease.json"
    changed = replace(LEASE, title="Leases", fields=LEASE.fields[:1])
    file.write_text(schema_to_json(changed), encoding="utf-8")
    with pytest.raises(InvalidInput) as taken:
        run(service, "import", str(file))
    assert taken.value.code == "schema_exists"
    assert service.named("lease") == LEASE

    assert run(service, "import", str(file), "--replace", "--json") == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["name"], record["fields"], record["status"]) == ("lease", 1, "imported")
    assert service.named("lease") == changed


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_files_of_any_encoding_that_editors_and_shells_write(
    service: SchemaService, tmp_path: Path, encoding: str
) -> None:
    rental = replace(LEASE, name="rental", title="Miete für Häuser €")
    file = tmp_path / "rental.json"
    file.write_bytes(schema_to_json(rental).encode(encoding))
    assert run(service, "import", str(file)) == 0
    assert service.named("rental") == rental


def test_a_schema_is_removed(service: SchemaService, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(service, "remove", "lease", "--json") == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["name"], record["status"]) == ("lease", "removed")
    assert service.schemas() == BUILT_IN
    for action in ("remove", "show"):
        with pytest.raises(NotFound) as gone:
            run(service, action, "lease")
        assert gone.value.code == "unknown_schema"


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "not valid JSON"),
        (b"\x7fELF\x02\x01\x01\xff\xfe\x80", "not a text file"),
        (b"\xff\xfe{", "not a text file"),
        (b" " * (MAX_FILE_BYTES + 1), "too large"),
        (b"[" * 100_000, "not valid JSON"),
        (b'{"name": "lease"}', "“fields” is missing"),
    ],
    ids=["empty", "binary", "half a letter", "huge", "deep", "no fields"],
)
def test_files_that_are_no_schemas(
    service: SchemaService, tmp_path: Path, content: bytes, part: str
) -> None:
    file = tmp_path / "lease.json"
    file.write_bytes(content)
    with pytest.raises(InvalidInput, match=part) as refused:
        run(service, "import", str(file), "--replace")
    assert refused.value.message.endswith(".")
    assert service.named("lease") == LEASE


def test_files_that_are_none(service: SchemaService, tmp_path: Path) -> None:
    file = tmp_path / "lease.json"
    file.write_text(schema_to_json(LEASE), encoding="utf-8")
    for path, code in (
        (tmp_path / "gone.json", "path_not_found"),
        (file / "lease.json", "path_not_found"),
        (tmp_path, "is_folder"),
        (tmp_path / ("x" * 300), "file_unreadable"),
    ):
        with pytest.raises(InvalidInput) as refused:
            run(service, "import", str(path))
        assert refused.value.code == code
        assert refused.value.message.endswith(".")

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

from app.core.domain.extracted_table import ExtractedCell
from app.core.domain.extraction import FieldType, SchemaField, Value
from app.core.export.extraction_json import extraction_json
from tests.extracted_rows import ACME, AT, ROWS, SCHEMA, found


def read(content: bytes) -> dict[str, Any]:
    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    tree = json.loads(content.decode(), parse_constant=refuse)
    assert isinstance(tree, dict)
    return tree


def test_everything_that_is_known_is_in_it() -> None:
    tree = read(extraction_json(SCHEMA, ROWS))
    assert (tree["schema"], tree["title"]) == ("invoice", "Invoice")
    assert tree["fields"][2] == {"name": "total", "title": "Total", "type": "money"}
    acme, bolt, coil = tree["documents"]
    fields = acme.pop("fields")
    assert acme == {
        "document_id": 1,
        "document": "Acme invoice",
        "path": str(ACME.path),
        "status": "ok",
        "reason": None,
        "standing": "current",
        "model": "a model",
        "extracted_at": AT,
    }
    assert list(fields) == ["number", "issued", "total", "paid"]
    assert fields["issued"] == {
        "value": "2024-03-03",
        "confidence": 0.6,
        "verified": True,
        "needs_review": True,
        "corrected": False,
        "corrected_at": None,
        "extracted_value": "2024-03-03",
        "citation": {
            "chunk_id": 17,
            "document_id": 1,
            "document": "Acme invoice",
            "page": 2,
            "label": "ii",
            "quote": "3 March 2024",
            "ocr": False,
        },
    }
    assert (bolt["status"], bolt["standing"]) == ("ok", "changed")
    assert (coil["status"], coil["reason"]) == ("failed", "no_chunks")
    assert coil["model"] is coil["extracted_at"] is coil["standing"] is None


def test_a_correction_counts_and_what_the_model_found_stands_beside_it() -> None:
    acme, bolt, coil = read(extraction_json(SCHEMA, ROWS))["documents"]
    total = acme["fields"]["total"]
    assert (total["value"], total["extracted_value"]) == (1243.5, 1234.5)
    assert (total["corrected"], total["corrected_at"], total["verified"]) == (True, AT, False)
    assert total["citation"]["quote"] == "1.234,50 €"
    paid = bolt["fields"]["paid"]
    assert paid["value"] is True
    assert paid["confidence"] is paid["extracted_value"] is paid["citation"] is None
    assert coil["fields"]["paid"]["value"] is None


def test_a_passage_that_is_gone_has_no_page() -> None:
    citation = read(extraction_json(SCHEMA, ROWS))["documents"][1]["fields"]["total"]["citation"]
    assert (citation["chunk_id"], citation["page"], citation["label"]) == (17, None, None)


def test_a_document_that_was_not_read_yet_says_so() -> None:
    row = replace(ROWS[2], fault=None)
    assert read(extraction_json(SCHEMA, [row]))["documents"][0]["status"] == "not_extracted"


def test_a_document_that_waits_says_so_whatever_it_has() -> None:
    rows = [replace(ACME, waiting=True), replace(ROWS[2], fault=None, waiting=True)]
    first, second = read(extraction_json(SCHEMA, rows))["documents"]
    assert first["status"] == second["status"] == "waiting"
    assert first["extracted_at"] == AT
    assert second["extracted_at"] is None


def test_text_stays_as_it_is_and_numbers_are_numbers_or_nothing() -> None:
    schema = replace(SCHEMA, fields=(SchemaField("x", "X", FieldType.TEXT),))
    values: list[Value] = ['=1+1\r\n\t"誤り"', "half \udce9", math.inf, math.nan]
    rows = [replace(ACME, cells=(ExtractedCell("x", found("x", value)),)) for value in values]
    documents = read(extraction_json(schema, rows))["documents"]
    read_values = [one["fields"]["x"]["value"] for one in documents]
    assert read_values == ['=1+1\r\n\t"誤り"', "half ?", None, None]

"""Passages and citations know that OCR read their words, and how sure it is of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.citations.quotes import CitedWords
from app.core.domain.chunk import Chunk, Span
from app.core.domain.page import PageKind, PageText
from app.services.citing import citation_of
from app.services.passages import ocr_confidence, whole_passage
from app.services.records import citation_record, passage_record
from tests.fakes.text_extractor import FakePdf, fake_page
from tests.workbench import Workbench

OWN = "Rent is due on the third."
READ = "Pets are allowed here."


def pages() -> dict[int, PageText]:
    read = replace(fake_page(2, READ), ocr_confidence=0.9, ocr_tried=True)
    return {1: fake_page(1, OWN), 2: read, 3: replace(read, number=3, ocr_confidence=0.7)}


def chunk(*numbers: int) -> Chunk:
    text, spans = "", []
    for number in numbers:
        page = pages()[number].text
        spans.append(Span(number, 0, len(page), len(text)))
        text += page
    return Chunk(1, 1, 0, text, (), tuple(spans), 9)


@pytest.mark.parametrize(
    ("numbers", "end", "confidence"),
    [
        ((1,), None, None),
        ((2,), None, 0.9),
        ((1, 2), None, 0.9),
        ((1, 2), len(OWN), None),
        ((2, 3), None, 0.8),
        ((2, 3), len(READ), 0.9),
    ],
)
def test_only_letters_that_ocr_read_count(
    numbers: tuple[int, ...], end: int | None, confidence: float | None
) -> None:
    found = ocr_confidence(chunk(*numbers), pages(), 0, end)
    assert found == (None if confidence is None else pytest.approx(confidence))


def test_a_page_that_is_gone_says_nothing() -> None:
    assert ocr_confidence(chunk(2), {}) is None


def test_search_citations_and_records_say_it(bench: Workbench) -> None:
    bench.ocr.texts = {1: READ}
    bench.ocr.unsure = {"Pets"}
    bench.put("scan.pdf", FakePdf(pages=[PageKind.SCAN]))
    bench.put_text("lease.pdf", OWN)
    bench.read()
    hits = {hit.document_title: hit for hit in bench.search.search("pets rent", 5).passages}
    sure = hits["scan"].ocr_confidence
    assert sure is not None
    assert 0.5 < sure < 1.0
    assert hits["lease"].ocr_confidence is None
    assert passage_record(hits["scan"])["ocr"] is True
    assert passage_record(hits["scan"])["ocr_confidence"] == round(sure, 4)
    assert passage_record(hits["lease"])["ocr"] is False
    assert passage_record(hits["lease"])["ocr_confidence"] is None
    cited = citation_of(bench.library, hits["scan"], CitedWords(None, verified=False))
    assert cited.ocr_confidence == sure
    assert citation_record(cited)["ocr"] is True
    lease = hits["lease"].chunk
    document = bench.library.document(lease.document_id)
    assert document is not None
    assert whole_passage(bench.library, lease, document).ocr_confidence is None

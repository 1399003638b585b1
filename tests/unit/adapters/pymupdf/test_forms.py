from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest

from app.adapters.pymupdf.forms import is_dynamic_form
from app.adapters.pymupdf.reading import read_document
from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentHead, DocumentStatus
from app.core.domain.page import PageText
from app.core.reading.state import classify
from tests.pdfs import make_pdf

WAIT = "Please wait... If this message is not replaced, your program cannot show the form."


def xfa(document: pymupdf.Document, *, fields: str = "[]", as_stream: bool = False) -> None:
    """Let a document be a form that is described in XML."""
    part = document.get_new_xref()
    document.update_object(part, "<< >>")
    document.update_stream(part, b"<xdp:xdp><template/></xdp:xdp>", new=True)
    description = f"{part} 0 R" if as_stream else f"[ (xdp:xdp) {part} 0 R ]"
    document.xref_set_key(
        document.pdf_catalog(), "AcroForm", f"<< /Fields {fields} /XFA {description} >>"
    )


@pytest.mark.parametrize("as_stream", [False, True])
@pytest.mark.parametrize("says_so", [False, True])
def test_dynamic_forms(tmp_path: Path, as_stream: bool, says_so: bool) -> None:
    with pymupdf.open(make_pdf(tmp_path / "file.pdf", [WAIT])) as document:
        xfa(document, as_stream=as_stream, fields="[ 4 0 R ]" if says_so else "[]")
        if says_so:
            document.xref_set_key(document.pdf_catalog(), "NeedsRendering", "true")
        assert is_dynamic_form(document)
        document.save(tmp_path / "form.pdf")
    items = list(read_document(tmp_path / "form.pdf", cancel=CancelToken()))
    head, pages = items[0], [item for item in items if isinstance(item, PageText)]
    assert isinstance(head, DocumentHead)
    status, sentence = classify(head, pages)
    assert status is DocumentStatus.NO_TEXT
    assert "dynamic form" in sentence


def test_forms_that_are_drawn(tmp_path: Path) -> None:
    with pymupdf.open(make_pdf(tmp_path / "file.pdf", ["Name:"])) as document:
        assert not is_dynamic_form(document)
        xfa(document, fields="[ 4 0 R ]")
        assert not is_dynamic_form(document)
    with pymupdf.open(make_pdf(tmp_path / "file.pdf", ["one", "two"])) as document:
        xfa(document)  # what is left of a form that was flattened
        assert not is_dynamic_form(document)
    with pymupdf.open(make_pdf(tmp_path / "file.pdf", ["Name:"])) as document:
        document.xref_set_key(document.pdf_catalog(), "AcroForm", "<< /Fields [] /XFA null >>")
        assert not is_dynamic_form(document)


# --- what people see of a form ------------------------------------------------------------------


def add_field(page: pymupdf.Page, y: float, kind: int, value: str, flags: int = 0) -> int:
    """Add a field with a value; returns the number of its object."""
    field = pymupdf.Widget()
    field.field_type, field.field_name = kind, f"field {y}"
    field.rect = pymupdf.Rect(72, y, 372, y + 24)
    if kind != pymupdf.mupdf.PDF_WIDGET_TYPE_TEXT:
        field.choice_values = ["Monday", value]
    field.field_value = value
    field.field_flags = flags
    page.add_widget(field)
    return int(list(page.widgets())[-1].xref)


def read_only_page(document: pymupdf.Document, path: Path) -> PageText:
    document.save(path)
    items = list(read_document(path, cancel=CancelToken()))
    assert isinstance(items[1], PageText)
    return items[1]


@pytest.fixture
def page() -> Iterator[pymupdf.Page]:
    with pymupdf.open() as document:
        yield document.new_page()


def test_values_of_fields_are_read_where_they_stand(page: pymupdf.Page, tmp_path: Path) -> None:
    add_field(page, 100, pymupdf.mupdf.PDF_WIDGET_TYPE_TEXT, "Lovelace")
    add_field(page, 200, pymupdf.mupdf.PDF_WIDGET_TYPE_COMBOBOX, "Friday")
    found = read_only_page(page.parent, tmp_path / "file.pdf")
    assert found.text.split() == ["Lovelace", "Friday"]  # and not the choices that were not made
    for word, top in zip(found.words, (100, 200), strict=True):
        assert 70 < word.x0 < word.x1 < 372
        assert top - 10 < word.y0 < word.y1 < top + 34


@pytest.mark.parametrize("flags", [2, 32])  # hidden; not to be shown on a screen
def test_what_a_form_hides_is_not_read(page: pymupdf.Page, tmp_path: Path, flags: int) -> None:
    field = add_field(page, 100, pymupdf.mupdf.PDF_WIDGET_TYPE_TEXT, "secret")
    note = page.add_freetext_annot(pymupdf.Rect(72, 300, 300, 330), "withdrawn")
    for xref in (field, note.xref):
        page.parent.xref_set_key(xref, "F", str(flags))
    page.insert_text((72, 72), "What is printed")
    assert read_only_page(page.parent, tmp_path / "file.pdf").text == "What is printed"


def test_notes_on_the_page_are_read_and_folded_ones_are_not(
    page: pymupdf.Page, tmp_path: Path
) -> None:
    page.add_freetext_annot(pymupdf.Rect(72, 300, 300, 330), "checked in May")
    page.add_text_annot((400, 72), "folded away")
    found = read_only_page(page.parent, tmp_path / "file.pdf")
    assert found.text == "checked in May"
    (first, *_) = found.words
    assert 290 <= first.y0 < first.y1 <= 330


def test_fields_without_a_drawing_are_drawn_first(page: pymupdf.Page, tmp_path: Path) -> None:
    document = page.parent
    xref = add_field(page, 100, pymupdf.mupdf.PDF_WIDGET_TYPE_TEXT, "Lovelace")
    document.xref_set_key(xref, "AP", "null")
    form = document.xref_get_key(document.pdf_catalog(), "AcroForm")
    assert form[0] in ("dict", "xref")
    document.xref_set_key(document.pdf_catalog(), "AcroForm/NeedAppearances", "true")
    assert read_only_page(page.parent, tmp_path / "file.pdf").text == "Lovelace"

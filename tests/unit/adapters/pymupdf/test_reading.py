"""What is read from PDFs with the traps that real files have. Pictures of the pages are the judge
of where words stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pymupdf
import pytest

from app.adapters.pymupdf.reading import read_document
from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentHead
from app.core.domain.page import PageKind, PageText
from app.core.errors import Cancelled
from tests.pdfs import PdfPage, make_pdf

TEXT = "A request is made in writing to the line manager.\nThe reply comes within ten days."


def read(path: Path) -> tuple[DocumentHead, list[PageText]]:
    head, *pages = read_document(path, cancel=CancelToken())
    assert isinstance(head, DocumentHead)
    return head, [page for page in pages if isinstance(page, PageText)]


def read_page(path: Path, page: PdfPage) -> PageText:
    (found,) = read(make_pdf(path, [page]))[1]
    return found


def dark_pixels(path: Path, scale: float) -> np.ndarray:
    """Where the displayed first page is not white, as rows of truth values."""
    with pymupdf.open(path) as document:
        picture = document[0].get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False)
        shape = (picture.height, picture.width, 3)
        colours = np.frombuffer(picture.samples, np.uint8).reshape(shape)
        return np.asarray(colours.min(axis=2) < 128)


def displayed(path: Path, box: tuple[float, float, float, float]) -> pymupdf.Rect:
    """A box of unrotated space where MuPDF shows it, by its own matrix."""
    with pymupdf.open(path) as document:
        return pymupdf.Rect(pymupdf.Rect(*box) * document[0].rotation_matrix)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (60, 50, 420, 400)])
def test_boxes_lie_on_the_ink(
    tmp_path: Path, rotation: int, crop: tuple[float, float, float, float] | None
) -> None:
    path = tmp_path / "page.pdf"
    page = read_page(path, PdfPage(TEXT, rotation=rotation, crop=crop))
    assert page.text == TEXT
    width, height = (595, 842) if crop is None else (360, 350)
    assert (page.size.width, page.size.height, page.size.rotation) == (width, height, rotation)

    scale = 2.0
    ink = dark_pixels(path, scale)
    outside = ink.copy()
    for word in page.words:
        rect = displayed(path, word[3:]) * scale
        rows, columns = slice(int(rect.y0), int(rect.y1) + 1), slice(int(rect.x0), int(rect.x1) + 1)
        assert ink[rows, columns].mean() > 0.05
        outside[rows, columns] = False
    assert ink.any()
    assert not outside.any()


def test_sheets_that_begin_elsewhere_and_have_large_units(tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    with pymupdf.open(make_pdf(tmp_path / "plain.pdf", ["words"])) as plain:
        sheet = plain.page_xref(0)
        plain.xref_set_key(sheet, "MediaBox", "[ -50 -100 545 800 ]")
        plain.xref_set_key(sheet, "UserUnit", "2")
        plain.save(path)
    page = read(path)[1][0]
    assert (page.size.width, page.size.height) == (2 * 595, 2 * 900)
    (word,) = page.words
    ink = dark_pixels(path, 1.0)
    inside = ink[int(word.y0) : int(word.y1) + 1, int(word.x0) : int(word.x1) + 1]
    assert ink.sum() == inside.sum() > 0


@pytest.mark.parametrize("rotation", [0, 90])
def test_boxes_agree_with_the_search_of_mupdf(tmp_path: Path, rotation: int) -> None:
    path = tmp_path / "page.pdf"
    page = read_page(path, PdfPage(TEXT, rotation=rotation))
    start = page.text.index("the line")
    (box,) = page.boxes(start, start + len("the line"))
    with pymupdf.open(path) as document:
        (hit,) = document[0].search_for("the line")  # in unrotated space
    assert (box.x0, box.y0, box.x1, box.y1) == pytest.approx(tuple(hit), abs=1.0)


def test_columns_and_headings(tmp_path: Path) -> None:
    left = "Left words that go on for some lines until the column is full of them. " * 3
    right = "Right words that stand beside them and are read after all of the left. " * 3
    page = read_page(
        tmp_path / "page.pdf", PdfPage(heading="Heading over both", columns=(left, right))
    )
    heading, first, second = page.text.split("\n\n")
    assert heading == "Heading over both"
    assert " ".join(first.split()) == left.strip()
    assert " ".join(second.split()) == right.strip()


def test_text_boxes_side_by_side(tmp_path: Path) -> None:
    columns = ("Left box line 1\nLeft box line 2", "Right box line 1\nRight box line 2")
    page = read_page(tmp_path / "page.pdf", PdfPage(columns=columns))
    assert page.text == "\n\n".join(columns)


@pytest.fixture
def blank(tmp_path: Path) -> Iterator[tuple[pymupdf.Page, Path]]:
    """An empty page to draw on, and where to save its document."""
    with pymupdf.open() as document:
        yield document.new_page(), tmp_path / "page.pdf"


def saved(blank: tuple[pymupdf.Page, Path]) -> PageText:
    page, path = blank
    page.parent.save(path)
    return read(path)[1][0]


def test_sideways_text_comes_after_the_rest(blank: tuple[pymupdf.Page, Path]) -> None:
    page, _ = blank
    page.insert_text((30, 300), "stamp on the side", rotate=90)
    page.insert_text((72, 72), "The text of the page is longer than its stamp.")
    found = saved(blank)
    assert found.text == "The text of the page is longer than its stamp.\n\nstamp on the side"
    (stamp,) = found.boxes(found.text.index("stamp on"), len(found.text))
    assert stamp.y1 - stamp.y0 > 3 * (stamp.x1 - stamp.x0)


def test_hard_spaces_are_spaces(blank: tuple[pymupdf.Page, Path]) -> None:
    blank[0].insert_text((72, 72), "Every\u00a0space\u00a0is\u00a0hard")
    found = saved(blank)
    assert found.text == "Every space is hard"
    assert len(found.words) == 4


def test_ligatures_and_soft_hyphens(blank: tuple[pymupdf.Page, Path]) -> None:
    writer = pymupdf.TextWriter(blank[0].rect)
    writer.append((72, 72), "oﬃce ﬁnds op\u00adtional", font=pymupdf.Font("helv"))
    writer.write_text(blank[0])
    assert saved(blank).text == "office finds optional"


def test_hyphens_at_line_ends(blank: tuple[pymupdf.Page, Path]) -> None:
    blank[0].insert_text((72, 72), ["They are difficult to com-", "pile in COVID-", "19 times."])
    found = saved(blank)
    assert found.text == "They are difficult to compile in COVID-19 times."
    start = found.text.index("compile")
    upper, lower = found.boxes(start, start + len("compile"))
    assert upper.y0 < lower.y0
    assert upper.x0 > lower.x0


def test_letter_spaced_words(blank: tuple[pymupdf.Page, Path]) -> None:
    for index, letter in enumerate("Introduction"):
        blank[0].insert_text((72 + 12 * index, 72), letter)
    blank[0].insert_text((72, 100), "follows here.")
    assert saved(blank).text.split() == ["Introduction", "follows", "here."]


def test_vertical_japanese(blank: tuple[pymupdf.Page, Path]) -> None:
    writer = pymupdf.TextWriter(blank[0].rect)
    font = pymupdf.Font("cjk")
    for step, glyph in enumerate("有給休暇の申請"):
        writer.append((400, 72 + 12 * step), glyph, font=font, fontsize=12)
    writer.write_text(blank[0])
    assert saved(blank).text.replace("\n", "") == "有給休暇の申請"


def test_lines_of_japanese_are_joined(tmp_path: Path) -> None:
    page = read_page(tmp_path / "page.pdf", PdfPage("有給休暇の申\n請は書面で", font="cjk"))
    assert page.text == "有給休暇の申請は書面で"
    start = page.text.index("申請")
    above, below = page.boxes(start, start + 2)
    assert above.y1 <= below.y0 + 1
    assert above.x1 - above.x0 == pytest.approx(11, abs=1)


@pytest.mark.parametrize(
    ("written", "language"),
    [("שלום עולם 15 ימים", "he"), ("منحة سنوية 15 يوما", "ar")],
)
def test_right_to_left_is_read_in_logical_order(
    blank: tuple[pymupdf.Page, Path], written: str, language: str
) -> None:
    page, _ = blank
    page.insert_htmlbox(
        pymupdf.Rect(50, 50, 400, 200), f'<p dir="rtl" lang="{language}">{written}</p>'
    )
    assert saved(blank).text == written


def test_forms_and_notes_are_read(blank: tuple[pymupdf.Page, Path]) -> None:
    page, _ = blank
    page.insert_text((72, 72), "Name of the applicant")
    field = pymupdf.Widget()
    field.rect, field.field_name = pymupdf.Rect(72, 90, 300, 110), "name"
    field.field_type, field.field_value = pymupdf.mupdf.PDF_WIDGET_TYPE_TEXT, "Ada Lovelace"
    page.add_widget(field)
    page.add_freetext_annot(pymupdf.Rect(72, 200, 300, 230), "checked in May")
    text = saved(blank).text
    assert "Ada Lovelace" in text
    assert "checked in May" in text


def test_text_outside_of_the_crop_is_not_what_the_page_shows(tmp_path: Path) -> None:
    lines = "\n".join(f"line {number}" for number in range(1, 40))
    page = read_page(tmp_path / "page.pdf", PdfPage(lines, crop=(0, 0, 595, 200)))
    assert "line 8" in page.without_hidden().text
    assert "line 20" not in page.without_hidden().text
    assert page.hidden_from is not None
    assert "line 20" in page.text[page.hidden_from :]


def test_texts_over_each_other(blank: tuple[pymupdf.Page, Path]) -> None:
    for text in ("Text the first time", "Text the second time"):
        blank[0].insert_text((72, 72), text)
    text = saved(blank).text
    assert "Text the first time" in text
    assert "Text the second time" in text


def forget_letters(document: pymupdf.Document) -> None:
    """Take away what says which letters the shapes stand for."""
    for xref in range(1, document.xref_length()):
        if document.xref_get_key(xref, "ToUnicode")[0] != "null":
            document.xref_set_key(xref, "ToUnicode", "null")


def write_shapes(page: pymupdf.Page, x: float, y: float, text: str) -> None:
    writer = pymupdf.TextWriter(page.rect)
    writer.append((x, y), text, font=pymupdf.Font("cjk"))
    writer.write_text(page)


def test_shapes_without_letters_are_unreadable(blank: tuple[pymupdf.Page, Path]) -> None:
    write_shapes(blank[0], 72, 72, "Nothing says which letters these are")
    forget_letters(blank[0].parent)
    found = saved(blank)
    assert found.kind is PageKind.UNREADABLE
    assert found.text == ""
    assert len(found.words) == 0


def test_a_line_of_noise_is_left_out(blank: tuple[pymupdf.Page, Path]) -> None:
    write_shapes(blank[0], 72, 72, "noise")
    forget_letters(blank[0].parent)
    blank[0].insert_text((72, 100), ["The rest of the page can be read without trouble."] * 2)
    found = saved(blank)
    assert found.kind is PageKind.TEXT
    assert found.text.startswith("The rest")
    assert "\ufffd" not in found.text


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        (PdfPage(TEXT), PageKind.TEXT),
        (PdfPage(), PageKind.EMPTY),
        (PdfPage(TEXT, scanned=True), PageKind.SCAN),
        (PdfPage(TEXT, outlined=True), PageKind.SCAN),
    ],
)
def test_kinds(tmp_path: Path, page: PdfPage, kind: PageKind) -> None:
    found = read_page(tmp_path / "page.pdf", page)
    assert found.kind is kind
    assert bool(found.text) is (kind is PageKind.TEXT)


def test_a_page_with_rules_only_is_empty(blank: tuple[pymupdf.Page, Path]) -> None:
    blank[0].draw_line((72, 72), (500, 72))
    blank[0].draw_rect(pymupdf.Rect(72, 100, 500, 700))
    assert saved(blank).kind is PageKind.EMPTY


def test_a_scan_with_a_stamp_is_a_scan(blank: tuple[pymupdf.Page, Path]) -> None:
    page, _ = blank
    with pymupdf.open() as sheet:
        picture = sheet.new_page().get_pixmap()
    page.insert_image(page.rect, pixmap=picture)
    page.insert_text((500, 830), "Page 3 of 9")
    assert saved(blank).kind is PageKind.SCAN


def test_a_picture_with_a_caption_is_text(blank: tuple[pymupdf.Page, Path]) -> None:
    page, _ = blank
    with pymupdf.open() as sheet:
        picture = sheet.new_page().get_pixmap()
    page.insert_image(page.rect, pixmap=picture)
    page.insert_text((72, 600), "Figure 3. The harbour in 1910.")
    assert saved(blank).kind is PageKind.TEXT


def test_a_page_that_cannot_be_loaded_does_not_stop_the_others(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "three.pdf", ["one", "two", "three"])
    with pymupdf.open(path) as document:
        broken = document.page_xref(1)
        document.update_object(broken, "<< /Type /Page /MediaBox 7 >>")
        document.save(tmp_path / "broken.pdf")
    _, pages = read(tmp_path / "broken.pdf")
    assert [page.number for page in pages] == [1, 2, 3]
    assert [pages[0].text, pages[2].text] == ["one", "three"]
    assert pages[1].kind in (PageKind.FAILED, PageKind.EMPTY)


def test_the_head(tmp_path: Path) -> None:
    path = make_pdf(
        tmp_path / "file name.pdf",
        ["one", "two"],
        title="Employee Handbook",
        labels=["i", "1"],
        outline=[(1, "Leave", 1), (2, "Sick leave", 2)],
        attachments={"pay.csv": b"1"},
    )
    head, pages = read(path)
    assert head.title == "Employee Handbook"
    assert head.pages == 2
    assert [(entry.level, entry.title, entry.page) for entry in head.outline] == [
        (1, "Leave", 1),
        (2, "Sick leave", 2),
    ]
    assert (head.embedded_files, head.embedded_pdfs) == (1, 0)
    assert [page.label for page in pages] == ["i", "1"]


def test_a_file_without_title_and_labels(tmp_path: Path) -> None:
    head, pages = read(make_pdf(tmp_path / "Lease 2026.pdf", ["one"], title="Untitled"))
    assert head == DocumentHead("Lease 2026", 1)
    assert pages[0].label == ""


def test_reading_can_begin_later(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "three.pdf", ["one", "two", "three"])
    items = read_document(path, cancel=CancelToken(), first_page=3)
    assert [item.text for item in items if isinstance(item, PageText)] == ["three"]


def test_reading_can_be_stopped(tmp_path: Path) -> None:
    cancel = CancelToken()
    items = read_document(make_pdf(tmp_path / "two.pdf", ["one", "two"]), cancel=cancel)
    next(items)
    next(items)
    cancel.cancel()
    with pytest.raises(Cancelled):
        next(items)


def test_nothing_is_printed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = make_pdf(tmp_path / "one.pdf", ["one"])
    path.write_bytes(path.read_bytes().replace(b"startxref", b"startwhat"))
    read(path)
    assert capfd.readouterr() == ("", "")

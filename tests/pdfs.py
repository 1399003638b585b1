"""Builds the PDFs that tests read. No test needs a PDF that someone else made.

make_pdf(folder / "leave.pdf", ["First page.\\n\\nSecond paragraph.", PdfPage(rotation=90)])
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pymupdf

A4 = (595.0, 842.0)
MARGIN = 72.0
GUTTER = 24.0
LEADING = 1.3


@dataclass(frozen=True, slots=True)
class PdfPage:
    """What one page shows, from the top: a heading over the full width, then text or columns.

    A single line end in `text` is a line end on the page, an empty line begins a paragraph, and
    lines too long for their column are wrapped. Sizes are points of the unrotated page.
    """

    text: str = ""
    heading: str = ""
    columns: tuple[str, ...] = ()
    size: tuple[float, float] = A4
    rotation: int = 0
    crop: tuple[float, float, float, float] | None = None
    """x0, y0, x1, y1 of the CropBox, from the top left of the sheet."""
    font: str = "helv"
    """A Base-14 name (Latin-1 only), or "cjk", which has Chinese, Japanese and Korean."""
    font_size: float = 11.0
    scanned: bool = False
    """The text is a picture, as a scanner makes it."""
    dpi: int = 72
    """Dots an inch of that picture."""
    outlined: bool = False
    """The text is made of lines, with neither letters nor pictures."""


def make_pdf(
    path: Path,
    pages: Sequence[str | PdfPage] = ("",),
    *,
    title: str = "",
    labels: Sequence[str] = (),
    outline: Sequence[tuple[int, str, int]] = (),
    password: str = "",
    attachments: Mapping[str, bytes] | None = None,
) -> Path:
    """Write a PDF and return its path.

    Args:
        path: Where it is written; its folder must exist.
        pages: One a page; a string stands for `PdfPage(text)`.
        title: Title of the metadata.
        labels: Printed page names, one a page, or none.
        outline: Bookmarks as (level from 1, title, physical page from 1).
        password: Password to open the file, AES-256, or none.
        attachments: Embedded files by name.
    """
    with pymupdf.open() as document:
        for page in pages:
            _draw_page(document, PdfPage(page) if isinstance(page, str) else page)
        if title:
            document.set_metadata({"title": title})
        if labels:
            document.set_page_labels(
                [
                    {"startpage": index, "prefix": label, "style": "", "firstpagenum": 1}
                    for index, label in enumerate(labels)
                ]
            )
        if outline:
            document.set_toc([list(entry) for entry in outline])
        for name, data in (attachments or {}).items():
            document.embfile_add(name, data, filename=name)
        if password:
            document.save(
                path,
                encryption=pymupdf.mupdf.PDF_ENCRYPT_AES_256,
                user_pw=password,
                owner_pw=password + " of the owner",
            )
        else:
            document.save(path)
    return path


def make_damaged_pdf(path: Path) -> Path:
    """Write what begins like a PDF and holds nothing of one."""
    path.write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog\n")
    return path


def make_repairable_pdf(path: Path, text: str) -> Path:
    """Write a one-page PDF whose cross-reference table points nowhere."""
    make_pdf(path, [text])
    data = path.read_bytes()
    start = data.rindex(b"startxref")
    path.write_bytes(data[:start] + b"startxref\n7\n%%EOF\n")
    return path


def make_endless_pdf(
    path: Path, before: str, after: str, hanging: int = 1, *, depth: int = 12
) -> Path:
    """Write a page, then `hanging` ones that take longer to read than anybody can wait, then one.

    They draw a form that draws another ten times, and so on: 10**depth words in all.
    """
    with pymupdf.open() as document:
        for text in (before, *[""] * hanging, after):
            _write_text(document.new_page(), PdfPage(text))
        font = document[1].insert_font(fontname="helv")
        inner = _add_form(document, b"BT /helv 9 Tf 72 72 Td (word) Tj ET", "Font", "helv", font)
        for _ in range(depth):
            inner = _add_form(document, b"/Fm Do " * 10, "XObject", "Fm", inner)
        content = _add_stream(document, "<< >>", b"/Fm Do")
        for index in range(1, hanging + 1):
            page = document.page_xref(index)
            document.xref_set_key(page, "Contents", f"{content} 0 R")
            document.xref_set_key(page, "Resources", f"<< /XObject << /Fm {inner} 0 R >> >>")
        document.save(path)
    return path


def make_bomb_pdf(path: Path, text: str, side: int = 40_000) -> Path:
    """Write a page with text and a picture of side * side white dots, which packs to a few kB."""
    row = b"\xff" * (side // 8)
    packer = zlib.compressobj(1)
    data = b"".join([*(packer.compress(row) for _ in range(side)), packer.flush()])
    with pymupdf.open() as document:
        page = document.new_page()
        _write_text(page, PdfPage(text))
        picture = document.get_new_xref()
        document.update_object(
            picture,
            f"<< /Type /XObject /Subtype /Image /Width {side} /Height {side} "
            "/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode >>",
        )
        document.update_stream(picture, data, new=True, compress=False)
        document.xref_set_key(picture, "Filter", "/FlateDecode")
        resources = int(document.xref_get_key(page.xref, "Resources")[1].split()[0])
        document.xref_set_key(resources, "XObject", f"<< /Im {picture} 0 R >>")
        drawing = _add_stream(document, "<< >>", b"q 400 0 0 400 72 72 cm /Im Do Q")
        contents = " ".join(f"{xref} 0 R" for xref in [*page.get_contents(), drawing])
        document.xref_set_key(page.xref, "Contents", f"[ {contents} ]")
        document.save(path)
    return path


def _add_form(document: pymupdf.Document, data: bytes, kind: str, name: str, xref: int) -> int:
    """Add a form that uses one resource; return its number."""
    return _add_stream(
        document,
        "<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] "
        f"/Resources << /{kind} << /{name} {xref} 0 R >> >> >>",
        data,
    )


def _add_stream(document: pymupdf.Document, dictionary: str, data: bytes) -> int:
    xref: int = document.get_new_xref()
    document.update_object(xref, dictionary)
    document.update_stream(xref, data, new=True)
    return xref


def _draw_page(document: pymupdf.Document, content: PdfPage) -> None:
    width, height = content.size
    page = document.new_page(width=width, height=height)
    if content.scanned or content.outlined:
        with pymupdf.open() as drawing:
            sheet = drawing.new_page(width=width, height=height)
            _write_text(sheet, content)
            if content.scanned:
                page.insert_image(page.rect, pixmap=sheet.get_pixmap(dpi=content.dpi))
            else:
                _draw_outlines(page, sheet)
    else:
        _write_text(page, content)
    if content.crop is not None:
        page.set_cropbox(pymupdf.Rect(*content.crop))
    page.set_rotation(content.rotation)


def _write_text(page: pymupdf.Page, content: PdfPage) -> None:
    left, right = MARGIN, page.rect.width - MARGIN
    top = MARGIN
    if content.heading:
        top = _write_lines(page, content.heading, left, right, top, content.font, 16.0)
    if content.text:
        top = _write_lines(page, content.text, left, right, top, content.font, content.font_size)
    if content.columns:
        count = len(content.columns)
        step = (right - left + GUTTER) / count
        for index, column in enumerate(content.columns):
            x = left + index * step
            _write_lines(page, column, x, x + step - GUTTER, top, content.font, content.font_size)


def _write_lines(
    page: pymupdf.Page, text: str, left: float, right: float, top: float, font: str, size: float
) -> float:
    """Write wrapped lines and return the height below them."""
    face = pymupdf.Font(font)
    writer = pymupdf.TextWriter(page.rect)
    baseline = top + size
    for line in text.split("\n"):
        for part in _wrapped(line, face, size, right - left):
            if baseline > page.rect.height:
                raise ValueError("the text does not fit on its page")
            if part and font in pymupdf.Base14_fontdict:
                page.insert_text((left, baseline), part, fontname=font, fontsize=size)
            elif part:
                writer.append((left, baseline), part, font=face, fontsize=size)
            baseline += size * LEADING
    if writer.text_rect.width > 0:
        writer.write_text(page)
    return baseline


def _wrapped(line: str, face: pymupdf.Font, size: float, width: float) -> list[str]:
    if face.text_length(line, fontsize=size) <= width:
        return [line]
    parts = [""]
    for word in line.split(" "):
        longer = f"{parts[-1]} {word}" if parts[-1] else word
        if parts[-1] and face.text_length(longer, fontsize=size) > width:
            parts.append(word)
        else:
            parts[-1] = longer
    return parts


def _draw_outlines(page: pymupdf.Page, sheet: pymupdf.Page) -> None:
    """Draw two strokes for each letter of the sheet, as a program does that outlines its text."""
    shape = page.new_shape()
    for x0, y0, x1, y1, word, *_ in sheet.get_text("words"):
        step = (x1 - x0) / len(word)
        for index in range(len(word)):
            x = x0 + index * step
            shape.draw_line((x, y1), (x + step / 2, y0))
            shape.draw_line((x + step / 2, y0), (x + step, y1))
    shape.finish(width=0.8)
    shape.commit()

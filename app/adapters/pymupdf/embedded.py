"""Finds the files inside of a PDF: those that it lists, and those that are pinned to its pages.

A portfolio is a PDF with such a list and one page that says little.
"""

from __future__ import annotations

from collections.abc import Iterator

import pymupdf
from pymupdf import mupdf

from app.adapters.pymupdf.opening import ENGINE_ERRORS, MARK, MARK_WITHIN, as_pdf
from app.adapters.pymupdf.trees import leaves
from app.core.domain.document import EmbeddedFile
from app.core.text.safe_text import one_line

MOST_FILES = 1000
"""Files that are looked for in one PDF."""
MOST_BYTES = 256 << 20
"""Of one embedded PDF. It is unpacked in memory, with room to grow, in a child of 2 GiB."""

_LONGEST_NAME = 255
# Places where the name of a file stands, and its content; the first was made for all scripts.
_SYSTEMS = ("UF", "F", "Unix", "Mac", "DOS")
_MOST_NOTES = 1000
"""Notes of a page that are looked at."""


def embedded_files(document: pymupdf.Document) -> tuple[EmbeddedFile, ...]:
    """The files inside of a document; what is damaged is left out."""
    return tuple(
        EmbeddedFile(number, name, _is_pdf(content))
        for number, (name, content) in enumerate(_found(document), 1)
    )


def embedded_content(document: pymupdf.Document, number: int) -> bytes | None:
    """The content of the file with this number, None where there is none, it is damaged, or it
    has more than `MOST_BYTES`."""
    for index, (_, content) in enumerate(_found(document), 1):
        if index == number:
            try:
                unpacked, _ = mupdf.fz_read_best(mupdf.pdf_open_stream(content), 0, MOST_BYTES)
                size, _ = mupdf.fz_buffer_storage(unpacked)
                return mupdf.fz_buffer_extract_copy(unpacked) if size <= MOST_BYTES else None
            except ENGINE_ERRORS:
                return None
    return None


def _found(document: pymupdf.Document) -> list[tuple[str, mupdf.PdfObj]]:
    """Names and contents, each content once."""
    found: dict[int, tuple[str, mupdf.PdfObj]] = {}
    pdf = as_pdf(document)
    for source in (_listed(pdf), _pinned(pdf)):
        try:
            for key, description in source:
                name, content = _described(key, description)
                if content is not None:
                    found.setdefault(mupdf.pdf_to_num(content), (name, content))
                if len(found) == MOST_FILES:
                    return list(found.values())
        except ENGINE_ERRORS:
            continue  # what was found until then is there
    return list(found.values())


def _listed(pdf: mupdf.PdfDocument) -> Iterator[tuple[mupdf.PdfObj, mupdf.PdfObj]]:
    root = mupdf.pdf_dict_gets(mupdf.pdf_trailer(pdf), "Root")
    yield from leaves(
        mupdf.pdf_dict_gets(mupdf.pdf_dict_gets(root, "Names"), "EmbeddedFiles"), "Names"
    )


def _pinned(pdf: mupdf.PdfDocument) -> Iterator[tuple[mupdf.PdfObj, mupdf.PdfObj]]:
    for index in range(mupdf.pdf_count_pages(pdf)):
        notes = mupdf.pdf_dict_gets(mupdf.pdf_lookup_page_obj(pdf, index), "Annots")
        for place in range(min(mupdf.pdf_array_len(notes), _MOST_NOTES)):
            note = mupdf.pdf_array_get(notes, place)
            if mupdf.pdf_to_name(mupdf.pdf_dict_gets(note, "Subtype")) == "FileAttachment":
                yield mupdf.pdf_dict_gets(note, "Contents"), mupdf.pdf_dict_gets(note, "FS")


def _described(key: mupdf.PdfObj, description: mupdf.PdfObj) -> tuple[str, mupdf.PdfObj | None]:
    """The name and the content of a file by its description; the content is None where it lies
    elsewhere. `key` names it where the description does not."""
    contents = mupdf.pdf_dict_gets(description, "EF")
    names = [mupdf.pdf_dict_gets(description, system) for system in _SYSTEMS]
    texts = [mupdf.pdf_to_text_string(name) for name in (*names, key) if mupdf.pdf_is_string(name)]
    name = next((tidy for text in texts if (tidy := one_line(text))), "")
    for system in _SYSTEMS:
        content = mupdf.pdf_dict_gets(contents, system)
        if mupdf.pdf_is_stream(content):
            return name[:_LONGEST_NAME], content
    return name[:_LONGEST_NAME], None


def _is_pdf(content: mupdf.PdfObj) -> bool:
    """Whether a content begins as a PDF does; no more of it is unpacked than that."""
    start = bytearray()
    try:
        stream = mupdf.pdf_open_stream(content)
        while len(start) < MARK_WITHIN and MARK not in start:
            byte = mupdf.fz_read_byte(stream)
            if byte < 0:
                break
            start.append(byte)
    except ENGINE_ERRORS:
        pass  # what was unpacked until then tells as much
    return MARK in start

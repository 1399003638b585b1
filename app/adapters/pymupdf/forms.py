"""Tells forms that are drawn from those that a program makes as it opens them (dynamic XFA).

The one page of such a file only asks to wait. What people would see is a description in XML of
fields and rules, which has no places on a page before a program works it out.
"""

from __future__ import annotations

import pymupdf
from pymupdf import mupdf

from app.adapters.pymupdf.opening import ENGINE_ERRORS, as_pdf


def is_dynamic_form(document: pymupdf.Document) -> bool:
    """Whether what the file shows is yet to be made: it says so (ISO 32000-2, 7.7.2,
    NeedsRendering), or it has one page and its form has no field there."""
    try:
        root = mupdf.pdf_dict_gets(mupdf.pdf_trailer(as_pdf(document)), "Root")
        form = mupdf.pdf_dict_gets(root, "AcroForm")
        description = mupdf.pdf_dict_gets(form, "XFA")
        if not (mupdf.pdf_is_array(description) or mupdf.pdf_is_stream(description)):
            return False
        if mupdf.pdf_to_bool(mupdf.pdf_dict_gets(root, "NeedsRendering")):
            return True
        fields = mupdf.pdf_array_len(mupdf.pdf_dict_gets(form, "Fields"))
        return not fields and len(document) == 1
    except ENGINE_ERRORS:
        return False

"""Reads the rules for printed page names. PyMuPDF's own reader takes prefixes in UTF-16 for text
("<FEFF0043>1" for "C1") and misses rules in deeper trees."""

from __future__ import annotations

from itertools import islice

import pymupdf
from pymupdf import mupdf

from app.adapters.pymupdf.opening import ENGINE_ERRORS, as_pdf
from app.adapters.pymupdf.trees import leaves
from app.core.reading.characters import normalised
from app.core.reading.labels import LabelRule, page_labels

_MOST_RULES = 20_000
# Longer prefixes are not page names.
_LONGEST = 40


def labels(document: pymupdf.Document) -> list[str]:
    """The name of each page, or an empty list where the document has none."""
    try:
        root = mupdf.pdf_dict_gets(mupdf.pdf_trailer(as_pdf(document)), "Root")
        found = leaves(mupdf.pdf_dict_gets(root, "PageLabels"), "Nums")
        rules = [_rule(mupdf.pdf_to_int(key), value) for key, value in islice(found, _MOST_RULES)]
        return page_labels(rules, len(document))
    except ENGINE_ERRORS:
        return []


def _rule(first_page: int, rule: mupdf.PdfObj) -> LabelRule:
    style = mupdf.pdf_dict_gets(rule, "S")
    start = mupdf.pdf_dict_gets(rule, "St")
    prefix = mupdf.pdf_to_text_string(mupdf.pdf_dict_gets(rule, "P"))
    return LabelRule(
        first_page=first_page,
        style=mupdf.pdf_to_name(style) if mupdf.pdf_is_name(style) else "",
        prefix=normalised(prefix)[:_LONGEST],
        start=mupdf.pdf_to_int(start) if mupdf.pdf_is_int(start) else 1,
    )

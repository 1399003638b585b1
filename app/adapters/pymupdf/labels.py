"""Reads the rules for printed page names. PyMuPDF's own reader takes prefixes in UTF-16 for text
("<FEFF0043>1" for "C1") and misses rules in deeper trees."""

from __future__ import annotations

from collections.abc import Iterator

import pymupdf
from pymupdf import mupdf

from app.adapters.pymupdf.opening import ENGINE_ERRORS, as_pdf
from app.core.reading.characters import normalised
from app.core.reading.labels import LabelRule, page_labels

# Number trees are a few levels deep; a loop is cut off here.
_DEEPEST = 16
_MOST_RULES = 20_000
# Longer prefixes are not page names.
_LONGEST = 40


def labels(document: pymupdf.Document) -> list[str]:
    """The name of each page, or an empty list where the document has none."""
    try:
        root = mupdf.pdf_dict_gets(mupdf.pdf_trailer(as_pdf(document)), "Root")
        tree = mupdf.pdf_dict_gets(root, "PageLabels")
        rules = []
        for rule in _rules(tree, 0):
            rules.append(rule)
            if len(rules) == _MOST_RULES:
                break
        return page_labels(rules, len(document))
    except ENGINE_ERRORS:
        return []


def _rules(node: mupdf.PdfObj, depth: int) -> Iterator[LabelRule]:
    if depth > _DEEPEST or not mupdf.pdf_is_dict(node):
        return
    numbers = mupdf.pdf_dict_gets(node, "Nums")
    for index in range(0, mupdf.pdf_array_len(numbers) - 1, 2):
        first_page = mupdf.pdf_to_int(mupdf.pdf_array_get(numbers, index))
        yield _rule(first_page, mupdf.pdf_array_get(numbers, index + 1))
    kids = mupdf.pdf_dict_gets(node, "Kids")
    for index in range(mupdf.pdf_array_len(kids)):
        yield from _rules(mupdf.pdf_array_get(kids, index), depth + 1)


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

"""Counts the pages of a PDF by going to each, where the number that it gives is not right.

MuPDF believes the number: pages beyond a number that is too low are never shown, and it takes one
that is too high back in the middle of the work.
"""

from __future__ import annotations

from pymupdf import mupdf

# Trees are a few levels deep; a loop is cut off here.
_DEEPEST = 64


def mend_page_tree(pdf: mupdf.PdfDocument, most: int) -> int:
    """Number of pages that the tree leads to, after the tree was made to say so as well; 0 where
    there is none. Of more than `most` pages, `most` are counted and nothing is mended.

    Raises:
        RuntimeError, mupdf.FzErrorBase: the file is damaged there.
    """
    root = mupdf.pdf_dict_gets(mupdf.pdf_trailer(pdf), "Root")
    tree = mupdf.pdf_dict_gets(root, "Pages")
    if not mupdf.pdf_is_dict(tree):
        return 0
    said = mupdf.pdf_to_int(mupdf.pdf_dict_gets(tree, "Count"))
    if said <= most and _adds_up(tree, said):
        return int(said)
    pages = _leaves(tree, most)
    if 0 < len(pages) < most and len(pages) != said:
        kids = mupdf.pdf_new_array(pdf, len(pages))
        for page in pages:
            mupdf.pdf_array_push(kids, page)
        mupdf.pdf_dict_puts(tree, "Kids", kids)
        mupdf.pdf_dict_puts(tree, "Count", mupdf.pdf_new_int(len(pages)))
    return len(pages)


def _adds_up(node: mupdf.PdfObj, said: int, depth: int = 0) -> bool:
    """Whether a part of the tree has as many pages as it says, without a look at each page. Parts
    that are in it many times are counted as often, so this takes no more steps than pages."""
    kids = mupdf.pdf_dict_gets(node, "Kids")
    count = mupdf.pdf_array_len(kids)
    if not count or said < 1 or depth > _DEEPEST:
        return False
    first, last = (mupdf.pdf_array_get(kids, index) for index in (0, count - 1))
    if count == said and not _is_node(first) and not _is_node(last):
        return bool(mupdf.pdf_is_dict(first) and mupdf.pdf_is_dict(last))
    total = 0
    for index in range(count):
        kid = mupdf.pdf_array_get(kids, index)
        if not _is_node(kid):
            total += mupdf.pdf_is_dict(kid)
            continue
        pages = mupdf.pdf_to_int(mupdf.pdf_dict_gets(kid, "Count"))
        if total + pages > said or not _adds_up(kid, pages, depth + 1):
            return False
        total += pages
    return total == said


def _leaves(tree: mupdf.PdfObj, most: int) -> list[mupdf.PdfObj]:
    """The pages in their order. No part of the tree is gone into twice."""
    found: list[mupdf.PdfObj] = []
    waiting, entered = [(tree, 0)], set()
    while waiting and len(found) < most:
        node, depth = waiting.pop()
        if depth and not _is_node(node):
            if mupdf.pdf_is_indirect(node) and mupdf.pdf_is_dict(node):
                found.append(node)
            continue
        number = mupdf.pdf_to_num(node)
        if number in entered or depth > _DEEPEST:
            continue
        entered.add(number)
        kids = mupdf.pdf_dict_gets(node, "Kids")
        count = min(mupdf.pdf_array_len(kids), most)
        waiting += [
            (mupdf.pdf_array_get(kids, index), depth + 1) for index in reversed(range(count))
        ]
    return found


def _is_node(thing: mupdf.PdfObj) -> bool:
    return bool(mupdf.pdf_is_array(mupdf.pdf_dict_gets(thing, "Kids"))) and (
        mupdf.pdf_to_name(mupdf.pdf_dict_gets(thing, "Type")) != "Page"
    )

"""Walks the name trees and number trees of a PDF, which may be as deep, as wide and as circular
as whoever wrote the file liked."""

from __future__ import annotations

from collections.abc import Iterator

from pymupdf import mupdf

# Trees are a few levels deep; what lies deeper is cut off.
_DEEPEST = 16
# A tree of 20,000 entries has a thousand nodes at most.
_MOST_NODES = 20_000


def leaves(root: mupdf.PdfObj, entries: str) -> Iterator[tuple[mupdf.PdfObj, mupdf.PdfObj]]:
    """Keys with their values, in order. Each node of the tree is visited once.

    Args:
        root: The tree; anything but a dictionary holds nothing.
        entries: "Names" in name trees, "Nums" in number trees.

    Raises:
        RuntimeError, mupdf.FzErrorBase: the file is damaged there.
    """
    waiting = [(root, 0)]
    seen: set[int] = set()
    visited = 0
    while waiting and visited < _MOST_NODES:
        node, depth = waiting.pop()
        visited += 1
        number = mupdf.pdf_to_num(node) if mupdf.pdf_is_indirect(node) else 0
        if depth > _DEEPEST or number in seen or not mupdf.pdf_is_dict(node):
            continue
        if number:
            seen.add(number)
        pairs = mupdf.pdf_dict_gets(node, entries)
        for index in range(0, mupdf.pdf_array_len(pairs) - 1, 2):
            yield mupdf.pdf_array_get(pairs, index), mupdf.pdf_array_get(pairs, index + 1)
        kids = mupdf.pdf_dict_gets(node, "Kids")
        count = min(mupdf.pdf_array_len(kids), _MOST_NODES - len(waiting))
        waiting += [
            (mupdf.pdf_array_get(kids, index), depth + 1) for index in reversed(range(count))
        ]

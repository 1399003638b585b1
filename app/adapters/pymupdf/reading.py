"""Reads a PDF page by page: text in reading order, and the box of each word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import pymupdf
from pymupdf import mupdf

from app.adapters.pymupdf.labels import labels
from app.adapters.pymupdf.marks import marks
from app.adapters.pymupdf.opening import ENGINE_ERRORS, Bounds, keep_quiet, opened
from app.adapters.pymupdf.outline import outline
from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentHead
from app.core.domain.page import PageKind, PageSize, PageText, WordBox, WordTable
from app.core.reading.characters import EXTRA_SPACES, NOISE, noise_share
from app.core.reading.compose import compose
from app.core.reading.hyphens import Vocabulary
from app.core.reading.layout import lay_out
from app.core.reading.pages import failed_page, page_without_text
from app.core.reading.space import Direction, Rect, to_reading
from app.core.reading.titles import choose_title
from app.core.reading.words import Line, Word

# Ligatures come as their letters and pictures are left out. Letters that the file does not name
# come as U+FFFD rather than as the number of their shape, which would look like text.
_FLAGS = mupdf.FZ_STEXT_PRESERVE_WHITESPACE | mupdf.FZ_STEXT_MEDIABOX_CLIP

_EXTRA_SPACE = re.compile(f"[{EXTRA_SPACES}]")

# Pages with a larger share of noise are unreadable; on others, lines of noise are left out.
_UNREADABLE = 0.3
_NOISY_LINE = 0.5
# A page whose only text is a stamp or number in the margins, around a picture, is a scan.
_STAMP_CHARACTERS = 120
_STAMP_MARGIN = 0.1
_SCAN_PICTURE = 0.6


def read_document(
    path: Path,
    *,
    cancel: CancelToken,
    password: str | None = None,
    first_page: int = 1,
    bounds: Bounds | None = None,
) -> Iterator[DocumentHead | PageText]:
    """Yield the head, then every page from `first_page` on.

    Raises:
        ExtractionFailed: nothing can be had of the file.
        Cancelled: before the next page.
    """
    keep_quiet()
    with opened(path, password, bounds) as document:
        head = _head(document, path)
        yield head
        names = labels(document) or [""] * head.pages
        vocabulary = Vocabulary()
        for number in range(first_page, head.pages + 1):
            cancel.raise_if_cancelled()
            yield _read_page(document, number, names[number - 1], vocabulary)


def _head(document: pymupdf.Document, path: Path) -> DocumentHead:
    metadata = document.metadata or {}
    try:
        attachments = document.embfile_count()
    except ENGINE_ERRORS:
        attachments = 0
    return DocumentHead(
        title=choose_title(metadata.get("title") or "", path.stem),
        pages=len(document),
        outline=outline(document),
        embedded_files=attachments,
    )


def _read_page(
    document: pymupdf.Document, number: int, label: str, vocabulary: Vocabulary
) -> PageText:
    try:
        page = document.load_page(number - 1)
        size = _size(page)
        stext = _text_page(page)
        found = "".join(block[4] for block in stext.extractBLOCKS())
        if noise_share(found) > _UNREADABLE:
            return page_without_text(number, label, size, PageKind.UNREADABLE)
        lines = _lines(stext, found)
    except ENGINE_ERRORS:
        return failed_page(number, label)
    text, boxes = compose(lay_out(lines), vocabulary, size)
    kind = _kind(page, text, boxes, size)
    if kind is not PageKind.TEXT:
        return page_without_text(number, label, size, kind)
    return PageText(number, label, size, kind, text, WordTable.pack(boxes))


def _size(page: pymupdf.Page) -> PageSize:
    rotation = page.rotation
    width, height = page.rect.width, page.rect.height
    if rotation in (90, 270):
        width, height = height, width
    return PageSize(width, height, rotation)


def _text_page(page: pymupdf.Page) -> pymupdf.TextPage:
    """All text that the page shows, that of forms and notes as well, in displayed space.

    `Page.get_textpage` takes the rotation away first, and MuPDF then makes a paragraph of each
    line of a page that is turned.
    """
    stext = mupdf.FzStextPage(mupdf.fz_bound_page(page.this))
    device = mupdf.fz_new_stext_device(stext, mupdf.FzStextOptions(_FLAGS))
    mupdf.fz_enable_device_hints(device, mupdf.FZ_NO_CACHE)
    mupdf.fz_run_page(page.this, device, mupdf.FzMatrix(), mupdf.FzCookie())
    mupdf.fz_close_device(device)
    return pymupdf.TextPage(stext)


def _lines(stext: pymupdf.TextPage, found: str) -> list[Line]:
    """Lines in the order of the file. `found` is the text that they hold."""
    directions = _directions(stext)
    # Asking for further delimiters makes MuPDF three times as slow.
    delimiters = EXTRA_SPACES if _EXTRA_SPACE.search(found) else None
    has_noise = NOISE.search(found) is not None
    lines: list[Line] = []
    for (block, number), words in groupby(stext.extractWORDS(delimiters), key=_line_key):
        direction = directions[block, number]
        if direction is Direction.RIGHT:
            line = [Word(x0, y0, x1, y1, text) for x0, y0, x1, y1, text, *_ in words]
        else:
            line = [
                Word(*to_reading(direction, Rect(x0, y0, x1, y1)), text)
                for x0, y0, x1, y1, text, *_ in words
            ]
        if has_noise and noise_share("".join(word.text for word in line)) > _NOISY_LINE:
            continue
        lines.append(Line(line, block, len(lines), direction))
    return lines


def _line_key(word: tuple[float, float, float, float, str, int, int, int]) -> tuple[int, int]:
    """Numbers of the block and the line that a word of MuPDF belongs to."""
    return word[5], word[6]


def _directions(stext: pymupdf.TextPage) -> dict[tuple[int, int], Direction]:
    """Direction of each line, by the numbers of its block and line."""
    found: dict[tuple[int, int], Direction] = {}
    for block_number, block in enumerate(stext.this):
        if block.m_internal.type == mupdf.FZ_STEXT_BLOCK_TEXT:
            for line_number, line in enumerate(block):
                towards = line.m_internal.dir
                found[block_number, line_number] = Direction.of(towards.x, towards.y)
    return found


def _kind(page: pymupdf.Page, text: str, boxes: Sequence[WordBox], size: PageSize) -> PageKind:
    if len(text) > _STAMP_CHARACTERS or not _in_margins(boxes, size):
        return PageKind.TEXT
    try:
        shown = marks(page)
    except ENGINE_ERRORS:
        return PageKind.TEXT if text else PageKind.FAILED
    if text:
        return PageKind.SCAN if shown.picture >= _SCAN_PICTURE else PageKind.TEXT
    return PageKind.SCAN if shown.visible else PageKind.EMPTY


def _in_margins(boxes: Sequence[WordBox], size: PageSize) -> bool:
    """Whether all words stand at an edge of the page, or there are none."""
    x, y = size.width * _STAMP_MARGIN, size.height * _STAMP_MARGIN
    return all(
        box.x1 <= x or box.y1 <= y or box.x0 >= size.width - x or box.y0 >= size.height - y
        for box in boxes
    )

"""Reads a PDF page by page: text in reading order, and the box of each word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import pymupdf
from pymupdf import mupdf

from app.adapters.pymupdf.drawn import play
from app.adapters.pymupdf.embedded import embedded_files
from app.adapters.pymupdf.forms import is_dynamic_form
from app.adapters.pymupdf.hidden import FoundWord, hidden_words, text_outside
from app.adapters.pymupdf.labels import labels
from app.adapters.pymupdf.marks import marks
from app.adapters.pymupdf.opening import ENGINE_ERRORS, Bounds, keep_quiet, opened
from app.adapters.pymupdf.outline import outline
from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentHead
from app.core.domain.page import PageKind, PageSize, PageText, WordBox
from app.core.reading.characters import EXTRA_SPACES, NOISE, noise_share
from app.core.reading.compose import compose
from app.core.reading.hyphens import Vocabulary
from app.core.reading.layout import lay_out
from app.core.reading.pages import failed_page, page_with_text, page_without_text
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
        names = labels(document)
        names += [""] * (head.pages - len(names))
        vocabulary = Vocabulary()
        for number in range(first_page, head.pages + 1):
            cancel.raise_if_cancelled()
            yield _read_page(document, number, names[number - 1], vocabulary)


def _head(document: pymupdf.Document, path: Path) -> DocumentHead:
    # A repair in the middle of the work may find more pages, or fewer; this is what is told.
    pages = len(document)
    metadata = document.metadata or {}
    inside = embedded_files(document)
    return DocumentHead(
        title=choose_title(metadata.get("title") or "", path.stem),
        pages=pages,
        outline=tuple(entry for entry in outline(document) if entry.page <= pages),
        embedded_files=len(inside),
        embedded_pdfs=sum(file.pdf for file in inside),
        dynamic_form=is_dynamic_form(document),
    )


def _read_page(
    document: pymupdf.Document, number: int, label: str, vocabulary: Vocabulary
) -> PageText:
    try:
        page = document.load_page(number - 1)
        size = _size(page)
        # MuPDF interprets the page once, and plays what it draws to each who asks.
        shown = mupdf.fz_new_display_list_from_page(page.this)
        stext = _text_page(page, shown)
        found = "".join(block[4] for block in stext.extractBLOCKS())
        if noise_share(found) > _UNREADABLE:
            return page_without_text(number, label, size, PageKind.UNREADABLE)
        lines, hidden = _lines(page, shown, stext, found)
    except ENGINE_ERRORS:
        return failed_page(number, label)
    seen = compose(lay_out(lines), vocabulary, size)
    unseen = compose(lay_out(hidden), vocabulary, size)
    kind = _kind(page, *seen, size, hides_text=bool(unseen[0]))
    if kind is not PageKind.TEXT:
        return page_without_text(number, label, size, kind)
    return page_with_text(number, label, size, seen, unseen)


def _size(page: pymupdf.Page) -> PageSize:
    rotation = page.rotation
    width, height = page.rect.width, page.rect.height
    if rotation in (90, 270):
        width, height = height, width
    return PageSize(width, height, rotation)


def _text_page(page: pymupdf.Page, shown: mupdf.FzDisplayList) -> pymupdf.TextPage:
    """All text that the page shows, that of forms and notes as well, in displayed space.

    `Page.get_textpage` takes the rotation away first, and MuPDF then makes a paragraph of each
    line of a page that is turned.
    """
    stext = mupdf.FzStextPage(mupdf.fz_bound_page(page.this))
    device = mupdf.fz_new_stext_device(stext, mupdf.FzStextOptions(_FLAGS))
    play(shown, device)
    return pymupdf.TextPage(stext)


def _lines(
    page: pymupdf.Page, shown: mupdf.FzDisplayList, stext: pymupdf.TextPage, found: str
) -> tuple[list[Line], list[Line]]:
    """Lines that can be seen and lines that cannot, each in the order of the file. `found` is the
    text that the page holds."""
    # Asking for further delimiters makes MuPDF three times as slow.
    words = stext.extractWORDS(EXTRA_SPACES if _EXTRA_SPACE.search(found) else None)
    has_noise = NOISE.search(found) is not None
    directions = _directions(stext)
    unseen = hidden_words(page, shown, stext, words)
    if unseen:
        hidden = _joined([w for w in words if w[5:8] in unseen], directions, has_noise=True)
        words = [word for word in words if word[5:8] not in unseen]
    else:
        hidden = []
    beyond = text_outside(page, shown)
    if beyond is not None:
        text, outside = beyond
        hidden += _joined(outside, _directions(text), has_noise=True, first=len(hidden))
    return _joined(words, directions, has_noise=has_noise), hidden


def _joined(
    found: Sequence[FoundWord],
    directions: Mapping[tuple[int, int], Direction],
    *,
    has_noise: bool,
    first: int = 0,
) -> list[Line]:
    """Words as lines, which are numbered from `first` on; lines of noise are left out."""
    lines: list[Line] = []
    for (block, number), words in groupby(found, key=_line_key):
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
        lines.append(Line(line, block, first + len(lines), direction))
    return lines


def _line_key(word: FoundWord) -> tuple[int, int]:
    """Numbers of the block and the line that a word of MuPDF belongs to."""
    return word[5], word[6]


def _directions(stext: pymupdf.TextPage) -> dict[tuple[int, int], Direction]:
    """Direction of each line, by the numbers of its block and line."""
    found: dict[tuple[int, int], Direction] = {}
    for block_number, block in enumerate(stext.this):
        if block.m_internal.type != mupdf.FZ_STEXT_BLOCK_TEXT:
            continue
        # Going from line to line in MuPDF's own list is twice as fast as its iterator.
        line, line_number = block.begin().m_internal, 0
        while line is not None:
            towards = line.dir
            found[block_number, line_number] = Direction.of(towards.x, towards.y)
            line, line_number = line.next, line_number + 1
    return found


def _kind(
    page: pymupdf.Page, text: str, boxes: Sequence[WordBox], size: PageSize, *, hides_text: bool
) -> PageKind:
    """What a page holds, going by the text that can be seen on it."""
    if len(text) > _STAMP_CHARACTERS or not _in_margins(boxes, size):
        return PageKind.TEXT
    try:
        shown = marks(page)
    except ENGINE_ERRORS:
        return PageKind.TEXT if text or hides_text else PageKind.FAILED
    if text or hides_text:
        return PageKind.SCAN if shown.picture >= _SCAN_PICTURE else PageKind.TEXT
    return PageKind.SCAN if shown.visible else PageKind.EMPTY


def _in_margins(boxes: Sequence[WordBox], size: PageSize) -> bool:
    """Whether all words stand at an edge of the page, or there are none."""
    x, y = size.width * _STAMP_MARGIN, size.height * _STAMP_MARGIN
    return all(
        box.x1 <= x or box.y1 <= y or box.x0 >= size.width - x or box.y0 >= size.height - y
        for box in boxes
    )

"""Finds the words of a page that nobody can see on it.

Hidden are words whose colour is that of their ground, that are tiny, that are not painted and
stand on no picture, that something opaque covers, and that lie outside the page. Words without
paint over a picture are what a scanner's program read in it, so they can be seen there; words
that a clip cuts away are not read at all.

The cheap questions come first: what the page draws, and in which colours. Only where something is
doubtful is the page painted and looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pymupdf
from numpy.typing import NDArray
from pymupdf import mupdf

from app.adapters.pymupdf.drawn import (
    FAINT,
    PAPER,
    Colour,
    Cover,
    Drawn,
    Writing,
    alike,
    drawn,
    play,
    reach,
)
from app.core.reading.space import Rect

FoundWord = tuple[float, float, float, float, str, int, int, int]
"""A word as MuPDF gives it: box, text, and the numbers of its block, line and place in it."""

TINY = 2.0
"""Points. Letters of less are under half a millimetre high on paper and have two dots on a screen:
nobody reads them. Superscripts, small print and labels of drawings have three to six."""

# The box of a letter is higher than its size, at most by this factor.
_TALLEST = 2.5
# Dots a point at which a page is looked at; fewer where it is large.
_SCALE = 2.0
_MOST_DOTS = 6_000_000
# A page with a picture of more dots is not painted, as it could need gigabytes.
_MOST_SAMPLES = 50_000_000
# A word can be seen where a dot has this share of its colour; strokes are thinner than a dot.
_LEAST_INK = 0.2
# There is something to see where dots differ by this, of 255.
_LEAST_CONTRAST = 40
# What reaches over the edge of the page by less, in points, is a letter's overhang.
_EDGE = 2.0
# Points. Nothing is looked for farther away from the page, nor more words than these.
_FARTHEST = 20_000.0
_MOST_OUTSIDE = 5_000

_KEEP_SPACES = mupdf.FZ_STEXT_PRESERVE_WHITESPACE
_PAINTED = mupdf.FZ_STEXT_FILLED | mupdf.FZ_STEXT_STROKED

Key = tuple[int, int, int]
"""Numbers of a word's block, of its line, and of its place in the line."""


class _Look(NamedTuple):
    """How a word is drawn, going by most of its letters."""

    size: float
    colour: Colour | None


def hidden_words(
    page: pymupdf.Page,
    shown: mupdf.FzDisplayList,
    text: pymupdf.TextPage,
    words: Sequence[FoundWord],
) -> set[Key]:
    """The words, among those that were found on the page, that cannot be seen there.

    Args:
        page: The page, for painting it.
        shown: What it draws.
        text: What MuPDF read of it, in displayed space.
        words: The words of `text`.
    """
    small = any(word[3] - word[1] < TINY * _TALLEST for word in words)
    found = drawn(shown)
    if found is not None:
        found.writings = _doubtful(found)
    if not small and (found is None or not found.writings):
        return set()
    looks = dict(_looks(text, words))
    hidden = {_key(word) for word in words if looks[_key(word)].size < TINY}
    if found is None or not found.writings:
        return hidden
    areas = _Areas(writing.box for writing in found.writings)
    doubtful = [
        word for word in words if _key(word) not in hidden and areas.hold_middle(word[:4], _EDGE)
    ]
    return hidden | _unseen(page, found, words, doubtful, looks)


def text_outside(
    page: pymupdf.Page, shown: mupdf.FzDisplayList
) -> tuple[pymupdf.TextPage, list[FoundWord]] | None:
    """Words that lie outside the page as it is displayed, as in a margin that its crop box cuts
    off, with the text page that they are of; None where nothing is painted there."""
    width, height = page.rect.width, page.rect.height
    # What a crop box cuts off is out of reach, so a page that has one is always looked through.
    if page.cropbox == page.mediabox and _holds(Rect(0.0, 0.0, width, height), reach(shown)):
        return None
    everywhere = mupdf.FzStextPage(mupdf.FzRect(-_FARTHEST, -_FARTHEST, _FARTHEST, _FARTHEST))
    device = mupdf.fz_new_stext_device(everywhere, mupdf.FzStextOptions(_KEEP_SPACES))
    play(shown, device)
    text = pymupdf.TextPage(everywhere)
    outside = [
        word
        for word in text.extractWORDS()
        if word[2] <= 0 or word[3] <= 0 or word[0] >= width or word[1] >= height
    ]
    return (text, outside[:_MOST_OUTSIDE]) if outside else None


# --- what is doubtful ---------------------------------------------------------------------------


class _Areas:
    """Boxes that are looked through at once."""

    def __init__(self, boxes: Iterable[Sequence[float]]) -> None:
        self._edges = np.array([box[:4] for box in boxes], dtype=np.float64).reshape(-1, 4)

    def touching(self, box: Rect) -> list[int]:
        """Which of them share some area with a box."""
        x0, y0, x1, y1 = self._edges.T
        found = (x0 < box.x1) & (box.x0 < x1) & (y0 < box.y1) & (box.y0 < y1)
        return [int(index) for index in np.flatnonzero(found)]

    def hold_middle(self, box: Sequence[float], room: float = 0.0) -> bool:
        """Whether the middle of a box lies in one of them, made larger by `room`."""
        x, y = _middle(box)
        x0, y0, x1, y1 = self._edges.T
        found = (x0 - room <= x) & (x <= x1 + room) & (y0 - room <= y) & (y <= y1 + room)
        return bool(found.any())


def _doubtful(found: Drawn) -> list[Writing]:
    """The writings that may be hidden, going by what was drawn before and after them."""
    pictures = [cover for cover in found.covers if cover.picture]
    if pictures and _is_scan(found.writings, pictures):
        return []
    areas = _Areas(cover.box for cover in found.covers)
    return [
        one
        for one in found.writings
        if _is_doubtful(one, [found.covers[index] for index in areas.touching(one.box)])
    ]


def _is_scan(writings: Sequence[Writing], pictures: Sequence[Cover]) -> bool:
    """Whether all text lies without paint on pictures, or below them: what was read in a scan."""
    areas = _Areas(cover.box for cover in pictures)
    for one in writings:
        if not areas.hold_middle(one.box):
            return False
        if one.colour is not None:
            above = (pictures[index] for index in areas.touching(one.box))
            if not any(cover.order > one.order for cover in above):
                return False
    return True


def _is_doubtful(one: Writing, covers: Sequence[Cover]) -> bool:
    """Whether a writing may be hidden, given what shares some area with it, in order."""
    if one.colour is None:
        return True
    like_ground = alike(one.colour, PAPER)
    for cover in covers:
        if cover.order > one.order:
            return True
        if cover.colour is None:
            continue
        if _holds(cover.box, one.box):
            like_ground = alike(one.colour, cover.colour)
        elif alike(one.colour, cover.colour):
            like_ground = True
    return like_ground


def _holds(outer: Rect, inner: Rect) -> bool:
    return (
        outer.x0 <= inner.x0 + _EDGE
        and outer.y0 <= inner.y0 + _EDGE
        and outer.x1 >= inner.x1 - _EDGE
        and outer.y1 >= inner.y1 - _EDGE
    )


# --- how words are drawn ------------------------------------------------------------------------


def _looks(text: pymupdf.TextPage, words: Sequence[FoundWord]) -> Iterator[tuple[Key, _Look]]:
    """How each word is drawn."""
    letters: dict[tuple[int, int], list[tuple[float, float, _Look]]] = {}
    for block in text.extractRAWDICT()["blocks"]:
        for number, line in enumerate(block.get("lines", ())):
            for span in line["spans"]:
                look = _Look(span["size"], _paint(span))
                letters.setdefault((block["number"], number), []).extend(
                    (*_middle(one["bbox"]), look) for one in span["chars"] if one["c"].strip()
                )
    for word in words:
        x0, y0, x1, y1, *_ = word
        held = [
            look
            for x, y, look in letters.get((word[5], word[6]), ())
            if x0 <= x <= x1 and y0 <= y <= y1
        ]
        usual = max(held, key=held.count) if held else _Look(y1 - y0, (0.0, 0.0, 0.0))
        yield _key(word), usual


def _paint(span: Any) -> Colour | None:
    if not span["char_flags"] & _PAINTED or span["alpha"] < 255 * 0.08:
        return None
    colour = span["color"]
    return float(colour >> 16 & 255), float(colour >> 8 & 255), float(colour & 255)


def _middle(box: Sequence[float]) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _key(word: FoundWord) -> Key:
    return word[5], word[6], word[7]


# --- looking at the page ------------------------------------------------------------------------


def _unseen(
    page: pymupdf.Page,
    found: Drawn,
    words: Sequence[FoundWord],
    doubtful: Sequence[FoundWord],
    looks: dict[Key, _Look],
) -> set[Key]:
    """Those of the doubtful words that do not show on the painted page."""
    dots = _Dots.of(page) if doubtful and found.samples <= _MOST_SAMPLES else None
    pictures = _Areas(cover.box for cover in found.covers if cover.picture)
    painted = _Areas(word[:4] for word in words if looks[_key(word)].colour is not None)
    unseen = set()
    for word in doubtful:
        colour = looks[_key(word)].colour
        box = Rect(*word[:4])
        if colour is not None:
            seen = dots.show(box, colour) if dots else not pictures.touching(box)
        elif pictures.hold_middle(box):
            seen = dots is None or dots.differ(box)
        else:
            # Letters that are drawn as lines may have a layer of text without paint.
            seen = dots is not None and not painted.touching(box) and dots.differ(box)
        if not seen:
            unseen.add(_key(word))
    return unseen


class _Dots:
    """A painted page."""

    def __init__(self, dots: NDArray[np.uint8], scale: float) -> None:
        self._dots = dots
        self._scale = scale

    @classmethod
    def of(cls, page: pymupdf.Page) -> _Dots:
        """Paint a page."""
        area = max(1.0, page.rect.width * page.rect.height)
        scale = min(_SCALE, (_MOST_DOTS / area) ** 0.5)
        picture = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False)
        dots = np.frombuffer(picture.samples, dtype=np.uint8)
        return cls(dots.reshape(picture.height, picture.width, picture.n)[:, :, :3], scale)

    def differ(self, box: Rect) -> bool:
        """Whether there is anything to see in a box."""
        part = self._part(box)
        return bool(part.size) and int(np.ptp(part, axis=(0, 1)).max()) > _LEAST_CONTRAST

    def show(self, box: Rect, colour: Colour) -> bool:
        """Whether letters of this colour stand out in a box."""
        part = self._part(box).astype(np.float32)
        if not part.size:
            return False
        ground = np.median(part, axis=(0, 1))
        away = np.array(colour, dtype=np.float32) - ground
        if float(np.abs(away).max()) <= FAINT:
            return False
        ink = ((part - ground) @ away) / float(away @ away)
        return float(ink.max()) >= _LEAST_INK

    def _part(self, box: Rect) -> NDArray[np.uint8]:
        x0, y0, x1, y1 = (edge * self._scale for edge in box)
        return self._dots[
            max(0, int(y0)) : max(0, int(y1) + 1), max(0, int(x0)) : max(0, int(x1) + 1)
        ]

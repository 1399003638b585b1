"""Writes the text of a page, and keeps where each word of it stands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from unicodedata import east_asian_width

from app.core.domain.page import PageSize, WordBox
from app.core.reading.characters import UNSPACED, normalised
from app.core.reading.hyphens import SOFT_HYPHEN, LineEnd, Vocabulary
from app.core.reading.layout import Paragraph, Text
from app.core.reading.space import Direction, Rect, to_displayed, to_unrotated
from app.core.reading.words import (
    Line,
    Word,
    in_logical_order,
    is_right_to_left,
    with_spaced_letters_joined,
)

PARAGRAPH_END = "\n\n"
LINE_END = "\n"

# A word longer than this has a box for every piece of this length, so that a passage that ends
# inside of it can be drawn. Letters are taken to be equally wide.
_LONGEST_WORD = 64

# Words without a space between them are nearer than this share of their height.
_UNSPACED_GAP = 0.6


def compose(
    texts: Sequence[Text], vocabulary: Vocabulary, size: PageSize
) -> tuple[str, list[WordBox]]:
    """Join words by spaces, rows by line ends and paragraphs by empty lines.

    A word that a line end splits becomes one word without a line end in it, with a box for each
    half; so do scripts without spaces.

    Args:
        texts: As `lay_out` gives them.
        vocabulary: Of the document so far; it learns the words of this page.
        size: Of the page, whose unrotated space the boxes are put into.
    """
    writer = _Writer(size)
    laid_out = [
        (text.direction, [_worded(paragraph) for paragraph in text.paragraphs]) for text in texts
    ]
    for _, paragraphs in laid_out:
        for rows in paragraphs:
            for row in rows:
                vocabulary.learn(word.text for word in row)
    for direction, paragraphs in laid_out:
        for rows in paragraphs:
            if not rows:
                continue
            writer.begin_paragraph(direction)
            ends = [_line_end(before, row, vocabulary) for before, row in pairwise(rows)]
            for row, end in zip(rows, [*ends, None], strict=True):
                writer.write_row(row, end)
    return writer.text, writer.boxes


def _worded(paragraph: Paragraph) -> list[list[Word]]:
    return [words for row in paragraph if (words := _words(row))]


def _words(row: Sequence[Line]) -> list[Word]:
    """The words of a row in logical order, normalised, without empty ones."""
    words: Sequence[Word] = row[0].words
    if len(row) > 1:
        words = [word for line in row for word in line.words]
    if all(word.text.isascii() and word.text.isprintable() for word in words):
        return list(with_spaced_letters_joined(words))
    if is_right_to_left(words):
        words = in_logical_order(words)
    normal = (word._replace(text=_normalised(word.text)) for word in words)
    return list(with_spaced_letters_joined([word for word in normal if word.text]))


def _normalised(text: str) -> str:
    """As stored, except that a soft hyphen at the end stays until lines are joined."""
    normal = normalised(text).strip()
    return normal + SOFT_HYPHEN if normal and text[-1] == SOFT_HYPHEN else normal


def _line_end(before: Sequence[Word], row: Sequence[Word], vocabulary: Vocabulary) -> LineEnd:
    last, first = before[-1].text, row[0].text
    if UNSPACED.match(last[-1]) and UNSPACED.match(first[0]):
        return LineEnd.COMPOUND
    return vocabulary.line_end(last, first)


class _Writer:
    """Gathers text and boxes."""

    def __init__(self, size: PageSize) -> None:
        self.boxes: list[WordBox] = []
        self._size = size
        self._parts: list[str] = []
        self._length = 0
        self._line = -1
        self._direction = Direction.RIGHT
        self._upright = True

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def begin_paragraph(self, direction: Direction) -> None:
        self._direction = direction
        self._upright = direction is Direction.RIGHT and not self._size.rotation
        if self._length:
            self._write(PARAGRAPH_END)

    def write_row(self, row: Sequence[Word], end: LineEnd | None) -> None:
        """Write the words of a row and what stands between it and the next of its paragraph."""
        self._line += 1
        before = None
        for index, word in enumerate(row):
            if before is not None and not _is_glued(before, word):
                self._write(" ")
            text = word.text
            if text[-1] == SOFT_HYPHEN or (end is LineEnd.SPLIT and index == len(row) - 1):
                text = text[:-1]
            self._write_word(word, text)
            before = word
        if end is LineEnd.BREAK:
            self._write(LINE_END)

    def _write_word(self, word: Word, text: str) -> None:
        x0, y0, x1, y1, *_ = word
        if len(text) <= _LONGEST_WORD and (text.isascii() or not UNSPACED.search(text)):
            self._box(text, x0, y0, x1, y1)
            return
        pieces = _pieces(text)
        halves = [sum(map(_halves, piece)) for piece in pieces]
        unit = (x1 - x0) / (sum(halves) or 1)
        for piece, half in zip(pieces, halves, strict=True):
            self._box(piece, x0, y0, x0 + unit * half, y1)
            x0 += unit * half

    def _box(self, text: str, x0: float, y0: float, x1: float, y1: float) -> None:
        start = self._length
        self._write(text)
        if not self._upright:
            box = to_displayed(self._direction, Rect(x0, y0, x1, y1))
            rotation, width, height = self._size.rotation, self._size.width, self._size.height
            x0, y0, x1, y1 = to_unrotated(rotation, width, height, box)
        self.boxes.append(WordBox(start, self._length, self._line, x0, y0, x1, y1))

    def _write(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)


def _is_glued(before: Word, word: Word) -> bool:
    if word.glued:
        return True
    if word.text[0].isascii() or not (
        UNSPACED.match(before.text[-1]) and UNSPACED.match(word.text[0])
    ):
        return False
    return word.x0 - before.x1 < _UNSPACED_GAP * min(word.y1 - word.y0, word.x1 - word.x0)


def _pieces(text: str) -> list[str]:
    """Cut a word into characters of scripts without spaces, and runs of others."""
    pieces: list[str] = []
    run = ""
    for character in text:
        if UNSPACED.match(character) or len(run) == _LONGEST_WORD:
            if run:
                pieces.append(run)
            run = ""
        if UNSPACED.match(character):
            pieces.append(character)
        else:
            run += character
    return [*pieces, run] if run else pieces


def _halves(character: str) -> int:
    """Width of a character in halves of an em, as fixed-width fonts have it. Justified lines
    stretch all of them, so that a share of the word is nearer to the truth than a width."""
    return 2 if east_asian_width(character) in "WF" else 1

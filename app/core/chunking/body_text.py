"""The text that chunks are made of: that of the pages without running lines, as sentences.

A sentence that a page's end or a running line interrupts is one sentence with several slices.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from app.core.chunking.page_lines import PageLines
from app.core.chunking.running_lines import Ranges, kept_ranges
from app.core.domain.page import PageText
from app.core.text.sentences import sentences

# A line reaches the margin when it is at least so wide as a share of most lines of its page (the
# width that four in five do not exceed).
_FULL_LINE = 0.9
_MOST_LINES = 80
# The last line of an interrupted sentence has at least so many words, or characters of a script
# without spaces; less is a heading or a cell of a table.
_LEAST_WORDS = 4
_LEAST_CHARACTERS = 15
# What goes on is of one size, and has an end or more characters than this; else it is a heading.
_SAME_SIZE = 0.9
_LONG = 60

# An item's mark, which the sentence rules may take for a sentence of its own.
_MARK = re.compile(r"(?:[•▪◦‣–—*·-]|\(?(?:\d{1,3}|[a-z]|[ivx]+)[.)])", re.IGNORECASE)
_LABEL = re.compile(r"\w{1,12}\s\w{1,6}[.:]")
_MAY_GO_ON = re.compile(r"[\w,)\]’”'\"–—-]$")
_ENDS = re.compile(r"[.!?…:。！？：][\"'”’»)\]」』）]*$")
_ITEM = re.compile(r"(?:[•▪◦‣–—*·-]|\(?(?:\d{1,3}|[a-z]|[ivx]+)[.)])\s")


class Slice(NamedTuple):
    """Characters [start, end) of a physical page's text."""

    page: int
    start: int
    end: int


Sentence = tuple[Slice, ...]
"""One slice, or several where the sentence goes on behind a page's end or a running line."""


@dataclass(frozen=True, slots=True)
class Body:
    """A document's pages with text in their order, the ranges of running lines on them, their
    lines, and the characters that headings begin with, all by physical page."""

    pages: Mapping[int, PageText]
    running: Mapping[int, Ranges]
    lines: Mapping[int, PageLines]
    headings: Mapping[int, Sequence[int]]

    def text(self, part: Slice) -> str:
        """The characters of a slice."""
        return self.pages[part.page].text[part.start : part.end]


def body_sentences(body: Body) -> Iterator[Sentence]:
    """The sentences of a document in reading order; every character outside running lines that is
    no white space is in exactly one slice."""
    waiting: Sentence = ()
    for page in body.pages.values():
        for stretch in _stretches(body, page):
            found = _sentences(page, stretch)
            if waiting and not stretch.is_new and _goes_on(body, waiting[-1], found[0], page):
                waiting = (*waiting, found[0])
            else:
                if waiting:
                    yield waiting
                waiting = (found[0],)
            if len(found) > 1:
                yield waiting
                yield from ((one,) for one in found[1:-1])
                waiting = (found[-1],)
    if waiting:
        yield waiting


class _Stretch(NamedTuple):
    """A range of a page's text between running lines and headings."""

    start: int
    end: int
    is_new: bool
    """A heading begins in it or since the one before, so that no sentence goes on here."""
    is_heading: bool
    """A heading begins it."""


def _stretches(body: Body, page: PageText) -> Iterator[_Stretch]:
    """The stretches of a page, none of white space alone."""
    headings = sorted(body.headings.get(page.number, ()))
    before = 0
    for first, last in kept_ranges(page.text, body.running.get(page.number, ())):
        for start, end in pairwise([first, *(at for at in headings if first < at < last), last]):
            if page.text[start:end].strip():
                is_new = any(before <= at <= start for at in headings)
                yield _Stretch(start, end, is_new, start in headings)
                before = start + 1


def _sentences(page: PageText, stretch: _Stretch) -> list[Slice]:
    """Sentences of a stretch. An item's mark is none, and neither is a heading's "Chapter 3."."""
    first, last, _, is_heading = stretch
    found: list[Slice] = []
    for start, end in sentences(page.text[first:last]):
        before = found[-1] if found else None
        if before is not None and (
            _MARK.fullmatch(page.text, before.start, before.end)
            or (is_heading and len(found) == 1 and _LABEL.fullmatch(page.text, *before[1:]))
        ):
            found[-1] = before._replace(end=first + end)
        else:
            found.append(Slice(page.number, first + start, first + end))
    return found


def _goes_on(body: Body, tail: Slice, head: Slice, page: PageText) -> bool:
    """Whether the sentence that ends a stretch of text goes on at the start of the next, on
    `page`, which is the same page or follows it."""
    if not 0 <= page.number - tail.page <= 1:
        return False
    last_line = body.text(tail).rsplit("\n", 1)[-1]
    if not _is_prose(last_line) or not _MAY_GO_ON.search(last_line):
        return False
    begins = body.text(head)
    ended = _ENDS.search(begins) is not None
    if _ITEM.match(begins) or not begins[0].isalnum() or not (ended or len(begins) > _LONG):
        return False
    before, after = body.lines[tail.page], body.lines[page.number]
    last, first = _line_at(before, tail.end - 1), _line_at(after, head.start)
    if last is None or first is None:
        return False
    sizes = (float(before.size[last]), float(after.size[first]))
    if min(sizes) < _SAME_SIZE * max(sizes):
        return False
    return begins[0].islower() or (ended and _reaches_margin(before, last))


def _is_prose(line: str) -> bool:
    words = line.split()
    return len(words) >= _LEAST_WORDS or (
        not line.isascii() and len("".join(words)) >= _LEAST_CHARACTERS
    )


def _line_at(lines: PageLines, position: int) -> int | None:
    """The line that holds a character of the page's text."""
    index = int(np.searchsorted(lines.end, position, side="right"))
    return index if index < len(lines) else None


def _reaches_margin(lines: PageLines, line: int) -> bool:
    """Whether a line is as wide as most of its page."""
    widths = lines.x1 - lines.x0
    return bool(widths[line] >= _FULL_LINE * np.percentile(widths, _MOST_LINES))

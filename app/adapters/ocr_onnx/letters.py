"""Reads strips of a picture with the PP-OCR network that tells letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.adapters.ocr_onnx.picture import Grey, Pyramid, Strip
from app.core.domain.cancel import CancelToken

# Rows that the network sees of a strip.
_ROWS = 48
# The network was trained with strips of at least this width, and its columns are a multiple of 8.
_LEAST_COLUMNS = 320
_STEP = 8
# A wider strip than this is squeezed: a line across A4 in letters of 6 points is as wide.
_MOST_COLUMNS = 4000
# Columns of one run. The network gives 18,710 likelihoods for 8 columns, so 30 MB for these.
_COLUMNS_PER_RUN = 3200
# Share of the way from paper to ink from which on a pixel is ink.
_INK = 0.4
# Ink is told from paper by these shares of the pixels of a strip.
_DARKEST = 0.03


@dataclass(frozen=True, slots=True)
class Spelled:
    """A word of a strip. `x0`, `x1`, `y0` and `y1` are shares of its width and height, where its
    ink begins and ends; `confidence` is the mean of its characters, 0 to 1."""

    text: str
    x0: float
    x1: float
    y0: float
    y1: float
    confidence: float


class LineReader:
    """Reads lines.

    Args:
        session: ONNX Runtime session of a PP-OCR text recognition network, whose input is
            (lines, 3, 48, columns), from -1 for black to 1 for white, and whose output is
            (lines, columns / 8, characters + 2), how likely each character is there: none first,
            then those that its property `character` lists, then the space.
    """

    def __init__(self, session: Any) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name
        listed = session.get_modelmeta().custom_metadata_map.get("character", "").splitlines()
        self._characters = np.array(["", *listed, " "], dtype=object)
        given = session.get_outputs()[0].shape[2]
        if given != len(self._characters):
            raise ValueError(f"{given} outputs for {len(self._characters)} characters")

    def read(
        self, picture: Pyramid, strips: Sequence[Strip], cancel: CancelToken
    ) -> list[list[Spelled]]:
        """The words of each strip, in the order in which they stand there.

        Raises:
            Cancelled: between two runs of the network.
        """
        found: list[list[Spelled]] = [[] for _ in strips]
        columns = [_columns(strip) for strip in strips]
        for run in _runs(columns):
            cancel.raise_if_cancelled()
            width = max(_LEAST_COLUMNS, *(columns[line] for line in run))
            width = -(-width // _STEP) * _STEP
            feed = np.zeros((len(run), 3, _ROWS, width), dtype=np.float32)
            cuts = [picture.cut(strips[line], columns[line], _ROWS) for line in run]
            for row, cut in zip(feed, cuts, strict=True):
                row[:, :, : cut.shape[1]] = cut / 127.5 - 1
            likely = self._session.run(None, {self._input: feed})[0]
            best = likely.argmax(axis=2)
            share = np.take_along_axis(likely, best[:, :, None], axis=2)[:, :, 0]
            for line, cut, codes, shares in zip(run, cuts, best, share, strict=True):
                found[line] = self._words(cut, codes, shares, width / len(codes))
        return found

    def _words(
        self, cut: Grey, codes: NDArray[np.int64], shares: NDArray[np.float32], step: float
    ) -> list[Spelled]:
        """Words out of what stands in each step of so many columns: what is the same as before is
        the same letter (CTC)."""
        new = np.flatnonzero((codes != 0) & (codes != np.concatenate(([0], codes[:-1]))))
        texts = self._characters[codes[new]]
        ink = _ink(cut)
        words = []
        start, left = 0, 0.0
        for at in [*np.flatnonzero(texts == " ").tolist(), len(new)]:
            is_last = at == len(new)
            right = cut.shape[1] if is_last else (int(new[at]) + 0.5) * step
            if at > start:
                where = _extent(ink, left, right)
                text, sure = "".join(texts[start:at]), float(shares[new[start:at]].mean())
                words.append(Spelled(text, *where, sure))
            start, left = at + 1, right
        return words


def _columns(strip: Strip) -> int:
    wanted = round(_ROWS * strip.width / max(strip.height, 1.0))
    return min(max(wanted, _STEP), _MOST_COLUMNS)


def _runs(columns: Sequence[int]) -> Iterator[list[int]]:
    """Lines of like width together, so that little is padded."""
    run: list[int] = []
    for line in sorted(range(len(columns)), key=lambda line: columns[line]):
        width = max(columns[line], _LEAST_COLUMNS)
        if run and width * (len(run) + 1) > _COLUMNS_PER_RUN:
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _ink(cut: Grey) -> NDArray[np.bool_]:
    """Where a strip differs from its paper as much as its letters do, be they dark or light."""
    paper = np.median(cut)
    away = np.abs(cut - paper)
    darkest = np.partition(away.ravel(), -max(1, int(away.size * _DARKEST)))
    return np.asarray(away > _INK * darkest[-max(1, int(away.size * _DARKEST))])


def _extent(ink: NDArray[np.bool_], left: float, right: float) -> tuple[float, float, float, float]:
    """Where the ink between two columns begins and ends, as shares: x0, x1, y0, y1."""
    rows, width = ink.shape
    first = min(max(int(left), 0), width - 1)
    part = ink[:, first : max(first + 1, round(right))]
    # A single pixel is dirt; letters have more in a row or column.
    columns, lines = np.flatnonzero(part.sum(axis=0) > 1), np.flatnonzero(part.sum(axis=1) > 1)
    if not len(columns) or not len(lines):
        return first / width, min(1.0, right / width), 0.0, 1.0
    x0, x1 = first + columns[0], first + columns[-1] + 1
    return x0 / width, x1 / width, lines[0] / rows, (lines[-1] + 1) / rows

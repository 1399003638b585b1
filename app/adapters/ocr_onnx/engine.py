"""The whole way from a page's picture to its text, in one process."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from app.adapters.ocr_onnx.finding import LineFinder
from app.adapters.ocr_onnx.letters import LineReader, Spelled
from app.adapters.ocr_onnx.picture import Pyramid, Strip
from app.adapters.silent_onnxruntime import load_onnxruntime
from app.core.domain.cancel import CancelToken
from app.core.domain.page import PageSize
from app.core.errors import ModelUnavailable
from app.core.ports import RecognisedPage, RenderedPage
from app.core.reading.recognised import SeenLine, SeenWord, recognised_page

UNUSABLE = (
    "The model that reads scanned pages is missing or damaged. Fetch it with `pincite models "
    "fetch ocr`, then try again."
)

# Lines of which the engine is less sure are dirt, drawings, or a script that it does not know: it
# is 0.98 sure of poor scans of text that it knows, and 0.7 of what it makes out of Greek.
_LINE_FLOOR = 0.8
# It passes over letters that it does not know, such as all Cyrillic ones. A line has at least so
# many characters on a length that equals its height, the widened one; Latin has 3, Chinese 1.4.
_LEAST_DENSITY = 0.5
# Shorter lines than this many heights may have few characters: "1" in a table.
_SHORT_LINE = 4.0
# Strips that are this many times as high as wide hold text that runs down or up, as PP-OCR has it.
_UPRIGHT = 1.5
# Where less than half of so many of the longest lines can be read, they may stand on their heads.
_TRIED_LINES = 6
# Room left and right of a line, as a share of its height: the network that finds lines may cut off
# half a letter.
_ROOM = 0.15

# Only errors are logged (0 verbose … 4 fatal): the rest goes to standard error in every run.
_LOG_ERRORS_ONLY = 3

_OUT_OF_MEMORY = ("bad_alloc", "bad allocation", "failed to allocate", "cannot allocate")


class OnnxOcr:
    """Reads pages.

    Args:
        finding: ONNX file of a PP-OCR text detection network.
        reading: ONNX file of a PP-OCR text recognition network, with its characters inside.
        threads: Threads of a run; 0 is one for each core.

    Raises:
        ModelUnavailable: a file is missing, damaged, or not such a network.
    """

    def __init__(self, finding: Path, reading: Path, *, threads: int = 0) -> None:
        try:
            with _memory_errors():
                self._finder = LineFinder(_session(finding, threads))
                self._reader = LineReader(_session(reading, threads))
        except MemoryError:
            raise
        except Exception as error:  # the engine's own classes derive from Exception only
            raise ModelUnavailable(UNUSABLE, detail=type(error).__name__) from error

    def read(
        self,
        picture: RenderedPage,
        size: PageSize,
        *,
        label: str = "",
        cancel: CancelToken | None = None,
    ) -> RecognisedPage:
        """See `OcrEngine.read`.

        Raises:
            MemoryError: the page is too large for the memory that there is.
            Cancelled: between two runs of the networks.
        """
        with _memory_errors():
            lines, unread = self._lines(picture, cancel or CancelToken())
        page, confidences = recognised_page(picture.page, label, size, lines)
        return RecognisedPage(page, confidences, unread)

    def _lines(self, picture: RenderedPage, cancel: CancelToken) -> tuple[list[SeenLine], int]:
        """Lines that were read, and how many were found that could not be."""
        pixels = Pyramid(picture.rgb, picture.width, picture.height)
        strips = self._finder.find(pixels)
        cancel.raise_if_cancelled()
        lines: list[SeenLine] = []
        for group, turns in _by_direction(strips):
            lines += [
                _seen(strip, words, picture.scale)
                for strip, words in self._best(pixels, group, turns, cancel)
                if _is_known(strip, words)
            ]
        return lines, len(strips) - len(lines)

    def _best(
        self, pixels: Pyramid, strips: Sequence[Strip], turns: Sequence[int], cancel: CancelToken
    ) -> list[tuple[Strip, list[Spelled]]]:
        """Each strip with its words, all turned in that way in which most letters are read."""
        best: list[tuple[Strip, list[Spelled]]] = []
        most = -1
        for turn in turns:
            turned = [_with_room(strip.turned(turn)) for strip in strips]
            read = list(zip(turned, self._reader.read(pixels, turned, cancel), strict=True))
            longest = sorted(read, key=lambda pair: -pair[0].width)[:_TRIED_LINES]
            known = [words for strip, words in longest if _is_known(strip, words)]
            letters = sum(len(word.text) for words in known for word in words)
            if letters > most:
                best, most = read, letters
            if 2 * len(known) >= len(longest):
                break
        return best


def _by_direction(strips: Sequence[Strip]) -> list[tuple[list[Strip], tuple[int, int]]]:
    """Strips that lie and strips that stand, each with the quarter turns that may suit them."""
    lying = [strip for strip in strips if strip.height < _UPRIGHT * strip.width]
    standing = [strip for strip in strips if strip.height >= _UPRIGHT * strip.width]
    groups = [(lying, (0, 2)), (standing, (1, 3))]
    return [(group, turns) for group, turns in groups if group]


def _with_room(strip: Strip) -> Strip:
    room = _ROOM * strip.height
    x, y = strip.at(-room, 0)
    return Strip(x, y, strip.ux, strip.uy, strip.width + 2 * room, strip.height)


def _is_known(strip: Strip, words: Sequence[Spelled]) -> bool:
    """Whether a strip holds text that the engine can read."""
    heights = strip.width / strip.height
    letters = sum(len(word.text) for word in words)
    is_dense = heights < _SHORT_LINE or letters >= _LEAST_DENSITY * heights
    return is_dense and _confidence(words) >= _LINE_FLOOR


def _confidence(words: Sequence[Spelled]) -> float:
    """How sure the engine is of the characters of a line, on average."""
    letters = sum(len(word.text) for word in words)
    return sum(word.confidence * len(word.text) for word in words) / letters if letters else 0.0


def _seen(strip: Strip, spelled: Sequence[Spelled], scale: float) -> SeenLine:
    """Words of a strip, in points of the displayed page."""
    words = []
    # One height for the line, as letters with and without tails belong to one row.
    top = min((word.y0 for word in spelled), default=0.0)
    bottom = max((word.y1 for word in spelled), default=1.0)
    for word in spelled:
        along = (word.x0 + word.x1) / 2 * strip.width
        x, y = strip.at(along, (top + bottom) / 2 * strip.height)
        width, height = (word.x1 - word.x0) * strip.width, (bottom - top) * strip.height
        words.append(
            SeenWord(
                word.text, x / scale, y / scale, width / scale, height / scale, word.confidence
            )
        )
    return SeenLine(words, strip.ux, strip.uy)


@contextlib.contextmanager
def _memory_errors() -> Iterator[None]:
    """ONNX Runtime has no class of its own for want of memory, only these words."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:
        if any(words in str(error).lower() for words in _OUT_OF_MEMORY):
            raise MemoryError from error
        raise


def _session(path: Path, threads: int) -> Any:
    onnxruntime = load_onnxruntime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = _LOG_ERRORS_ONLY
    # Pages differ in size, so that what is kept for the next run rarely fits it.
    options.enable_cpu_mem_arena = False
    # Threads that wait by spinning take the processor from the window and the language model.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

"""Reads pages without an engine."""

from __future__ import annotations

from app.core.domain.cancel import CancelToken
from app.core.domain.page import PageSize
from app.core.ports import OcrFailed, RecognisedPage, RenderedPage
from app.core.reading.recognised import SeenLine, SeenWord, recognised_page

_LETTER = 6.0
_LINE = 16.0
_MARGIN = 72.0


class FakeOcrEngine:
    """An `OcrEngine` that "reads" the texts in `texts` by page number, which tests may change at
    any time; other pages have none. Line ends are kept, and words stand in rows of equal letters
    from the top left of the displayed page.

    `asked` holds the numbers of the pages, `failing` those that cannot be read, and `unsure` words
    of which it is half sure.
    """

    def __init__(self, texts: dict[int, str] | None = None) -> None:
        self.texts = texts if texts is not None else {}
        self.asked: list[int] = []
        self.failing: set[int] = set()
        self.unsure: set[str] = set()
        self.closed = 0

    @property
    def scripts(self) -> frozenset[str]:
        return frozenset({"Latn"})

    def read(
        self, picture: RenderedPage, size: PageSize, *, label: str = "", cancel: CancelToken
    ) -> RecognisedPage:
        cancel.raise_if_cancelled()
        self.asked.append(picture.page)
        if picture.page in self.failing:
            raise OcrFailed(f"The picture of page {picture.page} could not be read.")
        lines = [
            SeenLine(self._words(line, row), 1.0, 0.0)
            for row, line in enumerate(self.texts.get(picture.page, "").splitlines())
        ]
        return RecognisedPage(*recognised_page(picture.page, label, size, lines))

    def close(self) -> None:
        self.closed += 1

    def _words(self, line: str, row: int) -> list[SeenWord]:
        words = []
        x = _MARGIN
        for text in line.split():
            width = _LETTER * len(text)
            sure = 0.5 if text in self.unsure else 1.0
            y = _MARGIN + (row + 0.5) * _LINE
            words.append(SeenWord(text, x + width / 2, y, width, 0.7 * _LINE, sure))
            x += width + _LETTER
        return words

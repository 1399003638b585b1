from __future__ import annotations

import itertools

import pytest

from app.core.domain.geometry import Box
from app.core.domain.page import WordBox, WordTable

# Three words on a line, one on the next, two on the first again, as in columns.
LINES = (0, 0, 0, 1, 0, 0)
WORDS = [
    WordBox(5 * n, 5 * n + 4, line, 10.0 * n, 20.0 + line + n % 2, 10.0 * n + 8, 30.0 - n % 3)
    for n, line in enumerate(LINES)
]


@pytest.mark.parametrize("start", range(0, 30, 2))
@pytest.mark.parametrize("end", range(0, 32, 3))
def test_words_in_a_range_have_a_box_for_each_run_on_a_line(start: int, end: int) -> None:
    held = [word for word in WORDS if start < end and word.start < end and word.end > start]
    runs = [list(run) for _, run in itertools.groupby(held, key=lambda word: word.line)]
    table = WordTable.pack(WORDS)
    assert table.between(start, end) == held
    assert table.boxes(3, start, end) == tuple(
        Box(
            3,
            min(word.x0 for word in run),
            min(word.y0 for word in run),
            max(word.x1 for word in run),
            max(word.y1 for word in run),
        )
        for run in runs
    )


def test_no_words() -> None:
    assert WordTable().boxes(1, 0, 100) == ()
    assert WordTable().between(0, 100) == []

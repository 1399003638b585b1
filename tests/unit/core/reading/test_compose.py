from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.domain.page import PageSize, WordBox
from app.core.reading.compose import compose
from app.core.reading.hyphens import Vocabulary
from app.core.reading.layout import lay_out
from app.core.reading.space import Direction
from app.core.reading.words import Line, Word
from tests.unit.core.reading.lines import HEIGHT, PITCH, line, stack

SIZE = PageSize(600, 800, 0)


def composed(lines: list[Line], size: PageSize = SIZE) -> tuple[str, list[WordBox]]:
    return compose(lay_out(lines), Vocabulary(), size)


def box(word: WordBox) -> tuple[float, float, float, float]:
    return word.x0, word.y0, word.x1, word.y1


def test_spaces_lines_and_paragraphs() -> None:
    lines = stack(["First line", "and second."], 50, 100) + stack(["Then more."], 50, 150, first=2)
    text, words = composed(lines)
    assert text == "First line\nand second.\n\nThen more."
    assert [text[word.start : word.end] for word in words] == text.split()
    assert [word.line for word in words] == [0, 0, 1, 1, 2, 2]
    assert box(words[0]) == (50, 100, 75, 110)


def test_a_split_word_has_a_box_for_each_half() -> None:
    text, words = composed(stack(["they com-", "pile it"], 50, 100))
    assert text == "they compile it"
    halves = [word for word in words if text[word.start : word.end] in ("com", "pile")]
    assert [(word.start, word.end, word.line) for word in halves] == [(5, 8, 0), (8, 12, 1)]
    assert [word.y0 for word in halves] == [100, 100 + PITCH]


def test_a_compound_keeps_its_hyphen() -> None:
    text, words = composed(stack(["the COVID-", "19 report"], 50, 100))
    assert text == "the COVID-19 report"
    assert [text[word.start : word.end] for word in words] == ["the", "COVID-", "19", "report"]


def test_soft_hyphens_are_never_shown() -> None:
    text, _ = composed(stack(["an op\u00adtion\u00ad", "al word\u00ad"], 50, 100))
    assert text == "an optional word"


def test_the_page_itself_tells_about_hyphens() -> None:
    lines = stack(["a well-known name", "is well-", "known here"], 50, 100)
    assert composed(lines)[0] == "a well-known name\nis well-known here"


def test_words_of_earlier_pages_count() -> None:
    vocabulary = Vocabulary()
    compose(lay_out(stack(["a well-known name"], 50, 100)), vocabulary, SIZE)
    text, _ = compose(lay_out(stack(["is well-", "known here"], 50, 100)), vocabulary, SIZE)
    assert text == "is well-known here"


def test_scripts_without_spaces_have_no_line_ends_and_a_box_for_each_character() -> None:
    text, words = composed(stack(["日本", "語の本"], 50, 100))
    assert text == "日本語の本"
    assert [(word.start, word.end, word.line) for word in words] == [
        (0, 1, 0),
        (1, 2, 0),
        (2, 3, 1),
        (3, 4, 1),
        (4, 5, 1),
    ]
    assert (words[1].x0, words[1].x1) == (55, 60)


def test_latin_letters_are_half_as_wide_as_chinese_ones() -> None:
    word = Word(0, 0, 60, 10, "用Unix的")
    _, words = composed([Line([word], 0, 0)])
    assert [(word.x0, word.x1) for word in words] == [(0, 15), (15, 45), (45, 60)]


def test_vertical_japanese_is_joined() -> None:
    # One glyph a line, as engines give them: two columns, the right one first.
    columns = [("日本語", 200.0), ("です", 185.0)]
    lines: list[Line] = []
    for text, x in columns:
        for step, glyph in enumerate(text):
            y = 30.0 + 10 * step
            placed = Word(y, -x - HEIGHT, y + 10, -x, glyph)  # reading space of Direction.DOWN
            lines.append(Line([placed], 0, len(lines), Direction.DOWN))
    text, words = composed(lines)
    assert text == "日本語です"
    assert box(words[0]) == (200, 30, 210, 40)
    assert box(words[3]) == (185, 30, 195, 40)


def test_long_words_are_drawn_in_pieces() -> None:
    text, words = composed([line("a" * 1000, 0, 100)])
    assert text == "a" * 1000
    assert len(words) > 10
    assert words[0].x0 == 0
    assert words[-1].x1 == pytest.approx(5000)


@pytest.mark.parametrize(
    ("rotation", "expected"),
    [
        (0, (50, 100, 60, 110)),
        (90, (100, 740, 110, 750)),
        (180, (540, 690, 550, 700)),
        (270, (490, 50, 500, 60)),
    ],
)
def test_boxes_are_on_the_unrotated_page(
    rotation: int, expected: tuple[float, float, float, float]
) -> None:
    _, words = composed([line("it", 50, 100)], PageSize(600, 800, rotation))
    assert box(words[0]) == expected


def test_nothing() -> None:
    assert composed([]) == ("", [])
    assert composed([line("\u200b \x01", 0, 0)]) == ("", [])


letters = st.text(st.sampled_from("ab-é日本שa\u00ad\u200b½ﬁ. "), min_size=1, max_size=12).filter(
    str.strip
)


@given(st.lists(letters, max_size=12), st.sampled_from([0, 90, 180, 270]))
def test_each_visible_character_has_a_box(rows: list[str], rotation: int) -> None:
    text, words = composed(stack(rows, 50, 100), PageSize(600, 800, rotation))
    covered = set()
    end = 0
    for word in words:
        assert end <= word.start < word.end
        assert word.x0 <= word.x1
        assert word.y0 <= word.y1
        end = word.end
        covered |= set(range(word.start, word.end))
    assert all(place in covered for place, letter in enumerate(text) if not letter.isspace())
    assert text == text.strip()
    assert "\u00ad" not in text

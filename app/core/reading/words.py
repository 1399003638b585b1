"""Words and lines as an engine found them, and the small repairs that one line needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from app.core.reading.characters import RIGHT_TO_LEFT
from app.core.reading.space import Direction, Rect

# Words nearer than this share of their height touch: there is no space between them.
_TOUCHING = 0.12
# Letter-spaced words have at least so many letters; fewer are more likely variables or options.
_LEAST_SPACED_LETTERS = 5
# Letter-spacing is narrower than this share of the letter height, and a gap between two such
# words wider than this multiple of the usual gap.
_WIDEST_SPACING = 0.75
_WORD_GAP = 1.6
_VOWELS = frozenset("aeiouyäöüáàâéèêíîóôúûåøæœ")


class Word(NamedTuple):
    """A word and its box in the space of its line. `glued`: no space stands before it."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    glued: bool = False


@dataclass(slots=True)
class Line:
    """Words that stand next to each other, in reading space, as the engine put them together.

    `block` numbers the engine's blocks, and `index` the lines in the order of the file.
    """

    words: Sequence[Word]
    block: int
    index: int
    direction: Direction = Direction.RIGHT
    box: Rect = field(init=False)

    def __post_init__(self) -> None:
        words = self.words
        self.box = Rect(
            min(word.x0 for word in words),
            min(word.y0 for word in words),
            max(word.x1 for word in words),
            max(word.y1 for word in words),
        )

    @property
    def height(self) -> float:
        """From the top of the tallest letter to the lowest."""
        return self.box.y1 - self.box.y0

    @property
    def width(self) -> float:
        """From the first letter to the last."""
        return self.box.x1 - self.box.x0

    @property
    def middle(self) -> float:
        """Height of the line's middle on the page."""
        return (self.box.y0 + self.box.y1) / 2


def is_right_to_left(words: Sequence[Word]) -> bool:
    """Whether most letters of the words belong to a script written from right to left."""
    towards_left = sum(len(RIGHT_TO_LEFT.findall(word.text)) for word in words)
    if not towards_left:
        return False
    letters = sum(character.isalpha() for word in words for character in word.text)
    return towards_left * 2 > letters


def in_logical_order(words: Sequence[Word]) -> list[Word]:
    """Words of a line from right to left as they are read, for words that stand as they are seen.

    Engines give the letters of each word in logical order but may leave the words, numbers and
    signs of such a line where they are seen. Numbers and words of other scripts keep their own
    order. Words that touch are glued.
    """
    towards_left = sorted(words, key=lambda word: -word.x1)
    ordered: list[Word] = []
    run: list[Word] = []
    for word in towards_left:
        if any(character.isalnum() for character in word.text) and not RIGHT_TO_LEFT.search(
            word.text
        ):
            run.append(word)
            continue
        ordered += reversed(run)
        run = []
        ordered.append(word)
    ordered += reversed(run)
    return [
        word._replace(glued=index > 0 and _touching(ordered[index - 1], word))
        for index, word in enumerate(ordered)
    ]


def with_spaced_letters_joined(words: Sequence[Word]) -> Sequence[Word]:
    """Join words that are set with a space after every letter ("A B S T R A C T")."""
    if len(words) < _LEAST_SPACED_LETTERS:
        return words
    joined: list[Word] = []
    run: list[Word] = []
    for word in words:
        if len(word.text) == 1 and word.text.isalpha() and (not run or _spaced(run[-1], word)):
            run.append(word)
            continue
        joined += _joined_run(run)
        run = []
        if len(word.text) == 1 and word.text.isalpha():
            run.append(word)
        else:
            joined.append(word)
    joined += _joined_run(run)
    return joined


def _touching(one: Word, other: Word) -> bool:
    gap = max(one.x0, other.x0) - min(one.x1, other.x1)
    return gap < _TOUCHING * (other.y1 - other.y0)


def _spaced(before: Word, word: Word) -> bool:
    gap = word.x0 - before.x1
    return 0 <= gap < _WIDEST_SPACING * (word.y1 - word.y0) * _WORD_GAP


def _joined_run(run: Sequence[Word]) -> Sequence[Word]:
    if len(run) < _LEAST_SPACED_LETTERS or not _is_a_word(run):
        return run
    gaps = [after.x0 - before.x1 for before, after in pairwise(run)]
    usual = median(gaps)
    if usual > _WIDEST_SPACING * (run[0].y1 - run[0].y0):
        return run
    parts = [[run[0]]]
    for gap, word in zip(gaps, run[1:], strict=True):
        if gap > _WORD_GAP * usual:
            parts.append([])
        parts[-1].append(word)
    return [
        Word(
            part[0].x0,
            min(letter.y0 for letter in part),
            part[-1].x1,
            max(letter.y1 for letter in part),
            "".join(letter.text for letter in part),
            part[0].glued,
        )
        for part in parts
    ]


def _is_a_word(run: Sequence[Word]) -> bool:
    """Not an enumeration such as "A B C D E", and with vowels as words have them."""
    codes = [ord(letter.text) for letter in run]
    follows = sum(after - before == 1 for before, after in pairwise(codes))
    has_vowel = any(letter.text.lower() in _VOWELS for letter in run)
    one_case = sum(letter.text.isupper() for letter in run[1:]) in (0, len(run) - 1)
    return has_vowel and one_case and follows * 2 < len(codes)

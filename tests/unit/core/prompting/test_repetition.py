from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.core.prompting.repetition import REPEATS, SHORTEST_PERIOD, RepetitionGuard


def shown(steps: Sequence[tuple[Sequence[int], str]], *, lines: bool = False) -> tuple[str, bool]:
    """The text that a guard lets through, and whether it saw a loop."""
    guard = RepetitionGuard(max_tokens=sum(len(tokens) for tokens, _ in steps), lines=lines)
    text = ""
    for tokens, piece in steps:
        text += guard.push(tuple(tokens), piece)
        if guard.looping:
            return text, True
    return text + guard.finish(), guard.looping


def letters(tokens: Sequence[int]) -> list[tuple[list[int], str]]:
    """A step for each token, with a character of its own."""
    return [([token], chr(0x4E00 + token)) for token in tokens]


def text_of(tokens: Sequence[int]) -> str:
    return "".join(chr(0x4E00 + token) for token in tokens)


PART = list(range(100, 100 + SHORTEST_PERIOD))


def test_a_repeated_part_is_shown_once() -> None:
    start = [1, 2, 3]
    assert shown(letters(start + PART * REPEATS)) == (text_of(start + PART), True)


def test_the_loop_is_seen_with_its_last_token() -> None:
    tokens = PART * REPEATS
    assert shown(letters(tokens[:-1])) == (text_of(tokens[:-1]), False)
    assert shown(letters(tokens))[1]


def test_a_single_token_over_and_over() -> None:
    text, looping = shown(letters([7] * 100))
    assert looping
    assert text == text_of([7] * SHORTEST_PERIOD)


def test_twice_is_no_loop() -> None:
    tokens = [*PART, *PART, 1, *PART]
    assert shown(letters(tokens)) == (text_of(tokens), False)


def test_ordinary_text_is_shown_at_once() -> None:
    guard = RepetitionGuard(max_tokens=50, lines=False)
    assert [guard.push((n,), str(n)) for n in (1, 2, 3)] == ["1", "2", "3"]


def test_text_is_kept_back_only_while_it_repeats() -> None:
    guard = RepetitionGuard(max_tokens=100, lines=False)
    for token in PART:
        guard.push((token,), "x")
    assert guard.push((PART[0],), "a") == ""
    assert guard.push((PART[1],), "b") == ""
    assert guard.push((1,), "c") == "abc"


def test_more_tokens_than_announced_is_a_bug() -> None:
    guard = RepetitionGuard(max_tokens=2, lines=False)
    guard.push((1, 2), "")
    guard.push((3,), "")
    with pytest.raises(ValueError, match="max_tokens"):
        guard.push((4,), "")


def test_tokens_that_were_a_try_leave_no_trace() -> None:
    guard = RepetitionGuard(max_tokens=100, lines=False)
    for tokens in (PART, PART, [1, 2]):
        guard.push(tuple(tokens), "")
    guard.take_back(2)
    guard.push(tuple(PART[:-1]), "")
    assert not guard.looping
    guard.push((PART[-1],), "")
    assert guard.looping


@given(st.lists(st.integers(0, 5), max_size=80))
def test_nothing_is_lost_where_there_is_no_loop(tokens: list[int]) -> None:
    text, looping = shown(letters(tokens))
    assert text_of(tokens).startswith(text)
    if not looping:
        assert text == text_of(tokens)


@given(
    st.lists(st.integers(0, 9), max_size=10),
    st.lists(st.integers(10, 99), min_size=SHORTEST_PERIOD, max_size=20, unique=True),
    st.integers(REPEATS, 6),
)
def test_any_loop_is_cut_after_its_first_round(
    start: list[int], part: list[int], rounds: int
) -> None:
    assume(not shown(letters(start))[1])
    assert shown(letters(start + part * rounds)) == (text_of(start + part), True)


# --- lines ----------------------------------------------------------------------------------


def line_steps(text: str) -> list[tuple[list[int], str]]:
    """A step for each character; a line break comes with the character after it."""
    pieces: list[str] = []
    for character in text:
        if pieces and pieces[-1] == "\n":
            pieces[-1] += character
        else:
            pieces.append(character)
    return [([1000 + n], piece) for n, piece in enumerate(pieces)]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("[chunk:1] One.\n[chunk:1] One.", "[chunk:1] One."),
        ("[chunk:1] One.\n[chunk:1] ONE. \n[chunk:1] Two.", "[chunk:1] One."),
        (
            "[chunk:1] One.\n[chunk:2] Two.\n[chunk:1] One.\n[chunk:2] Two.",
            "[chunk:1] One.\n[chunk:2] Two.",
        ),
    ],
)
def test_a_line_that_stood_before_is_a_loop(written: str, kept: str) -> None:
    assert shown(line_steps(written), lines=True) == (kept, True)


@pytest.mark.parametrize(
    "written",
    [
        "[chunk:1] One.\n[chunk:1] One",
        "[chunk:1] One\n[chunk:1] One.",
        "[chunk:1] One.\n[chunk:2] One.",
        "[chunk:1] One.\n[chunk:1] Two.\n[chunk:1] Three.",
    ],
)
def test_lines_that_differ_are_kept(written: str) -> None:
    assert shown(line_steps(written), lines=True) == (written, False)


def test_repeated_lines_are_no_loop_where_lines_do_not_count() -> None:
    written = "}\n}\n}"
    assert shown(line_steps(written)) == (written, False)


def test_a_line_is_kept_back_only_while_it_could_be_an_earlier_one() -> None:
    guard = RepetitionGuard(max_tokens=100, lines=True)
    for n, piece in enumerate(["[chunk:1]", " One"]):
        guard.push((n,), piece)
    assert guard.push((10,), "\n[chunk:1]") == ""
    assert guard.push((11,), " O") == ""
    assert guard.push((12,), "ther") == "\n[chunk:1] Other"

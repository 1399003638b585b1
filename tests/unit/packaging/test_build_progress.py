"""A build of many minutes shows how far it is."""

from __future__ import annotations

import io

import pytest

from setup_steps.build_progress import FILE_EVERY, LAST_LINES, BuildProgress, elapsed, step_in


class Terminal(io.StringIO):
    """A text stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("[63/140] /usr/bin/c++ -O3 x.cpp", (63, 140)),
        ("  [1/9] Linking", (1, 9)),
        ("note: [63/140] in the middle", None),
        ("[63/140]", None),
        ("", None),
    ],
)
def test_step_in(line: str, step: tuple[int, int] | None) -> None:
    assert step_in(line) == step


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0 s"), (59.9, "59 s"), (60, "1 min 00 s"), (905, "15 min 05 s")]
)
def test_elapsed(seconds: float, words: str) -> None:
    assert elapsed(seconds) == words


def test_a_file_gets_a_line_now_and_then() -> None:
    out, clock = io.StringIO(), Clock()
    progress = BuildProgress("Compiling", out, clock)
    progress.tick()
    progress.take("[63/140] c++\n")
    clock.seconds += FILE_EVERY - 0.1
    progress.tick()
    clock.seconds += 0.1
    progress.tick()
    progress.end()
    assert out.getvalue() == ("Compiling: getting ready, 0 s\nCompiling: step 63 of 140, 5 s\n")


def test_a_terminal_gets_one_line_that_is_renewed() -> None:
    out, clock = Terminal(), Clock()
    progress = BuildProgress("Compiling", out, clock)
    progress.tick()
    clock.seconds += 1
    progress.take("[2/3] c++\n")
    progress.tick()
    progress.end()
    assert out.getvalue() == (
        "\rCompiling: getting ready, 0 s\x1b[K\rCompiling: step 2 of 3, 1 s\x1b[K\n"
    )


def test_the_last_lines_are_kept_for_a_failure() -> None:
    progress = BuildProgress("Compiling", io.StringIO(), Clock())
    for number in range(LAST_LINES + 5):
        progress.take(f"line {number}\n")
    assert len(progress.last_lines) == LAST_LINES
    assert progress.last_lines[-1] == f"line {LAST_LINES + 4}"

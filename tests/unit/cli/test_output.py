"""What reaches a terminal."""

from __future__ import annotations

import pytest

from app.cli.output import Output, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Rent \x1b[2J\x1b]0;title\x07is due", "Rent [2J]0;titleis due"),
        ("one\rtwo", "one\ntwo"),
        ("\u202etxt.exe", "txt.exe"),
        ("Miete für 日本\tab\n", "Miete für 日本\tab\n"),
        ("name \udcff.pdf", "name ?.pdf"),
    ],
)
def test_no_text_steers_the_terminal(
    text: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printable(text) == shown
    output = Output(as_json=False)
    output.result({}, text)
    output.say(text)
    printed = capsys.readouterr()
    assert printed.out == printed.err == f"{shown}\n"

from __future__ import annotations

import pytest

from app.core.retrieval.literal import Literal
from app.core.retrieval.query import parse


@pytest.mark.parametrize(
    ("question", "text", "held"),
    [
        ("Running the console", "2.1 Running the\nConsole\n\nStart it.", True),
        ("Running the console", "The console is running.", False),
        ("Special At (@) Commands", "15.3 Special At (@) Commands", True),
        ("What does --max-vsize do, and how is it set by hand?", "use --max-vsize=9", True),
        ("What does --max-vsize do, and how is it set by hand?", "the max vsize", False),
        (
            "What is in § 12(3) of ISO 9001:2015 on documents kept?",
            "ISO 9001:2015, § 12 (3)",
            False,
        ),
        ("What is in § 12(3) of ISO 9001:2015 on documents kept?", "§ 12(3) ISO 9001:2015", True),
        ("see § 12 about all the things that are left open here", "§ 123", False),
        ("what does clause 4(b) say about all that is left open here", "See 14(b).", False),
        ("what does clause 4(b) say about all that is left open here", "See 4(b), 14(b).", True),
        ("what is given back by a call of set_title() here and there", "reset_title()", False),
        ("what is given back by a call of set_title() here and there", "axes.set_title()", True),
        ("rent", "rent", False),
    ],
)
def test_what_stands_there(question: str, text: str, held: bool) -> None:
    assert parse(question).literal.held_by([text]) == [held]


def test_nothing_to_look_for() -> None:
    assert Literal().held_by(["text", ""]) == [False, False]

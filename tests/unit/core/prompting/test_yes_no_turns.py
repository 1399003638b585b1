"""What prompts for yes or no share."""

from __future__ import annotations

from app.core.prompting.yes_no_turns import fixed_turns, shortened


def test_each_example_is_a_question_and_its_answer() -> None:
    turns = fixed_turns("Say yes or no.", [("It rains.", "Is it wet?", "Yes")])
    assert [turn.role for turn in turns] == ["system", "user", "assistant"]
    texts = ["".join(segment.text for segment in turn.segments) for turn in turns]
    assert texts == ["Say yes or no.", "Passage: It rains.\nQuestion: Is it wet?", "Yes"]
    assert all(segment.trusted for turn in turns for segment in turn.segments)


def test_a_long_question_keeps_its_beginning_and_its_end() -> None:
    assert shortened("  How\nlong? ", 9) == "How long?"
    asked = shortened("Begin " + "word " * 99 + "end?", 40)
    assert len(asked) <= 40
    assert asked.startswith("Begin")
    assert asked.endswith("end?")

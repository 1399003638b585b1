"""What prompts that ask for a yes or no share: fixed examples before the question, and a bound on
its length. The examples come first, so that they are read once."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.domain.generation import ChatMessage, Segment

Example = tuple[str, str, str]
"""A passage, a question, and "Yes" or "No"."""


def fixed_turns(instructions: str, examples: Sequence[Example]) -> tuple[ChatMessage, ...]:
    """The instructions, then each example as a turn of the user and one of the model."""
    turns = [ChatMessage("system", (Segment(instructions, trusted=True),))]
    for passage, question, answer in examples:
        asked = Segment(f"Passage: {passage}\nQuestion: {question}", trusted=True)
        turns.append(ChatMessage("user", (asked,)))
        turns.append(ChatMessage("assistant", (Segment(answer, trusted=True),)))
    return tuple(turns)


def shortened(question: str, most: int) -> str:
    """A question of at most `most` characters: what is longer keeps its beginning and its end,
    where questions stand."""
    question = " ".join(question.split())
    if len(question) <= most:
        return question
    half = most // 2 - 2
    return f"{question[:half].rstrip()} … {question[-half:].lstrip()}"

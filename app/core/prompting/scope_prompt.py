"""The prompt that asks whether what a passage says holds in the case that a question is about.

One passage at a time, with fixed examples before it, so that a model need only say yes or no and
how sure it is can be read off. The examples come first and are read once.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.core.chunking.headings import bounded
from app.core.citations.neutral import neutralised
from app.core.domain.evidence import Passage
from app.core.domain.generation import ChatMessage, Segment
from app.core.prompting.answer_prompt import MAX_TITLE_CHARACTERS, as_data
from app.core.prompting.yes_no_turns import fixed_turns, shortened
from app.core.text.terms import matching_words

INSTRUCTIONS = (
    "Say whether the passage can be used for the case in the question. Answer No only if the "
    "passage is for another case: other people, another product, place, time, amount or state. "
    "Otherwise answer Yes."
)
MAX_QUESTION_CHARACTERS = 400
"""What is longer is asked by its beginning and end, where questions stand."""
WINDOW_CHARACTERS = 900
"""Of a passage, so many characters around what matches the question are judged: as many as most
passages have. With the longest header and question, and a token for each character, all of it fits
the memory in which a model weighs."""

_EXAMPLES = (
    (
        "(Library guide, Loans › Students) Books are lent for four weeks. They can be renewed "
        "twice.",
        "I am a student. How long may I keep a book?",
        "Yes",
    ),
    (
        "(Library guide, Loans › Guests) Books are read in the hall and not lent.",
        "I am a student. How long may I keep a book?",
        "No",
    ),
    (
        "(Library guide, Returning) Books are put into the slot beside the door.",
        "I am a student. How long may I keep a book?",
        "Yes",
    ),
    (
        "(Bicycle manual, Brakes) On the type with discs the pads are changed when less than 1 mm "
        "is left.",
        "When are the pads of a rim brake changed?",
        "No",
    ),
    (
        "(Hedges, Water) A hedge that was planted this year gets twenty litres a week.",
        "Our hedge is ten years old. How much water does it need?",
        "No",
    ),
    (
        "(Hedges, Water) A hedge that has stood for three years or more needs water in drought "
        "only.",
        "Our hedge is ten years old. How much water does it need?",
        "Yes",
    ),
)


FIXED_TURNS = fixed_turns(INSTRUCTIONS, _EXAMPLES)


def scope_messages(question: str, passage: Passage) -> tuple[ChatMessage, ...]:
    """The turns after which "Yes" or "No" comes next."""
    return (
        *FIXED_TURNS,
        ChatMessage(
            "user",
            (
                Segment("Passage: ", trusted=True),
                Segment(f"({scope_header(passage)}) {window(passage, question)}", trusted=False),
                Segment("\nQuestion: ", trusted=True),
                Segment(neutralised(shortened(question, MAX_QUESTION_CHARACTERS)), trusted=False),
            ),
        ),
    )


def scope_header(passage: Passage) -> str:
    """Title and heading path of a passage, each bounded, with nothing that reads as a marker."""
    title = " ".join(passage.document_title.split())
    if len(title) > MAX_TITLE_CHARACTERS:
        title = title[: MAX_TITLE_CHARACTERS - 1].rstrip() + "…"
    parts = [title, bounded(passage.chunk.heading_path)]
    return as_data(", ".join(part for part in parts if part))


def window(passage: Passage, question: str) -> str:
    """The words of a passage around what matches the question, of bounded length."""
    text = passage.chunk.text
    if len(text) > WINDOW_CHARACTERS:
        start = _densest([start for start, _ in matching_words(text, question)])
        start = min(max(0, start), len(text) - WINDOW_CHARACTERS)
        text = text[start : start + WINDOW_CHARACTERS]
    return as_data(" ".join(text.split()))


def _densest(places: Sequence[int]) -> int:
    """Where the window begins that holds most of these places, in its middle."""
    best, most = (0, 0), 0
    for first, begin in enumerate(places):
        inside = [place for place in places[first:] if place - begin < WINDOW_CHARACTERS * 3 // 4]
        if len(inside) > most:
            best, most = (begin, inside[-1]), len(inside)
    return (best[0] + best[1] - WINDOW_CHARACTERS) // 2

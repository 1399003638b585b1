"""The prompt that asks whether one passage states what a question asks for.

Asked about one passage at a time, with fixed examples, a small model tells an answer from
something near far better than it refuses while it writes: it need only say yes or no, and how sure
it is can be read off. The examples come first, so that they are read once.
"""

from __future__ import annotations

from app.core.citations.neutral import neutralised
from app.core.domain.evidence import Passage
from app.core.domain.generation import ChatMessage, Segment
from app.core.prompting.answer_prompt import passage_header
from app.core.prompting.yes_no_turns import fixed_turns, shortened

INSTRUCTIONS = (
    "Say whether the passage states what the question asks for. Answer Yes only if the answer "
    "stands in the passage; answer No if it is only about something near."
)
MAX_QUESTION_CHARACTERS = 1000
"""What is longer is asked by its beginning and end, where questions stand."""

_FEES = (
    "Boats under 8 m pay 14 euros a night, longer boats 22 euros. The fee includes water but not "
    "electricity."
)
_EXAMPLES = (
    (_FEES, "What does a night cost for a 7 m boat?", "Yes"),
    (_FEES, "What does a night cost for a camper van?", "No"),
    (
        "Visitors report to the office by 6 pm on the day they arrive.",
        "Until when do I have to check in?",
        "Yes",
    ),
    (
        "Swimming in the harbour basin is forbidden. Visitors report to the office by 6 pm on the "
        "day they arrive.",
        "What is the telephone number of the office?",
        "No",
    ),
    (
        "The crane lifts boats of up to 12 t. Use of the crane is booked at the office.",
        "Which day is the crane serviced?",
        "No",
    ),
    (
        "To order a lift, fill in form B and hand it to the crane driver.",
        "How do I get my boat lifted?",
        "Yes",
    ),
)


FIXED_TURNS = fixed_turns(INSTRUCTIONS, _EXAMPLES)


def fit_messages(question: str, passage: Passage, text: str) -> tuple[ChatMessage, ...]:
    """The turns after which "Yes" or "No" comes next; `text` is what of the passage is asked about,
    as in the prompt for answers."""
    words = f"({passage_header(passage)}) {text}"
    return (
        *FIXED_TURNS,
        ChatMessage(
            "user",
            (
                Segment("Passage: ", trusted=True),
                Segment(words, trusted=False),
                Segment("\nQuestion: ", trusted=True),
                Segment(neutralised(shortened(question, MAX_QUESTION_CHARACTERS)), trusted=False),
            ),
        ),
    )

"""What is found in these tests: passages of four invented documents."""

from __future__ import annotations

from dataclasses import replace

from app.core.domain.evidence import Passage
from tests.gui.chat.examples import PASSAGES, passage

QUESTION = "carry over unused leave"
HANDBOOK, AGREEMENT = (1, "Employee Handbook 2026"), (2, "Works Agreement on Leave")
TERMS, SICKNESS = (3, "Contractor and Agency Terms"), (4, "Sickness Absence Procedure")


def hit(
    chunk_id: int,
    document: tuple[int, str],
    text: str,
    page: int,
    label: str,
    *heading: str,
    by: str = "both",
) -> Passage:
    """A passage that was found by "words", "meaning" or "both"."""
    found = passage(
        chunk_id, document, text, page=page, label=label, heading=heading, question=QUESTION
    )
    return replace(
        found,
        lexical_rank=None if by == "meaning" else 1,
        dense_rank=None if by == "words" else 1,
    )


LEAVE, CARRY = "6 Annual leave", "6.3 Carry-over of unused leave"
HITS = (
    hit(17, HANDBOOK, PASSAGES[0].chunk.text, 14, "12", LEAVE, CARRY),
    hit(
        42,
        AGREEMENT,
        "This agreement covers shore staff and crews. In other cases than these, leave that could "
        "not be taken because of long-term sickness stays valid for 15 months after the end of "
        "the leave year.",
        6,
        "6",
        "4 Long-term sickness",
        by="meaning",
    ),
    hit(
        23,
        HANDBOOK,
        "A request to carry days over is made in writing to the line manager by 30 November and "
        "names the operational reason. The manager replies within ten working days.",
        14,
        "12",
        LEAVE,
        CARRY,
    ),
    hit(
        25,
        HANDBOOK,
        "Paid special leave is granted for the events listed in Annex C. It is not set against "
        "the annual entitlement of the employee, who tells the manager in good time.",
        15,
        "13",
        LEAVE,
        "6.6 Special leave",
        by="words",
    ),
    hit(
        43,
        AGREEMENT,
        "The days kept under 4.1 are taken before any days carried over under the handbook.",
        7,
        "7",
        "4 Long-term sickness",
        "4.2",
    ),
    hit(
        91,
        TERMS,
        "Contractors cannot carry over days; time off that is unused at the end of an assignment "
        "lapses without being paid, whatever the reason for which it was not taken.",
        12,
        "10",
        "3 Time off",
    ),
    hit(11, HANDBOOK, "The leave year is the calendar year.", 13, "11", LEAVE, by="words"),
    hit(12, HANDBOOK, "Leave that is due is taken in the notice period.", 16, "14", LEAVE),
    hit(
        56,
        SICKNESS,
        "In a long absence, days of annual leave that fall into it are kept; see the Works "
        "Agreement on Leave, section 4.",
        8,
        "8",
        "2 Long absences",
        "2.4",
    ),
)
"""Nine passages: five of the handbook, two of the agreement, one each of the others."""

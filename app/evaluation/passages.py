"""Passages for a request to the language model: made up, but with sense in them, since a model
that finds nothing to say writes too little to be measured."""

from __future__ import annotations

from pathlib import Path

from app.core.domain.chunk import Chunk, Span
from app.core.domain.evidence import Passage
from app.core.domain.generation import GenerationRequest
from app.core.prompting.answer_prompt import answer_request

QUESTION = (
    "What does the club require of members about the boat house, the boats, the keys, the fees, "
    "guests and the winter store?"
)
RULES_TITLE = "House rules of the Lindholm rowing club"
RULES = (
    # (heading, text)
    (
        "Boat house",
        "The boat house opens at 6 in the morning and closes at 9 in the evening from April to "
        "October. In the other months it opens at 8 and closes at dusk. Whoever leaves last "
        "switches off the lights, closes both gates and writes the time into the log book at the "
        "door. Fire and smoking are forbidden in the whole building. Wet clothes are hung in the "
        "drying room and not on the oars. The workshop may be used by members who have attended "
        "the yearly safety lesson. Tools go back to their place on the wall on the same day. "
        "Damage to the building is told to the house keeper within 24 hours.",
    ),
    (
        "Boats",
        "Boats are booked in the log book at most seven days ahead and for at most three hours. "
        "A booking lapses when the crew has not come 20 minutes after its time. Each crew checks "
        "the hull, the rudder and the air boxes before it puts the boat into the water. After "
        "the trip the boat is washed with fresh water, dried and laid upside down on its rack. "
        "Racing boats may be used only by members with the silver badge. Nobody rows alone "
        "between November and March. Children under 14 years wear a life jacket on the water and "
        "on the pontoon.",
    ),
    (
        "Keys",
        "Each member of full age receives one key against a deposit of 40 euros. Keys are not "
        "lent to anyone, not even to members of the family. The loss of a key is told to the "
        "treasurer at once, and a new key costs 65 euros. Keys are returned within two weeks "
        "after a membership has ended, and the deposit is then paid back. Trainers receive a "
        "second key for the room of the ergometers.",
    ),
    (
        "Fees",
        "The yearly fee is 310 euros for adults, 150 euros for students and 90 euros for "
        "children. It is due on 31 January and is paid by bank transfer. Whoever pays after the "
        "end of March pays 25 euros more. Each adult works eight hours a year for the club; each "
        "hour that is not worked costs 18 euros. Members who move away in the middle of the year "
        "receive half of the fee back when they write to the board before the end of June.",
    ),
    (
        "Guests",
        "A member may bring two guests a day. Guests sign the visitors' list, and the member "
        "stays with them as long as they are on the ground of the club. A guest may row three "
        "times a year at most; after that an application for membership is needed. Guests pay 8 "
        "euros a trip into the tin at the door. Guests use neither racing boats nor the workshop.",
    ),
    (
        "Winter store",
        "From 1 November the large hall is the winter store. Private boats are stored for 120 "
        "euros a season when there is room, and each carries a label with the name and the "
        "telephone number of its owner. Fuel, gas and paint are not stored in the hall. Owners "
        "remove their boats by 15 March. The board may move a boat that blocks a gate, and the "
        "owner pays for it.",
    ),
)


def long_answer_request(max_tokens: int) -> GenerationRequest:
    """A request as a question makes it, with six passages and much to write."""
    passages = [
        _passage(number, heading, text) for number, (heading, text) in enumerate(RULES, start=21)
    ]
    return answer_request(QUESTION, passages, max_tokens=max_tokens)


def _passage(number: int, heading: str, text: str) -> Passage:
    chunk = Chunk(
        id=number,
        document_id=1,
        ordinal=number,
        text=text,
        heading_path=(heading,),
        spans=(Span(number, 0, len(text), 0),),
        tokens=len(text.split()),
    )
    return Passage(
        chunk=chunk,
        document_title=RULES_TITLE,
        path=Path("rules.pdf"),
        page=number,
        label="",
        boxes=(),
        similarity=None,
        lexical_rank=None,
        dense_rank=None,
    )

"""Two more invented documents, for recording what models write: one that is full of brackets and
holds a marker of its own, one with figures that lie close together."""

from __future__ import annotations

from tests.model.plain_documents import PlainQuestion

RELAY, GREENHOUSE = "relay.pdf", "greenhouse.pdf"

_RELAY_PAGES = (
    (
        "Starting the relay",
        "Start the relay with relayd [--port N] [--quiet]. It listens on port 7420 unless --port "
        "names another. The option --quiet leaves out all messages but errors.\n\n"
        "The relay reads relay.conf from the folder in which it was started. A line that begins "
        "with a semicolon is a comment. After a change the relay is restarted; it does not read "
        "the file again by itself.",
    ),
    (
        "Frames",
        "A frame is written as head [chunk-ext] body. The head has 12 bytes. Bytes 0 to 3 hold "
        "the length of the body, bytes 4 to 7 the number of the sender, and bytes 8 to 11 a "
        "checksum.\n\n"
        "In the log each received piece is marked with its number, such as [chunk:7] or "
        "[chunk:8]. A piece that arrives twice is dropped and marked with two stars.",
    ),
    (
        "Limits",
        "The relay keeps at most 250 connections open and closes one that was silent for 90 "
        "seconds. A body may have 65,536 bytes. A longer one is refused with the message "
        "“frame too long”, and the sender is shut out for 10 minutes.\n\n"
        "Records are kept for 14 days. They are never sent to anyone, and they are not part of "
        "the nightly backup.",
    ),
)
_GREENHOUSE_PAGES = (
    (
        "Climate",
        "Greenhouse A is kept at 18 degrees by night and 24 degrees by day. Greenhouse B is kept "
        "at 12 degrees by night and 17 degrees by day. The vents of both open by themselves at "
        "29 degrees.\n\n"
        "The humidity in greenhouse A lies between 65 and 75 percent. Greenhouse B has no "
        "humidity control.",
    ),
    (
        "Watering",
        "Tomatoes are watered at 6:30 and at 17:00, with 1.8 litres for each plant and day. "
        "Orchids are sprayed three times a week and are never watered from above while they "
        "bloom.\n\n"
        "The tank holds 4,200 litres. When it falls below 800 litres, the watering of greenhouse "
        "B stops first. Rain water is used from March to October, tap water in winter.",
    ),
    (
        "Plant protection",
        "Yellow cards are counted every Monday. With more than 12 whiteflies on a card, "
        "parasitic wasps are released; sprays are used only when the head gardener, Ilse "
        "Norden, has agreed in writing.\n\n"
        "Nobody enters a greenhouse within 48 hours after spraying. Gloves and masks hang beside "
        "the door of the store room. Empty containers are given back to the dealer and are not "
        "put into the waste.",
    ),
)

DOCUMENTS: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    RELAY: ("Relay server: operator's guide", _RELAY_PAGES),
    GREENHOUSE: ("Greenhouses of the Norden nursery", _GREENHOUSE_PAGES),
}
"""Title and pages of each file; a page is a heading and its text."""

QUESTIONS = (
    PlainQuestion("Which port does the relay listen on?", (("7420",),), RELAY, 1),
    PlainQuestion("What do bytes 4 to 7 of the head hold?", (("sender",),), RELAY, 2),
    PlainQuestion("How are received pieces marked in the log?", (("number",),), RELAY, 2),
    PlainQuestion(
        "What happens to a frame that is too long?", (("refused", "shut out"),), RELAY, 3
    ),
    PlainQuestion("How warm is greenhouse A by night and by day?", (("18",),), GREENHOUSE, 1),
    PlainQuestion("Who has to agree before sprays are used?", (("Norden",),), GREENHOUSE, 3),
    PlainQuestion("How much water does a tomato plant get a day?", (("1.8",),), GREENHOUSE, 2),
    PlainQuestion("Which fertiliser do the orchids get?"),
)

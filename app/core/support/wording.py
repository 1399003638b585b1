"""What is said of an answer's sentences: what supports them, and what was left out. Window, export
and command line say it in the same words."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.domain.answer import Claim, Withheld
from app.core.text.safe_text import one_line

ONLY_IN_PART = "The passages support this only in part."
"""Said before an answer of low confidence (C14)."""
NO_WORDS_FOUND = "No words of the passage were found that say it."
"""Said of a citation without a quote that bears its claim (C10)."""


def listed(words: Sequence[str]) -> str:
    """Words in quotation marks: “a”, “b” and “c”."""
    quoted = [f"“{word}”" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def lack(claim: Claim) -> str:
    """What the cited passages lack of an unsupported claim, as a sentence."""
    reason = one_line(claim.support.reason)
    if not reason and claim.support.missing:
        verb = "does" if len(claim.support.missing) == 1 else "do"
        words = listed([one_line(word) for word in claim.support.missing])
        reason = f"{words} {verb} not occur in the passage that it cites."
    return reason


def reason_line(claim: Claim) -> str:
    """Why a claim counts as unsupported, said below it."""
    reason = lack(claim)
    if not reason:
        return "Not supported by the passage that it cites."
    return f"Not supported: {reason[0].lower()}{reason[1:]}"


def supported_share(claims: Sequence[Claim]) -> str:
    """How many of the claims, at least one, are supported."""
    held = sum(claim.support.supported for claim in claims)
    if all(claim.verbatim for claim in claims):
        return "Every sentence is quoted word for word."
    if held == len(claims):
        return "Every sentence is supported by the page it cites."
    if held == 1:
        return f"1 of {len(claims)} sentences is supported by the page it cites."
    return f"{held} of {len(claims)} sentences are supported by the page they cite."


def withheld_notes(withheld: Withheld) -> tuple[str, ...]:
    """A sentence for each cause for which sentences are not shown."""
    return tuple(
        f"{_left_out(count)} because {one if count == 1 else many}."
        for count, one, many in (
            (withheld.invalid_citation, "its citation led nowhere", "their citations led nowhere"),
            (withheld.uncited, "it cited no passage", "they cited no passage"),
            (
                withheld.unsupported,
                "its passage does not support it",
                "their passages do not support them",
            ),
            (withheld.beyond, "the answer was too long", "the answer was too long"),
        )
        if count
    )


def _left_out(count: int) -> str:
    return "1 sentence was left out" if count == 1 else f"{count} sentences were left out"

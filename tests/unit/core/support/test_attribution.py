"""Attribution: one place must bear a claim, and a wrong marker is not shown as it is."""

from __future__ import annotations

from app.core.citations.parse import RawClaim
from app.core.domain.chunk import Chunk, Span
from app.core.support.attribution import SCATTERED, attribute

DEPOSIT = (
    "The lease begins on 1 March and has no fixed end. The flat is handed over with two keys. "
    "The tenant pays a deposit of 2,520 euros, which may be paid in three parts. "
    "The landlord keeps it in a separate account and pays it back, with interest, within six "
    "months after the flat was given back in good order."
)
NOTICE = (
    "The tenant reports damage to the flat at once. "
    "The tenant may end the lease with a notice of three months to the end of a month."
)
QUESTION = "How much notice does the tenant have to give?"
CLAIM = "The tenant may end the lease with a notice of three months to the end of a month."


def chunk(number: int, text: str) -> Chunk:
    return Chunk(number, 1, 0, text, (), (Span(number, 0, len(text), 0),), 50)


def test_a_claim_that_its_passage_bears_stays_as_it_is() -> None:
    found = attribute(RawClaim(CLAIM, (2,)), [chunk(1, DEPOSIT), chunk(2, NOTICE)], QUESTION)
    assert found.support.supported
    assert found.claim.chunk_ids == (2,)
    assert not found.moved


def test_a_claim_under_the_wrong_marker_goes_to_the_passage_that_holds_it() -> None:
    found = attribute(RawClaim(CLAIM, (1,)), [chunk(1, DEPOSIT), chunk(2, NOTICE)], QUESTION)
    assert found.support.supported
    assert found.claim.chunk_ids == (2,)
    assert found.moved


def test_words_gathered_from_far_apart_do_not_bear_a_claim() -> None:
    padding = " ".join(f"Rule {word} applies here." for word in ("alpha", "beta", "gamma") * 12)
    text = f"A notice ends the lease. {padding} Keys are changed after three months."
    claim = "The lease ends with a notice of three months."
    found = attribute(RawClaim(claim, (1,)), [chunk(1, text)], QUESTION)
    assert not found.support.supported
    assert found.support.reason == SCATTERED


def test_an_invention_is_moved_nowhere() -> None:
    claim = "The tenant pays 90 euros for parking."
    found = attribute(RawClaim(claim, (1,)), [chunk(1, DEPOSIT), chunk(2, NOTICE)], QUESTION)
    assert not found.support.supported
    assert found.claim.chunk_ids == (1,)
    assert not found.moved


def test_a_dropped_not_is_caught() -> None:
    text = "Contractors may not carry over unused days. Days are counted in the system."
    found = attribute(
        RawClaim("Contractors may carry over unused days.", (1,)), [chunk(1, text)], QUESTION
    )
    assert not found.support.supported
    assert "opposite" in found.support.reason


def test_a_number_must_stand_in_the_sentence_that_bears_the_claim() -> None:
    text = "The notice period is 14 days for staff. " + "Other rules apply. " * 3
    text += "Managers file reports within 30 days."
    found = attribute(
        RawClaim("The notice period is 30 days for staff.", (1,)), [chunk(1, text)], QUESTION
    )
    assert not found.support.supported

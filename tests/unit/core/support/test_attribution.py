"""Attribution: a wrong marker is not shown as it is, and a claim is moved only where it stands."""

from __future__ import annotations

from app.core.citations.parse import RawClaim
from app.core.domain.chunk import Chunk, Span
from app.core.support.attribution import Attribution, attribute
from app.core.support.check import LexicalSupportChecker

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


def attributed(text: str, cited: int) -> Attribution:
    passages = [chunk(1, DEPOSIT), chunk(2, NOTICE)]
    return attribute(RawClaim(text, (cited,)), passages, QUESTION, LexicalSupportChecker())


def test_a_claim_that_its_passage_bears_stays_as_it_is() -> None:
    found = attributed(CLAIM, 2)
    assert found.support.supported
    assert found.claim.chunk_ids == (2,)
    assert not found.moved


def test_a_claim_under_the_wrong_marker_goes_to_the_passage_that_holds_it() -> None:
    found = attributed(CLAIM, 1)
    assert found.support.supported
    assert found.claim.chunk_ids == (2,)
    assert found.moved


def test_an_invention_is_moved_nowhere() -> None:
    found = attributed("The tenant pays 90 euros for parking.", 1)
    assert not found.support.supported
    assert found.claim.chunk_ids == (1,)
    assert not found.moved


def test_what_another_passage_denies_is_not_moved_there() -> None:
    denied = chunk(3, "Contractors may not carry over unused days.")
    claim = RawClaim("Contractors may carry over unused days.", (1,))
    found = attribute(claim, [chunk(1, DEPOSIT), denied], QUESTION, LexicalSupportChecker())
    assert not found.support.supported
    assert not found.moved

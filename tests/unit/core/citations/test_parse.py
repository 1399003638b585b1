"""Claims: which ids belong to which sentence, and what is withheld (C3, C4, C11, C12)."""

from __future__ import annotations

import pytest

from app.core.citations.parse import RawClaim, parse_claims, validate, whole_sentences


@pytest.mark.parametrize(
    ("raw", "claims"),
    [
        ("[chunk:1] One.\n[chunk:2] Two.", [("One.", (1,)), ("Two.", (2,))]),
        ("One. [chunk:1]\nTwo. [chunk:2]", [("One.", (1,)), ("Two.", (2,))]),
        ("One [chunk:1].", [("One.", (1,))]),
        ("One. [chunk:1] Two. [chunk:2]", [("One.", (1,)), ("Two.", (2,))]),
        ("[chunk:1][chunk:2] Both.", [("Both.", (1, 2))]),
        ("[chunk:1] One [chunk:1].", [("One.", (1,))]),
        ("No marker.", [("No marker.", ())]),
        ("- [chunk:3] Item", [("Item", (3,))]),
        ("[chunk:1]\n[chunk:2] Two.", [("Two.", (2,))]),
        (
            "[chunk:1] Same.\n[chunk:2] same.\n[chunk:1] Other.",
            [("Same.", (1, 2)), ("Other.", (1,))],
        ),
        ("", []),
        ("   \n\n", []),
    ],
)
def test_parse_claims(raw: str, claims: list[tuple[str, tuple[int, ...]]]) -> None:
    assert parse_claims(raw) == [RawClaim(text, ids) for text, ids in claims]


def test_invented_ids_withhold_the_sentence_that_has_no_other() -> None:
    result = validate(
        [RawClaim("Good.", (1,)), RawClaim("Bad.", (9,)), RawClaim("Mixed.", (9, 1))], {1}
    )
    assert result.claims == (RawClaim("Good.", (1,)), RawClaim("Mixed.", (1,)))
    assert result.invalid == ("Bad.",)
    assert (result.attempted, result.valid) == (2, 1)


def test_uncited_sentences_are_withheld_apart() -> None:
    result = validate([RawClaim("Bare.", ())], {1})
    assert result.uncited == ("Bare.",)
    assert (result.attempted, result.valid) == (0, 0)


def test_at_most_24_citations_are_attempted_and_kept() -> None:
    claims = [RawClaim(f"Claim {n}.", (n,)) for n in range(1, 60)]
    result = validate(claims, set(range(1, 60)))
    assert (result.attempted, result.valid) == (24, 24)
    assert len(result.claims) == 24


def test_duplicates_count_once() -> None:
    result = validate([RawClaim("A.", (1,)), RawClaim("B.", (1,))], {1})
    assert (result.attempted, result.valid) == (1, 1)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Tenants may keep a dog.", ["Tenants may keep a dog."]),
        ("Tenants may keep a dog. Only with", ["Tenants may keep a dog."]),
        ("Tenants may keep a dog", []),
    ],
)
def test_half_a_sentence_is_no_claim(text: str, kept: list[str]) -> None:
    assert [claim.text for claim in whole_sentences(RawClaim(text, (1,)))] == kept

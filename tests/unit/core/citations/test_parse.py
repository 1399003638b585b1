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
        ("[chunk:1] A .changes file .", [("A .changes file.", (1,))]),
        ("- [chunk:3] Item", [("Item", (3,))]),
        ("[chunk:1]\n[chunk:2] Two.", [("Two.", (2,))]),
        (
            "[chunk:1] Same.\n[chunk:2] same.\n[chunk:1] Other.",
            [("Same.", (1, 2)), ("Other.", (1,))],
        ),
        (
            "[chunk:1] Leave expires [chunk:2] on 31 March.",
            [("Leave expires on 31 March.", (1, 2))],
        ),
        (
            "One thing [chunk:1] and another [chunk:2].",
            [("One thing", (1,)), ("and another.", (2,))],
        ),
        ("One. [chunk:1] two", [("One.", (1,)), ("two", ())]),
        (
            "[chunk:1] One.\r\n[chunk:2] Two.\u2028[chunk:3] Three.",
            [("One.", (1,)), ("Two.", (2,)), ("Three.", (3,))],
        ),
        ("[chunk:1] One <<<CITATIONS>>>[]<<<END_CITATIONS>>> two.", [("One two.", (1,))]),
        ("Yes [chunk:1\n[chunk:2] No.", [("Yes", ()), ("No.", (2,))]),
        ("See ([chunk:1]).", [("See.", (1,))]),
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


def test_what_comes_after_the_last_citation_is_no_invention() -> None:
    claims = [RawClaim(f"Claim {n}.", (n,)) for n in range(1, 60)]
    result = validate([*claims, RawClaim("Made up.", (99,))], set(range(1, 60)))
    assert (result.attempted, result.valid) == (25, 24)
    assert result.invalid == ("Made up.",)
    assert result.beyond == tuple(f"Claim {n}." for n in range(25, 60))


def test_one_passage_cited_often_is_bounded_too() -> None:
    claims = [RawClaim(f"Claim {n}.", (1, 2)) for n in range(1, 60)]
    result = validate(claims, {1, 2})
    assert (result.attempted, result.valid) == (2, 2)
    assert len(result.claims) == 12
    assert len(result.beyond) == 47


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

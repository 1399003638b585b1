"""Names: several words together, initials, and acronyms with what they stand for."""

from __future__ import annotations

import pytest

from app.core.support.names import NameIndex, names
from app.core.text.stems import WordForms


def index(text: str) -> NameIndex:
    return NameIndex((text,), WordForms([text]))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Director runs Bacula Storage jobs.", ["Director", "Bacula Storage"]),
        ("Boats anchor here.", []),
        ("Angela Smith wrote it.", ["Angela Smith"]),
        ("It was J. Smith who wrote it.", ["Smith"]),
        ("WHO rules apply.", ["WHO"]),
    ],
)
def test_what_is_a_name(text: str, expected: list[str]) -> None:
    assert [name.written for name in names(text, nouns_are_capital=False)] == expected


def test_german_nouns_are_no_names() -> None:
    found = names("Die Frist für die EU beträgt drei Monate.", nouns_are_capital=True)
    assert [name.written for name in found] == ["EU"]


@pytest.mark.parametrize(
    ("claim", "text", "missing"),
    [
        ("as the WHO says", "The World Health Organization says so.", ()),
        ("as the World Health Organization says", "The WHO says so.", ()),
        ("as the WHO says", "The World Bank says so.", ("who",)),
        ("by Anna Miller", "by Anna Smith", ("miller",)),
    ],
)
def test_acronyms_and_what_they_stand_for(claim: str, text: str, missing: tuple[str, ...]) -> None:
    (name,) = names(claim, nouns_are_capital=False)
    assert index(text).missing(name) == missing


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("written by Anna Miller", True),
        ("Miller, Anna: letters", True),
        ("written by Anna Smith, and much later read again by old Bob Miller", False),
    ],
)
def test_the_parts_of_a_name_stand_together(text: str, together: bool) -> None:
    (name,) = names("It was Anna Miller.", nouns_are_capital=False)
    assert index(text).together(name) is together

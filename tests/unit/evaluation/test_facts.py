from __future__ import annotations

import pytest

from app.evaluation.facts import states, states_all


@pytest.mark.parametrize(
    ("answer", "spelling", "stated"),
    [
        ("It needs 32 MB.", "32", True),
        ("It needs 32MB.", "32", True),
        ("It needs 320 MB.", "32", False),
        ("It needs 1.32 MB.", "32", False),
        ("It needs 32,000 bytes.", "32", False),
        ("It needs 132 bytes.", "32", False),
        ("Version 32.", "32", True),
        ("Put it in ~/.quiltrc-dpkg.", ".quiltrc-dpkg", True),
        ("The minimal set.", "minimal", True),
        ("Minimally so.", "minimal", False),
        ("AT ALL\u00a0 TIMES", "at all times", True),
        ("It is a well\u2010known, \u201cquoted\u201d word.", 'well-known, "quoted"', True),
        ("A hy\u00adphen", "hyphen", True),
        ("3 × 4", "3 x 4", True),
        ("anything", " ", False),
        ("", "x", False),
    ],
)
def test_a_spelling_stands_alone(answer: str, spelling: str, stated: bool) -> None:
    assert states(answer, spelling) is stated


@pytest.mark.parametrize(
    ("answer", "right"),
    [("always minimal", True), ("minimum, at all times", True), ("minimal", False)],
)
def test_each_fact_in_one_of_its_spellings(answer: str, right: bool) -> None:
    facts = (("minimal", "minimum"), ("always", "at all times"))
    assert states_all(answer, facts) is right

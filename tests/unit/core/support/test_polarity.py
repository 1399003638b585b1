"""What a claim says the other way round is found, and what it says in other words is not."""

from __future__ import annotations

import pytest

from app.core.support.polarity import contradiction, denied_words


@pytest.mark.parametrize(
    ("claim", "sentence", "word"),
    [
        ("Employees may carry over days.", "Employees may not carry over days.", "carry"),
        ("The kettle must not be used outdoors.", "The kettle must be used outdoors.", "not"),
        ("Dogs aren't allowed.", "Dogs are allowed.", "aren't"),
        ("Dogs are allowed.", "Dogs are forbidden.", "allowed"),
        ("The lid is no longer sold.", "The lid is sold.", "no"),
        ("It starts.", "It fails to start.", "start"),
        ("Entry with a permit.", "Entry without a permit.", "permit"),
        ("Terriers are allowed.", "All dogs are allowed except terriers.", "terriers"),
        ("The valve increases flow.", "The valve decreases flow.", "increases"),
        ("Pay before boarding.", "Pay after boarding.", "before"),
        ("It takes more than 5 days.", "It takes less than 5 days.", "more"),
        ("At most 3 people.", "At least 3 people.", "At most"),
        ("The first page counts.", "The last page counts.", "first"),
        ("The option enables it.", "The option disables it.", "enables"),
        ("The minimum age is 18.", "The maximum age is 18.", "minimum"),
        ("All staff sign.", "Some staff sign.", "All"),
        ("Staff must sign.", "Staff may sign.", "must"),
        ("Only managers sign.", "Managers sign.", "Only"),
        ("It may only be used dry.", "It may be used dry.", "only"),
        ("Die Boote dürfen ankern.", "Die Boote dürfen hier nicht ankern.", "ankern"),
        ("Les chiens sont admis.", "Les chiens ne sont pas admis.", "admis"),
        ("Hay que pagar.", "No hay que pagar.", "pagar"),
    ],
)
def test_what_is_said_the_other_way_round(claim: str, sentence: str, word: str) -> None:
    found = contradiction(claim, sentence)
    assert found is not None
    assert found.word == word
    assert found.reason.endswith(".")
    assert "“" in found.reason


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Days expire on 31 March.", "Days expire on 31 March and are not paid out."),
        ("Unused days are not paid out.", "Unused days expire and are not paid out."),
        ("It is not only cheap.", "It is cheap."),
        ("Dogs are forbidden.", "Dogs are not allowed."),
        ("Dogs are not allowed.", "Dogs are forbidden."),
        ("Managers sign.", "Only managers sign."),
        ("Staff may sign.", "Staff may or must sign."),
        ("Some staff sign.", "All staff sign."),
        ("Pay before boarding.", "Pay after lunch and before boarding."),
        ("Rest after lunch.", "Pay before boarding."),
        ("Wait 5 minutes.", "Wait no more than 5 minutes."),
        (
            "Children accompanied by adults may enter.",
            "Children may not enter unless accompanied by adults.",
        ),
    ],
)
def test_what_is_said_in_other_words(claim: str, sentence: str) -> None:
    assert contradiction(claim, sentence) is None


def test_what_a_negation_reaches() -> None:
    assert denied_words("Days expire and are not paid out, no refunds.") == {
        "paid": "not",
        "refunds": "no",
    }
    assert denied_words("Das gilt nicht.") == {"gilt": "nicht"}

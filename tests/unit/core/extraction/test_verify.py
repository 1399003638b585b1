"""Values in the chunks that are cited for them."""

from __future__ import annotations

from datetime import date

import pytest

from app.core.domain.extraction import FieldType, FieldValue, SchemaField, Value
from app.core.extraction.verify import MAX_QUOTE_CHARACTERS, verified

TOTAL = SchemaField("total", "Total", FieldType.MONEY, "The whole amount to pay.")
RENEWAL = SchemaField("renewal", "Automatic renewal", FieldType.YES_NO)


def found(value: Value, field: SchemaField, text: str) -> FieldValue:
    before = FieldValue(field.name, value, 0.9, 7, verified=True, quote="old", start=1, end=4)
    after = verified(before, field, text)
    assert after.quote == text[after.start : after.end]
    assert (after.name, after.value, after.confidence) == (field.name, value, 0.9)
    assert after.source_chunk_id == 7
    return after


def test_the_place_nearest_to_words_of_the_field_is_taken() -> None:
    text = "Net 119.00\nVAT 0.00\nTotal 119.00\nPaid 119.00"
    after = found(119.0, TOTAL, text)
    assert after.verified
    assert after.start == text.index("Total") + len("Total ")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("5.00 Total 5.00", 11),  # labels stand before their values
        ("Total\n5.00 of Total goods 5.00", 26),  # and on their line
    ],
)
def test_a_label_belongs_to_the_value_behind_it(text: str, start: int) -> None:
    total = SchemaField("total", "Total", FieldType.MONEY)
    assert found(5.0, total, text).start == start


def test_of_equal_places_the_first_is_taken() -> None:
    assert found(5.0, TOTAL, "5.00 a 5.00").start == 0


def test_a_word_of_the_description_decides_where_the_title_does_not_stand() -> None:
    text = "Net 119.00 " + "." * 60 + " to pay 119.00"
    assert found(119.0, TOTAL, text).start == text.rindex("119")


def test_what_is_not_there_is_not_verified() -> None:
    after = found(119.0, TOTAL, "Total 1119.00")
    assert not after.verified
    assert (after.quote, after.start, after.end) == ("", 0, 0)
    assert after.needs_review


def test_nothing_is_not_verified() -> None:
    after = found(None, TOTAL, "Total 119.00")
    assert not after.verified
    assert not after.needs_review


def test_a_date_and_a_text() -> None:
    issued = SchemaField("issued", "Issue date", FieldType.DATE)
    assert found(date(2024, 3, 3), issued, "am 3. März 2024").quote == "3. März 2024"
    vendor = SchemaField("vendor", "Vendor", FieldType.TEXT)
    assert found("acme ltd", vendor, "by ACME Ltd").quote == "ACME Ltd"


@pytest.mark.parametrize(
    ("value", "text", "quote"),
    [
        (
            True,
            "Term. It shall renew automatically each year. Other.",
            "It shall renew automatically each year.",
        ),
        (False, "Term. It shall renew automatically each year.", ""),
        (False, "It does not renew automatically.", "It does not renew automatically."),
        (True, "It does not renew automatically.", ""),
        (True, "Smoker: no\nAutomatic renewal: yes\nOther: no", "Automatic renewal: yes"),
        (False, "Smoker: no\nAutomatic renewal: yes\nOther: no", ""),
        (False, "Automatic renewal: No", "Automatic renewal: No"),
        (True, "Automatic renewal: [x] yes [ ] no", ""),
        (False, "Automatic renewal: [x] yes [ ] no", ""),
        (False, "Automatic renewal: ja / nein", ""),
        (True, "Renewal of paint.", ""),
        (True, "", ""),
    ],
)
def test_yes_and_no_are_borne_out_by_a_sentence_on_the_field(
    value: bool, text: str, quote: str
) -> None:
    after = found(value, RENEWAL, text)
    assert after.quote == quote
    assert after.verified is bool(quote)


def test_the_number_of_a_thing_is_no_denial() -> None:
    charge = SchemaField("charge", "Reverse charge", FieldType.YES_NO)
    assert not found(False, charge, "Invoice No. 5 is under reverse charge.").verified


def test_the_quote_of_a_long_sentence_is_bounded() -> None:
    text = "word " * 200 + "automatic renewal " + "word " * 200
    after = found(True, RENEWAL, text)
    assert after.verified
    assert "automatic renewal" in after.quote
    assert len(after.quote) <= MAX_QUOTE_CHARACTERS

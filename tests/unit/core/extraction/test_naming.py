"""Names that are made from titles: always possible, always free, and what one would expect."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.extraction.naming import free_name, free_title, name_of
from app.core.extraction.schema_rules import MAX_NAME_CHARACTERS, SchemaPart, schema_faults

SCHEMA = ExtractionSchema("mine", "Mine", (SchemaField("a", "A", FieldType.TEXT),))


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Issue date", "issue_date"),
        ("Total (with VAT)", "total_with_vat"),
        ("  Größe, Łódź & Ærø ", "grosse_lodz_aero"),
        ("2024 revenue", "field_2024_revenue"),
        ("契約日", "field"),
        ("", "field"),
        ("__x__", "x"),
        ("ﬁne №5", "fine_no5"),
        ("a" * 50, "a" * 40),
        ("The day on which the goods were delivered", "the_day_on_which_the_goods_were"),
        ("a " + "b" * 60, "a_" + "b" * 38),
    ],
)
def test_a_name_says_what_the_title_says(title: str, name: str) -> None:
    assert name_of(title, "field") == name


@given(st.text(max_size=100))
def test_every_title_gives_a_name_that_keeps_the_rules(title: str) -> None:
    schema = replace(SCHEMA, name=name_of(title, "schema"))
    assert [fault for fault in schema_faults(schema) if fault.part is SchemaPart.NAME] == []


@given(st.lists(st.sampled_from(["total", "total_2", "total_3", "x" * 40])))
def test_a_free_name_is_free(taken: list[str]) -> None:
    for name in ("total", "x" * 40):
        found = free_name(name, taken)
        assert found not in taken
        assert len(found) <= MAX_NAME_CHARACTERS
        assert (found == name) == (name not in taken)


def test_numbers_go_up() -> None:
    assert free_name("total", {"total", "total_2"}) == "total_3"
    assert free_name("x" * 40, {"x" * 40}) == "x" * 38 + "_2"


def test_titles_are_told_apart() -> None:
    assert free_title("Bills", {"Others"}, 80) == "Bills"
    assert free_title("Bills", {"bills", "Bills (2)"}, 80) == "Bills (3)"
    assert free_title("a" * 80, {"a" * 80}, 80) == "a" * 76 + " (2)"

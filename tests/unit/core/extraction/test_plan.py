from __future__ import annotations

from app.core.domain.extraction import FieldType, SchemaField
from app.core.extraction.plan import (
    FIELD_TOKENS,
    SHARED_TOKENS,
    PlannedPart,
    in_groups,
    searched_plan,
    whole_plan,
)

A, B, C = (SchemaField(name, name, FieldType.TEXT) for name in "abc")


def test_fields_are_grouped_by_how_many_fit() -> None:
    assert in_groups((A, B, C), lambda asked: len(asked) <= 3) == [(A, B, C)]
    assert in_groups((A, B, C), lambda asked: len(asked) <= 2) == [(A, B), (C,)]
    assert in_groups((A, B, C), lambda asked: False) == [(A,), (B,), (C,)]


def test_a_document_that_fits_is_read_whole_for_every_group() -> None:
    costs = {5: 400, 6: 600}
    assert whole_plan([(A, B), (C,)], costs, lambda _: 1000) == (
        PlannedPart((A, B), (5, 6)),
        PlannedPart((C,), (5, 6)),
    )
    assert whole_plan([(A, B), (C,)], costs, lambda _: 999) is None
    assert whole_plan([(A, B), (C,)], costs, lambda group: 1200 - 150 * len(group)) is None


def plan(
    found: dict[str, list[int]], costs: dict[int, int], room: int = 5000
) -> tuple[PlannedPart, ...]:
    return searched_plan([(A, B, C)], found, costs, lambda _: room)


def test_what_is_found_is_read_in_the_order_of_the_document() -> None:
    assert plan({"a": [9, 2, 5]}, {2: 100, 5: 100, 9: 100}) == (PlannedPart((A,), (2, 5, 9)),)


def test_the_best_is_read_while_it_fits() -> None:
    half = FIELD_TOKENS // 2
    costs = {1: half, 2: half + 1, 3: half, 4: 1}
    assert plan({"a": [1, 2, 3, 4]}, costs) == (PlannedPart((A,), (1, 3)),)
    assert plan({"a": [1, 2, 3, 4]}, costs, room=half + 1) == (PlannedPart((A,), (1, 4)),)


def test_of_passages_that_are_all_long_the_best_one_is_read() -> None:
    long = FIELD_TOKENS + 1
    assert plan({"a": [2, 1]}, {1: long, 2: long}) == (PlannedPart((A,), (2,)),)
    assert plan({"a": [2, 1]}, {1: long, 2: 6000}) == (PlannedPart((A,), (1,)),)


def test_fields_share_a_part_where_their_passages_do() -> None:
    costs = {1: 800, 2: 100, 3: 100, 4: 800}
    assert plan({"a": [1, 2], "b": [1, 3], "c": [4]}, costs) == (
        PlannedPart((A, B), (1, 2, 3)),
        PlannedPart((C,), (4,)),
    )
    assert 1000 <= SHARED_TOKENS < 1800


def test_fields_of_another_group_are_asked_for_apart() -> None:
    parts = searched_plan([(A,), (B,)], {"a": [1], "b": [1]}, {1: 10}, lambda _: 5000)
    assert parts == (PlannedPart((A,), (1,)), PlannedPart((B,), (1,)))


def test_what_is_not_there_is_not_read() -> None:
    assert plan({"a": [1, 7, 1]}, {1: 10}) == (PlannedPart((A,), (1,)),)
    assert plan({"a": [1], "b": []}, {1: 6000}) == ()

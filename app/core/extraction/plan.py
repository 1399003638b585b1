"""What a model is given to read for which fields: the whole document where it fits its context,
else for each field what was found for it (never the beginning alone, with the rest cut off).

Fields for which much the same was found are asked for together, since reading costs more time than
writing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.core.domain.extraction import SchemaField

FIELD_TOKENS = 900
"""Of passages for one field: four or five chunks. More cost time and distract small models."""
SHARED_TOKENS = 1400
"""Of passages for fields that are asked for together."""
OUTPUT_SHARE = 0.4
"""Share of the context that the output may take; schemas of many fields are asked for in parts."""
PASSAGE_SHARE = 0.125
"""Share of the context that is left for passages at least: one of the usual length in a small one.
Fields with long descriptions or many choices are asked for apart."""

Room = Callable[[Sequence[SchemaField]], int]
"""Tokens that are left for passages, when these fields are asked for."""


@dataclass(frozen=True, slots=True)
class PlannedPart:
    """One go: the fields, and the chunks that are read for them in the document's order."""

    fields: tuple[SchemaField, ...]
    chunk_ids: tuple[int, ...]


def in_groups(
    fields: Sequence[SchemaField], fits: Callable[[Sequence[SchemaField]], bool]
) -> list[tuple[SchemaField, ...]]:
    """The fields in their order, in as few groups as there must be.

    Args:
        fits: Whether some fields can be asked for together. One alone is a group in any case.
    """
    groups: list[tuple[SchemaField, ...]] = []
    for field in fields:
        if groups and fits((*groups[-1], field)):
            groups[-1] = (*groups[-1], field)
        else:
            groups.append((field,))
    return groups


def whole_plan(
    groups: Sequence[tuple[SchemaField, ...]], costs: Mapping[int, int], room: Room
) -> tuple[PlannedPart, ...] | None:
    """All chunks for each group; None where they do not fit.

    Args:
        costs: Tokens of each chunk of the document, in its order.
    """
    total = sum(costs.values())
    if any(total > room(group) for group in groups):
        return None
    return tuple(PlannedPart(group, tuple(costs)) for group in groups)


def searched_plan(
    groups: Sequence[tuple[SchemaField, ...]],
    found: Mapping[str, Sequence[int]],
    costs: Mapping[int, int],
    room: Room,
) -> tuple[PlannedPart, ...]:
    """For each field what was found for it, as far as it fits; fields of one group are joined where
    together they need little more.

    Args:
        found: Chunk ids by the name of the field, best first. Where none was found, the field is
            left out of the plan.
        costs: As of `whole_plan`.
    """
    parts: list[PlannedPart] = []
    for group in groups:
        joined: PlannedPart | None = None
        for field in group:
            chosen = _chosen(found.get(field.name, ()), costs, room(group))
            if not chosen:
                continue
            both = chosen if joined is None else chosen | set(joined.chunk_ids)
            if joined is not None and _cost(both, costs) <= min(SHARED_TOKENS, room(group)):
                joined = PlannedPart((*joined.fields, field), _ordered(both, costs))
                parts[-1] = joined
            else:
                joined = PlannedPart((field,), _ordered(chosen, costs))
                parts.append(joined)
    return tuple(parts)


def _chosen(found: Sequence[int], costs: Mapping[int, int], room: int) -> set[int]:
    """The best of what was found, while it fits; where all are long, the best one that there is
    room for."""
    chosen: set[int] = set()
    left = min(FIELD_TOKENS, room)
    for chunk_id in found:
        cost = costs.get(chunk_id)
        if cost is not None and chunk_id not in chosen and cost <= left:
            chosen.add(chunk_id)
            left -= cost
    if not chosen:
        chosen.update([one for one in found if one in costs and costs[one] <= room][:1])
    return chosen


def _cost(chunk_ids: set[int], costs: Mapping[int, int]) -> int:
    return sum(costs[chunk_id] for chunk_id in chunk_ids)


def _ordered(chunk_ids: set[int], costs: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(chunk_id for chunk_id in costs if chunk_id in chunk_ids)

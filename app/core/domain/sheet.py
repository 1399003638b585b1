"""Sheets of a workbook, before a program writes them into a file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

Cell = str | float | date | bool | None
"""Text stays text, whatever it begins with; None is an empty cell."""


class ColumnKind(StrEnum):
    """How the numbers of a column are shown."""

    PLAIN = "plain"
    MONEY = "money"
    """Two decimals and groups of three."""
    SHARE = "share"
    """0..1, shown as a percentage."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, how its numbers are shown, and how wide it is, in characters."""

    title: str
    kind: ColumnKind = ColumnKind.PLAIN
    width: int = 16


@dataclass(frozen=True, slots=True)
class Sheet:
    """A named sheet. Each row has a cell for each column."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
